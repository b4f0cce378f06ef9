; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "RFC 3720, section 12.1 and appendix B.4"
; functions = [
;   "mote_crc32c(crc, data, len)",
;   "mote_crc32c_combine(first, second, second_len)",
; ]
; reads = {data = "len"}
; writes = {}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 6
; constant_time = false
; secret_tables = ["pages"]
; calls = ["_gptrget"]
; block = "mote_crc32c"
; internal_ram = 18
;
; Registers: see src/crc32/mcs51_table.inc, which has all but the names and the polynomial.
;
; CRC-32C for the 8051, with a table of 1024 bytes.

	.module	mote_crc32c

	.equ	POLYNOMIAL, 0x82F63B78	; reflected: the highest bit is that of x^0

	.area	XSEG	(XDATA)
_mote_crc32c_PARM_2::
data:	.ds	3
_mote_crc32c_PARM_3::
	.ds	2
_mote_crc32c_combine_PARM_2::
second:	.ds	4
_mote_crc32c_combine_PARM_3::
second_length:
	.ds	2

	.macro	label_update
_mote_crc32c::
	.endm
	.macro	label_combine
_mote_crc32c_combine::
	.endm

	.include "crc32/mcs51_table.inc"
