; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "FIPS PUB 202, SHA-3 Standard (August 2015)"
; functions = [
;   "mote_shake128_init(cc, out_size)",
;   "mote_shake128(cc, data, len)",
;   "mote_shake128_close(cc, ub, n, dst)",
; ]
;
; Registers: see src/keccak/mcs51_fast_permutation.asm, where nearly all of it is.
;
; SHAKE128 for the 8051, fast.  The arguments of the three functions share their places, as none of
; them calls another.

        .module mote_shake128
        .globl  _mote_shake128_init, _mote_shake128, _mote_shake128_close
        .globl  _mote_shake128_init_PARM_2, _mote_shake128_PARM_2, _mote_shake128_PARM_3
        .globl  _mote_shake128_close_PARM_2, _mote_shake128_close_PARM_3
        .globl  _mote_shake128_close_PARM_4

        .equ    SUFFIX, 0x1F               ; 1111, and the padding

        .area   XSEG    (XDATA)
arguments:
_mote_shake128_init_PARM_2:                   ; out_size
_mote_shake128_PARM_2:                        ; data: 3 bytes
_mote_shake128_close_PARM_2:                  ; ub
        .ds     2
_mote_shake128_close_PARM_3:                  ; n
        .ds     1
_mote_shake128_PARM_3:                        ; len
        .ds     1
_mote_shake128_close_PARM_4:                  ; dst
        .ds     3

        .include "keccak/mcs51_fast_permutation.asm"

_mote_shake128_init:
        mov     a,#168
        ljmp    initialise

_mote_shake128:
        ljmp    update

_mote_shake128_close:
        ljmp    close
