; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.1"
; reads = {cc = 110, data = "len"}
; writes = {cc = 110, dst = "out_size / 8"}
; stack = 6
; internal_ram = 128
; block = "compress"
; state.H = {offset = 0, words = 8}
; counter = {offset = 96, words = 2, step = 512}
; fill = {offset = 106, word_bytes = 2}
;
; Registers in the rounds:
;   r0    place of a byte of the message block     r7    rounds left
;   r1    lowest byte of a word of row b           dptr  the round's part of the schedule
;   r2    highest byte of a word of row b
;
; BLAKE-256 and BLAKE-32 for the 8051, fast: all but the names of the functions and the number of
; rounds, ROUNDS, 10 to 20.  The functions around the compression function are in blake/mcs51.asm,
; which says what a caller has to know.
;
; Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.1; its letters are used.  Salt 0.
;
; INTERNAL RAM: v, 64 bytes with direct addresses, in OSEG, where the linker may lay other functions'
; variables that call nothing, too; the message block m, 64 bytes, in ISEG.
;
; G is written out eight times, a round.  Rotations by whole bytes are other names for the places of
; the bytes: rotb and rotd say how many places further up a word of row b or d has its lowest byte.
; One by 4 is an exchange of nibbles (xchd) while the bytes are stored; one by 1 is a pass of rlc.  The
; pass of rlc stores each byte a place further down, and the first d of the diagonals is stored with
; its halves exchanged, so that after a round every byte is in its first place again.
;
; The schedule has for each half of G the place of m[x] and the four bytes of c[y].
;
; BOUND, in machine cycles of a call of G: two sums of two 32-bit words, one of them of a message word
; and a constant, 2 * (31 + 12); d, 2 * 4; c, 2 * 12; b, 16 + 18: 152, and 2 more on average for the
; exchange.  12,320 for the 80 calls of BLAKE-32.  Around them, for a block: 400 to take it up, 270 to
; set v up, 340 for the finalization, 130 for the counter, 120 for the ends of rounds.

	.equ	WORD, 4
	.equ	SHORTER, 28
	.equ	PAGED, 0
	.equ	V_PAGED, 0
	.include "blake/mcs51.asm"

	.area	OSEG	(OVR,DATA)
v:	.ds	64

	.area	ISEG	(DATA)
m:	.ds	64

	.area	CSEG	(CODE)

; The constants c0 to c15.
	.equ	C0, 0x243F6A88
	.equ	C1, 0x85A308D3
	.equ	C2, 0x13198A2E
	.equ	C3, 0x03707344
	.equ	C4, 0xA4093822
	.equ	C5, 0x299F31D0
	.equ	C6, 0x082EFA98
	.equ	C7, 0xEC4E6C89
	.equ	C8, 0x452821E6
	.equ	C9, 0x38D01377
	.equ	C10, 0xBE5466CF
	.equ	C11, 0x34E90C6C
	.equ	C12, 0xC0AC29B7
	.equ	C13, 0xC97C50DD
	.equ	C14, 0x3F84D5B5
	.equ	C15, 0xB5470917

	.macro	word c
	.db	c, c >> 8, c >> 16, c >> 24
	.endm

; For one call of G: sigma(2i) and sigma(2i + 1).  Message words have their highest byte first.
	.macro	pair x, y
	.db	m + 4 * x + 3
	word	C'y
	.db	m + 4 * y + 3
	word	C'x
	.endm
	.equ	HALF, 5			; bytes for half a call
	.equ	ROW, 80			; bytes for a round

	.macro	row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
	pair	s0, s1
	pair	s2, s3
	pair	s4, s5
	pair	s6, s7
	pair	s8, s9
	pair	s10, s11
	pair	s12, s13
	pair	s14, s15
	.endm

; Table 2 of the specification.
schedule:
	row	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	row	14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
	row	11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
	row	7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
	row	9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
	row	2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
	row	12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
	row	13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
	row	6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
	row	10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0

; The initial values of 256 and of 224 bits.
initial:
	.irp	c, 0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
	word	c
	.endm
	.irp	c, 0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4
	word	c
	.endm

; One byte of (the word at wa) + (m[x] ^ c[y]), byte k.
	.macro	message_byte sum, wa, o, k
	mov	a, #o + 1 + k
	movc	a, @a + dptr
	xrl	a, @r0
	sum	a, wa + k
	mov	wa + k, a
	.endm

; a = a + (m[x] ^ c[y]); o: where in the round's part of the schedule.  31 cycles
	.macro	message wa, o
	mov	a, #o
	movc	a, @a + dptr
	mov	r0, a
	message_byte add, wa, o, 0
	dec	r0
	message_byte addc, wa, o, 1
	dec	r0
	message_byte addc, wa, o, 2
	dec	r0
	message_byte addc, wa, o, 3
	.endm

; Byte k of w = w + (another word whose lowest byte is r places further up).
	.macro	sum_byte sum, w, k, other, r
	mov	a, w + k
	sum	a, other + ((k + r) & 3)
	mov	w + k, a
	.endm

; a = a + b, d = d ^ a.  16 cycles
	.macro	sum_a wa, wb, wd, rotb, rotd
	sum_byte add, wa, 0, wb, rotb
	xrl	wd + (rotd & 3), a
	.irp	k, 1, 2, 3
	sum_byte addc, wa, k, wb, rotb
	xrl	wd + ((k + rotd) & 3), a
	.endm
	.endm

; The same, with the halves of d in each other's place.  20 cycles
	.macro	sum_a_exchange wa, wb, wd, rotb, rotd
	sum_byte add, wa, 0, wb, rotb
	xrl	a, wd + (rotd & 3)
	xch	a, wd + ((2 + rotd) & 3)
	mov	wd + (rotd & 3), a
	sum_byte addc, wa, 1, wb, rotb
	xrl	a, wd + ((1 + rotd) & 3)
	xch	a, wd + ((3 + rotd) & 3)
	mov	wd + ((1 + rotd) & 3), a
	sum_byte addc, wa, 2, wb, rotb
	xrl	wd + (rotd & 3), a
	sum_byte addc, wa, 3, wb, rotb
	xrl	wd + ((1 + rotd) & 3), a
	.endm

; c = c + d, b = (b ^ c) >>> 12; b is then two places further up.  28 cycles
	.macro	sum_c_12 wc, wd, wb, rotd, rotb
	mov	r1, #wb + (rotb & 3)
	sum_byte add, wc, 0, wd, rotd
	xrl	a, wb + (rotb & 3)
	swap	a
	mov	wb + (rotb & 3), a
	.irp	k, 1, 2, 3
	sum_byte addc, wc, k, wd, rotd
	xrl	a, wb + ((k + rotb) & 3)
	swap	a
	xchd	a, @r1
	mov	wb + ((k + rotb) & 3), a
	.endm
	.endm

; c = c + d, b = (b ^ c) >>> 7.  30 cycles
	.macro	sum_c_7 wc, wd, wb, rotd, rotb
	sum_byte add, wc, 0, wd, rotd
	xrl	wb + (rotb & 3), a
	.irp	k, 1, 2
	sum_byte addc, wc, k, wd, rotd
	xrl	wb + ((k + rotb) & 3), a
	.endm
	sum_byte addc, wc, 3, wd, rotd
	xrl	a, wb + ((3 + rotb) & 3)
	mov	r2, a
	rlc	a
	.irp	k, 0, 1, 2
	mov	a, wb + ((k + rotb) & 3)
	rlc	a
	mov	wb + ((k - 1 + rotb) & 3), a
	.endm
	mov	a, r2
	rlc	a
	mov	wb + ((2 + rotb) & 3), a
	.endm

; G on columns: every byte in its first place before; b then two places further up, d three.
	.macro	column wa, wb, wc, wd, o
	message wa, o
	sum_a	wa, wb, wd, 0, 0
	sum_c_12 wc, wd, wb, 2, 0
	message wa, o+HALF
	sum_a	wa, wb, wd, 2, 2
	sum_c_7	wc, wd, wb, 3, 2
	.endm

; G on diagonals: every byte in its first place after.
	.macro	diagonal wa, wb, wc, wd, o
	message wa, o
	sum_a_exchange wa, wb, wd, 2, 3
	sum_c_12 wc, wd, wb, 3, 2
	message wa, o+HALF
	sum_a	wa, wb, wd, 0, 3
	sum_c_7	wc, wd, wb, 0, 0
	.endm

; A word of v that begins with the constant c.
	.macro	constant w, c
	mov	w, #(c & 0xFF)
	mov	w + 1, #((c >> 8) & 0xFF)
	mov	w + 2, #((c >> 16) & 0xFF)
	mov	w + 3, #(c >> 24)
	.endm

; The compression function, section 2.1.2, on the block in external RAM at dptr.  Changes all
; registers but b.
compress:
	mov	r0, #m
	mov	r2, #8
	lcall	load
	; v8 to v15
	constant v+32, C0
	constant v+36, C1
	constant v+40, C2
	constant v+44, C3
	constant v+48, C4
	constant v+52, C5
	constant v+56, C6
	constant v+60, C7
	; the counter t: t0 goes into v12 and v13, t1 into v14 and v15
	mov	a, #BITS
	lcall	at
	movx	a, @dptr
	mov	r3, a
	inc	dptr
	movx	a, @dptr
	mov	r4, a
	mov	a, #COUNT
	lcall	at
	movx	a, @dptr
	add	a, r3
	movx	@dptr, a
	xrl	v + 48, a
	xrl	v + 52, a
	inc	dptr
	movx	a, @dptr
	addc	a, r4
	movx	@dptr, a
	xrl	v + 49, a
	xrl	v + 53, a
	.irp	k, 50, 51, 56, 57, 58, 59
	inc	dptr
	movx	a, @dptr
	addc	a, #0
	movx	@dptr, a
	xrl	v + k, a
	xrl	v + k + 4, a
	.endm
	; v0 to v7
	mov	a, #H
	lcall	at
	mov	r0, #v
	mov	r2, #4
	lcall	load

	mov	r7, #ROUNDS
	mov	dptr, #schedule
round:
	column	v, v+16, v+32, v+48, 0
	column	v+4, v+20, v+36, v+52, 2*HALF
	column	v+8, v+24, v+40, v+56, 4*HALF
	column	v+12, v+28, v+44, v+60, 6*HALF
	diagonal v, v+20, v+40, v+60, 8*HALF
	diagonal v+4, v+24, v+44, v+48, 10*HALF
	diagonal v+8, v+28, v+32, v+52, 12*HALF
	diagonal v+12, v+16, v+36, v+56, 14*HALF
	mov	a, #ROW
	add	a, dpl
	mov	dpl, a
	clr	a
	addc	a, dph
	mov	dph, a
	dec	r7
	.if	ROUNDS - 10
	cjne	r7, #ROUNDS - 10, 1$
	mov	dptr, #schedule
1$:
	.endif
	mov	a, r7
	jz	finalization
	ljmp	round

finalization:
	lcall	at			; A = 0 = H
	mov	r0, #v
	mov	r1, #v + 32
	mov	r2, #8
1$:
	.rept	4
	movx	a, @dptr
	xrl	a, @r0
	xrl	a, @r1
	movx	@dptr, a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	djnz	r2, 1$
	ret

