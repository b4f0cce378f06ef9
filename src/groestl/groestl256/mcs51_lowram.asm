; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, section 3"
; functions = [
;   "mote_groestl256_init(cc, out_size)",
;   "mote_groestl256(cc, data, len)",
;   "mote_groestl256_close(cc, ub, n, dst)",
; ]
; reads = {cc = 140, data = "len"}
; writes = {cc = 140, dst = "out_size / 8"}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 10
; constant_time = false
; secret_tables = ["sbox", "double"]
; calls = ["_gptrget", "_gptrput"]
; block = "compress"
; state.H = {offset = 0, words = 64, word_bytes = 1}
; counter = {offset = 128, words = 8, word_bytes = 1}
; fill = {offset = 136, words = 1, word_bytes = 2}
; internal_ram = 8
;
; Registers: see groestl/mcs51_lowram.inc, which has all but the names.
;
; Groestl-224 and Groestl-256 for the 8051 with eight bytes of internal RAM.

	.module	mote_groestl256
	.globl	__gptrget, __gptrput

COLUMNS = 8

	.area	XSEG	(XDATA)
_mote_groestl256_init_PARM_2::
out_size: .ds	2
_mote_groestl256_PARM_2::
data:	.ds	3
_mote_groestl256_PARM_3::
length:	.ds	2
_mote_groestl256_close_PARM_2::
ub:	.ds	2
_mote_groestl256_close_PARM_3::
count:	.ds	2
_mote_groestl256_close_PARM_4::
dst:	.ds	3

	.macro	label_init
_mote_groestl256_init::
	.endm
	.macro	label_update
_mote_groestl256::
	.endm
	.macro	label_close
_mote_groestl256_close::
	.endm

	.include "groestl/mcs51_lowram.inc"
