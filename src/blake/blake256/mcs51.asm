; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_blake256_init(cc, out_size)",
;   "mote_blake256(cc, data, len)",
;   "mote_blake256_close(cc, ub, n, dst)",
; ]
;
; BLAKE-224 and BLAKE-256 for the 8051 with 9 bytes of internal RAM: what they are called.  All else is in
; blake/blake256_mcs51.asm.
	.equ	ROUNDS, 14
	.include "blake/blake256_mcs51.asm"
	.globl	_mote_blake256_init
	.globl	_mote_blake256_init_PARM_2
	.globl	_mote_blake256
	.globl	_mote_blake256_PARM_2
	.globl	_mote_blake256_PARM_3
	.globl	_mote_blake256_close
	.globl	_mote_blake256_close_PARM_2
	.globl	_mote_blake256_close_PARM_3
	.globl	_mote_blake256_close_PARM_4
	.equ	_mote_blake256_init, init
	.equ	_mote_blake256_init_PARM_2, init_out_size
	.equ	_mote_blake256, update
	.equ	_mote_blake256_PARM_2, update_data
	.equ	_mote_blake256_PARM_3, update_len
	.equ	_mote_blake256_close, close
	.equ	_mote_blake256_close_PARM_2, close_ub
	.equ	_mote_blake256_close_PARM_3, close_n
	.equ	_mote_blake256_close_PARM_4, close_dst
