; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; internal_ram = 128
;
; Registers, beside those of threefish_mcs51.asm:
;   r1      next byte of the key, from place to place        r2, r3  G
;   r4, r5  the tweak, at first                              r6, r7  the block, at first
;
; A message block of UBI (section 3.4) with Threefish-256 for the 8051: variables in internal RAM, and
; the code from key, tweak and block to the new chaining value.
;
; THE SUBKEYS (section 3.3.2): subkey s has key word s + 1 and tweak word s for word 1 of the state,
; key word s + 2 and tweak word s + 1 for word 2.  So both take their turn in one sequence,
; C(j) = k(j mod 5) + t((j - 1) mod 3): subkey s has C(s + 1) and C(s + 2), and makes the latter.
;
; COUNT for a block, in cycles.  128 MIXes: 9 times 782, or 7038, with 16 of these 782 for places
; that must not move, so that all bytes are back after eight rounds.  19 subkeys of 170, 3230 (word 0 31,
; word 1 17, C 50, word 2 24, word 3 24, s 24).  That is 10,268, the bound for this order of work.
; From subkey to subkey 10, 190; loop 36; key, tweak and block in 700, the result out 390.

	.equ	BYTES, 32		; of a block

	.include "skein/threefish_mcs51.asm"

; The working state: it is overlaid with other functions' that do not call each other.
	.area	OSEG	(OVR,DATA)
X0:	.ds	8			; state
X1:	.ds	8
X2:	.ds	8
X3:	.ds	8
CC:	.ds	8			; C(s + 1), see below
	.area	ISEG	(DATA)
TWEAK:	.ds	24			; tweak words 0 to 2
KEY:	.ds	64			; key words 0 to 4, then 0 to 2 again

; CC = the word of the key at r1 + the next of the tweak; both move on.  at: a label.
	.macro	new_c	at
	tweak_on
	mov	a, @r1
	add	a, @r0
	mov	CC, a
	inc	r0
	inc	r1
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	mov	a, @r1
	addc	a, @r0
	mov	CC + i, a
	inc	r0
	inc	r1
	.endm
	tweak_off	at
	.endm

; Adds key word s to word 0 of the state, C(s + 1) and C(s + 2) to words 1 and 2, key word s + 3 and s
; to word 3.  r1: at key word s, then at the last byte of s + 3.  at: a label.
	.macro	subkey	at
	mov	a, X0 + (oX0 & 7)
	add	a, @r1
	mov	X0 + (oX0 & 7), a
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	inc	r1
	mov	a, X0 + ((i + oX0) & 7)
	addc	a, @r1
	mov	X0 + ((i + oX0) & 7), a
	.endm
	sum	X1, CC
	mov	a, r1
	add	a, #9
	mov	r1, a
	new_c	at			; C(s + 2)
	sum_in_place	X2, CC
	mov	a, X3 + (oX3 & 7)
	add	a, @r1
	xch	a, X3 + ((oX3 + 1) & 7)
	.irp	i, 1, 2, 3, 4, 5, 6
	inc	r1
	addc	a, @r1
	xch	a, X3 + ((i + oX3 + 1) & 7)
	.endm
	inc	r1
	addc	a, @r1
	mov	X3 + (oX3 & 7), a
oX3 = oX3 + 1
	mov	a, X3 + (oX3 & 7)	; s, each byte in its place
	add	a, r5
	mov	X3 + (oX3 & 7), a
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	mov	a, X3 + ((i + oX3) & 7)
	addc	a, #0
	mov	X3 + ((i + oX3) & 7), a
	.endm
	.endm

; On to the next subkey: s, and r1 from the last byte of key word s + 3 to key word s + 1.  at: a label.
	.macro	next_subkey	at
	inc	r5
	mov	a, r1
	add	a, #-23
	cjne	a, #KEY + 40, at
	mov	a, #KEY
at:
	mov	r1, a
	.endm

	.area	CSEG	(CODE)

; A message block: r3 r2 = G, r5 r4 = tweak, r7 r6 = block, all in external RAM.  Changes a, dptr, psw,
; r0, r1, r4-r6.
block:
	load_tweak	tweak_word
	mov	dpl, r2			; the key; its parity begins with C240 (section 3.3.2)
	mov	dph, r3
	parity	0x22, 0x1A, 0xFC, 0xA9, 0xDA, 0x1B, 0xD1, 0x1B
	mov	r0, #KEY
	mov	r1, #KEY + 40
load_key:
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	mov	@r0, a
	mov	@r1, a
	xrl	CC + i, a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	cjne	r0, #KEY + 24, load_key
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	mov	@r0, a
	xrl	CC + i, a
	inc	dptr
	inc	r0
	.endm
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	mov	a, CC + i
	mov	@r0, a
	inc	r0
	.endm
	mov	r1, #KEY + 8
	mov	r4, #TWEAK
	new_c	first_c			; C(1)
	mov	dpl, r6			; the block
	mov	dph, r7
	load_word	X0
	load_word	X1
	load_word	X2
	load_word	X3
	mov	dpl, r2			; and to G, for the feed-forward
	mov	dph, r3
	store_word	X0
	store_word	X1
	store_word	X2
	store_word	X3
	mov	r5, #0
	mov	r1, #KEY
oX0 = 0
oX1 = 0
oX2 = 0
oX3 = 0
oCC = 0
eight_rounds:
	subkey	even
	cjne	r5, #18, first_four
	ljmp	end
first_four:
oE1 = oX1
oE3 = oX3
	next_subkey	next_even
	sum	X0, X1			; <<< 14
	right_bit	X1
	right_1_in_place	X0, X1, 2
	mix_bytes	X2, X3, 2	; <<< 16
	sum	X0, X3			; <<< 52
	right_4	X0, X3, 7
	sum	X2, X1			; <<< 57
	left_1	X2, X1, 7
	sum	X0, X1			; <<< 23
	mov	a, X1 + (oX1 & 7)
	right_1_in_place	X0, X1, 3
	mix_bytes	X2, X3, 5	; <<< 40
	sum	X0, X3			; <<< 5
	left_5	X0, X3, 0
	sum	X2, X1			; <<< 37
	left_5	X2, X1, 4
	subkey	odd
	next_subkey	next_odd
	sum	X0, X1			; <<< 25
	left_1	X0, X1, 3
	sum	X2, X3			; <<< 33
	left_1	X2, X3, 4
	sum	X0, X3			; <<< 46
	right_bit	X3
	right_1_on	X0, X3, 6
	sum	X2, X1			; <<< 12
	left_4	X2, X1, 1
	sum	X0, X1			; <<< 58
	left_bit	X1
	left_1_on	X0, X1, 7
	sum	X2, X3			; <<< 22
	right_bit	X3
	right_1_on	X2, X3, 3
	mix_bytes	X0, X3, 4	; <<< 32
	mix_bytes	X2, X1, 4	; <<< 32
	in_order	X0
	in_order	X1
	in_order	X2
	in_order	X3
	ljmp	eight_rounds

end:
	mov	dpl, r2
	mov	dph, r3
oX1 = oE1
oX3 = oE3
	feed_forward	X0
	feed_forward	X1
	feed_forward	X2
	feed_forward	X3
	ret
