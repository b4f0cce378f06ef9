; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "w0-w7 RCOUNT flags"
; stack = 32
; state.lanes.order = [2, 7, 17, 22, 12, 4, 9, 19, 24, 14, 3, 8, 18, 23, 13, 0, 5, 15, 20,
;     10, 1, 6, 16, 21, 11]
; state.lanes.complement = false
;
; Keccak for the 16-bit core with the custom instructions of Constantin, Burg and Gurkaynak,
; section 5.4, in no more memory than theirs takes, but that S3_LROT1 takes four cycles and S3_XCST
; three; theirs have two, and one to three.
.extension keccak_lrot1_relaxed
.extension keccak_lrotm
.extension keccak_xcst_relaxed
.include "pic24.s"
