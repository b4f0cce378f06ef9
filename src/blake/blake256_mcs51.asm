; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.1"
; reads = {cc = 110, data = "len"}
; writes = {cc = 110, dst = "out_size / 8"}
; stack = 7
; internal_ram = 9
; block = "compress"
; state.H = {offset = 0, words = 8}
; counter = {offset = 96, words = 2, step = 512}
; fill = {offset = 106, word_bytes = 2}
;
; Registers in the rounds:
;   r0     place of a byte of the message block, of v; of b     r4-r7  word of row a
;   r1     place of a byte of row d                             dptr   the round's part of the schedule
;   r2, r3  bytes
;
; BLAKE-256 and BLAKE-32 for the 8051 with 9 bytes of internal RAM: all but the names of the functions
; and the number of rounds, ROUNDS, 10 to 20.  The functions around the compression function are in
; blake/mcs51.asm, which says what a caller has to know.
;
; Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.1; its letters are used.  Salt 0.
;
; The message block m and v, 128 bytes, lie in a page of external RAM, PSEG, that movx @r0 and @r1 reach
; while P2 holds its number.  Internal RAM has the words of rows b and c at work and a count of rounds,
; in OSEG, where the linker may lay other functions' variables that call nothing, too.
;
; G is written out eight times, a round.  Rotations by whole bytes are other names for the places of
; the bytes; rotd says how many places further up a word of row d has its lowest byte.  The rest is done
; as in blake/blake256_mcs51_fast.asm.
;
; BOUND, in machine cycles of a call of G: words of rows a, b and c to and fro, 102; two sums of two
; words, one of them of a message word and a constant, 2 * (44 + 12); d, 2 * 25; c, 2 * 16; b, 18 + 18:
; 332, and 3 more on average for the exchange.  26,800 for the 80 calls of BLAKE-32.  Around them, for a
; block: 420 to take it up, 560 to set v up, 490 for the finalization, 140 for the ends of rounds.

	.equ	WORD, 4
	.equ	SHORTER, 28
	.equ	PAGED, 1
	.equ	V_PAGED, 1
	.include "blake/mcs51.asm"

	.area	OSEG	(OVR,DATA)
b0:	.ds	4			; the word of row b
c0:	.ds	4			; the word of row c
rounds:	.ds	1			; rounds left

	.area	PSEG	(PAG,XDATA)
m:	.ds	64
v:	.ds	64

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

; A word of v to four cells, and back.
	.macro	fetch w, x0, x1, x2, x3
	mov	r0, #w
	movx	a, @r0
	mov	x0, a
	.irp	x, x1, x2, x3
	inc	r0
	movx	a, @r0
	mov	x, a
	.endm
	.endm

	.macro	keep w, x0, x1, x2, x3
	mov	r0, #w
	mov	a, x0
	movx	@r0, a
	.irp	x, x1, x2, x3
	inc	r0
	mov	a, x
	movx	@r0, a
	.endm
	.endm

; One byte of a + (m[x] ^ c[y]); o: where in the round's part of the schedule.
	.macro	message_byte sum, ra, o
	movx	a, @r0
	mov	r2, a
	mov	a, #o
	movc	a, @a + dptr
	xrl	a, r2
	sum	a, ra
	mov	ra, a
	.endm

; a = a + (m[x] ^ c[y]).  43 cycles
	.macro	message o
	mov	a, #o
	movc	a, @a + dptr
	mov	r0, a
	message_byte add, r4, o+1
	dec	r0
	message_byte addc, r5, o+2
	dec	r0
	message_byte addc, r6, o+3
	dec	r0
	message_byte addc, r7, o+4
	.endm

; The pointer r goes from a byte of the word at w that is at place p, modulo 4, to the next.
	.macro	next_place r, w, p
	.if	(p + 1) & 3
	inc	r
	.else
	mov	r, #w
	.endif
	.endm

; One byte of a = a + b; then A = d ^ a.
	.macro	sum_a_byte sum, ra, b
	mov	a, ra
	sum	a, b
	mov	ra, a
	movx	a, @r1
	xrl	a, ra
	.endm

; a = a + b, d = d ^ a; b with its bytes in these cells.  36 cycles
	.macro	sum_a wd, rotd, x0, x1, x2, x3
	mov	r1, #wd + (rotd & 3)
	sum_a_byte add, r4, x0
	movx	@r1, a
	next_place r1, wd, rotd
	sum_a_byte addc, r5, x1
	movx	@r1, a
	next_place r1, wd, rotd+1
	sum_a_byte addc, r6, x2
	movx	@r1, a
	next_place r1, wd, rotd+2
	sum_a_byte addc, r7, x3
	movx	@r1, a
	.endm

; The same, with the halves of d in each other's place.  42 cycles
	.macro	sum_a_exchange wd, rotd, x0, x1, x2, x3
	mov	r0, #wd + (rotd & 3)
	mov	r1, #wd + (rotd & 3)
	sum_a_byte add, r4, x0
	mov	r2, a
	next_place r1, wd, rotd
	sum_a_byte addc, r5, x1
	mov	r3, a
	next_place r1, wd, rotd+1
	sum_a_byte addc, r6, x2
	movx	@r0, a
	mov	a, r2
	movx	@r1, a
	next_place r0, wd, rotd
	next_place r1, wd, rotd+2
	sum_a_byte addc, r7, x3
	movx	@r0, a
	mov	a, r3
	movx	@r1, a
	.endm

; Byte k of c = c + d.
	.macro	sum_c_byte sum, k
	movx	a, @r1
	sum	a, c0 + k
	mov	c0 + k, a
	.endm

; c = c + d, b = (b ^ c) >>> 12; the bytes of b are then two cells further up.  37 cycles
	.macro	sum_c_12 wd, rotd
	mov	r1, #wd + (rotd & 3)
	mov	r0, #b0
	sum_c_byte add, 0
	xrl	a, b0
	swap	a
	mov	b0, a
	.irp	k, 1, 2, 3
	next_place r1, wd, rotd+k-1
	sum_c_byte addc, k
	xrl	a, b0 + k
	swap	a
	xchd	a, @r0
	mov	b0 + k, a
	.endm
	.endm

; c = c + d, b = (b ^ c) >>> 7, from the cells where >>> 12 left it.  38 cycles
	.macro	sum_c_7 wd, rotd
	mov	r1, #wd + (rotd & 3)
	sum_c_byte add, 0
	xrl	b0 + 2, a
	next_place r1, wd, rotd
	sum_c_byte addc, 1
	xrl	b0 + 3, a
	next_place r1, wd, rotd+1
	sum_c_byte addc, 2
	xrl	b0, a
	next_place r1, wd, rotd+2
	sum_c_byte addc, 3
	xrl	a, b0 + 1
	mov	r2, a
	rlc	a
	.irp	k, 2, 3, 4
	mov	a, b0 + (k & 3)
	rlc	a
	mov	b0 + ((k - 1) & 3), a
	.endm
	mov	a, r2
	rlc	a
	mov	b0, a
	.endm

	.macro	fetch_three wa, wb, wc
	fetch	wa, r4, r5, r6, r7
	fetch	wb, b0, b0+1, b0+2, b0+3
	fetch	wc, c0, c0+1, c0+2, c0+3
	.endm

	.macro	keep_three wa, wb, wc
	keep	wa, r4, r5, r6, r7
	keep	wb, b0+2, b0+3, b0, b0+1
	keep	wc, c0, c0+1, c0+2, c0+3
	.endm

; G on columns: the bytes of d are in their first places before, three further up after.
	.macro	column wa, wb, wc, wd, o
	fetch_three wa, wb, wc
	message	o
	sum_a	wd, 0, b0, b0+1, b0+2, b0+3
	sum_c_12 wd, 2
	message	o+HALF
	sum_a	wd, 2, b0+2, b0+3, b0, b0+1
	sum_c_7	wd, 3
	keep_three wa, wb, wc
	.endm

; G on diagonals: the bytes of d are in their first places after.
	.macro	diagonal wa, wb, wc, wd, o
	fetch_three wa, wb, wc
	message	o
	sum_a_exchange wd, 3, b0, b0+1, b0+2, b0+3
	sum_c_12 wd, 3
	message	o+HALF
	sum_a	wd, 3, b0+2, b0+3, b0, b0+1
	sum_c_7	wd, 0
	keep_three wa, wb, wc
	.endm

; A byte of t, at dptr, counts on: + n and carry.  It goes into a byte of two words of d, at r0 and r1,
; with the bytes x and y of constants.
	.macro	count_byte sum, n, x, y
	movx	a, @dptr
	sum	a, n
	movx	@dptr, a
	mov	r2, a
	xrl	a, #(x & 0xFF)
	movx	@r0, a
	mov	a, r2
	xrl	a, #(y & 0xFF)
	movx	@r1, a
	inc	dptr
	inc	r0
	inc	r1
	.endm

; Four bytes at r0 that are a constant.
	.macro	constant c
	.irp	shift, 0, 8, 16, 24
	mov	a, #((c >> shift) & 0xFF)
	movx	@r0, a
	inc	r0
	.endm
	.endm

; The compression function, section 2.1.2, on the block in external RAM at dptr.  Changes all
; registers but b.
compress:
	mov	r0, #m
	mov	r2, #8
	lcall	load
	; v0 to v7
	mov	a, #H
	lcall	at
	mov	r2, #4			; r0 = v, which is behind m
	lcall	load
	; v8 to v11
	constant C0
	constant C1
	constant C2
	constant C3
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
	mov	r1, #v + 52
	count_byte add, r3, C4, C5
	count_byte addc, r4, C4>>8, C5>>8
	count_byte addc, #0, C4>>16, C5>>16
	count_byte addc, #0, C4>>24, C5>>24
	mov	r0, #v + 56
	mov	r1, #v + 60
	count_byte addc, #0, C6, C7
	count_byte addc, #0, C6>>8, C7>>8
	count_byte addc, #0, C6>>16, C7>>16
	count_byte addc, #0, C6>>24, C7>>24

	mov	rounds, #ROUNDS
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
	dec	rounds
	.if	ROUNDS - 10
	mov	a, rounds
	cjne	a, #ROUNDS - 10, 1$
	mov	dptr, #schedule
1$:
	.endif
	mov	a, rounds
	jz	finalize
	ljmp	round

finalize:
	lcall	at			; A = 0 = H
	mov	r0, #v
	mov	r1, #v + 32
	mov	r2, #32
1$:	movx	a, @r0
	mov	r3, a
	movx	a, @r1
	xrl	a, r3
	mov	r3, a
	movx	a, @dptr
	xrl	a, r3
	movx	@dptr, a
	inc	dptr
	inc	r0
	inc	r1
	djnz	r2, 1$
	ret
