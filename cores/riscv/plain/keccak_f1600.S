/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the base instruction set, to compare with: what fourteen words of the state in registers save
 * without an instruction.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 */

#include "../kernels/keccak_f1600/kept.inc"

        .macro  turned word, d, t
        xor     \word, \word, \d
        .if     turn
        slli    \t, \word, turn
        srli    \word, \word, 32 - turn
        or      \word, \word, \t
        .endif
        .endm

        .macro  d_even to, before, after, t
        slli    \to, \after, 1
        srli    \t, \after, 31
        or      \to, \to, \t
        xor     \to, \to, \before
        .endm

#include "../kernels/keccak_f1600/rounds.inc"

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a1 to a7, t0 to t6.  Stack: 256 bytes.
 */
        .text
        .globl  mote_keccak_f1600
        .type   mote_keccak_f1600, @function
mote_keccak_f1600:
        begin
        twelve_times_two_rounds a3
        end
