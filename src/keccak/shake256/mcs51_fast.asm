; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "FIPS PUB 202, SHA-3 Standard (August 2015)"
; functions = [
;   "mote_shake256_init(cc, out_size)",
;   "mote_shake256(cc, data, len)",
;   "mote_shake256_close(cc, ub, n, dst)",
; ]
;
; Registers: see src/keccak/mcs51_fast_permutation.asm, where nearly all of it is.
;
; SHAKE256 for the 8051, fast.  The arguments of the three functions share their places, as none of
; them calls another.

        .module mote_shake256
        .globl  _mote_shake256_init, _mote_shake256, _mote_shake256_close
        .globl  _mote_shake256_init_PARM_2, _mote_shake256_PARM_2, _mote_shake256_PARM_3
        .globl  _mote_shake256_close_PARM_2, _mote_shake256_close_PARM_3
        .globl  _mote_shake256_close_PARM_4

        .equ    SUFFIX, 0x1F               ; 1111, and the padding

        .area   XSEG    (XDATA)
arguments:
_mote_shake256_init_PARM_2:                   ; out_size
_mote_shake256_PARM_2:                        ; data: 3 bytes
_mote_shake256_close_PARM_2:                  ; ub
        .ds     2
_mote_shake256_close_PARM_3:                  ; n
        .ds     1
_mote_shake256_PARM_3:                        ; len
        .ds     1
_mote_shake256_close_PARM_4:                  ; dst
        .ds     3

        .include "keccak/mcs51_fast_permutation.asm"

_mote_shake256_init:
        mov     a,#136
        ljmp    initialise

_mote_shake256:
        ljmp    update

_mote_shake256_close:
        ljmp    close
