; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "SHA-3 proposal BLAKE, version 1.3 (16 December 2010), section 2.2"
; reads = {cc = 214, data = "len"}
; writes = {cc = 214, dst = "out_size / 8"}
; stack = 7
; internal_ram = 10
; block = "compress"
; state.H = {offset = 0, words = 16}
; counter = {offset = 192, words = 4, step = 1024}
; fill = {offset = 210, word_bytes = 2}
;
; Registers in the rounds:
;   r0, r1      places in the page; r1 also that of a byte of b
;   r2-r7, t6   the word t: b + (m ^ c), then d
;   b0          the word b                 b     a byte
;   dptr        the part of the schedule for a call of G
;
; BLAKE-512 and BLAKE-64 for the 8051 with ten bytes of internal RAM: all but the names of the functions
; and the number of rounds, ROUNDS, 11 to 19.  The functions around the compression function are in
; blake/mcs51.asm, which says what a caller has to know.
;
; Specification: "SHA-3 proposal BLAKE", version 1.3, section 2.2; its letters are used.  Salt 0.
;
; The message block m and v, 256 bytes, are a page of external RAM, PSEG, that movx @r0 and @r1 reach
; while P2 holds its number.
;
; G is one piece of code.  The schedule has for each call of it the places of its words in the page, and
; the constants themselves.  Of its words b and d are in registers and internal RAM from when they are
; loaded to when they are stored; a and c take part where they lie.  Rotations by whole bytes are other
; names for the places of the bytes; >>> 25 is three bytes and a pass of rrc, >>> 11 a byte, an
; exchange of nibbles (xchd) while c is added, and a pass of rlc while b is stored.
;
; BOUND, in machine cycles of a call of G: the message word with its constant, added to b, which is
; loaded, 8 * 14; added to a, and d, which is loaded, 8 * 12; c, 8 * 7; >>> 25, 26; the message word to
; a, 8 * 15; b to a and d, which is stored, 8 * 11; c, with nibbles exchanged, 8 * 10; b stored, 8 * 5:
; 618.  69,200 for the 112 calls of BLAKE-64.  Places from the schedule take 55 more a call, the loop
; 11.  Around them, for a block: 900 to take it up, 750 to set v up, 850 for the finalization.

	.equ	WORD, 8
	.equ	SHORTER, 48
	.equ	PAGED, 1
	.equ	V_PAGED, 1
	.include "blake/mcs51.asm"

	.area	OSEG	(OVR,DATA)
b0:	.ds	8			; the word b
t6:	.ds	2			; the two highest bytes of t

	.area	PSEG	(PAG,XDATA)
m:	.ds	128			; highest byte of each word first
v:	.ds	128

	.area	CSEG	(CODE)

	.equ	t_0, 2			; t: r2 to r7 of register bank 0, and two bytes
	.equ	t_1, 3
	.equ	t_2, 4
	.equ	t_3, 5
	.equ	t_4, 6
	.equ	t_5, 7
	.equ	t_6, t6
	.equ	t_7, t6 + 1

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

; For a call of G on the words a, b, c, d: sigma(2i) and sigma(2i + 1).
	.macro	g_call x, y, wa, wb, wc, wd
	.db	m + 8 * x + 7
	words	C'y'_LOW, C'y'_HIGH
	.db	m + 8 * y + 7
	words	C'x'_LOW, C'x'_HIGH
	.db	v + 8 * wa, v + 8 * wb, v + 8 * wc, v + 8 * wd
	.endm
	.equ	FIRST, 0		; places in it
	.equ	SECOND, 9
	.equ	WORD_A, 18
	.equ	WORD_B, 19
	.equ	WORD_C, 20
	.equ	WORD_D, 21
	.equ	CALL, 22		; bytes for a call
	.equ	ROW, 8 * CALL		; bytes for a round

	.macro	row s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
	g_call	s0, s1, 0, 4, 8, 12
	g_call	s2, s3, 1, 5, 9, 13
	g_call	s4, s5, 2, 6, 10, 14
	g_call	s6, s7, 3, 7, 11, 15
	g_call	s8, s9, 0, 5, 10, 15
	g_call	s10, s11, 1, 6, 11, 12
	g_call	s12, s13, 2, 7, 8, 13
	g_call	s14, s15, 3, 4, 9, 14
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

; r = the place that the schedule has at o.  The carry is kept.
	.macro	look_up	r, o
	mov	a, #o
	movc	a, @a + dptr
	mov	r, a
	.endm

; Byte k of t = b + (m[x] ^ c[y]), with b from r1.
	.macro	first_byte sum, k
	movx	a, @r1
	mov	b0 + k, a
	inc	r1
	movx	a, @r0
	mov	t_'k, a
	dec	r0
	mov	a, #FIRST + 1 + k
	movc	a, @a + dptr
	xrl	a, t_'k
	sum	a, b0 + k
	mov	t_'k, a
	.endm

; Byte k of a = a + t, t = d ^ a.
	.macro	sum_a_byte sum, k
	movx	a, @r0
	sum	a, t_'k
	movx	@r0, a
	mov	t_'k, a
	movx	a, @r1
	xrl	a, t_'k
	mov	t_'k, a
	inc	r0
	inc	r1
	.endm

; A byte of c = c + d, b = b ^ c, with that of d and that of b.
	.macro	sum_c_byte sum, d, b
	movx	a, @r0
	sum	a, d
	movx	@r0, a
	xrl	b, a
	inc	r0
	.endm

; Byte k of a = a + (m[x] ^ c[y]).
	.macro	second_byte sum, k
	movx	a, @r0
	mov	b, a
	dec	r0
	mov	a, #SECOND + 1 + k
	movc	a, @a + dptr
	xrl	a, b
	mov	b, a
	movx	a, @r1
	sum	a, b
	movx	@r1, a
	inc	r1
	.endm

; A byte of a = a + b, d = d ^ a, which is also stored.
	.macro	sum_a_again_byte sum, d, b
	movx	a, @r1
	sum	a, b
	movx	@r1, a
	xrl	a, d
	mov	d, a
	movx	@r0, a
	inc	r1
	inc	r0
	.endm

; A byte of c = c + d, b = b ^ c, of which b gets the nibbles exchanged.
	.macro	sum_c_again_byte sum, d, b
	movx	a, @r0
	sum	a, d
	movx	@r0, a
	xrl	a, b
	swap	a
	.if	b - b0 - 3
	xchd	a, @r1
	.endif
	mov	b, a
	inc	r0
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

; The compression function, section 2.2.2, on the block in external RAM at dptr.  Changes all
; registers.
compress:
	mov	r0, #m
	mov	r2, #16
	lcall	load
	; v0 to v7
	mov	a, #H
	lcall	at
	mov	r2, #8			; r0 = v, which is behind m
	lcall	load
	; v8 to v11
	constant C0_LOW
	constant C0_HIGH
	constant C1_LOW
	constant C1_HIGH
	constant C2_LOW
	constant C2_HIGH
	constant C3_LOW
	constant C3_HIGH
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
	mov	r0, #v + 96
	mov	r1, #v + 104
	count_byte add, r3, C4_LOW, C5_LOW
	count_byte addc, r4, C4_LOW>>8, C5_LOW>>8
	count_byte addc, #0, C4_LOW>>16, C5_LOW>>16
	count_byte addc, #0, C4_LOW>>24, C5_LOW>>24
	count_byte addc, #0, C4_HIGH, C5_HIGH
	count_byte addc, #0, C4_HIGH>>8, C5_HIGH>>8
	count_byte addc, #0, C4_HIGH>>16, C5_HIGH>>16
	count_byte addc, #0, C4_HIGH>>24, C5_HIGH>>24
	mov	r0, #v + 112
	mov	r1, #v + 120
	count_byte addc, #0, C6_LOW, C7_LOW
	count_byte addc, #0, C6_LOW>>8, C7_LOW>>8
	count_byte addc, #0, C6_LOW>>16, C7_LOW>>16
	count_byte addc, #0, C6_LOW>>24, C7_LOW>>24
	count_byte addc, #0, C6_HIGH, C7_HIGH
	count_byte addc, #0, C6_HIGH>>8, C7_HIGH>>8
	count_byte addc, #0, C6_HIGH>>16, C7_HIGH>>16
	count_byte addc, #0, C6_HIGH>>24, C7_HIGH>>24

	clr	f0			; set once the schedule begins anew
	mov	dptr, #schedule

	; G (section 2.2.2)
g:
	; t = b + (m ^ c)
	look_up	r0, FIRST
	look_up	r1, WORD_B
	first_byte add, 0
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	first_byte addc, k
	.endm
	; a = a + t, t = d ^ a
	look_up	r0, WORD_A
	look_up	r1, WORD_D
	sum_a_byte add, 0
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	sum_a_byte addc, k
	.endm
	; d >>> 32: byte k is t's byte k + 4.  c = c + d, b = b ^ c
	look_up	r0, WORD_C
	sum_c_byte add, t_4, b0
	sum_c_byte addc, t_5, b0+1
	sum_c_byte addc, t_6, b0+2
	sum_c_byte addc, t_7, b0+3
	sum_c_byte addc, t_0, b0+4
	sum_c_byte addc, t_1, b0+5
	sum_c_byte addc, t_2, b0+6
	sum_c_byte addc, t_3, b0+7
	; b >>> 25: byte k is then in the cell k + 3
	mov	a, b0
	rrc	a
	.irp	k, 7, 6, 5, 4, 3, 2, 1, 0
	mov	a, b0 + k
	rrc	a
	mov	b0 + k, a
	.endm
	; a = a + (m ^ c)
	look_up	r0, SECOND
	look_up	r1, WORD_A
	second_byte add, 0
	.irp	k, 1, 2, 3, 4, 5, 6, 7
	second_byte addc, k
	.endm
	; a = a + b, d = d ^ a, which is >>> 16 where it is stored
	look_up	r1, WORD_A
	look_up	r0, WORD_D
	add	a, #6
	mov	r0, a
	sum_a_again_byte add, t_4, b0+3
	sum_a_again_byte addc, t_5, b0+4
	look_up	r0, WORD_D
	sum_a_again_byte addc, t_6, b0+5
	sum_a_again_byte addc, t_7, b0+6
	sum_a_again_byte addc, t_0, b0+7
	sum_a_again_byte addc, t_1, b0
	sum_a_again_byte addc, t_2, b0+1
	sum_a_again_byte addc, t_3, b0+2
	; byte k of d is t's byte k + 6.  c = c + d, b = b ^ c, and its nibbles
	look_up	r0, WORD_C
	mov	r1, #b0 + 3
	sum_c_again_byte add, t_6, b0+3
	sum_c_again_byte addc, t_7, b0+4
	sum_c_again_byte addc, t_0, b0+5
	sum_c_again_byte addc, t_1, b0+6
	sum_c_again_byte addc, t_2, b0+7
	sum_c_again_byte addc, t_3, b0
	sum_c_again_byte addc, t_4, b0+1
	sum_c_again_byte addc, t_5, b0+2
	; b >>> 4 is now one cell further up; its highest byte is where the lowest was.  <<< 1 and >>> 8
	look_up	r0, WORD_B
	add	a, #7
	mov	r0, a
	mov	a, b0 + 3
	rlc	a
	mov	a, b0 + 4
	rlc	a
	movx	@r0, a
	look_up	r0, WORD_B
	.irp	k, 5, 6, 7, 0, 1, 2, 3
	mov	a, b0 + k
	rlc	a
	movx	@r0, a
	inc	r0
	.endm

	; the next call; the lowest byte of its place says which it is
	mov	a, dpl
	add	a, #CALL
	mov	dpl, a
	jnc	1$
	inc	dph
1$:	cjne	a, #<(schedule + 10 * ROW), 2$
	setb	f0
	mov	dptr, #schedule
	sjmp	3$
2$:	jnb	f0, 3$
	cjne	a, #<(schedule + (ROUNDS - 10) * ROW), 3$
	sjmp	finalize
3$:	ljmp	g

finalize:
	mov	a, #H
	lcall	at
	mov	r0, #v
	mov	r1, #v + 64
	mov	r2, #64
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
