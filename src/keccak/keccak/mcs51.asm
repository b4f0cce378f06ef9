; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Keccak SHA-3 submission, version 3, 14 January 2011"
; functions = [
;   "mote_keccak_init(cc, out_size)",
;   "mote_keccak(cc, data, len)",
;   "mote_keccak_close(cc, ub, n, dst)",
; ]
;
; Registers: see src/keccak/mcs51_permutation.asm, where nearly all of it is.
;
; Keccak as submitted for the 8051, small.  The arguments of the three functions share their places,
; as none of them calls another.

        .module mote_keccak
        .globl  _mote_keccak_init, _mote_keccak, _mote_keccak_close
        .globl  _mote_keccak_init_PARM_2, _mote_keccak_PARM_2, _mote_keccak_PARM_3
        .globl  _mote_keccak_close_PARM_2, _mote_keccak_close_PARM_3, _mote_keccak_close_PARM_4

        .equ    SUFFIX, 1               ; the padding alone

        .area   XSEG    (XDATA)
arguments:
_mote_keccak_init_PARM_2:                   ; out_size
_mote_keccak_PARM_2:                        ; data: 3 bytes
_mote_keccak_close_PARM_2:                  ; ub
        .ds     2
_mote_keccak_close_PARM_3:                  ; n
        .ds     1
_mote_keccak_PARM_3:                        ; len
        .ds     1
_mote_keccak_close_PARM_4:                  ; dst
        .ds     3

        .include "keccak/mcs51_permutation.asm"

_mote_keccak_init:
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

_mote_keccak:
        ljmp    update

_mote_keccak_close:
        ljmp    close
