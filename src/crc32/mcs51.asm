; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; The checksum for the 8051, bit by bit: the smallest; of whatever reflected polynomial.  The source
; has POLYNOMIAL, label_update and label_combine, macros that are the functions' labels, and the
; variables of the arguments.
;
; Registers: r7:r4 the remainder, r2 r1 rounds of loops over bytes, r0 bits left, dptr and b the data.

	.area	CSEG	(CODE)

; mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len)
; a b dph dpl = crc and the result.  Stack: see the contract.
	label_update
	cpl	a
	mov	r7, a
	mov	a, b
	cpl	a
	mov	r6, a
	mov	a, dph
	cpl	a
	mov	r5, a
	mov	a, dpl
	cpl	a
	mov	r4, a
	mov	dptr, #data		; then the length
	movx	a, @dptr
	mov	r0, a
	inc	dptr
	movx	a, @dptr
	mov	r3, a
	inc	dptr
	movx	a, @dptr
	mov	b, a
	inc	dptr
	movx	a, @dptr
	mov	r1, a
	inc	dptr
	movx	a, @dptr
	mov	r2, a
	mov	dpl, r0
	mov	dph, r3
	orl	a, r1
	jz	4$
	mov	a, r1			; djnz takes 0 for 256
	jz	2$
	inc	r2
2$:	lcall	__gptrget
	inc	dptr
	xrl	a, r4
	mov	r4, a
	mov	r0, #8
3$:	lcall	times_x
	djnz	r0, 3$
	djnz	r1, 2$
	djnz	r2, 2$
4$:	mov	a, r4
	cpl	a
	mov	dpl, a
	mov	a, r5
	cpl	a
	mov	dph, a
	mov	a, r6
	cpl	a
	mov	b, a
	mov	a, r7
	cpl	a
	ret

	.include "crc32/mcs51_combine.asm"
