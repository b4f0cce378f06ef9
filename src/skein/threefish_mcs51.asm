; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Skein Hash Function Family, version 1.3, section 3.3"
; constant_time = true
;
; Registers
;   a      the byte at hand          r0     NIBBLE, or the next byte of the tweak
;   r4     where the next word of the tweak is
;   r5     number of the subkey, s   r6     NIBBLE: its low nibble is what xchd hands on
;
; Threefish for the 8051: macros on words of 64 bits in internal RAM.  After four rounds the
; permutations (table 3) have brought each word back to its place: they only rename words.
;
; A WORD is eight bytes in a ring: byte i of word w is at w + ((i + ow) & 7), where ow is a variable
; of the assembler that follows while the code is written out.  So a rotation by whole bytes costs
; nothing, and a pass over a word may leave each byte a place further: then xch stores a result and
; fetches the next byte at once.
;
; CYCLES, of 12 clocks: a sum takes 17 (a load, 8 additions, 8 exchanges).  What follows it in a MIX,
; rotation and exclusive or, takes for a byte an instruction for each, and an exchange:
;
;   rotation, modulo 8    0    1, 7    4          2, 6    3, 5
;   cycles                16   27      35 or 36   45      45
;
; In a sum with a rotation by 8 k bits, 8 - k of the 16 fall away: a sum's byte is at hand.

	.equ	NIBBLE, 6		; r6 of register bank 0

; A byte of the state at r0, for skein_mcs51.asm.
	.macro	get_state
	mov	a, @r0
	.endm
	.macro	put_state
	mov	@r0, a
	.endm

; e += b.  The bytes of e are a place further then.
	.macro	sum	e, b
	mov	a, e + (o'e & 7)
	add	a, b + (o'b & 7)
	xch	a, e + ((o'e + 1) & 7)
	.irp	i, 1, 2, 3, 4, 5, 6
	addc	a, b + ((i + o'b) & 7)
	xch	a, e + ((i + o'e + 1) & 7)
	.endm
	addc	a, b + ((7 + o'b) & 7)
	mov	e + (o'e & 7), a
o'e = o'e + 1
	.endm

; The same, each byte in its place.
	.macro	sum_in_place	e, b
	mov	a, e + (o'e & 7)
	add	a, b + (o'b & 7)
	mov	e + (o'e & 7), a
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	mov	a, e + ((i + o'e) & 7)
	addc	a, b + ((i + o'b) & 7)
	mov	e + ((i + o'e) & 7), a
	.endm
	.endm

; MIX with a rotation by 8 k bits: e += b, then b = (b <<< 8 k) ^ e.  A byte of b takes part in the
; exclusive or as soon as it has been added.
	.macro	mix_bytes	e, b, k
	mov	a, e + (o'e & 7)
	add	a, b + (o'b & 7)
	xch	a, e + ((o'e + 1) & 7)
	.irp	i, 1, 2, 3, 4, 5, 6
	addc	a, b + ((i + o'b) & 7)
	.ifge	i - k
	xrl	b + ((i - k + o'b) & 7), a
	.endif
	xch	a, e + ((i + o'e + 1) & 7)
	.endm
	addc	a, b + ((7 + o'b) & 7)
	xrl	b + ((7 - k + o'b) & 7), a
	mov	e + (o'e & 7), a
o'e = o'e + 1
	.irp	i, 0, 1, 2, 3, 4, 5, 6
	.iflt	i - k
	mov	a, e + ((i + o'e) & 7)
	xrl	b + ((i - k + o'b) & 7), a
	.endif
	.endm
o'b = o'b - k
	.endm

; MIX with any other rotation: sum, then one of the following, b = (b <<< r) ^ e.  From the lowest
; byte up, r is 8 k + 1, 4 or 5; from the highest down, 8 k - 1, 4 or 5.  The carry, or the
; nibble at r0, has what the byte before gives to the next; at first the last byte's.

; <<< 8 k + 1.  left_1_on: with byte 7 in a.
	.macro	left_1	e, b, k
	mov	a, b + ((7 + o'b) & 7)
	left_1_on	e, b, k
	.endm
	.macro	left_1_on	e, b, k
	rlc	a
	mov	a, b + (o'b & 7)
	.irp	j, 0, 1, 2, 3, 4, 5, 6
	rlc	a
	xrl	a, e + ((j + k + o'e) & 7)
	xch	a, b + ((j + 1 + o'b) & 7)
	.endm
	rlc	a
	xrl	a, e + ((7 + k + o'e) & 7)
	mov	b + (o'b & 7), a
o'b = o'b + 1 - k
	.endm

; <<< 8 k - 1.  right_1_on: with byte 0 in a.
	.macro	right_1	e, b, k
	mov	a, b + (o'b & 7)
	right_1_on	e, b, k
	.endm
	.macro	right_1_on	e, b, k
	rrc	a
	mov	a, b + ((7 + o'b) & 7)
	.irp	j, 7, 6, 5, 4, 3, 2, 1
	rrc	a
	xrl	a, e + ((j + k + o'e) & 7)
	xch	a, b + ((j - 1 + o'b) & 7)
	.endm
	rrc	a
	xrl	a, e + ((k + o'e) & 7)
	mov	b + ((7 + o'b) & 7), a
o'b = o'b - 1 - k
	.endm

; <<< 8 k - 1, each byte in its place, with byte 0 in a
	.macro	right_1_in_place	e, b, k
	rrc	a
	.irp	j, 7, 6, 5, 4, 3, 2, 1, 0
	mov	a, b + ((j + o'b) & 7)
	rrc	a
	xrl	a, e + ((j + k + o'e) & 7)
	mov	b + ((j + o'b) & 7), a
	.endm
o'b = o'b - k
	.endm

; <<< 8 k + 2 is left_bit, then left_1_on; <<< 8 k - 2 is right_bit, then right_1_on.  They leave byte 7,
; or byte 0, in a.
	.macro	left_bit	b
	mov	a, b + ((7 + o'b) & 7)
	rlc	a
	mov	a, b + (o'b & 7)
	.irp	j, 0, 1, 2, 3, 4, 5, 6
	rlc	a
	xch	a, b + ((j + 1 + o'b) & 7)
	.endm
	rlc	a
	mov	b + (o'b & 7), a
o'b = o'b + 1
	.endm
	.macro	right_bit	b
	mov	a, b + (o'b & 7)
	rrc	a
	mov	a, b + ((7 + o'b) & 7)
	.irp	j, 7, 6, 5, 4, 3, 2, 1
	rrc	a
	xch	a, b + ((j - 1 + o'b) & 7)
	.endm
	rrc	a
	mov	b + ((7 + o'b) & 7), a
o'b = o'b - 1
	.endm

; <<< 8 k + 4
	.macro	left_4	e, b, k
	mov	a, b + ((7 + o'b) & 7)
	swap	a
	mov	@r0, a
	mov	a, b + (o'b & 7)
	.irp	j, 0, 1, 2, 3, 4, 5, 6
	swap	a
	xchd	a, @r0
	xrl	a, e + ((j + k + o'e) & 7)
	xch	a, b + ((j + 1 + o'b) & 7)
	.endm
	swap	a
	xchd	a, @r0
	xrl	a, e + ((7 + k + o'e) & 7)
	mov	b + ((0 + o'b) & 7), a
o'b = o'b + 1 - k
	.endm

; <<< 8 k - 4
	.macro	right_4	e, b, k
	mov	a, b + (o'b & 7)
	mov	@r0, a
	mov	a, b + ((7 + o'b) & 7)
	.irp	j, 7, 6, 5, 4, 3, 2, 1
	xchd	a, @r0
	swap	a
	xrl	a, e + ((j + k + o'e) & 7)
	xch	a, b + ((j - 1 + o'b) & 7)
	.endm
	xchd	a, @r0
	swap	a
	xrl	a, e + ((0 + k + o'e) & 7)
	mov	b + ((7 + o'b) & 7), a
o'b = o'b - 1 - k
	.endm

; <<< 8 k + 5
	.macro	left_5	e, b, k
	mov	a, b + ((7 + o'b) & 7)
	swap	a
	mov	@r0, a
	rlc	a
	mov	a, b + (o'b & 7)
	.irp	j, 0, 1, 2, 3, 4, 5, 6
	swap	a
	xchd	a, @r0
	rlc	a
	xrl	a, e + ((j + k + o'e) & 7)
	xch	a, b + ((j + 1 + o'b) & 7)
	.endm
	swap	a
	xchd	a, @r0
	rlc	a
	xrl	a, e + ((7 + k + o'e) & 7)
	mov	b + ((0 + o'b) & 7), a
o'b = o'b + 1 - k
	.endm

; <<< 8 k - 5
	.macro	right_5	e, b, k
	mov	a, b + (o'b & 7)
	mov	@r0, a
	swap	a
	rrc	a
	mov	a, b + ((7 + o'b) & 7)
	.irp	j, 7, 6, 5, 4, 3, 2, 1
	xchd	a, @r0
	swap	a
	rrc	a
	xrl	a, e + ((j + k + o'e) & 7)
	xch	a, b + ((j - 1 + o'b) & 7)
	.endm
	xchd	a, @r0
	swap	a
	rrc	a
	xrl	a, e + ((0 + k + o'e) & 7)
	mov	b + ((7 + o'b) & 7), a
o'b = o'b - 1 - k
	.endm

; CC = a word, the lowest byte first: where a parity begins.
	.macro	parity	n0, n1, n2, n3, n4, n5, n6, n7
	mov	CC, #n0
	mov	CC + 1, #n1
	mov	CC + 2, #n2
	mov	CC + 3, #n3
	mov	CC + 4, #n4
	mov	CC + 5, #n5
	mov	CC + 6, #n6
	mov	CC + 7, #n7
	.endm

; The tweak's words from r5 r4 to TWEAK, and the third, which is their parity.  at: a label.
	.macro	load_tweak	at
	mov	dpl, r4
	mov	dph, r5
	parity	0, 0, 0, 0, 0, 0, 0, 0
	mov	r0, #TWEAK
at:
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	mov	@r0, a
	xrl	CC + i, a
	inc	dptr
	inc	r0
	.endm
	cjne	r0, #TWEAK + 16, at
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	mov	a, CC + i
	mov	@r0, a
	inc	r0
	.endm
	.endm

; r0 = the next word of the tweak, at r4; and back: r4 is behind that word then.  at: a label.
	.macro	tweak_on
	mov	a, r4
	mov	r0, a
	.endm
	.macro	tweak_off	at
	cjne	r0, #TWEAK + 24, at
	mov	r0, #TWEAK
at:
	mov	a, r0
	mov	r4, a
	mov	r0, #NIBBLE
	.endm

; w += r5.  The bytes of w are a place further then.
	.macro	sum_number	w
	mov	a, w + (o'w & 7)
	add	a, r5
	xch	a, w + ((o'w + 1) & 7)
	.irp	i, 1, 2, 3, 4, 5, 6
	addc	a, #0
	xch	a, w + ((i + o'w + 1) & 7)
	.endm
	addc	a, #0
	mov	w + (o'w & 7), a
o'w = o'w + 1
	.endm

; The word w of the state from dptr, and to dptr.
	.macro	load_word	w
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	mov	w + i, a
	inc	dptr
	.endm
	.endm
	.macro	store_word	w
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	mov	a, w + i
	movx	@dptr, a
	inc	dptr
	.endm
	.endm

; The word w of the state is added to the block, which is in G, at dptr.
	.macro	feed_forward	w
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	xrl	a, w + ((i + o'w) & 7)
	movx	@dptr, a
	inc	dptr
	.endm
	.endm

; Where a loop comes back: each byte of w is where it was.
	.macro	in_order	w
	.ifne	o'w & 7
	.error	1
	.endif
	.endm
