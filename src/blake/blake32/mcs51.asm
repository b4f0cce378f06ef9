; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_blake32_init(cc, out_size)",
;   "mote_blake32(cc, data, len)",
;   "mote_blake32_close(cc, ub, n, dst)",
; ]
;
; BLAKE-28 and BLAKE-32 for the 8051 with 9 bytes of internal RAM: what they are called.  All else is in
; blake/blake256_mcs51.asm.
	.equ	ROUNDS, 10
	.include "blake/blake256_mcs51.asm"
	.globl	_mote_blake32_init
	.globl	_mote_blake32_init_PARM_2
	.globl	_mote_blake32
	.globl	_mote_blake32_PARM_2
	.globl	_mote_blake32_PARM_3
	.globl	_mote_blake32_close
	.globl	_mote_blake32_close_PARM_2
	.globl	_mote_blake32_close_PARM_3
	.globl	_mote_blake32_close_PARM_4
	.equ	_mote_blake32_init, init
	.equ	_mote_blake32_init_PARM_2, init_out_size
	.equ	_mote_blake32, update
	.equ	_mote_blake32_PARM_2, update_data
	.equ	_mote_blake32_PARM_3, update_len
	.equ	_mote_blake32_close, close
	.equ	_mote_blake32_close_PARM_2, close_ub
	.equ	_mote_blake32_close_PARM_3, close_n
	.equ	_mote_blake32_close_PARM_4, close_dst
