; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
; functions = ["mote_groestl_f512(H, block)"]
; reads = {H = 64, block = 64}
; writes = {H = 64}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 7
; constant_time = false
; secret_tables = ["sbox", "double"]
; calls = ["_gptrget"]
; block = "mote_groestl_f512"
; internal_ram = 72
;
; Registers, and all but names and what is chosen here, are in ../mcs51.inc.

	.module	mote_groestl_f512
	.globl	__gptrget

COLUMNS = 8
INTERNAL = 1
CONSTANT_TIME = 0

	.area	XSEG	(XDATA)
_mote_groestl_f512_PARM_2::
block:	.ds	3

	.macro	entry
_mote_groestl_f512::
	.endm

	.include "groestl/mcs51.inc"
