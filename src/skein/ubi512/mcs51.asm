; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Skein Hash Function Family, version 1.3, sections 3.3 and 3.4"
; functions = ["mote_skein_ubi512(G, tweak, block)"]
; reads = {tweak = 16, block = 64}
; writes = {G = 64}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 7
; internal_ram = 96
; constant_time = true
; calls = ["_gptrget"]
; block = "mote_skein_ubi512"
;
; Registers: see src/skein/ubi512_mcs51.asm, where nearly all of it is.
;
; A block of UBI with Threefish-512 as a kernel: for the large memory model; G and tweak lie in
; external RAM, block anywhere.  Not reentrant.

	.module	mote_skein_ubi512

	.globl	_mote_skein_ubi512
	.globl	_mote_skein_ubi512_PARM_2
	.globl	_mote_skein_ubi512_PARM_3
	.globl	__gptrget

	.area	XSEG	(XDATA)
_mote_skein_ubi512_PARM_2:		; tweak
	.ds	3
_mote_skein_ubi512_PARM_3:		; block
	.ds	3

	.area	CSEG	(CODE)
_mote_skein_ubi512:
	mov	r2, dpl
	mov	r3, dph
	mov	dptr, #_mote_skein_ubi512_PARM_2
	movx	a, @dptr
	mov	r4, a
	inc	dptr
	movx	a, @dptr
	mov	r5, a
	mov	dptr, #_mote_skein_ubi512_PARM_3
	movx	a, @dptr
	mov	r6, a
	inc	dptr
	movx	a, @dptr
	mov	r7, a
	inc	dptr
	movx	a, @dptr
	mov	b, a
	ljmp	block

	.include "skein/ubi512_mcs51.asm"
