; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 20
; state.H.order = "up"
;
; JH with an instruction of our own for E8 (cores/pic24/extensions/jh_e8.py).
.extension jh_e8
.include "pic24.s"
