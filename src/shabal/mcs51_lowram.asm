; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Shabal, submission of 28 October 2008, section 2.3"
; functions = [
;   "mote_shabal_init(cc, out_size)",
;   "mote_shabal(cc, data, len)",
;   "mote_shabal_close(cc, ub, n, dst)",
; ]
; reads = {cc = 252, data = "len"}
; writes = {cc = 252, dst = "out_size / 8"}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 13
; internal_ram = 7
; bound = 14624
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "block"
; state.A = {offset = 12, words = 12}
; state.B = {offset = 188, words = 16}
; state.C = {offset = 60, words = 16}
; counter = {offset = 0, words = 2}
; fill = {offset = 8, word_bytes = 1}
;
; Registers in a step of the permutation:
;   r2-r4, z3  4 y, then 2 u           r0, r1   places in the page
;   r5-r7      y, less its low byte    dptr, b  kept: the message
;
; Shabal for the 8051 with seven bytes of internal RAM, fast: for the large memory model, with a
; context in external RAM; data and dst may lie anywhere.  Not reentrant.
;
; Specification: sections 2.3.1 (message rounds) and 2.3.2 (permutation); A, B, C, M, W, U and V are
; its names.
;
; THE CONTEXT is copied as it is into PSEG, a page of external RAM that movx @r0 reaches while P2
; holds its number, and back at the end of a call.
;
; THE PERMUTATION has the steps i from 0 to 15 written out; they run three times.  `place` goes round
; the words of A.  V(x <<< 15) is 5 y with y = x <<< 15: r = x <<< 16 is x with its bytes in another
; order, y = r >>> 1, and 4 y is r << 1 without its two low bits.
;
; BOUND, in machine cycles.  A byte of a step: y and 4 y from r (3 + 3), their sum (3), A, C, B[i + 13]
; and M (4 each), 2 u and 3 u (3 + 3), B[i + 6] and B[i + 9] (10), the new A (4) and B (8): 53, or 10,176
; for 48 steps.  Around them, a byte of the block is taken (14), added to B and rotated (14) and
; exchanged (19), 3,008; 36 words of C are added to A, 10 a byte, 1,440.  In all 14,624; it takes
; 16,096, or 251.5 a byte: loops, places, and the first shift of each carry.

	.include	"shabal/mcs51_page.inc"

	.area	OSEG	(OVR,DATA)
x:	.ds	WORD			; A[i - 1], then u and A[i]
z3:	.ds	1			; byte 3 of 4 y, then of 2 u
place:	.ds	1			; of A[i mod 12]
passes:	.ds	1			; through the sixteen steps

	.area	CSEG	(CODE)
block:
; B <- (B + M) <<< 17: the sum in r4 to r7, then by 16 and 1
	mov	r0,#state_B
	mov	r1,#M
1$:	clr	c
	.irp	byte, r4, r5, r6, r7
	movx	a,@r1
	mov	r2,a
	movx	a,@r0
	addc	a,r2
	mov	byte,a
	inc	r0
	inc	r1
	.endm
	mov	a,r0
	add	a,#-WORD
	mov	r0,a
	mov	a,r5
	rlc	a
	.irp	byte, r6, r7, r4, r5
	mov	a,byte
	rlc	a
	movx	@r0,a
	inc	r0
	.endm
	cjne	r1,#M+BYTES,1$

; A[0] <- A[0] ^ Wlow, A[1] <- A[1] ^ Whigh
	mov	r0,#W
	mov	r1,#state_A
2$:	movx	a,@r0
	mov	r2,a
	movx	a,@r1
	xrl	a,r2
	movx	@r1,a
	inc	r0
	inc	r1
	cjne	r0,#W+W_BYTES,2$

	mov	r0,#state_A+A_BYTES-WORD
	mov	r1,#x
3$:	movx	a,@r0
	mov	@r1,a
	inc	r0
	inc	r1
	cjne	r1,#x+WORD,3$
	mov	place,#state_A
	mov	passes,#3

; x ^= the word at r0

	.macro	add_to_x
	movx	a,@r0
	xrl	x,a
	inc	r0
	movx	a,@r0
	xrl	x+1,a
	inc	r0
	movx	a,@r0
	xrl	x+2,a
	inc	r0
	movx	a,@r0
	xrl	x+3,a
	.endm

; A byte of x gets ^ (the byte at r1 & ~ the one at r0).

	.macro	add_term	byte
	movx	a,@r0
	cpl	a
	mov	r2,a
	movx	a,@r1
	anl	a,r2
	xrl	byte,a
	inc	r0
	inc	r1
	.endm

; A byte of x to r0, and the place of the next

	.macro	put	byte
	mov	a,byte
	movx	@r0,a
	inc	r0
	.endm

; The byte of B at r0: shifted left through the carry, ^ ~A[i], of which it gets a byte.

	.macro	renew	byte
	movx	a,@r0
	rlc	a
	xrl	a,byte
	cpl	a
	movx	@r0,a
	inc	r0
	.endm

; Step i of the permutation, 0 to 15.  Numbers of words: b6, b9, b13 of B[i + 6] and so on; c of
; C[8 - i].  Bytes 0 to 3 of r = A[i - 1] <<< 16 are bytes 2, 3, 0, 1 of x.

	.macro	step	i, b6, b9, b13, c, ?same
; 4 y = r << 1, less the bits 0 and 1
	mov	a,x+2
	rlc	a
	anl	a,#0xFC
	mov	r2,a
	mov	a,x+3
	rlc	a
	mov	r3,a
	mov	a,x
	rlc	a
	mov	r4,a
	mov	a,x+1
	rlc	a
	mov	z3,a
; y = r >>> 1, from the highest byte down
	mov	a,x+2
	rrc	a
	mov	a,x+1
	rrc	a
	mov	r7,a
	mov	a,x
	rrc	a
	mov	r6,a
	mov	a,x+3
	rrc	a
	mov	r5,a
	mov	a,x+2
	rrc	a
; u = V(A[i - 1] <<< 15)
	add	a,r2
	mov	x,a
	mov	a,r5
	addc	a,r3
	mov	x+1,a
	mov	a,r6
	addc	a,r4
	mov	x+2,a
	mov	a,r7
	addc	a,z3
	mov	x+3,a
; ^ A[i] ^ C[8 - i]
	mov	r0,place
	add_to_x
	mov	r0,#state_C+WORD*c
	add_to_x
; A[i] = U(u) = 2 u + u
	mov	a,x
	add	a,x
	mov	r2,a
	mov	a,x+1
	rlc	a
	mov	r3,a
	mov	a,x+2
	rlc	a
	mov	r4,a
	mov	a,x+3
	rlc	a
	mov	z3,a
	mov	a,r2
	add	a,x
	mov	x,a
	mov	a,r3
	addc	a,x+1
	mov	x+1,a
	mov	a,r4
	addc	a,x+2
	mov	x+2,a
	mov	a,z3
	addc	a,x+3
	mov	x+3,a
; ^ B[i + 13] ^ (B[i + 9] & ~B[i + 6]) ^ M[i]
	mov	r0,#state_B+WORD*b13
	add_to_x
	mov	r0,#state_B+WORD*b6
	mov	r1,#state_B+WORD*b9
	add_term	x
	add_term	x+1
	add_term	x+2
	add_term	x+3
	mov	r0,#M+WORD*i
	add_to_x
	mov	r0,place
	put	x
	put	x+1
	put	x+2
	put	x+3
	cjne	r0,#state_A+A_BYTES,same
	mov	r0,#state_A
same:
	mov	place,r0
; B[i] = (B[i] <<< 1) ^ ~A[i]
	mov	r0,#state_B+WORD*i+3
	movx	a,@r0
	rlc	a
	mov	r0,#state_B+WORD*i
	renew	x
	renew	x+1
	renew	x+2
	renew	x+3
	.endm

sixteen_steps:
	step	0, 6, 9, 13, 8
	step	1, 7, 10, 14, 7
	step	2, 8, 11, 15, 6
	step	3, 9, 12, 0, 5
	step	4, 10, 13, 1, 4
	step	5, 11, 14, 2, 3
	step	6, 12, 15, 3, 2
	step	7, 13, 0, 4, 1
	step	8, 14, 1, 5, 0
	step	9, 15, 2, 6, 15
	step	10, 0, 3, 7, 14
	step	11, 1, 4, 8, 13
	step	12, 2, 5, 9, 12
	step	13, 3, 6, 10, 11
	step	14, 4, 7, 11, 10
	step	15, 5, 8, 12, 9
	djnz	passes,4$
	sjmp	5$
4$:	ljmp	sixteen_steps
5$:
; A[j mod 12] <- A[j mod 12] + C[j + 3 mod 16], for j from 0 to 35
	mov	r0,#state_A
	mov	r1,#state_C+3*WORD
	mov	r3,#SUMS
6$:	clr	c
	.rept	WORD
	sum_byte	addc
	.endm
	cjne	r0,#state_A+A_BYTES,7$
	mov	r0,#state_A
7$:	cjne	r1,#state_C+BYTES,8$
	mov	r1,#state_C
8$:	djnz	r3,6$
; C <- C - M = C + ~M + 1, then B and C change places; dptr goes through B.
	push	dpl
	push	dph
	mov	dptr,#state_B
	mov	r0,#state_C
	mov	r1,#M
9$:	setb	c
	.rept	WORD
	movx	a,@r0
	mov	r2,a
	movx	a,@r1
	cpl	a
	addc	a,r2
	mov	r2,a
	movx	a,@dptr
	movx	@r0,a
	mov	a,r2
	movx	@dptr,a
	inc	r0
	inc	r1
	inc	dptr
	.endm
	cjne	r0,#state_C+BYTES,9$
	pop	dph
	pop	dpl
	ret
