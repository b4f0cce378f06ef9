; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "r0-r7 a b dpl dph flags"
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
;
; Registers in the functions:
;   r2     bytes to take in, to copy, to clear     r4, r5  len; r4 a bit mask, r5 bytes waiting
;   r3     bytes waiting; bits in the block        r6, r7  places in the context, pointers
;
; BLAKE for the 8051: the three functions around a compression function, for words of WORD bytes, 4
; or 8.  For the large memory model, with a context in external RAM; data and dst may lie
; anywhere.  Not reentrant: the arguments and the working state are at fixed addresses.
;
; Specification: "SHA-3 proposal BLAKE", version 1.3, sections 2.1.3, 2.1.4, 2.2.3 and 2.2.4.
;
; The file that includes this one has `compress`, for the message block in external RAM at dptr;
; `initial`, the initial values of the longer digest and then of the shorter one, the lowest byte of
; each word first; v, at least 64 bytes that are free but in `compress`; SHORTER, bytes of the
; shorter digest; PAGED, 1 where `compress` wants P2 to hold the number of the page of m, and F0 clear
; when a call begins; and V_PAGED, 1 where v is in that page, 0 where it is in internal RAM.

	.globl	__gptrget
	.globl	__gptrput

; The context, offsets:
	.equ	BLOCK, 16 * WORD	; bytes of a message block
	.equ	H, 0			; the hash value
	.equ	BUF, 8 * WORD		; the block being collected, in the order of its bytes
	.equ	COUNT, BUF + BLOCK	; bits in the blocks so far, 2 * WORD bytes
	.equ	BITS, COUNT + 2 * WORD	; bits of the message in the block compressed next, 2 bytes
	.equ	PTR, BITS + 2		; bytes waiting in the block, 2 bytes
	.equ	OUT, PTR + 2		; digest size in bits, 2 bytes

	.equ	LONGER, 8 * WORD	; bytes of the longer digest
	.equ	LENGTH, BLOCK - 2 * WORD ; where in the last block the length is

	.area	XSEG	(XDATA)
cc:	.ds	2			; the context
arguments:
update_data:
	.ds	2
update_memory:				; the type of the pointer
	.ds	1
update_len:
	.ds	4
	.equ	init_out_size, arguments
	.equ	close_ub, arguments
	.equ	close_n, arguments + 2
	.equ	close_dst, arguments + 4

	.area	CSEG	(CODE)

; A byte to v and from it, at r0.
	.macro	to_v
	.if	V_PAGED
	movx	@r0, a
	.else
	mov	@r0, a
	.endif
	.endm

	.macro	from_v
	.if	V_PAGED
	movx	a, @r0
	.else
	mov	a, @r0
	.endif
	.endm

; The context is at dptr, whatever is done.  Changes r6, r7, a.
keep_context:
	mov	r6, dpl
	mov	r7, dph
	mov	dptr, #cc
	mov	a, r6
	movx	@dptr, a
	inc	dptr
	mov	a, r7
	movx	@dptr, a
	ret

; dptr = the place A of the context.  Changes a, r6, flags.
at:	mov	r6, a
	mov	dptr, #cc
	movx	a, @dptr
	add	a, r6
	mov	r6, a
	inc	dptr
	movx	a, @dptr
	addc	a, #0
	mov	dph, a
	mov	dpl, r6
	ret

; r2 times eight bytes from external RAM at dptr to v, or what lies beside it, at r0.  Changes a, r0, r2, dptr.
load:
	.rept	8
	movx	a, @dptr
	to_v
	inc	dptr
	inc	r0
	.endm
	djnz	r2, load
	ret

; r2 bytes of v, from r0 on, to external RAM at dptr.  Changes a, r0, r2, dptr.
store:
	from_v
	movx	@dptr, a
	inc	dptr
	inc	r0
	djnz	r2, store
	ret

; r2 bytes 0 to external RAM at dptr.  Changes a, r2, dptr.
clear:
	clr	a
1$:	movx	@dptr, a
	inc	dptr
	djnz	r2, 1$
	ret

; A = 0 if the digest is the longer one.  Changes r6, dptr.
shorter:
	mov	a, #OUT + 1
	lcall	at
	movx	a, @dptr
	xrl	a, #(8 * LONGER) >> 8
	ret

; void mote_xxx_init(context *cc, unsigned out_size)
init:
	lcall	keep_context
	.if	V_PAGED
	push	p2
	mov	p2, #(m >> 8)
	.endif
	mov	dptr, #init_out_size + 1
	movx	a, @dptr
	mov	r5, a
	mov	a, #COUNT
	lcall	at
	mov	r2, #2 * WORD + 1	; and the low byte of BITS
	lcall	clear
	mov	a, #(8 * BLOCK) >> 8
	movx	@dptr, a
	inc	dptr
	mov	r2, #3			; PTR, and the low byte of OUT, which nothing asks for
	lcall	clear
	mov	a, r5
	movx	@dptr, a
	; H
	lcall	shorter
	mov	dptr, #initial
	jz	1$
	mov	dptr, #initial + 8 * WORD
1$:	mov	r0, #v
	mov	r2, #8 * WORD
2$:	clr	a
	movc	a, @a + dptr
	to_v
	inc	dptr
	inc	r0
	djnz	r2, 2$
	mov	a, #H
	lcall	at
	mov	r0, #v
	mov	r2, #8 * WORD
	.if	V_PAGED
	lcall	store
	pop	p2
	ret
	.else
	ljmp	store
	.endif

; len -= r2, data += r2; dptr and b = data before.  r4, r5 = len.  Changes a, r6, r7.
advance:
	mov	dptr, #update_len
	mov	a, r4
	clr	c
	subb	a, r2
	movx	@dptr, a
	inc	dptr
	mov	a, r5
	subb	a, #0
	movx	@dptr, a
	mov	dptr, #update_data
	movx	a, @dptr
	mov	r6, a
	add	a, r2
	movx	@dptr, a
	inc	dptr
	movx	a, @dptr
	mov	r7, a
	addc	a, #0
	movx	@dptr, a
	sjmp	memory

; dptr and b = the pointer that is in external RAM at dptr.  Changes a, r6, r7.
pointer:
	movx	a, @dptr
	mov	r6, a
	inc	dptr
	movx	a, @dptr
	mov	r7, a
memory:
	inc	dptr
	movx	a, @dptr
	mov	b, a
	mov	dpl, r6
	mov	dph, r7
	ret

; void mote_xxx(context *cc, const void *data, size_t len)
update:
	lcall	keep_context
	.if	PAGED
	push	p2
	mov	p2, #(m >> 8)
	clr	f0
	.endif
next:
	mov	dptr, #update_len
	movx	a, @dptr
	mov	r4, a
	inc	dptr
	movx	a, @dptr
	mov	r5, a
	orl	a, r4
	jz	done
	mov	a, #PTR
	lcall	at
	movx	a, @dptr
	mov	r3, a
	; a whole block in external RAM is taken where it lies
	mov	dptr, #update_memory
	movx	a, @dptr
	orl	a, r3
	jnz	part
	mov	a, r4
	add	a, #256 - BLOCK
	mov	a, r5
	jnz	whole
	jnc	part
whole:
	mov	r2, #BLOCK
	lcall	advance
	lcall	compress
	sjmp	next
done:
	.if	PAGED
	pop	p2
	.endif
	ret

part:
	; as many bytes as there are and as the block has room for, at most 64 at once
	mov	a, #BLOCK
	clr	c
	subb	a, r3
	mov	r2, a
	.if	BLOCK - 64
	add	a, #256 - 64
	jnc	1$
	mov	r2, #64
1$:
	.endif
	cjne	r5, #0, 2$		; (no carry, then)
	mov	a, r4
	subb	a, r2
	jnc	2$
	mov	a, r4
	mov	r2, a
2$:	lcall	advance
	mov	r0, #v
	mov	a, r2
	mov	r4, a
3$:	lcall	__gptrget
	to_v
	inc	dptr
	inc	r0
	djnz	r4, 3$
	mov	a, r3
	add	a, #BUF
	lcall	at
	mov	r0, #v
	mov	a, r2
	add	a, r3
	anl	a, #BLOCK - 1
	mov	r3, a
	lcall	store
	mov	a, #PTR
	lcall	at
	mov	a, r3
	movx	@dptr, a
	jnz	next
	lcall	compress_buffer
	sjmp	next

compress_buffer:
	mov	a, #BUF
	lcall	at
	ljmp	compress

; Bytes 0 in the buffer from byte r5 up to byte A.  Changes r2, r6.
zeros:
	clr	c
	subb	a, r5
	mov	r2, a
	mov	a, r5
	add	a, #BUF
	lcall	at
	mov	a, r2
	jz	1$
	lcall	clear
1$:	ret

; void mote_xxx_close(context *cc, unsigned ub, unsigned n, void *dst)
close:
	lcall	keep_context
	.if	PAGED
	push	p2
	mov	p2, #(m >> 8)
	clr	f0
	.endif
	mov	dptr, #close_ub
	movx	a, @dptr
	mov	r3, a
	mov	dptr, #close_n
	movx	a, @dptr
	mov	r7, a
	; the last bits, and a bit 1 behind them
	mov	r2, a
	inc	r2
	mov	a, #1
1$:	rr	a
	djnz	r2, 1$
	mov	r4, a			; 0x80 >> n
	orl	a, r3
	mov	r3, a
	mov	a, r4
	cpl	a
	inc	a
	anl	a, r3
	mov	r3, a
	mov	a, #PTR
	lcall	at
	movx	a, @dptr
	mov	r5, a
	add	a, #BUF
	lcall	at
	mov	a, r3
	movx	@dptr, a
	; bits of the message in this block
	mov	a, r5
	inc	r5
	mov	b, #8
	mul	ab
	orl	a, r7
	mov	r3, a
	mov	a, #BITS
	lcall	at
	mov	a, r3
	movx	@dptr, a
	inc	dptr
	mov	a, b
	movx	@dptr, a
	; does the last bit 1 of the padding, before the length, have a place of its own?
	; (at leaves no carry)
	mov	a, r3
	subb	a, #(8 * LENGTH - 1) & 0xFF
	mov	a, b
	subb	a, #(8 * LENGTH - 1) >> 8
	jc	last
	mov	a, #BLOCK
	lcall	zeros
	lcall	compress_buffer
	; the block after it has no bits of the message
	mov	a, #BITS
	lcall	at
	mov	r2, #2
	lcall	clear
	mov	r5, #0
last:
	mov	a, #LENGTH
	lcall	zeros
	lcall	shorter
	jnz	2$
	mov	a, #BUF + LENGTH - 1
	lcall	at
	movx	a, @dptr
	orl	a, #1
	movx	@dptr, a
	; the length: what has been counted, and the bits of this block
2$:	mov	a, #BITS
	lcall	at
	movx	a, @dptr
	mov	r3, a
	inc	dptr
	movx	a, @dptr
	mov	r4, a
	mov	a, #COUNT
	lcall	at
	movx	a, @dptr
	orl	a, r3
	movx	@dptr, a
	inc	dptr
	movx	a, @dptr
	orl	a, r4
	movx	@dptr, a
	mov	a, #COUNT
	lcall	at
	mov	r0, #v
	mov	r2, #WORD / 4
	lcall	load
	mov	a, r4
	orl	a, r3
	mov	r3, a
	clr	a
	movx	@dptr, a		; BITS
	inc	dptr
	movx	@dptr, a
	mov	a, #BUF + LENGTH
	lcall	at
	mov	r0, #v + 2 * WORD - 1
	mov	r2, #2 * WORD
3$:	from_v
	movx	@dptr, a
	inc	dptr
	dec	r0
	djnz	r2, 3$
	; a block without bits of the message counts 0
	mov	a, r3
	jnz	4$
	mov	r2, #2 * WORD
	lcall	clear			; COUNT is behind BUF
4$:	lcall	compress_buffer
	; the digest, big-endian words
	mov	r3, #LONGER
	lcall	shorter
	jz	5$
	mov	r3, #SHORTER
5$:	mov	a, #H
	lcall	at
	mov	r0, #v
	mov	r2, #WORD
	lcall	load
	mov	dptr, #close_dst
	lcall	pointer
6$:	mov	a, r2			; 0 from load on
	xrl	a, #WORD - 1
	add	a, #v
	mov	r0, a
	from_v
	lcall	__gptrput
	inc	dptr
	inc	r2
	djnz	r3, 6$
	.if	PAGED
	pop	p2
	.endif
	ret
