; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 42
; state.lanes.order = [5, 15, 20, 10, 0, 7, 17, 22, 12, 2, 9, 19, 24, 14, 4, 6, 16, 21, 11, 1,
;     8, 18, 23, 13, 3]
; state.lanes.complement = false
;
; Keccak for the 16-bit core with the custom instructions of Constantin, Burg and Gurkaynak,
; section 5.4: faster than pic24_ise.s, with more of the stack.
.equ KECCAK_FAST, 1
.extension keccak_lrot1
.extension keccak_lrotm
.extension keccak_xcst
.include "pic24.s"
