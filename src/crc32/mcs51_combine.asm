; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; The checksum of two messages one behind the other, for the 8051, of whatever reflected polynomial; the
; source has POLYNOMIAL, and label_combine, a macro that is the function's label.
;
; Registers: r7:r4 the power of x, and in multiply that times x again and again; r3:r2 the length; r0 r1 places
; in internal RAM.

	.globl	__gptrget

	.equ	P0, POLYNOMIAL & 0xFF
	.equ	P1, (POLYNOMIAL >> 8) & 0xFF
	.equ	P2, (POLYNOMIAL >> 16) & 0xFF
	.equ	P3, (POLYNOMIAL >> 24) & 0xFF

	.area	OSEG	(OVR,DATA)
factor:	.ds	4			; shifted out from x^0 on
product: .ds	4
first:	.ds	4
power:	.ds	4

	.area	CSEG	(CODE)

; mote_u32 COMBINE(mote_u32 first, mote_u32 second, size_t second_len)
; a b dph dpl = first and the result.  Stack: 6 bytes.
	label_combine
	mov	first, dpl
	mov	first + 1, dph
	mov	first + 2, b
	mov	first + 3, a
	mov	power, #0		; x^8: bit 23, as bit 31 is that of x^0
	mov	power + 1, #0
	mov	power + 2, #0x80
	mov	power + 3, #0
	mov	dptr, #second_length
	movx	a, @dptr
	mov	r2, a
	inc	dptr
	movx	a, @dptr
	mov	r3, a
	sjmp	3$
1$:	clr	c			; a bit of the length
	mov	a, r3
	rrc	a
	mov	r3, a
	mov	a, r2
	rrc	a
	mov	r2, a
	jnc	2$
	mov	r1, #first
	lcall	multiply
2$:	mov	r1, #power
	lcall	multiply
3$:	mov	a, r2
	orl	a, r3
	jnz	1$
	mov	dptr, #second		; plus second
	movx	a, @dptr
	xrl	a, first
	mov	r4, a
	inc	dptr
	movx	a, @dptr
	xrl	a, first + 1
	mov	r5, a
	inc	dptr
	movx	a, @dptr
	xrl	a, first + 2
	mov	b, a
	inc	dptr
	movx	a, @dptr
	xrl	a, first + 3
	mov	dpl, r4
	mov	dph, r5
	ret

; The word of 4 bytes at r1 = itself * power modulo the polynomial.  Changes r0, r1, r4-r7, a, flags.
multiply:
	mov	r0, #factor
1$:	mov	a, @r1
	mov	@r0, a
	inc	r1
	inc	r0
	cjne	r0, #factor + 4, 1$
	mov	r4, power
	mov	r5, power + 1
	mov	r6, power + 2
	mov	r7, power + 3
	clr	a
	mov	product, a
	mov	product + 1, a
	mov	product + 2, a
	mov	product + 3, a
2$:	clr	c
	mov	r0, #factor
3$:	mov	a, @r0			; the carry stays: cjne would change it
	rlc	a
	mov	@r0, a
	inc	r0
	mov	a, r0
	xrl	a, #factor + 4
	jnz	3$
	jnc	4$
	mov	a, r4
	xrl	product, a
	mov	a, r5
	xrl	product + 1, a
	mov	a, r6
	xrl	product + 2, a
	mov	a, r7
	xrl	product + 3, a
4$:	lcall	times_x
	mov	a, factor
	orl	a, factor + 1
	orl	a, factor + 2
	orl	a, factor + 3
	jnz	2$
	mov	r0, #product + 4
5$:	dec	r0
	dec	r1
	mov	a, @r0
	mov	@r1, a
	cjne	r0, #product, 5$
	ret

; r7:r4 times x modulo the polynomial.  Changes a, flags.
times_x:
	clr	c
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
	jnc	1$
	xrl	a, #P0
	mov	r4, a
	mov	a, r5
	xrl	a, #P1
	mov	r5, a
	mov	a, r6
	xrl	a, #P2
	mov	r6, a
	mov	a, r7
	xrl	a, #P3
	mov	r7, a
1$:	ret
