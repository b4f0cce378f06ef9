; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; internal_ram = 96
;
; Registers, beside those of threefish_mcs51.asm:
;   r1      next byte of the key, in the page of P2          r2, r3  G
;   r4, r5  the tweak, at first                              r6, r7  the block, at first
;
; A message block of UBI (section 3.4) with Threefish-512 for the 8051: variables in internal RAM, the
; key in a page of external RAM that movx @r1 reaches while P2 holds its number, and the code from
; key, tweak and block to the new chaining value.
;
; THE SUBKEYS (section 3.3.2): subkey s has key words s to s + 7; key word s + 5 with tweak word s,
; key word s + 6 with tweak word s + 1.  So the words with a tweak added take their turn in one
; sequence, C(j) = k(j mod 9) + t((j - 5) mod 3): subkey s has C(s + 5) and C(s + 6), and makes the
; latter.
;
; COUNT for a block, in cycles.  288 MIXes: 9 times 1672, or 15,048.  19 subkeys of 357, 6783 (40 for
; each of words 0 to 4 and 7, word 5 17, C 59, word 6 24, s 17).  That is 21,831, the bound for this
; order of work.  From subkey to subkey 10, 190; loop 36; key, tweak and block in 1320, the result
; out 780.

	.equ	BYTES, 64		; of a block

	.include "skein/threefish_mcs51.asm"

; The working state: it is overlaid with other functions' that do not call each other.
	.area	OSEG	(OVR,DATA)
X0:	.ds	8			; state
X1:	.ds	8
X2:	.ds	8
X3:	.ds	8
X4:	.ds	8
X5:	.ds	8
X6:	.ds	8
X7:	.ds	8
CC:	.ds	8			; C(s + 5), see below
	.area	ISEG	(DATA)
TWEAK:	.ds	24			; tweak words 0 to 2
	.area	PSEG	(PAG,XDATA)
KEY:	.ds	136			; key words 0 to 8, then 0 to 7 again

; Adds the word of the key at r1, which moves on, to w.
	.macro	sum_key	w
	movx	a, @r1
	add	a, w + (o'w & 7)
	mov	w + (o'w & 7), a
	inc	r1
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	movx	a, @r1
	addc	a, w + ((i + o'w) & 7)
	mov	w + ((i + o'w) & 7), a
	inc	r1
	.endm
	.endm

; CC = the word of the key at r1 + the next of the tweak; both move on.  at: a label.
	.macro	new_c	at
	tweak_on
	movx	a, @r1
	add	a, @r0
	mov	CC, a
	inc	r0
	inc	r1
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	movx	a, @r1
	addc	a, @r0
	mov	CC + i, a
	inc	r0
	inc	r1
	.endm
	tweak_off	at
	.endm

; Adds key words s to s + 4 to words 0 to 4 of the state, C(s + 5) and C(s + 6) to words 5 and 6, key
; word s + 7 and s to word 7.  r1: at key word s, then at s + 8.  at: a label.
	.macro	subkey	at
	sum_key	X0
	sum_key	X1
	sum_key	X2
	sum_key	X3
	sum_key	X4
	sum	X5, CC
	mov	a, r1
	add	a, #8
	mov	r1, a
	new_c	at			; C(s + 6)
	sum_in_place	X6, CC
	sum_key	X7
	sum_number	X7
	.endm

; On to the next subkey: s, and r1 from key word s + 8 to s + 1.  at: a label.
	.macro	next_subkey	at
	inc	r5
	mov	a, r1
	add	a, #-56
	cjne	a, #KEY + 72, at
	mov	a, #KEY
at:
	mov	r1, a
	.endm

	.area	CSEG	(CODE)

; A message block: r3 r2 = G, r5 r4 = tweak, r7 r6 = block, all in external RAM.  Changes a, dptr, psw,
; r0, r1, r4-r6.
block:
	push	p2
	mov	p2, #(KEY >> 8)
	load_tweak	tweak_word
	mov	dpl, r2			; the key; its parity begins with C240 (section 3.3.2)
	mov	dph, r3
	parity	0x22, 0x1A, 0xFC, 0xA9, 0xDA, 0x1B, 0xD1, 0x1B
	mov	r0, #KEY
	mov	r1, #KEY + 72
load_key:
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	movx	@r0, a
	movx	@r1, a
	xrl	CC + i, a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	cjne	r0, #KEY + 64, load_key
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	mov	a, CC + i
	movx	@r0, a
	inc	r0
	.endm
	mov	r1, #KEY + 40
	mov	r4, #TWEAK
	new_c	first_c			; C(5)
	mov	dpl, r6			; the block
	mov	dph, r7
	load_word	X0
	load_word	X1
	load_word	X2
	load_word	X3
	load_word	X4
	load_word	X5
	load_word	X6
	load_word	X7
	mov	dpl, r2			; and to G, for the feed-forward
	mov	dph, r3
	store_word	X0
	store_word	X1
	store_word	X2
	store_word	X3
	store_word	X4
	store_word	X5
	store_word	X6
	store_word	X7
	mov	r5, #0
	mov	r1, #KEY
oX0 = 0
oX1 = 0
oX2 = 0
oX3 = 0
oX4 = 0
oX5 = 0
oX6 = 0
oX7 = 0
oCC = 0
eight_rounds:
	subkey	even
	cjne	r5, #18, first_four
	ljmp	end
first_four:
oE5 = oX5
oE7 = oX7
	next_subkey	next_even
	sum	X0, X1			; <<< 46
	right_bit	X1
	right_1_on	X0, X1, 6
	sum	X2, X3			; <<< 36
	left_4	X2, X3, 4
	sum	X4, X5			; <<< 19
	right_5	X4, X5, 3
	sum	X6, X7			; <<< 37
	left_5	X6, X7, 4
	sum	X2, X1			; <<< 33
	left_1	X2, X1, 4
	sum	X4, X7			; <<< 27
	right_5	X4, X7, 4
	sum	X6, X5			; <<< 14
	right_bit	X5
	right_1_on	X6, X5, 2
	sum	X0, X3			; <<< 42
	left_bit	X3
	left_1_on	X0, X3, 5
	sum	X4, X1			; <<< 17
	left_1	X4, X1, 2
	sum	X6, X3			; <<< 49
	left_1	X6, X3, 6
	sum	X0, X5			; <<< 36
	left_4	X0, X5, 4
	sum	X2, X7			; <<< 39
	right_1	X2, X7, 5
	sum	X6, X1			; <<< 44
	left_4	X6, X1, 5
	sum	X0, X7			; <<< 9
	left_1	X0, X7, 1
	sum	X2, X5			; <<< 54
	right_bit	X5
	right_1_on	X2, X5, 7
	mix_bytes	X4, X3, 7	; <<< 56
	subkey	odd
	next_subkey	next_odd
	sum	X0, X1			; <<< 39
	mov	a, X1 + (oX1 & 7)
	right_1_in_place	X0, X1, 5
	sum	X2, X3			; <<< 30
	right_bit	X3
	right_1_on	X2, X3, 4
	sum	X4, X5			; <<< 34
	left_bit	X5
	left_1_on	X4, X5, 4
	mix_bytes	X6, X7, 3	; <<< 24
	sum	X2, X1			; <<< 13
	left_5	X2, X1, 1
	sum	X4, X7			; <<< 50
	left_bit	X7
	left_1_on	X4, X7, 6
	sum	X6, X5			; <<< 10
	left_bit	X5
	left_1_on	X6, X5, 1
	sum	X0, X3			; <<< 17
	left_1	X0, X3, 2
	sum	X4, X1			; <<< 25
	left_1	X4, X1, 3
	sum	X6, X3			; <<< 29
	left_5	X6, X3, 3
	sum	X0, X5			; <<< 39
	right_1	X0, X5, 5
	sum	X2, X7			; <<< 43
	right_5	X2, X7, 6
	mix_bytes	X6, X1, 1	; <<< 8
	sum	X0, X7			; <<< 35
	right_5	X0, X7, 5
	mix_bytes	X2, X5, 7	; <<< 56
	sum	X4, X3			; <<< 22
	right_bit	X3
	right_1_on	X4, X3, 3
	in_order	X0
	in_order	X1
	in_order	X2
	in_order	X3
	in_order	X4
	in_order	X5
	in_order	X6
	in_order	X7
	ljmp	eight_rounds

end:
	mov	dpl, r2
	mov	dph, r3
oX5 = oE5
oX7 = oE7
	feed_forward	X0
	feed_forward	X1
	feed_forward	X2
	feed_forward	X3
	feed_forward	X4
	feed_forward	X5
	feed_forward	X6
	feed_forward	X7
	pop	p2
	ret
