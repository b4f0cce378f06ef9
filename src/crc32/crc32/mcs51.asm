; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "ITU-T Recommendation V.42 (03/2002), section 8.1.1.6.2"
; functions = [
;   "mote_crc32(crc, data, len)",
;   "mote_crc32_combine(first, second, second_len)",
; ]
; reads = {data = "len"}
; writes = {}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 6
; constant_time = false
; calls = ["_gptrget"]
; block = "mote_crc32"
; internal_ram = 18
;
; Registers: see src/crc32/mcs51_bitwise.inc, which has all but the names and the polynomial.
;
; CRC-32 for the 8051, small.

	.module	mote_crc32

	.equ	POLYNOMIAL, 0xEDB88320	; reflected: the highest bit is that of x^0

	.area	XSEG	(XDATA)
_mote_crc32_PARM_2::
data:	.ds	3
_mote_crc32_PARM_3::
	.ds	2
_mote_crc32_combine_PARM_2::
second:	.ds	4
_mote_crc32_combine_PARM_3::
second_length:
	.ds	2

	.macro	label_update
_mote_crc32::
	.endm
	.macro	label_combine
_mote_crc32_combine::
	.endm

	.include "crc32/mcs51_bitwise.inc"
