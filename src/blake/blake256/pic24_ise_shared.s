; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 86
;
; BLAKE-224 and BLAKE-256 for the 16-bit core with the custom instructions that BLAKE shares with
; Keccak and Skein (cores/pic24/extensions/shared_rotate.py), beside that of Constantin, Burg and
; Gurkaynak for message words and constants.
.extension blake_cxm_relaxed
.extension shared_rotate
.include "pic24.s"
