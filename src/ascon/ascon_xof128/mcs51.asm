; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_ascon_xof128_init(cc, out_size)",
;   "mote_ascon_xof128(cc, data, len)",
;   "mote_ascon_xof128_close(cc, ub, n, dst)",
; ]
;
; Registers: see src/ascon/mcs51.inc, where nearly all of it is.
;
; Ascon-XOF128 for the 8051, small.  The arguments of the three functions share their places, as none of
; them calls another.

        .module mote_ascon_xof128
        .globl  _mote_ascon_xof128_init, _mote_ascon_xof128, _mote_ascon_xof128_close
        .globl  _mote_ascon_xof128_init_PARM_2, _mote_ascon_xof128_PARM_2
        .globl  _mote_ascon_xof128_PARM_3, _mote_ascon_xof128_close_PARM_2
        .globl  _mote_ascon_xof128_close_PARM_3, _mote_ascon_xof128_close_PARM_4

        .equ    XOF, 1

        .area   XSEG    (XDATA)
arguments:
_mote_ascon_xof128_init_PARM_2:           ; out_size
_mote_ascon_xof128_PARM_2:                ; data: 3 bytes
_mote_ascon_xof128_close_PARM_2:          ; ub
        .ds     2
_mote_ascon_xof128_close_PARM_3:          ; n
        .ds     1
_mote_ascon_xof128_PARM_3:                ; len
        .ds     1
_mote_ascon_xof128_close_PARM_4:          ; dst
        .ds     3

        .include "ascon/mcs51.inc"

_mote_ascon_xof128_init:
        ljmp    initialise

_mote_ascon_xof128:
        ljmp    update

_mote_ascon_xof128_close:
        ljmp    close
