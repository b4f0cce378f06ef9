; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 84
; constant_time = true
; secret_tables = []
; state.H.order = "up"
;
; Groestl-224 and Groestl-256 for the 16-bit core with the four instructions of Constantin, Burg and
; Gurkaynak (section 5.2): all is in pic24.s.
.extension groestl_cst
.extension groestl_sbox
.extension groestl_shift
.extension groestl_mix
.include "pic24.s"
