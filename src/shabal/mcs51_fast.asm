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
; stack = 7
; internal_ram = 112
; bound = 8400
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
;   r1-r3, b   4 y, then 2 u           r0    the place of a byte of C or M
;   r5-r7      y, less its low byte    dptr  the next byte of the message
; F0 is set in a call once the state is not in the context but where blocks are taken.
;
; Shabal for the 8051, fast: for the large memory model, with a context in external RAM; data and
; dst may lie anywhere.  Not reentrant.
;
; Specification: sections 2.3.1 (message rounds) and 2.3.2 (permutation); A, B, C, M, W, U and V are
; its names.
;
; THE STATE is loaded when the first block of a call is full, and stored at its end.  A and B lie in
; internal RAM between: 112 bytes, in OSEG, where the linker may lay other functions' variables that
; call nothing, too.  C, M and W lie in PSEG, a page of external RAM that movx @r0 reaches while P2
; holds its number.
;
; THE PERMUTATION has the steps i from 0 to 15 written out; they run three times.  Behind them the
; words of A move by four, so that a step finds A[i mod 12] in the same place each time.  u is made in
; the place of A[i], to which everything else is added.  V(x <<< 15) is 5 y with y = x <<< 15: r =
; x <<< 16 is x with its bytes in another order, y = r >>> 1, and 4 y is r << 1 without its two low
; bits.
;
; BOUND, in machine cycles, if each operation is one instruction between a load and a store and carries
; cost nothing.  A byte of a step: y and 4 y from r (3 + 3), their sum into A (3), C (4: a movx is two, its
; place one), 2 u and 3 u (3 + 3), the terms of B (5), M (4), B (5): 33, or 6336 for 48 steps.  A byte of
; a block otherwise: M taken (7), added to B and rotated (2 + 3), its exchange (9): 21 or 1344; sums of C:
; 16 words loaded (16), 36 added (12): 688; W: 32.  In all 8400; it takes 8858, or 138.4 a byte: the
; first shift of each carry, 50 more in moving A, and the way from block to block.

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

	.equ	A_BYTES, 48
	.equ	B_BYTES, 64
	.equ	C_BYTES, 64
	.equ	BLOCK, 64		; bytes
	.equ	W_BYTES, 8

; Offsets in the context; what lies before A is HEAD bytes: W, fill, out_size

	.equ	HEAD, 12
	.equ	CONTEXT_BUF, HEAD+A_BYTES+C_BYTES
	.equ	CONTEXT_B, CONTEXT_BUF+BLOCK

	.area	OSEG	(OVR,DATA)
state_A:	.ds	A_BYTES
state_B:	.ds	B_BYTES

	.area	PSEG	(PAG,XDATA)
W:	.ds	W_BYTES			; the head of the context
fill:	.ds	2			; bytes waiting in its buf, 0 to 63, in the first
digest:	.ds	2			; digest size in bits
state_C:	.ds	C_BYTES
M:	.ds	BLOCK
cc:	.ds	2			; the context
data:	.ds	3			; the second and third argument: a pointer, its type last,
len:	.ds	2			; and the bytes there
blocks:	.ds	2			; whole blocks there

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

; ---- the message round ----

; Adds (^) the word of the page at r0 to the word x of internal RAM.

	.macro	add_word	x
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

; A byte x of the word at work gets ^ B[i + 13] ^ (B[i + 9] & ~B[i + 6]).

	.macro	add_terms	x, b6, b9, b13
	mov	a,b6
	cpl	a
	anl	a,b9
	xrl	a,b13
	xrl	x,a
	.endm

; A byte y of B: shifted left through the carry, ^ ~A[i], of which it gets byte x.

	.macro	renew	y, x
	mov	a,y
	rlc	a
	xrl	a,x
	cpl	a
	mov	y,a
	.endm

; Step i of the permutation, 0 to 15.  Numbers of words: n of A[i], p of A[i - 1]; b6, b9, b13 of
; B[i + 6] and so on; c of C[8 - i].  Bytes 0 to 3 of r = A[i - 1] <<< 16 are bytes 2, 3, 0, 1 there.

	.macro	step	i, n, p, b6, b9, b13, c
; 4 y = r << 1, less the bits 0 and 1
	mov	a,state_A+4*p+2
	rlc	a
	anl	a,#0xFC
	mov	r1,a
	mov	a,state_A+4*p+3
	rlc	a
	mov	r2,a
	mov	a,state_A+4*p
	rlc	a
	mov	r3,a
	mov	a,state_A+4*p+1
	rlc	a
	mov	b,a
; y = r >>> 1, from the highest byte down
	mov	a,state_A+4*p+2
	rrc	a
	mov	a,state_A+4*p+1
	rrc	a
	mov	r7,a
	mov	a,state_A+4*p
	rrc	a
	mov	r6,a
	mov	a,state_A+4*p+3
	rrc	a
	mov	r5,a
	mov	a,state_A+4*p+2
	rrc	a
; u = A[i] ^ V(A[i - 1] <<< 15)
	add	a,r1
	xrl	state_A+4*n,a
	mov	a,r5
	addc	a,r2
	xrl	state_A+4*n+1,a
	mov	a,r6
	addc	a,r3
	xrl	state_A+4*n+2,a
	mov	a,r7
	addc	a,b
	xrl	state_A+4*n+3,a
; ^ C[8 - i]
	mov	r0,#state_C+4*c
	add_word	state_A+4*n
; A[i] = U(u) = 2 u + u
	mov	a,state_A+4*n
	add	a,state_A+4*n
	mov	r1,a
	mov	a,state_A+4*n+1
	rlc	a
	mov	r2,a
	mov	a,state_A+4*n+2
	rlc	a
	mov	r3,a
	mov	a,state_A+4*n+3
	rlc	a
	mov	b,a
	mov	a,r1
	add	a,state_A+4*n
	mov	state_A+4*n,a
	mov	a,r2
	addc	a,state_A+4*n+1
	mov	state_A+4*n+1,a
	mov	a,r3
	addc	a,state_A+4*n+2
	mov	state_A+4*n+2,a
	mov	a,b
	addc	a,state_A+4*n+3
	mov	state_A+4*n+3,a
; ^ B[i + 13] ^ (B[i + 9] & ~B[i + 6])
	add_terms	state_A+4*n, state_B+4*b6, state_B+4*b9, state_B+4*b13
	add_terms	state_A+4*n+1, state_B+4*b6+1, state_B+4*b9+1, state_B+4*b13+1
	add_terms	state_A+4*n+2, state_B+4*b6+2, state_B+4*b9+2, state_B+4*b13+2
	add_terms	state_A+4*n+3, state_B+4*b6+3, state_B+4*b9+3, state_B+4*b13+3
; ^ M[i]
	mov	r0,#M+4*i
	add_word	state_A+4*n
; B[i] = (B[i] <<< 1) ^ ~A[i]
	mov	a,state_B+4*i+3
	rlc	a
	renew	state_B+4*i, state_A+4*n
	renew	state_B+4*i+1, state_A+4*n+1
	renew	state_B+4*i+2, state_A+4*n+2
	renew	state_B+4*i+3, state_A+4*n+3
	.endm

; Byte k of A[0], A[4] and A[8] and of the words behind them: down by four words.

	.macro	move_down	k
	mov	a,state_A+k
	xch	a,state_A+32+k
	xch	a,state_A+16+k
	mov	state_A+k,a
	.endm

sixteen_steps:
	step	0, 0, 11, 6, 9, 13, 8
	step	1, 1, 0, 7, 10, 14, 7
	step	2, 2, 1, 8, 11, 15, 6
	step	3, 3, 2, 9, 12, 0, 5
	step	4, 4, 3, 10, 13, 1, 4
	step	5, 5, 4, 11, 14, 2, 3
	step	6, 6, 5, 12, 15, 3, 2
	step	7, 7, 6, 13, 0, 4, 1
	step	8, 8, 7, 14, 1, 5, 0
	step	9, 9, 8, 15, 2, 6, 15
	step	10, 10, 9, 0, 3, 7, 14
	step	11, 11, 10, 1, 4, 8, 13
	step	12, 0, 11, 2, 5, 9, 12
	step	13, 1, 0, 3, 6, 10, 11
	step	14, 2, 1, 4, 7, 11, 10
	step	15, 3, 2, 5, 8, 12, 9
	.irp	k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	move_down	k
	.endm
	ret

; W counts one more block.  The carry out of it comes once, in init, and is put right there.

next_block:
	mov	r0,#W
1$:	movx	a,@r0
	add	a,#1
	movx	@r0,a
	inc	r0
	jc	1$

; A message round with the block at dptr, which is left behind it.

block:
; M comes into the page; B <- (B + M) <<< 17, by 16 and 1
	.macro	take	x, y
	movx	a,@dptr
	inc	dptr
	movx	@r0,a
	inc	r0
	addc	a,x
	mov	y,a
	.endm

	.macro	take_word	w
	clr	c
	take	state_B+4*w, r2
	take	state_B+4*w+1, r3
	take	state_B+4*w+2, r4
	take	state_B+4*w+3, r5
	mov	a,r3
	rlc	a
	mov	a,r4
	rlc	a
	mov	state_B+4*w,a
	mov	a,r5
	rlc	a
	mov	state_B+4*w+1,a
	mov	a,r2
	rlc	a
	mov	state_B+4*w+2,a
	mov	a,r3
	rlc	a
	mov	state_B+4*w+3,a
	.endm

	mov	r0,#M
	.irp	w, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	take_word	w
	.endm

; A[0] <- A[0] ^ Wlow, A[1] <- A[1] ^ Whigh
	mov	r0,#W
	add_word	state_A
	inc	r0
	add_word	state_A+4

	lcall	sixteen_steps
	lcall	sixteen_steps
	lcall	sixteen_steps

; A[j mod 12] <- A[j mod 12] + C[j + 3 mod 16], for j from 0 to 35, in the order of the words of C.
; Then C <- C - M, and B and C change places: C - M = C + ~M + 1.

	.macro	load_word	w
	mov	r0,#state_C+4*w
	movx	a,@r0
	mov	r2,a
	inc	r0
	movx	a,@r0
	mov	r3,a
	inc	r0
	movx	a,@r0
	mov	r4,a
	inc	r0
	movx	a,@r0
	mov	r5,a
	.endm

	.macro	sum_word	n
	mov	a,r2
	add	a,state_A+4*n
	mov	state_A+4*n,a
	mov	a,r3
	addc	a,state_A+4*n+1
	mov	state_A+4*n+1,a
	mov	a,r4
	addc	a,state_A+4*n+2
	mov	state_A+4*n+2,a
	mov	a,r5
	addc	a,state_A+4*n+3
	mov	state_A+4*n+3,a
	.endm

	.macro	change	y, x
	movx	a,@r1
	cpl	a
	addc	a,x
	xch	a,y
	movx	@r0,a
	inc	r0
	inc	r1
	.endm

	.macro	change_word	w
	mov	r0,#state_C+4*w
	setb	c
	change	state_B+4*w, r2
	change	state_B+4*w+1, r3
	change	state_B+4*w+2, r4
	change	state_B+4*w+3, r5
	.endm

	.macro	last	w, n, o
	load_word	w
	sum_word	n
	sum_word	o
	change_word	w
	.endm

	.macro	last_three	w, n, o, p
	load_word	w
	sum_word	n
	sum_word	o
	sum_word	p
	change_word	w
	.endm

	mov	r1,#M
	last	0, 1, 5
	last	1, 2, 6
	last	2, 3, 7
	last_three	3, 0, 4, 8
	last_three	4, 1, 5, 9
	last_three	5, 2, 6, 10
	last_three	6, 3, 7, 11
	last	7, 4, 8
	last	8, 5, 9
	last	9, 6, 10
	last	10, 7, 11
	last	11, 8, 0
	last	12, 9, 1
	last	13, 10, 2
	last	14, 11, 3
	last	15, 0, 4
	ret

; ---- between the context and where blocks are taken ----

; r2 bytes from dptr to the page at r0, or back.

to_page:
	movx	a,@dptr
	movx	@r0,a
	inc	dptr
	inc	r0
	djnz	r2,to_page
	ret

from_page:
	movx	a,@r0
	movx	@dptr,a
	inc	dptr
	inc	r0
	djnz	r2,from_page
	ret

; r2 bytes from dptr to internal RAM at r0, or back.

to_internal:
	movx	a,@dptr
	mov	@r0,a
	inc	dptr
	inc	r0
	djnz	r2,to_internal
	ret

from_internal:
	mov	a,@r0
	movx	@dptr,a
	inc	dptr
	inc	r0
	djnz	r2,from_internal
	ret

; dptr <- the place in the context at offset a; r0 and r1 are changed.

context:
	mov	r0,#cc
	mov	r1,a
	movx	a,@r0
	add	a,r1
	mov	dpl,a
	inc	r0
	movx	a,@r0
	addc	a,#0
	mov	dph,a
	ret

; The page has the address of the context, which is at dptr, and its head.

enter:
	clr	f0
	mov	r0,#cc
	mov	a,dpl
	movx	@r0,a
	inc	r0
	mov	a,dph
	movx	@r0,a
	mov	r0,#W
	mov	r2,#HEAD
	sjmp	to_page

; A, B and C are loaded, if they are not there yet.

load:
	jb	f0,1$
	setb	f0
	mov	a,#HEAD
	lcall	context
	mov	r0,#state_A
	mov	r2,#A_BYTES
	lcall	to_internal
	mov	r0,#state_C
	mov	r2,#C_BYTES
	lcall	to_page
	mov	a,#CONTEXT_B
	lcall	context
	mov	r0,#state_B
	mov	r2,#B_BYTES
	lcall	to_internal
1$:	ret

; The head is stored, and A, B and C if they were loaded.

store:
	clr	a
	lcall	context
	mov	r0,#W
	mov	r2,#HEAD
	lcall	from_page
	jnb	f0,1$
	mov	r0,#state_A
	mov	r2,#A_BYTES
	lcall	from_internal
	mov	r0,#state_C
	mov	r2,#C_BYTES
	lcall	from_page
	mov	a,#CONTEXT_B
	lcall	context
	mov	r0,#state_B
	mov	r2,#B_BYTES
	lcall	from_internal
1$:	ret

; The next block is the one in the buffer of the context.

buffered_block:
	mov	a,#CONTEXT_BUF
	lcall	context
	ljmp	next_block

; ---- void mote_shabal_init(mote_shabal_context *cc, unsigned out_size) ----

_mote_shabal_init:
	push	p2
	mov	p2,#(W >> 8)
	lcall	enter
	setb	f0
; A, B, C <- 0, W <- -2
	mov	r0,#state_A
	mov	r2,#A_BYTES+B_BYTES
	clr	a
1$:	mov	@r0,a
	inc	r0
	djnz	r2,1$
	mov	r0,#state_C
	mov	r2,#C_BYTES
2$:	movx	@r0,a
	inc	r0
	djnz	r2,2$
	mov	r0,#W
	mov	r2,#W_BYTES
	mov	a,#0xFE
3$:	movx	@r0,a
	mov	a,#0xFF
	inc	r0
	djnz	r2,3$
; The carry out of W ends in fill.
	clr	a
	movx	@r0,a
; Two blocks are the prefix: the words out_size to out_size + 15, and those to out_size + 31.
	mov	dptr,#_mote_shabal_init_PARM_2
	mov	r0,#digest
	mov	r2,#2
	lcall	to_page
	mov	r0,#digest
	movx	a,@r0
	mov	r6,a
	inc	r0
	movx	a,@r0
	mov	r7,a
	lcall	prefix
	mov	r0,#digest
	movx	a,@r0
	add	a,#16
	mov	r6,a
	inc	r0
	movx	a,@r0
	mov	r7,a
	lcall	prefix
; No bytes wait; the last carry of W went into their number.
	mov	r0,#fill
	clr	a
	movx	@r0,a
	lcall	store
	pop	p2
	ret

; A block of the words r7 r6 and on.  out_size is a multiple of 32: nothing is carried into r7.

prefix:
	mov	a,#CONTEXT_BUF
	lcall	context
	mov	r2,#BLOCK/4
1$:	mov	a,r6
	movx	@dptr,a
	inc	dptr
	mov	a,r7
	movx	@dptr,a
	inc	dptr
	clr	a
	movx	@dptr,a
	inc	dptr
	movx	@dptr,a
	inc	dptr
	inc	r6
	djnz	r2,1$
	sjmp	buffered_block

; ---- void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) ----

_mote_shabal:
	push	p2
	mov	p2,#(W >> 8)
	lcall	enter
	mov	dptr,#_mote_shabal_PARM_2
	mov	r0,#data
	mov	r2,#5
	lcall	to_page
; Whole blocks are taken where they lie, if that is external RAM (type 0) and no bytes wait.
more:
	mov	r0,#fill
	movx	a,@r0
	mov	r3,a			; bytes waiting
	jnz	some
	mov	r0,#data+2
	movx	a,@r0
	jnz	some
; blocks = len / BLOCK, len = len mod BLOCK
	mov	r0,#len
	movx	a,@r0
	mov	r2,a
	anl	a,#BLOCK-1
	movx	@r0,a
	inc	r0
	movx	a,@r0
	rl	a
	rl	a
	mov	r4,a
	clr	a
	movx	@r0,a
	mov	a,r2
	rl	a
	rl	a
	xrl	a,r4
	anl	a,#3
	xrl	a,r4			; bits 6 and 7 of len, then the next six
	mov	r0,#blocks
	movx	@r0,a
	mov	r5,a
	mov	a,r4
	anl	a,#3
	inc	r0
	movx	@r0,a
	orl	a,r5
	jz	some
	lcall	load
	mov	r0,#data
	movx	a,@r0
	mov	dpl,a
	inc	r0
	movx	a,@r0
	mov	dph,a
1$:	lcall	next_block
	mov	r0,#blocks
	movx	a,@r0
	add	a,#-1
	movx	@r0,a
	mov	r2,a
	inc	r0
	movx	a,@r0
	addc	a,#-1
	movx	@r0,a
	orl	a,r2
	jnz	1$
	mov	r0,#data
	mov	a,dpl
	movx	@r0,a
	inc	r0
	mov	a,dph
	movx	@r0,a
	mov	r3,#0
; Other bytes go into the page first and then into the buffer, r2 of them: all that are left, or as
; many as there is room for behind the r3 that wait.
some:
	mov	a,#BLOCK
	clr	c
	subb	a,r3
	mov	r2,a
	mov	r0,#len
	movx	a,@r0
	mov	r4,a
	inc	r0
	movx	a,@r0
	mov	r5,a
	jnz	2$
	mov	a,r4
	jz	done
	clr	c
	subb	a,r2
	jnc	2$
	mov	a,r4
	mov	r2,a
2$:	mov	a,r4			; with a carry r2 is all, and len is not read again
	subb	a,r2
	mov	r0,#len
	movx	@r0,a
	mov	a,r5
	subb	a,#0
	inc	r0
	movx	@r0,a
	mov	r0,#data
	movx	a,@r0
	mov	dpl,a
	inc	r0
	movx	a,@r0
	mov	dph,a
	inc	r0
	movx	a,@r0
	mov	b,a
	mov	r0,#M
	mov	a,r2
	mov	r4,a
3$:	lcall	__gptrget
	movx	@r0,a
	inc	r0
	inc	dptr
	djnz	r4,3$
	mov	r0,#data
	mov	a,dpl
	movx	@r0,a
	inc	r0
	mov	a,dph
	movx	@r0,a
	mov	a,#CONTEXT_BUF
	add	a,r3
	lcall	context
	mov	a,r3
	add	a,r2
	mov	r3,a
	mov	r0,#M
	lcall	from_page
	mov	r0,#fill
	mov	a,r3
	anl	a,#BLOCK-1
	movx	@r0,a
	cjne	r3,#BLOCK,done
	lcall	load
	lcall	buffered_block
	ljmp	more

done:
	lcall	store
	pop	p2
	ret

; ---- void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) ----

_mote_shabal_close:
	push	p2
	mov	p2,#(W >> 8)
	lcall	enter
	lcall	load
; The n bits of ub, one bit 1: r3 = (ub | 0x80 >> n) & -(0x80 >> n)
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
	mov	r4,a
	mov	dptr,#_mote_shabal_close_PARM_2
	movx	a,@dptr
	orl	a,r3
	anl	a,r4
	mov	r3,a
; Bits 0 up to the end of the block
	mov	r0,#fill
	movx	a,@r0
	mov	r4,a
	add	a,#CONTEXT_BUF
	lcall	context
	mov	a,#BLOCK
	clr	c
	subb	a,r4
	mov	r2,a
	mov	a,r3
2$:	movx	@dptr,a
	inc	dptr
	clr	a
	djnz	r2,2$
; The last block, and three final rounds with the same block and number
	lcall	buffered_block
	lcall	again
	lcall	again
	lcall	again
; The digest is the end of C: r2 = out_size / 8 bytes.
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
	mov	a,#state_C+C_BYTES
	clr	c
	subb	a,r2
	mov	r1,a
	mov	dptr,#_mote_shabal_close_PARM_4
	mov	r0,#data
	mov	r3,#3
3$:	movx	a,@dptr
	movx	@r0,a
	inc	dptr
	inc	r0
	djnz	r3,3$
	mov	r0,#data
	movx	a,@r0
	mov	dpl,a
	inc	r0
	movx	a,@r0
	mov	dph,a
	inc	r0
	movx	a,@r0
	mov	b,a
4$:	movx	a,@r1
	lcall	__gptrput
	inc	dptr
	inc	r1
	djnz	r2,4$
	pop	p2
	ret

again:
	mov	a,#CONTEXT_BUF
	lcall	context
	ljmp	block
