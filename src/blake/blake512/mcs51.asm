; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_blake512_init(cc, out_size)",
;   "mote_blake512(cc, data, len)",
;   "mote_blake512_close(cc, ub, n, dst)",
; ]
;
; BLAKE-384 and BLAKE-512 for the 8051 with ten bytes of internal RAM: what they are called.  All
; else is in blake/blake512_mcs51.asm.
	.equ	ROUNDS, 16
	.include "blake/blake512_mcs51.asm"
	.globl	_mote_blake512_init
	.globl	_mote_blake512_init_PARM_2
	.globl	_mote_blake512
	.globl	_mote_blake512_PARM_2
	.globl	_mote_blake512_PARM_3
	.globl	_mote_blake512_close
	.globl	_mote_blake512_close_PARM_2
	.globl	_mote_blake512_close_PARM_3
	.globl	_mote_blake512_close_PARM_4
	.equ	_mote_blake512_init, init
	.equ	_mote_blake512_init_PARM_2, init_out_size
	.equ	_mote_blake512, update
	.equ	_mote_blake512_PARM_2, update_data
	.equ	_mote_blake512_PARM_3, update_len
	.equ	_mote_blake512_close, close
	.equ	_mote_blake512_close_PARM_2, close_ub
	.equ	_mote_blake512_close_PARM_3, close_n
	.equ	_mote_blake512_close_PARM_4, close_dst
