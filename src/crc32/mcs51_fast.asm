; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; The checksum for the 8051 with a table of 1024 bytes, of whatever reflected polynomial.  The source
; has POLYNOMIAL, label_update and label_combine, macros that are the functions' labels, and the
; variables of the arguments.
;
; The table's four bytes for a byte of data stand at one place of four pages of 256: dptr goes from page
; to page, and movc adds the place.
;
; Registers: r7:r4 the remainder, b r3 r0 the data, r2 r1 rounds of loops over bytes; dptr the data, then
; the table.
;
; COUNT for a byte, in cycles: the data 6 and what __gptrget takes, the four bytes of the table 8, their
; places and sums 15, moving the pointer to the data 12, the loop 2.

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
	mov	r0, dpl
	mov	r3, dph
	xrl	a, r4
	mov	r4, a			; the place, until it is used last
	mov	dptr, #pages
	movc	a, @a+dptr
	xrl	a, r5
	xch	a, r4
	mov	r5, a
	inc	dph
	movc	a, @a+dptr
	xrl	a, r6
	xch	a, r5
	mov	r6, a
	inc	dph
	movc	a, @a+dptr
	xrl	a, r7
	xch	a, r6
	inc	dph
	movc	a, @a+dptr
	mov	r7, a
	mov	dpl, r0
	mov	dph, r3
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

; For each byte its remainder, divided bit by bit: bits 0 to 7, then 8 to 15 and so on.
	.macro	page	shift
	number = 0
	.rept	256
	remainder = number
	.rept	8
	remainder = (remainder >> 1) ^ (POLYNOMIAL * (remainder & 1))
	.endm
	.db	(remainder >> shift) & 0xFF
	number = number + 1
	.endm
	.endm

pages:	page	0
	page	8
	page	16
	page	24

	.include "crc32/mcs51_combine.asm"
