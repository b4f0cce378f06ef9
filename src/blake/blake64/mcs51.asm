; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_blake64_init(cc, out_size)",
;   "mote_blake64(cc, data, len)",
;   "mote_blake64_close(cc, ub, n, dst)",
; ]
; bound = 69200
;
; BLAKE-48 and BLAKE-64 for the 8051 with ten bytes of internal RAM: what they are called.  All
; else is in blake/blake512_mcs51.asm.
	.equ	ROUNDS, 14
	.include "blake/blake512_mcs51.asm"
	.globl	_mote_blake64_init
	.globl	_mote_blake64_init_PARM_2
	.globl	_mote_blake64
	.globl	_mote_blake64_PARM_2
	.globl	_mote_blake64_PARM_3
	.globl	_mote_blake64_close
	.globl	_mote_blake64_close_PARM_2
	.globl	_mote_blake64_close_PARM_3
	.globl	_mote_blake64_close_PARM_4
	.equ	_mote_blake64_init, init
	.equ	_mote_blake64_init_PARM_2, init_out_size
	.equ	_mote_blake64, update
	.equ	_mote_blake64_PARM_2, update_data
	.equ	_mote_blake64_PARM_3, update_len
	.equ	_mote_blake64_close, close
	.equ	_mote_blake64_close_PARM_2, close_ub
	.equ	_mote_blake64_close_PARM_3, close_n
	.equ	_mote_blake64_close_PARM_4, close_dst
