; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 102
;
; BLAKE-224 and BLAKE-256 for the 16-bit core with the custom instructions of Constantin, Burg and
; Gurkaynak, section 5.1 (see pic24.s), but that S3_CXM takes three cycles; theirs has two.
.extension blake_cxm_relaxed
.extension blake_rrot
.extension blake_xcst
.include "pic24.s"
