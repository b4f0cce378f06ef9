; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "FIPS PUB 202, SHA-3 Standard (August 2015)"
; functions = [
;   "mote_sha3_init(cc, out_size)",
;   "mote_sha3(cc, data, len)",
;   "mote_sha3_close(cc, ub, n, dst)",
; ]
;
; Registers: see src/keccak/mcs51_lowram_permutation.asm, where nearly all of it is.
;
; SHA-3 for the 8051, with little internal RAM.  The arguments of the three functions share
; their places, as none of them calls another.

        .module mote_sha3
        .globl  _mote_sha3_init, _mote_sha3, _mote_sha3_close
        .globl  _mote_sha3_init_PARM_2, _mote_sha3_PARM_2, _mote_sha3_PARM_3
        .globl  _mote_sha3_close_PARM_2, _mote_sha3_close_PARM_3, _mote_sha3_close_PARM_4

        .equ    SUFFIX, 6               ; 01, and the padding

        .area   XSEG    (XDATA)
arguments:
_mote_sha3_init_PARM_2:                   ; out_size
_mote_sha3_PARM_2:                        ; data: 3 bytes
_mote_sha3_close_PARM_2:                  ; ub
        .ds     2
_mote_sha3_close_PARM_3:                  ; n
        .ds     1
_mote_sha3_PARM_3:                        ; len
        .ds     1
_mote_sha3_close_PARM_4:                  ; dst
        .ds     3

        .include "keccak/mcs51_lowram_permutation.asm"

_mote_sha3_init:
        mov     r0,dpl
        mov     r1,dph
        mov     dptr,#arguments         ; a block has 200 - out_size / 4 bytes
        movx    a,@dptr
        rr      a
        rr      a
        mov     r2,a
        inc     dptr
        movx    a,@dptr
        rr      a
        rr      a
        orl     a,r2
        cpl     a
        add     a,#STATE + 1
        mov     dpl,r0
        mov     dph,r1
        ljmp    initialise

_mote_sha3:
        ljmp    update

_mote_sha3_close:
        ljmp    close
