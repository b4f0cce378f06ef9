; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 168
;
; Skein-512 for the 16-bit core with the custom instructions that it shares with BLAKE and Keccak
; (cores/pic24/extensions/shared_rotate.py).
.extension shared_rotate
.include "pic24.s"
