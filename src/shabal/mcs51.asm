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

	.module	mote_shabal

	.globl	_mote_shabal_init
	.globl	_mote_shabal_init_PARM_2
	.globl	_mote_shabal
	.globl	_mote_shabal_PARM_2
	.globl	_mote_shabal_PARM_3
	.globl	_mote_shabal_close
	.globl	_mote_shabal_close_PARM_2
	.globl	_mote_shabal_close_PARM_3
	.globl	_mote_shabal_close_PARM_4
	.globl	__gptrget
	.globl	__gptrput

	.equ	CONTEXT, 252		; bytes
	.equ	W_BYTES, 8
	.equ	A_BYTES, 48
	.equ	BYTES, 64		; of B, C and M
	.equ	WORD, 4
	.equ	STEPS, 48*WORD		; as i is counted
	.equ	SUMS, 36
	.equ	ar6, 6			; r6 and r7 of bank 0, as push and pop have them
	.equ	ar7, 7

	.area	OSEG	(OVR,DATA)
i4:	.ds	1			; 4 i, for step i
place:	.ds	1			; of A[i mod 12]
z2:	.ds	1			; bytes 2 and 3 of 4 y; the others are r2 and r3
z3:	.ds	1

	.area	PSEG	(PAG,XDATA)
W:	.ds	W_BYTES
fill:	.ds	2			; bytes waiting in M, 0 to 63, in the first
digest:	.ds	2			; digest size in bits
state_A:	.ds	A_BYTES
state_C:	.ds	BYTES
M:	.ds	BYTES
state_B:	.ds	BYTES

	.area	XSEG	(XDATA)
_mote_shabal_init_PARM_2:		; out_size
	.ds	2
_mote_shabal_PARM_2:			; data
	.ds	3
_mote_shabal_PARM_3:			; len
	.ds	2
_mote_shabal_close_PARM_2:		; ub
	.ds	2
_mote_shabal_close_PARM_3:		; n
	.ds	2
_mote_shabal_close_PARM_4:		; dst
	.ds	3

	.area	CSEG	(CODE)

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

; The word at r0 += the word at r1, or -=; both places move on.

	.macro	sum_byte	operation
	movx	a,@r1
	mov	r2,a
	movx	a,@r0
	operation	a,r2
	movx	@r0,a
	inc	r0
	inc	r1
	.endm

add_word:
	clr	c
	.rept	WORD
	sum_byte	addc
	.endm
	ret

subtract_word:
	clr	c
	.rept	WORD
	sum_byte	subb
	.endm
	ret

; ---- the message round ----

; W counts one more block.  The carry out of it comes once, in init, and is put right there.

next_block:
	mov	r0,#W
1$:	movx	a,@r0
	add	a,#1
	movx	@r0,a
	inc	r0
	jc	1$

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

; ---- void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) ----

_mote_shabal_init:
	push	p2
	mov	p2,#(W >> 8)
	push	dpl
	push	dph
; All <- 0, W <- -2
	mov	r0,#W
	clr	a
1$:	movx	@r0,a
	inc	r0
	cjne	r0,#W+CONTEXT,1$
	mov	r0,#W
	mov	a,#0xFE
2$:	movx	@r0,a
	mov	a,#0xFF
	inc	r0
	cjne	r0,#W+W_BYTES,2$
; Two blocks are the prefix: the words out_size to out_size + 15, and those to out_size + 31.
	mov	dptr,#_mote_shabal_init_PARM_2
	mov	r0,#digest
	movx	a,@dptr
	movx	@r0,a
	mov	r6,a
	inc	dptr
	inc	r0
	movx	a,@dptr
	movx	@r0,a
	mov	r7,a
	lcall	prefix
	lcall	prefix
; No bytes wait; the last carry of W went into their number.
	mov	r0,#fill
	clr	a
	movx	@r0,a

; The context gets what is in the page; its address is on the stack, and P2 below.

leave:
	pop	dph
	pop	dpl
	mov	r0,#W
1$:	movx	a,@r0
	movx	@dptr,a
	inc	dptr
	inc	r0
	cjne	r0,#W+CONTEXT,1$
	pop	p2
	ret

; The page gets the context at dptr; r0 = the place of the next byte of M.

load:
	mov	r0,#W
1$:	movx	a,@dptr
	movx	@r0,a
	inc	dptr
	inc	r0
	cjne	r0,#W+CONTEXT,1$
	mov	r0,#fill
	movx	a,@r0
	add	a,#M
	mov	r0,a
	ret

; A block of the words r7 r6 and on, which go on behind it.  The high halves are 0 as they are;
; out_size is a multiple of 32: nothing is carried into r7.

prefix:
	mov	r0,#M
1$:	mov	a,r6
	movx	@r0,a
	inc	r0
	mov	a,r7
	movx	@r0,a
	inc	r0
	inc	r0
	inc	r0
	inc	r6
	cjne	r0,#M+BYTES,1$

; The block that is in the page; r6 and r7 are kept.  r0 = the place of M, where a round leaves it.

full_block:
	push	ar6
	push	ar7
	lcall	next_block
	pop	ar7
	pop	ar6
	ret

; r6, r7 and b = the three bytes at dptr, the last of them also in a

argument:
	movx	a,@dptr
	mov	r6,a
	inc	dptr
	movx	a,@dptr
	mov	r7,a
	inc	dptr
	movx	a,@dptr
	mov	b,a
	ret

; ---- void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) ----

_mote_shabal:
	push	p2
	mov	p2,#(W >> 8)
	push	dpl
	push	dph
	lcall	load
	mov	dptr,#_mote_shabal_PARM_2
	lcall	argument
	inc	dptr
	movx	a,@dptr
	mov	r2,a
	inc	dptr
	movx	a,@dptr
	mov	r3,a
	mov	dpl,r6
	mov	dph,r7
	mov	a,r2
	mov	r6,a
	mov	a,r3
	mov	r7,a
; r7 r6 bytes, counted down in both
	mov	a,r6
	jz	3$
	inc	r7
	sjmp	1$
3$:	mov	a,r7
	jz	4$
1$:	lcall	__gptrget
	movx	@r0,a
	inc	dptr
	inc	r0
	cjne	r0,#M+BYTES,2$
	lcall	full_block
2$:	djnz	r6,1$
	djnz	r7,1$
4$:	mov	a,r0
	clr	c
	subb	a,#M
	mov	r0,#fill
	movx	@r0,a
	ljmp	leave

; ---- void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) ----

_mote_shabal_close:
	push	p2
	mov	p2,#(W >> 8)
	lcall	load
; The n bits of ub, one bit 1: (ub | 0x80 >> n) & -(0x80 >> n)
	mov	dptr,#_mote_shabal_close_PARM_3
	movx	a,@dptr
	mov	r2,a
	inc	r2
	mov	a,#1
1$:	rr	a
	djnz	r2,1$
	mov	r3,a
	cpl	a
	inc	a
	mov	r2,a
	mov	dptr,#_mote_shabal_close_PARM_2
	movx	a,@dptr
	orl	a,r3
	anl	a,r2
; Bits 0 up to the end of the block
2$:	movx	@r0,a
	clr	a
	inc	r0
	cjne	r0,#M+BYTES,2$
; The last block, and three final rounds with the same block and number
	lcall	next_block
	lcall	block
	lcall	block
	lcall	block
; The digest is the end of C: r2 = out_size / 8 bytes.  The size is a multiple of 32.
	mov	r0,#digest
	movx	a,@r0
	swap	a
	rl	a
	mov	r2,a
	inc	r0
	movx	a,@r0
	swap	a
	rl	a
	add	a,r2
	mov	r2,a
	mov	a,#state_C+BYTES
	clr	c
	subb	a,r2
	mov	r0,a
	mov	dptr,#_mote_shabal_close_PARM_4
	lcall	argument
	mov	dpl,r6
	mov	dph,r7
3$:	movx	a,@r0
	lcall	__gptrput
	inc	dptr
	inc	r0
	djnz	r2,3$
	pop	p2
	ret
