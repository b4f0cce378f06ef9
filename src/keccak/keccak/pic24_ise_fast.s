; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; Keccak for the 16-bit core with the custom instructions of Constantin, Burg and Gurkaynak,
; section 5.4: faster than pic24_ise.s, with more of the stack.
.equ KECCAK_FAST, 1
.extension keccak_lrot1
.extension keccak_lrotm
.extension keccak_xcst
.include "pic24.s"
