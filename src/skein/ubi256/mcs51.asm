; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
; functions = ["mote_skein_ubi256(G, tweak, block)"]
; reads = {tweak = 16, block = 32}
; writes = {G = 32}
; clobbers = "r0-r7 a flags"
; stack = 4
; calls = []
; block = "mote_skein_ubi256"
;
; Registers: see src/skein/ubi256_mcs51.asm and threefish_mcs51.asm, where nearly all of it is.
;
; A block of UBI with Threefish-256 as a kernel: for the large memory model; G, tweak and
; block lie in external RAM.  dptr comes back.  Not reentrant: variables lie at fixed addresses.

	.module	mote_skein_ubi256

	.globl	_mote_skein_ubi256
	.globl	_mote_skein_ubi256_PARM_2
	.globl	_mote_skein_ubi256_PARM_3

	.area	XSEG	(XDATA)
_mote_skein_ubi256_PARM_2:		; tweak
	.ds	3
_mote_skein_ubi256_PARM_3:		; block
	.ds	3

	.area	CSEG	(CODE)
_mote_skein_ubi256:
	mov	r2, dpl
	mov	r3, dph
	mov	dptr, #_mote_skein_ubi256_PARM_2
	movx	a, @dptr
	mov	r4, a
	inc	dptr
	movx	a, @dptr
	mov	r5, a
	mov	dptr, #_mote_skein_ubi256_PARM_3
	movx	a, @dptr
	mov	r6, a
	inc	dptr
	movx	a, @dptr
	mov	r7, a
	lcall	block
	mov	dpl, r2
	mov	dph, r3
	ret

	.include "skein/ubi256_mcs51.asm"
