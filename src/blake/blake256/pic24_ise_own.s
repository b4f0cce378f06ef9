; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 86
;
; BLAKE-224 and BLAKE-256 for the 16-bit core with custom instructions of our own (see pic24.s;
; cores/pic24/extensions/blake_g.py says what was looked for and what the core needs for it).
.extension blake_g
.include "pic24.s"
