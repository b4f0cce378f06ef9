; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 164
;
; Skein-512 for the 16-bit core with the custom instruction of Constantin, Burg and Gurkaynak
; (section 5.5), a rotation of 64 bits, on the core's own shifter: in four cycles, theirs has two.
.extension skein_lrot_relaxed
.include "pic24.s"
