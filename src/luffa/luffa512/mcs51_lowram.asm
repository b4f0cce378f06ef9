; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Hash Function Luffa, version 2.0.1 (2 October 2009), sections 4.1 to 4.3"
; functions = [
;   "mote_luffa512_init(cc, out_size)",
;   "mote_luffa512(cc, data, len)",
;   "mote_luffa512_close(cc, ub, n, dst)",
; ]
; reads = {cc = 196, data = "len"}
; writes = {cc = 196, dst = "out_size / 8"}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 11
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "round"
; state.V = {offset = 0, words = 40, interleaved = 4}
; counter = {}
; fill = {offset = 192, words = 1, word_bytes = 2}
; internal_ram = 10
;
; Registers: see luffa/mcs51_lowram.inc, which has all but the names.
;
; Luffa-512 for the 8051 with ten bytes of internal RAM: 5 words of 256 bits.

	.module	mote_luffa512
	.globl	__gptrget, __gptrput

	.equ	WIDTH, 5

	.area	XSEG	(XDATA)
_mote_luffa512_init_PARM_2::
out_size: .ds	2
_mote_luffa512_PARM_2::
data:	.ds	3
_mote_luffa512_PARM_3::
length:	.ds	2
_mote_luffa512_close_PARM_2::
ub:	.ds	2
_mote_luffa512_close_PARM_3::
count:	.ds	2
_mote_luffa512_close_PARM_4::
dst:	.ds	3

	.macro	label_init
_mote_luffa512_init::
	.endm
	.macro	label_update
_mote_luffa512::
	.endm
	.macro	label_close
_mote_luffa512_close::
	.endm

	.include "luffa/mcs51_lowram.inc"
