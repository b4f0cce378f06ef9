; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 78
; constant_time = true
; secret_tables = []
; state.H.order = "up"
;
; Groestl-224 and Groestl-256 for the 16-bit core with instructions of our own: all is in pic24.s.
;
; The instructions of Constantin, Burg and Gurkaynak (pic24_ise.s) pass over the state once for each
; transformation.  One pass for a whole round takes as many reads as there are bytes, since the two
; bytes of a word go to two columns: 64 cycles where the four instructions take 160 and 184.  See
; cores/pic24/extensions/groestl_rounds.py for how.
.extension groestl_rounds
.include "pic24.s"
