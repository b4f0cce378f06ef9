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
; internal_ram = 4
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "block"
; state.A = {offset = 12, words = 12}
; state.B = {offset = 188, words = 16}
; state.C = {offset = 60, words = 16}
; counter = {offset = 0, words = 2}
; fill = {offset = 8, word_bytes = 1}
;
; Registers in a message round:
;   r4-r7   the word at work, x; A[i - 1] when a step begins       r0, r1   places in the page
;   r2, r3  temporary                                              dptr, b  kept: the message
;
; Shabal for the 8051, small, with four bytes of internal RAM: for the large memory model, with a
; context in external RAM; data and dst may lie anywhere.  Not reentrant.
;
; Specification: sections 2.3.1 (message rounds) and 2.3.2 (permutation); A, B, C, M, W, U and V are
; its names.
;
; THE CONTEXT is copied as it is into PSEG, a page of external RAM that movx @r0 reaches while P2
; holds its number, and back at the end of a call.  The message goes there byte by byte.
;
; THE PERMUTATION is a loop over the 48 steps.  V(x <<< 15) is 5 y with y = x <<< 15: r = x <<< 16 is x
; with its bytes in another order, y = r >>> 1, and 4 y is r << 1 without its two low bits.

	.include	"shabal/mcs51_page.inc"

	.equ	STEPS, 48*WORD		; as i is counted

block:
; B <- (B + M) <<< 17: the sum, then by 16 and 1
	mov	r0,#state_B
	mov	r1,#M
1$:	lcall	add_word
	mov	a,r0
	add	a,#-WORD
	mov	r0,a
	lcall	clear_and_add
	dec	r0
	dec	r0
	dec	r0
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
	lcall	clear_and_add
	mov	i4,#0
	mov	place,#state_A
step:
; 4 y = r << 1, less the bits 0 and 1; bytes 0 to 3 of r are r6, r7, r4, r5
	mov	a,r6
	rlc	a
	anl	a,#0xFC
	mov	r2,a
	mov	a,r7
	rlc	a
	mov	r3,a
	mov	a,r4
	rlc	a
	mov	z2,a
	mov	a,r5
	rlc	a
	mov	z3,a
; y = r >>> 1, from the highest byte down, in r1, r0, r7, a
	mov	a,r6
	rrc	a
	mov	a,r5
	rrc	a
	mov	r1,a
	mov	a,r4
	rrc	a
	mov	r0,a
	mov	a,r7
	rrc	a
	mov	r7,a
	mov	a,r6
	rrc	a
; x = V(A[i - 1] <<< 15)
	add	a,r2
	mov	r4,a
	mov	a,r7
	addc	a,r3
	mov	r5,a
	mov	a,r0
	addc	a,z2
	mov	r6,a
	mov	a,r1
	addc	a,z3
	mov	r7,a
; ^ A[i] ^ C[8 - i]
	mov	r0,place
	lcall	xor_word
	mov	a,#8*WORD
	clr	c
	subb	a,i4
	mov	r1,#state_C
	lcall	xor_at
; U(x) = 2 x + x
	mov	a,r4
	add	a,r4
	mov	r2,a
	mov	a,r5
	rlc	a
	mov	r3,a
	mov	a,r6
	rlc	a
	mov	r0,a
	mov	a,r7
	rlc	a
	mov	r1,a
	mov	a,r2
	add	a,r4
	mov	r4,a
	mov	a,r3
	addc	a,r5
	mov	r5,a
	mov	a,r0
	addc	a,r6
	mov	r6,a
	mov	a,r1
	addc	a,r7
	mov	r7,a
; ^ B[i + 13] ^ M[i] ^ (B[i + 9] & ~B[i + 6])
	mov	a,i4
	mov	r1,#M
	lcall	xor_at
	mov	a,i4
	add	a,#13*WORD
	mov	r1,#state_B
	lcall	xor_at
	mov	a,i4
	add	a,#6*WORD
	anl	a,#BYTES-1
	add	a,#state_B
	mov	r0,a
	mov	a,i4
	add	a,#9*WORD
	anl	a,#BYTES-1
	add	a,#state_B
	mov	r1,a
	.irp	byte, r4, r5, r6, r7
	movx	a,@r0
	cpl	a
	mov	r2,a
	movx	a,@r1
	anl	a,r2
	xrl	a,byte
	mov	byte,a
	inc	r0
	inc	r1
	.endm
; A[i] = x
	mov	r0,place
	.irp	byte, r4, r5, r6, r7
	mov	a,byte
	movx	@r0,a
	inc	r0
	.endm
	cjne	r0,#state_A+A_BYTES,1$
	mov	r0,#state_A
1$:	mov	place,r0
; B[i] = (B[i] <<< 1) ^ ~A[i]
	mov	a,i4
	anl	a,#BYTES-1
	add	a,#state_B+3
	mov	r0,a
	movx	a,@r0
	rlc	a
	dec	r0
	dec	r0
	dec	r0
	.irp	byte, r4, r5, r6, r7
	movx	a,@r0
	rlc	a
	xrl	a,byte
	cpl	a
	movx	@r0,a
	inc	r0
	.endm
	mov	a,i4
	add	a,#WORD
	mov	i4,a
	cjne	a,#STEPS,2$
	sjmp	3$
2$:	ljmp	step
3$:
; A[j mod 12] <- A[j mod 12] + C[j + 3 mod 16], for j from 0 to 35
	mov	r0,#state_A
	mov	r1,#state_C+3*WORD
	mov	r3,#SUMS
4$:	lcall	add_word
	cjne	r0,#state_A+A_BYTES,5$
	mov	r0,#state_A
5$:	cjne	r1,#state_C+BYTES,6$
	mov	r1,#state_C
6$:	djnz	r3,4$
; C <- C - M, then B and C change places.
	mov	r0,#state_C
	mov	r1,#M
7$:	lcall	subtract_word
	cjne	r0,#state_C+BYTES,7$
	mov	r0,#state_C
	mov	r1,#state_B
8$:	movx	a,@r0
	mov	r2,a
	movx	a,@r1
	movx	@r0,a
	mov	a,r2
	movx	@r1,a
	inc	r1
	inc	r0
	cjne	r0,#state_C+BYTES,8$
	ret

; ---- words in the page ----

; x ^= the word at offset a, modulo 64, from the place r1

xor_at:
	anl	a,#BYTES-1
	add	a,r1
	mov	r0,a

; x ^= the word at r0

xor_word:
	movx	a,@r0
	xrl	a,r4
	mov	r4,a
	inc	r0
	movx	a,@r0
	xrl	a,r5
	mov	r5,a
	inc	r0
	movx	a,@r0
	xrl	a,r6
	mov	r6,a
	inc	r0
	movx	a,@r0
	xrl	a,r7
	mov	r7,a
	ret

; x = the word at r0

clear_and_add:
	clr	a
	mov	r4,a
	mov	r5,a
	mov	r6,a
	mov	r7,a
	sjmp	xor_word

subtract_word:
	clr	c
	.rept	WORD
	sum_byte	subb
	.endm
	ret

	.area	OSEG	(OVR,DATA)
i4:	.ds	1			; 4 i, for step i
place:	.ds	1			; of A[i mod 12]
z2:	.ds	1			; bytes 2 and 3 of 4 y; the others are r2 and r3
z3:	.ds	1
