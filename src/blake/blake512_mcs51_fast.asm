; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.2"
; reads = {cc = 214, data = "len"}
; writes = {cc = 214, dst = "out_size / 8"}
; stack = 7
; internal_ram = 128
; block = "compress"
; state.H = {offset = 0, words = 16}
; counter = {offset = 192, words = 4, step = 1024}
; fill = {offset = 210, word_bytes = 2}
;
; Registers in the rounds:
;   r0    place of a byte of the message block; of b     r7    rounds left
;   r1    place of a byte of a constant; of d            dptr  the round's part of the schedule
;   r2    a byte
;
; BLAKE-512 and BLAKE-64 for the 8051, fast: all but the names of the functions and the number of
; rounds, ROUNDS, 10 to 20.  The functions around the compression function are in blake/mcs51.asm,
; which says what a caller has to know.
;
; Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.2; its letters are used.  Salt 0.
;
; INTERNAL RAM: rows a, b and c of v, 96 bytes with direct addresses, in OSEG, where the linker may
; lay other functions' variables that call nothing, too; row d, 32 bytes, in ISEG: of all rows its
; bytes are used least.  The message block m and the constants, 256 bytes, are a page of external RAM,
; PSEG, that movx @r0 reaches while P2 holds its number; the constants are copied there when a call
; compresses its first block.
;
; G is written out eight times, a round.  Rotations by whole bytes are other names for the places of
; the bytes: rotb and rotd say how many places further up a word of row b or d has its lowest byte.
; >>> 25 is three bytes and a pass of rrc; >>> 11 a byte, an exchange of nibbles (xchd) while the bytes
; are stored, and a pass of rlc, which stores each byte a place further down.  The first d of the
; diagonals is stored with its halves exchanged.  So after a round every byte is in its first place
; again.
;
; The schedule has for each half of G the places of m[x] and c[y] in the page.
;
; BOUND, in machine cycles of a call of G: two sums of two 64-bit words, one of them of a message word
; and a constant, 2 * (86 + 24); d, 2 * 25; c, 2 * 33; b, 34 + 59: 429, and 5 more on average for the
; exchange.  48,600 for the 112 calls of BLAKE-64.  Around them, for a block: 900 to take it up, 750 to
; set v up, 690 for the finalization, 170 for the ends of rounds.

	.equ	WORD, 8
	.equ	SHORTER, 48
	.equ	PAGED, 1
	.equ	V_PAGED, 0
	.include "blake/mcs51.asm"

	.area	OSEG	(OVR,DATA)
v:	.ds	96			; v0 to v11

	.area	ISEG	(DATA)
d:	.ds	32			; v12 to v15

	.area	PSEG	(PAG,XDATA)
m:	.ds	128			; highest byte of each word first
c:	.ds	128

	.area	CSEG	(CODE)

; The constants c0 to c15.
	.equ	C0_HIGH, 0x243F6A88
	.equ	C0_LOW, 0x85A308D3
	.equ	C1_HIGH, 0x13198A2E
	.equ	C1_LOW, 0x03707344
	.equ	C2_HIGH, 0xA4093822
	.equ	C2_LOW, 0x299F31D0
	.equ	C3_HIGH, 0x082EFA98
	.equ	C3_LOW, 0xEC4E6C89
	.equ	C4_HIGH, 0x452821E6
	.equ	C4_LOW, 0x38D01377
	.equ	C5_HIGH, 0xBE5466CF
	.equ	C5_LOW, 0x34E90C6C
	.equ	C6_HIGH, 0xC0AC29B7
	.equ	C6_LOW, 0xC97C50DD
	.equ	C7_HIGH, 0x3F84D5B5
	.equ	C7_LOW, 0xB5470917
	.equ	C8_HIGH, 0x9216D5D9
	.equ	C8_LOW, 0x8979FB1B
	.equ	C9_HIGH, 0xD1310BA6
	.equ	C9_LOW, 0x98DFB5AC
	.equ	C10_HIGH, 0x2FFD72DB
	.equ	C10_LOW, 0xD01ADFB7
	.equ	C11_HIGH, 0xB8E1AFED
	.equ	C11_LOW, 0x6A267E96
	.equ	C12_HIGH, 0xBA7C9045
	.equ	C12_LOW, 0xF12C7F99
	.equ	C13_HIGH, 0x24A19947
	.equ	C13_LOW, 0xB3916CF7
	.equ	C14_HIGH, 0x0801F2E2
	.equ	C14_LOW, 0x858EFC16
	.equ	C15_HIGH, 0x636920D8
	.equ	C15_LOW, 0x71574E69

; A word from its halves, lowest byte first.
	.macro	words low, high
	.db	low, low >> 8, low >> 16, low >> 24
	.db	high, high >> 8, high >> 16, high >> 24
	.endm

; For one call of G: sigma(2i) and sigma(2i + 1).
	.macro	pair x, y
	.db	m + 8 * x + 7, c + 8 * y + 7
	.db	m + 8 * y + 7, c + 8 * x + 7
	.endm
	.equ	HALF, 2			; bytes for half a call
	.equ	ROW, 32			; bytes for a round

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


; The constants as they lie in the page: highest byte first.
constants:
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	.db	C'n'_HIGH >> 24, C'n'_HIGH >> 16, C'n'_HIGH >> 8, C'n'_HIGH
	.db	C'n'_LOW >> 24, C'n'_LOW >> 16, C'n'_LOW >> 8, C'n'_LOW
	.endm

; The initial values of 512 and of 384 bits.
initial:
	words	0xF3BCC908, 0x6A09E667
	words	0x84CAA73B, 0xBB67AE85
	words	0xFE94F82B, 0x3C6EF372
	words	0x5F1D36F1, 0xA54FF53A
	words	0xADE682D1, 0x510E527F
	words	0x2B3E6C1F, 0x9B05688C
	words	0xFB41BD6B, 0x1F83D9AB
	words	0x137E2179, 0x5BE0CD19
	words	0xC1059ED8, 0xCBBB9D5D
	words	0x367CD507, 0x629A292A
	words	0x3070DD17, 0x9159015A
	words	0xF70E5939, 0x152FECD8
	words	0xFFC00B31, 0x67332667
	words	0x68581511, 0x8EB44A87
	words	0x64F98FA7, 0xDB0C2E0D
	words	0xBEFA4FA4, 0x47B5481D

; One byte of (the word at wa) + (m[x] ^ c[y]), byte k.
	.macro	message_byte sum, wa, k
	movx	a, @r0
	mov	r2, a
	movx	a, @r1
	xrl	a, r2
	sum	a, wa + k
	mov	wa + k, a
	.endm

; a = a + (m[x] ^ c[y]); o: where in the round's part of the schedule.  86 cycles
	.macro	message wa, o
	mov	a, #o
	movc	a, @a + dptr
	mov	r0, a
	mov	a, #o + 1
	movc	a, @a + dptr
	mov	r1, a
	message_byte add, wa, 0
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	dec	r0
	dec	r1
	message_byte addc, wa, k
	.endm
	.endm

; The pointer r goes from a byte of the word at w that is at place p, modulo 8, to the next.
	.macro	next_place r, w, p
	.if	(p + 1) & 7
	inc	r
	.else
	mov	r, #w
	.endif
	.endm

; Byte k of a = a + b, where b has its lowest byte rotb places further up.
	.macro	sum_a_byte sum, wa, k, wb, rotb
	mov	a, wa + k
	sum	a, wb + ((k + rotb) & 7)
	mov	wa + k, a
	.endm

; a = a + b, d = d ^ a.  49 cycles
	.macro	sum_a wa, wb, wd, rotb, rotd
	mov	r1, #wd + (rotd & 7)
	sum_a_byte add, wa, 0, wb, rotb
	xrl	a, @r1
	mov	@r1, a
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	next_place r1, wd, k+rotd-1
	sum_a_byte addc, wa, k, wb, rotb
	xrl	a, @r1
	mov	@r1, a
	.endm
	.endm

; The same, with the halves of d in each other's place.  58 cycles
	.macro	sum_a_exchange wa, wb, wd, rotb, rotd
	mov	r0, #wd + ((rotd + 4) & 7)
	mov	r1, #wd + (rotd & 7)
	sum_a_byte add, wa, 0, wb, rotb
	xrl	a, @r1
	xch	a, @r0
	mov	@r1, a
	.irp	k, 1, 2, 3
	next_place r0, wd, k+rotd+3
	next_place r1, wd, k+rotd-1
	sum_a_byte addc, wa, k, wb, rotb
	xrl	a, @r1
	xch	a, @r0
	mov	@r1, a
	.endm
	mov	r1, #wd + (rotd & 7)
	sum_a_byte addc, wa, 4, wb, rotb
	xrl	a, @r1
	mov	@r1, a
	.irp	k, 5, 6, 7
	next_place r1, wd, k+rotd-5
	sum_a_byte addc, wa, k, wb, rotb
	xrl	a, @r1
	mov	@r1, a
	.endm
	.endm

; Byte k of c = c + d; r1 points to the byte of d.
	.macro	sum_c_byte sum, wc, k
	mov	a, wc + k
	sum	a, @r1
	mov	wc + k, a
	.endm

; c = c + d, b = (b ^ c) >>> 25; b is then three places further up.  67 cycles
	.macro	sum_c_25 wc, wd, wb, rotd, rotb
	mov	r1, #wd + (rotd & 7)
	sum_c_byte add, wc, 0
	xrl	wb + (rotb & 7), a
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	next_place r1, wd, k+rotd-1
	sum_c_byte addc, wc, k
	xrl	wb + ((k + rotb) & 7), a
	.endm
	mov	a, wb + (rotb & 7)
	rrc	a
	.irp	k, 7, 6, 5, 4, 3, 2, 1, 0
	mov	a, wb + ((k + rotb) & 7)
	rrc	a
	mov	wb + ((k + rotb) & 7), a
	.endm
	.endm

; c = c + d, b = (b ^ c) >>> 11; b is then one place further up.  92 cycles
	.macro	sum_c_11 wc, wd, wb, rotd, rotb
	mov	r1, #wd + (rotd & 7)
	mov	r0, #wb + (rotb & 7)
	sum_c_byte add, wc, 0
	xrl	a, @r0
	swap	a
	mov	@r0, a
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	next_place r1, wd, k+rotd-1
	sum_c_byte addc, wc, k
	xrl	a, wb + ((k + rotb) & 7)
	swap	a
	xchd	a, @r0
	mov	wb + ((k + rotb) & 7), a
	.endm
	; b >>> 4 is now one place further up; its highest byte is where the lowest was
	mov	a, @r0
	mov	r2, a
	rlc	a
	.irp	k, 0, 1, 2, 3, 4, 5, 6
	mov	a, wb + ((k + 1 + rotb) & 7)
	rlc	a
	mov	wb + ((k + rotb) & 7), a
	.endm
	mov	a, r2
	rlc	a
	mov	wb + ((7 + rotb) & 7), a
	.endm

; G on columns: every byte in its first place before; b then four places further up, d six.
	.macro	column wa, wb, wc, wd, o
	message	wa, o
	sum_a	wa, wb, wd, 0, 0
	sum_c_25 wc, wd, wb, 4, 0
	message	wa, o+HALF
	sum_a	wa, wb, wd, 3, 4
	sum_c_11 wc, wd, wb, 6, 3
	.endm

; G on diagonals: every byte in its first place after.
	.macro	diagonal wa, wb, wc, wd, o
	message	wa, o
	sum_a_exchange wa, wb, wd, 4, 6
	sum_c_25 wc, wd, wb, 6, 4
	message	wa, o+HALF
	sum_a	wa, wb, wd, 7, 6
	sum_c_11 wc, wd, wb, 0, 7
	.endm

; A byte of t, at dptr, counts on: + n and carry.  It goes into a byte of two words of d, at r0 and r1,
; with the bytes x and y of constants.
	.macro	count_byte sum, n, x, y
	movx	a, @dptr
	sum	a, n
	movx	@dptr, a
	mov	r2, a
	xrl	a, #(x & 0xFF)
	mov	@r0, a
	mov	a, r2
	xrl	a, #(y & 0xFF)
	mov	@r1, a
	inc	dptr
	inc	r0
	inc	r1
	.endm

; Four bytes of a word of row c that begin with half a constant.
	.macro	constant w, half
	mov	w, #(half & 0xFF)
	mov	w + 1, #((half >> 8) & 0xFF)
	mov	w + 2, #((half >> 16) & 0xFF)
	mov	w + 3, #(half >> 24)
	.endm

; The compression function, section 2.2.2, on the block in external RAM at dptr.  Changes all
; registers but b.
compress:
	mov	r0, #m
	mov	r2, #16
1$:
	.rept	8
	movx	a, @dptr
	movx	@r0, a
	inc	dptr
	inc	r0
	.endm
	djnz	r2, 1$
	; the constants, if this is the call's first block
	jb	f0, 3$
	setb	f0
	mov	dptr, #constants
	mov	r2, #128		; r0 = c, which is behind m
2$:	clr	a
	movc	a, @a + dptr
	movx	@r0, a
	inc	dptr
	inc	r0
	djnz	r2, 2$
3$:
	; v0 to v7
	mov	a, #H
	lcall	at
	mov	r0, #v
	mov	r2, #8
	lcall	load
	; v8 to v11
	constant v+64, C0_LOW
	constant v+68, C0_HIGH
	constant v+72, C1_LOW
	constant v+76, C1_HIGH
	constant v+80, C2_LOW
	constant v+84, C2_HIGH
	constant v+88, C3_LOW
	constant v+92, C3_HIGH
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
	mov	r0, #d
	mov	r1, #d + 8
	count_byte add, r3, C4_LOW, C5_LOW
	count_byte addc, r4, C4_LOW>>8, C5_LOW>>8
	count_byte addc, #0, C4_LOW>>16, C5_LOW>>16
	count_byte addc, #0, C4_LOW>>24, C5_LOW>>24
	count_byte addc, #0, C4_HIGH, C5_HIGH
	count_byte addc, #0, C4_HIGH>>8, C5_HIGH>>8
	count_byte addc, #0, C4_HIGH>>16, C5_HIGH>>16
	count_byte addc, #0, C4_HIGH>>24, C5_HIGH>>24
	mov	r0, #d + 16
	mov	r1, #d + 24
	count_byte addc, #0, C6_LOW, C7_LOW
	count_byte addc, #0, C6_LOW>>8, C7_LOW>>8
	count_byte addc, #0, C6_LOW>>16, C7_LOW>>16
	count_byte addc, #0, C6_LOW>>24, C7_LOW>>24
	count_byte addc, #0, C6_HIGH, C7_HIGH
	count_byte addc, #0, C6_HIGH>>8, C7_HIGH>>8
	count_byte addc, #0, C6_HIGH>>16, C7_HIGH>>16
	count_byte addc, #0, C6_HIGH>>24, C7_HIGH>>24

	mov	r7, #ROUNDS
	mov	dptr, #schedule
round:
	column	v, v+32, v+64, d, 0
	column	v+8, v+40, v+72, d+8, 2*HALF
	column	v+16, v+48, v+80, d+16, 4*HALF
	column	v+24, v+56, v+88, d+24, 6*HALF
	diagonal v, v+40, v+80, d+24, 8*HALF
	diagonal v+8, v+48, v+88, d, 10*HALF
	diagonal v+16, v+56, v+64, d+8, 12*HALF
	diagonal v+24, v+32, v+72, d+16, 14*HALF
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
	mov	r1, #v + 64
	lcall	half
	mov	r1, #d
half:	mov	r2, #8
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
