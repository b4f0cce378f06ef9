; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 58
; state.lanes.order = [0, 5, 15, 20, 10, 2, 7, 17, 22, 12, 4, 9, 19, 24, 14, 1, 6, 16, 21, 11,
;     3, 8, 18, 23, 13]
; state.lanes.complement = false
;
; Keccak for the 16-bit core with instructions of our own, two of them, beside the rotation of
; Constantin, Burg and Gurkaynak (s3_lrotm).
;
; Where their set leaves the cycles of a round: theta reads the state for the parities (100 words)
; and changes it (100), rho and pi change it (96), chi changes it and needs 60 more loads, since of
; the five words of a row each is used three times.  The rotations, which they looked at, are no
; longer the bottleneck; memory is, one word read and one written in a cycle.  So:
;   k_chi   takes the row as a stream, a word in and a word out in each cycle, and adds what goes out
;           to the parities of the next round: chi takes 100 cycles, and theta reads nothing.
;   k_iota  a word of the round constant to the state and to the parity that k_chi has just made, in
;           one cycle; it takes the place of s3_xcst, whose table it has.
; s3_lrot1 is not used: with the parities in memory rlc does the same on the way.
;
; What was looked at and left: D[x] applied within s3_lrotm for one sheet (16 cycles a round less,
; but another operand in each of its cycles); rho within theta's pass over a sheet, without pi (it
; needs the state twice in memory, or a table of the places in four successive rounds).
.extension keccak_lrotm
.extension keccak_chi
.extension keccak_iota
.include "pic24.s"
