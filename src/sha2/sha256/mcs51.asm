; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 5 and 6.2"
; functions = [
;   "mote_sha256_init(cc, out_size)",
;   "mote_sha256(cc, data, len)",
;   "mote_sha256_close(cc, ub, n, dst)",
; ]
; reads = {cc = 108, data = "len"}
; writes = {cc = 108, dst = "out_size / 8"}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 9
; internal_ram = 17
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "compress"
; state.H = {offset = 0, words = 8}
; counter = {offset = 96, words = 2, step = 512}
; fill = {offset = 104, word_bytes = 1}
;
; Registers in the compression function:
;   r4-r7   t, a word that is rotated        r0, r1   places in the window and in internal RAM
;   r2, r3  bytes left; temporary            dptr     the constants
;
; SHA-224 and SHA-256 for the 8051, small, with 17 bytes of internal RAM: for the large memory model, with a
; context in external RAM; data and dst may lie anywhere.  Not reentrant.
;
; Specification: FIPS PUB 180-4, sections 4.1.2, 5 and 6.2; its letters are used.
;
; THE WINDOW.  The working variables a to h and the last 16 words of the schedule are the 24 words p[0] to
; p[23] in a page of external RAM, PSEG, that movx @r0 reaches while P2 holds its number: p[0] to p[7] are a
; to h, p[8] to p[23] the words for the steps i + 15 to i.  A step puts the new a below p[0] and goes
; down by a word, so that all others change their letters; the word for i + 16 takes the place of h.  Places are
; counted modulo 256, and after 64 steps p is where it began.
;
; SIGMA.  Rotations by whole bytes are names of registers; single bits are rotated to the right only, x being
; added where it meets its distance (6, 3, 1 bits for Sigma1).  A shift is the rotation of a word without its
; low bits.  Ch and Maj are one subroutine: Maj(a, b, c) = Ch(~(a ^ b), b, c).

	.module	mote_sha256

	.globl	_mote_sha256_init
	.globl	_mote_sha256_init_PARM_2
	.globl	_mote_sha256
	.globl	_mote_sha256_PARM_2
	.globl	_mote_sha256_PARM_3
	.globl	_mote_sha256_close
	.globl	_mote_sha256_close_PARM_2
	.globl	_mote_sha256_close_PARM_3
	.globl	_mote_sha256_close_PARM_4
	.globl	__gptrget
	.globl	__gptrput

; The context, offsets: H, and
	.equ	BUF, 32			; the block being collected, in the order of its bytes
	.equ	COUNT, 96		; bits in the blocks so far, 8 bytes
	.equ	PTR, 104		; bytes waiting in the block, 2 bytes
	.equ	OUT, 106		; digest size in bits, 2 bytes

	.equ	ar4, 4			; r4 to r7 of bank 0 by their addresses
	.equ	ar5, 5
	.equ	ar6, 6
	.equ	ar7, 7

	.area	OSEG	(OVR,DATA)
cc:	.ds	2			; the context
fill:	.ds	1			; bytes waiting
data:	.ds	3			; a pointer to data or dst
left:	.ds	2			; bytes of data
p:	.ds	1			; the place of p[0]
s:	.ds	4			; a sum
x:	.ds	4			; a word

	.area	PSEG	(PAG,XDATA)
window:	.ds	256

	.area	XSEG	(XDATA)
_mote_sha256_init_PARM_2:		; out_size
_mote_sha256_PARM_2:			; data
_mote_sha256_close_PARM_2:		; ub
	.ds	2
_mote_sha256_close_PARM_3:		; n
	.ds	1
_mote_sha256_PARM_3:			; len
	.ds	1
_mote_sha256_close_PARM_4:		; dst
	.ds	3

	.area	CSEG	(CODE)

; ---- void mote_sha256_init(mote_sha256_context *cc, unsigned out_size) ----

_mote_sha256_init:
	push	dpl
	push	dph
	mov	dptr, #_mote_sha256_init_PARM_2 + 1
	movx	a, @dptr		; 1 for 256 bits, 0 for 224
	mov	r4, a
	pop	dph
	pop	dpl
	mov	r2, #initial - from_here	; section 5.3
	jnz	1$
	mov	r2, #initial - from_here + 32
1$:	mov	r3, #32
next_initial:
	mov	a, r2
	movc	a, @a + pc
from_here:
	movx	@dptr, a
	inc	dptr
	inc	r2
	djnz	r3, next_initial
	mov	r3, #OUT + 1 - BUF
	clr	a
1$:	movx	@dptr, a
	inc	dptr
	djnz	r3, 1$
	mov	a, r4
	movx	@dptr, a
	ret

; Words, their low bytes first.
	.macro	word c0, c1, c2, c3
	.db	c0, c0 >> 8, c0 >> 16, c0 >> 24
	.db	c1, c1 >> 8, c1 >> 16, c1 >> 24
	.db	c2, c2 >> 8, c2 >> 16, c2 >> 24
	.db	c3, c3 >> 8, c3 >> 16, c3 >> 24
	.endm

; The initial values of 256 and of 224 bits.
initial:
	word	0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
	word	0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
	word	0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939
	word	0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4

; A call begins, with the context at dptr.  Changes a, dptr.
enter:
	mov	cc, dpl
	mov	cc + 1, dph
	mov	a, #PTR
	lcall	at
	movx	a, @dptr
	mov	fill, a
	ret

; dptr = the place A of the context.  Changes a, flags.
at:	add	a, cc
	mov	dpl, a
	clr	a
	addc	a, cc + 1
	mov	dph, a
	ret

; From external RAM at dptr to internal RAM at `data`, r2 bytes.  Changes a, r0, dptr.
arguments:
	mov	r0, #data
1$:	movx	a, @dptr
	mov	@r0, a
	inc	dptr
	inc	r0
	djnz	r2, 1$
	ret

; dptr and b = data, which goes on by a byte.  Changes flags.
pointer:
	mov	dpl, data
	mov	dph, data + 1
	mov	b, data + 2
	inc	data
	xch	a, data
	jnz	1$
	inc	data + 1
1$:	xch	a, data
	ret

; ---- void mote_sha256(mote_sha256_context *cc, const void *data, size_t len) ----

_mote_sha256:
	lcall	enter
	push	p2
	mov	p2, #(window >> 8)
	setb	f0			; blocks are counted
	mov	dptr, #_mote_sha256_PARM_2
	mov	r2, #5
	lcall	arguments
1$:	mov	a, left
	orl	a, left + 1
	jz	3$
	lcall	pointer
	lcall	__gptrget
	lcall	put
	mov	a, left
	jnz	2$
	dec	left + 1
2$:	dec	left
	sjmp	1$
3$:	mov	a, #PTR
	lcall	at
	mov	a, fill
	movx	@dptr, a
	pop	p2
	ret

; Appends A to the block, which is compressed when it is full, and counted where F0 is set.
put:
	mov	r2, a
	mov	a, fill
	add	a, #BUF
	lcall	at
	mov	a, r2
	movx	@dptr, a
	inc	fill
	mov	a, fill
	xrl	a, #64
	jnz	9$
	mov	fill, a
	jnb	f0, 2$
	mov	a, #COUNT + 1
	lcall	at
	mov	r2, #7
	mov	r3, #512 >> 8
	clr	c
1$:	movx	a, @dptr
	addc	a, r3
	movx	@dptr, a
	inc	dptr
	mov	r3, #0
	djnz	r2, 1$
2$:	ljmp	compress
9$:	ret

; ---- void mote_sha256_close(mote_sha256_context *cc, unsigned ub, unsigned n, void *dst) ----

_mote_sha256_close:
	lcall	enter
	push	p2
	mov	p2, #(window >> 8)
	clr	f0
	mov	dptr, #_mote_sha256_close_PARM_2
	movx	a, @dptr
	mov	r3, a
	inc	dptr
	inc	dptr
	movx	a, @dptr
	mov	r7, a
	inc	dptr
	inc	dptr
	mov	r2, #3
	lcall	arguments
	; the length, with the bits of this block
	mov	a, #COUNT
	lcall	at
	mov	a, fill
	mov	b, #8
	mul	ab
	orl	a, r7
	movx	@dptr, a
	inc	dptr
	movx	a, @dptr
	orl	a, b
	movx	@dptr, a
	; n bits of ub, a bit 1, bits 0 (section 5.1)
	inc	r7
	mov	a, #1
1$:	rr	a
	djnz	r7, 1$
	mov	r2, a
	orl	a, r3
	xch	a, r2
	cpl	a
	inc	a
	anl	a, r2
2$:	lcall	put
	mov	a, fill
	xrl	a, #56
	jz	3$
	clr	a
	sjmp	2$
	; the length, its high byte first
3$:	mov	a, #COUNT + 63
	clr	c
	subb	a, fill
	lcall	at
	movx	a, @dptr
	lcall	put
	mov	a, fill
	jnz	3$
	; the digest: 28 bytes and 4 for 256 bits
	mov	a, #OUT + 1
	lcall	at
	movx	a, @dptr
	rl	a
	rl	a
	add	a, #28
	mov	r2, a
	mov	r3, #3
4$:	mov	a, r3
	lcall	at
	movx	a, @dptr
	lcall	pointer
	lcall	__gptrput
	mov	a, r3			; 3, 2, 1, 0, 7, 6, ...
	xrl	a, #3
	inc	a
	xrl	a, #3
	mov	r3, a
	djnz	r2, 4$
	pop	p2
	ret

; r0 = the place A from p[0] on, r1 = the sum, r2 = 4, carry = 0.  Changes a.
places:
	add	a, p
	mov	r0, a
	mov	r1, #s
	mov	r2, #4
	clr	c
	ret

; t, rotated to the right by 1 to 4 bits.  Changes a, flags.
rotate_4:
	lcall	rotate_1
rotate_3:
	lcall	rotate_1
rotate_2:
	lcall	rotate_1
rotate_1:
	mov	a, r4
	rrc	a
	mov	a, r7
	rrc	a
	mov	r7, a
	mov	a, r6
	rrc	a
	mov	r6, a
	mov	a, r5
	rrc	a
	mov	r5, a
	mov	a, r4
	rrc	a
	mov	r4, a
	ret

; The halves of t change places; and the sum += t.  Changes a, flags.
exchange_and_add:
	mov	a, r4
	xch	a, r6
	mov	r4, a
	mov	a, r5
	xch	a, r7
	mov	r5, a
add_t:
	mov	a, r4
	add	a, s
	mov	s, a
	mov	a, r5
	addc	a, s + 1
	mov	s + 1, a
	mov	a, r6
	addc	a, s + 2
	mov	s + 2, a
	mov	a, r7
	addc	a, s + 3
	mov	s + 3, a
	ret

; The sum += the word at A from p[0] on.  Changes a, r0, r1, r2, flags.
add_word:
	lcall	places
1$:	movx	a, @r0
	addc	a, @r1
	mov	@r1, a
	inc	r0
	inc	r1
	djnz	r2, 1$
	ret

; That word = the sum.  Changes a, r0, r1, r2, flags.
store:
	lcall	places
1$:	mov	a, @r1
	movx	@r0, a
	inc	r0
	inc	r1
	djnz	r2, 1$
	ret

; x and t = the word at A from p[0] on.  Changes a, r0, flags.
load:
	add	a, p
	mov	r0, a
	movx	a, @r0
	mov	x, a
	mov	r4, a
	inc	r0
	movx	a, @r0
	mov	x + 1, a
	mov	r5, a
	inc	r0
	movx	a, @r0
	mov	x + 2, a
	mov	r6, a
	inc	r0
	movx	a, @r0
	mov	x + 3, a
	mov	r7, a
	ret

; The sum += Ch(x, y, z), y being the word at A from p[0] on and z that behind it.  Changes a, r0, r1, r3, flags.
choose:
	add	a, p
	mov	r0, a
	add	a, #4
	mov	r1, a
	clr	c
	.irp	k, 0, 1, 2, 3
	movx	a, @r1
	mov	r3, a
	movx	a, @r0
	xrl	a, r3
	anl	a, x + k
	xrl	a, r3
	addc	a, s + k
	mov	s + k, a
	inc	r0
	inc	r1
	.endm
	ret

; t ^= x, whose bytes are b0 to b3 in the order of those of t.
	.macro	add_x b0, b1, b2, b3
	mov	a, x + b0
	xrl	ar4, a
	mov	a, x + b1
	xrl	ar5, a
	mov	a, x + b2
	xrl	ar6, a
	mov	a, x + b3
	xrl	ar7, a
	.endm

; The compression function (section 6.2.2) on the block in the context; P2 is that of the window.
compress:
	; p[23] to p[8]: the block
	mov	a, #BUF
	lcall	at
	mov	r0, #24 * 4 - 1
1$:	movx	a, @dptr
	movx	@r0, a
	inc	dptr
	dec	r0
	cjne	r0, #8 * 4 - 1, 1$
	; p[0] to p[7]: a to h
	clr	a
	mov	p, a
	lcall	at
	mov	r0, #0
2$:	movx	a, @dptr
	movx	@r0, a
	inc	dptr
	inc	r0
	cjne	r0, #8 * 4, 2$
	mov	dptr, #constants

step:	; T1 = K + W + h + Sigma1(e) + Ch(e, f, g)
	mov	r1, #s
	mov	r2, #4
1$:	clr	a
	movc	a, @a + dptr
	inc	dptr
	mov	@r1, a
	inc	r1
	djnz	r2, 1$
	mov	a, #23 * 4		; W
	lcall	add_word
	mov	a, #7 * 4		; h
	lcall	add_word
	mov	a, #4 * 4		; e
	lcall	load
	lcall	rotate_3
	add_x	1, 2, 3, 0		; rotation by 11
	lcall	rotate_2
	add_x	3, 0, 1, 2		; by 25
	lcall	rotate_1		; and 6
	lcall	add_t
	mov	a, #5 * 4
	lcall	choose
	; e = d + T1
	mov	a, #3 * 4
	lcall	places
2$:	movx	a, @r0
	addc	a, @r1
	movx	@r0, a
	inc	r0
	inc	r1
	djnz	r2, 2$
	; a = T1 + Sigma0(a) + Maj(a, b, c)
	clr	a
	lcall	load
	lcall	rotate_1
	add_x	3, 0, 1, 2		; rotation by 13
	lcall	rotate_3
	add_x	2, 3, 0, 1		; by 2
	lcall	rotate_2		; and 22
	lcall	exchange_and_add
	mov	a, #4
	lcall	places
	mov	r1, #x
3$:	movx	a, @r0
	xrl	a, @r1
	cpl	a
	mov	@r1, a
	inc	r0
	inc	r1
	djnz	r2, 3$
	mov	a, #4
	lcall	choose
	mov	a, p
	add	a, #-4
	mov	p, a
	clr	a
	lcall	store

	; the schedule, but for the last 16 steps; now the p[k] from above are p[k + 1]:
	; W[i + 16] = W[i] + sigma0(W[i + 1]) + W[i + 9] + sigma1(W[i + 14])
	mov	a, p
	add	a, #-64
	jnc	5$
	mov	a, #23 * 4		; W[i + 1]
	lcall	load
	lcall	rotate_4		; rotation by 7
	mov	a, x
	anl	a, #0xF8
	xrl	ar4, a			; shift by 3
	mov	a, x + 1
	xrl	ar5, a
	mov	a, x + 2
	xrl	ar6, a
	mov	a, x + 3
	xrl	ar7, a
	lcall	rotate_1
	add_x	2, 3, 0, 1		; 18
	lcall	rotate_2
	mov	s, r4
	mov	s + 1, r5
	mov	s + 2, r6
	mov	s + 3, r7
	mov	a, #24 * 4		; W[i]
	lcall	add_word
	mov	a, #15 * 4		; W[i + 9]
	lcall	add_word
	mov	a, #10 * 4		; W[i + 14]
	lcall	load
	lcall	rotate_1
	mov	a, x + 1
	anl	a, #0xFC
	xrl	ar6, a			; shift by 10
	mov	a, x + 2
	xrl	ar7, a
	mov	a, x + 3
	xrl	ar4, a
	lcall	rotate_1
	add_x	0, 1, 2, 3		; 17
	lcall	rotate_1		; and 19
	lcall	exchange_and_add
	mov	a, #8 * 4		; in the place of h
	lcall	store
5$:	mov	a, p
	jz	6$
	ljmp	step

	; H += a to h
6$:	lcall	at
	mov	r0, #0
	mov	r3, #8
7$:	mov	r2, #4
	clr	c
8$:	movx	a, @r0
	mov	r4, a
	movx	a, @dptr
	addc	a, r4
	movx	@dptr, a
	inc	dptr
	inc	r0
	djnz	r2, 8$
	djnz	r3, 7$
	ret

; The constants (section 4.2.2).
constants:
	word	0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
	word	0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
	word	0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
	word	0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174
	word	0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC
	word	0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA
	word	0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7
	word	0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
	word	0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
	word	0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
	word	0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3
	word	0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070
	word	0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5
	word	0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3
	word	0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
	word	0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2
