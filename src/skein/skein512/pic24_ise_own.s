; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; stack = 168
;
; Skein-512 for the 16-bit core with custom instructions of our own (cores/pic24/extensions/
; skein_mix.py), in the place of the paper's.
;
; What was looked for.  With the paper's rotation 60 % of the cycles are MIXes, ten cycles each, of
; which only four read and four write memory: for a state in memory four cycles are the least.  Five
; are what three read ports of the registers allow, and then the core's own adder and shifter do.
; Such a MIX is one word of program, so that all 72 rounds fit: the ring of key words, the tweak
; words and the counter need no bookkeeping.  What remains is reading the key (tf_add) and changing
; registers with memory (tf_exch).
.extension skein_mix
.include "pic24.s"
