; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 20
; state.H.offset = [0, 16, 32, 48, 80, 112, 144, 176]
;
; JH with the two extensions of Constantin, Burg and Gurkaynak (section 5.3).
.extension jh_cst
.extension jh_swap
.include "pic24.s"
