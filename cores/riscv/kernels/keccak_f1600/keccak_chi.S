/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/keccak_chi.py.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * The order of work is that of kept.inc.  theta and rho are in one instruction for a word, and so is chi.
 *
 * The unit's register has the word that was turned last, then in turn each that chi had as its second: chi of half a
 * plane goes from a word to the one before it, and begins two before the word that was turned last.  No word of
 * the state is complemented; D is, because the unit's sums are.
 *
 * COUNT of a round: 38 loads, 36 stores; from C to D 10 of the unit and 5 of the core; D and rho 50 of the unit;
 * chi 50 of the unit; C of the next round 40; iota 2.
 */

#include "extensions.inc"
#include "kept.inc"

        .macro  turned word, d, t
        .if     turn < 16
        chi_turn \word, \word, \d, turn
        .else
        chi_turn16 \word, \word, \d, turn - 16
        .endif
        .endm

/* D, complemented: of even words, of odd words. */
        .macro  d_even to, before, after
        chi_turn \to, \after, zero, 1
        xor     \to, \to, \before
        .endm

        .macro  d_odd to, before, after
        chi_turn \to, \before, \after, 0
        .endm

/* A round from the state to the copy. */
        .macro  round_out
        d_even  a3, t4, t6
        d_odd   a4, t6, t3
        d_even  t6, t3, t5
        d_odd   t5, t5, t2
        d_even  a6, t2, tp
        d_odd   tp, tp, t1
        d_even  t3, t1, gp
        d_odd   t1, gp, t0
        d_even  gp, t0, ra
        d_odd   t4, ra, t4
        half    2, 0
        rho     s7, 1, 0, t5
        rho     s8, 2, 1, t3
        rho     s10, 3, 2, t4
        rho     a2, 4, 3, t6
        rho     s9, 0, 4, a3
        chi     t0, s10, a2
        write   t0, 2, sp
        chi     a7, s8, s10
        write   a7, 1, sp
        chi     t2, s7, s8
        write   t2, 0, sp
        chi     s10, s9, s7
        write   s10, 4, sp
        chi     a2, a2, s9
        write   a2, 3, sp
        half    0, 0
        rho     a1, 1, 1, gp
        rho     s6, 2, 2, a4
        rho     s3, 3, 3, t4
        take    s7, 0, 0, STATE, a3
        take    ra, 4, 4, STATE, t6
        chi     s9, s6, s3
        result  s9, t0, 2, sp
        chi     s6, a1, s6
        result  s6, a7, 1, sp
        chi     a1, s7, a1
        iota    a1, 0 + 4 * odd, s6
        result  a1, t2, 0, sp
        chi     s6, ra, s7
        result  s6, s10, 4, sp
        chi     s3, s3, ra
        result  s3, a2, 3, sp
        half    4, 0
        rho     s2, 4, 2, t1
        take    s8, 2, 0, STATE, t3
        take    s7, 0, 3, STATE, tp
        take    ra, 1, 4, STATE, gp
        take    s3, 3, 1, STATE, t4
        chi     s6, ra, s8
        result  s6, s10, 4, sp
        chi     s6, s7, ra
        result  s6, a2, 3, sp
        chi     s6, s2, s7
        result  s6, t0, 2, sp
        chi     s2, s3, s2
        result  s2, a7, 1, sp
        chi     ra, s8, s3
        xor     t2, t2, ra
        half    4, 1
        rho     s4, 3, 1, a6
        rho     s5, 0, 3, a3
        take    s3, 2, 0, STATE, a4
        take    s6, 4, 2, STATE, t6
        take    s2, 1, 4, STATE, t5
        chi     s9, s6, s5
        write   s9, 2, sp
        chi     s7, s4, s6
        write   s7, 1, sp
        chi     s6, s3, s4
        write   s6, 0, sp
        chi     a1, s2, s3
        write   a1, 4, sp
        chi     s2, s5, s2
        write   s2, 3, sp
        half    3, 1
        rho     s11, 1, 2, t5
        rho     s0, 2, 3, t3
        take    s3, 4, 0, STATE, t6
        take    s8, 0, 1, STATE, tp
        take    s5, 3, 4, STATE, t4
        chi     s4, s11, s0
        result  s4, s9, 2, sp
        chi     s11, s8, s11
        result  s11, s7, 1, sp
        chi     s11, s3, s8
        result  s11, s6, 0, sp
        chi     s11, s5, s3
        result  s11, a1, 4, sp
        chi     s4, s0, s5
        xor     s2, s2, s4
        half    1, 1
        take    s11, 3, 0, STATE, t4
        take    s8, 4, 1, STATE, t1
        take    s5, 0, 2, STATE, a3
        take    s3, 1, 3, STATE, gp
        take    t4, 2, 4, STATE, t3
        chi     s0, s5, s3
        result  s0, s9, 2, sp
        chi     s0, s8, s5
        result  s0, s7, 1, sp
        chi     s0, s11, s8
        result  s0, s6, 0, sp
        chi     s0, t4, s11
        result  s0, a1, 4, sp
        chi     s0, s3, t4
        result  s0, s2, 3, sp
        half    1, 0
        take    s5, 4, 1, STATE, t6
        take    s3, 3, 0, STATE, a6
        take    t6, 1, 3, STATE, t5
        take    t4, 2, 4, STATE, a4
        rho     s1, 0, 2, tp
        chi     s0, s3, s5
        result  s0, t2, 0, sp
        chi     s0, t4, s3
        result  s0, s10, 4, sp
        chi     s0, t6, t4
        xor     a2, a2, s0
        chi     t4, s1, t6
        xor     t0, t0, t4
        chi     t6, s5, s1
        xor     a7, a7, t6
        half    0, 1
        take    s11, 1, 1, STATE, t5
        take    s8, 0, 0, STATE, tp
        take    s5, 3, 3, STATE, a6
        take    s3, 4, 4, STATE, t1
        take    t5, 2, 2, STATE, t3
        chi     t3, s8, s11
        iota    t3, 0 + 4 * odd, s1
        result  t3, s6, 0, sp
        chi     s1, s3, s8
        result  s1, a1, 4, sp
        chi     s1, s5, s3
        result  s1, s2, 3, sp
        chi     s1, t5, s5
        result  s1, s9, 2, sp
        chi     t5, s11, t5
        xor     s7, s7, t5
        half    3, 0
        take    s8, 0, 1, STATE, a3
        take    s5, 1, 2, STATE, gp
        take    s1, 2, 3, STATE, a4
        take    s3, 3, 4, STATE, a6
        take    t3, 4, 0, STATE, t1
        chi     a3, s1, s3
        result  a3, a2, 3, sp
        chi     a3, s5, s1
        xor     t0, t0, a3
        chi     s1, s8, s5
        result  s1, a7, 1, sp
        chi     s8, t3, s8
        xor     t2, t2, s8
        chi     t3, s3, t3
        xor     s10, s10, t3
        half    2, 1
        take    s11, 1, 0, STATE, gp
        take    s5, 2, 1, STATE, a4
        take    s3, 3, 2, STATE, a6
        take    a4, 4, 3, STATE, t1
        take    s1, 0, 4, STATE, tp
        chi     gp, s3, a4
        xor     s9, s9, gp
        chi     s3, s5, s3
        xor     s7, s7, s3
        chi     a6, s11, s5
        xor     s6, s6, a6
        chi     tp, s1, s11
        xor     a1, a1, tp
        chi     t1, a4, s1
        xor     s2, s2, t1
        .endm

/* A round from the copy to the state. */
        .macro  round_back
        d_even  s1, s10, s7
        d_odd   a4, s7, a2
        d_even  s5, a2, s6
        d_odd   s7, s6, t0
        d_even  s6, t0, a1
        d_odd   s11, a1, a7
        d_even  a2, a7, s2
        d_odd   a7, s2, t2
        d_even  s2, t2, s9
        d_odd   s10, s9, s10
        half    2, 0
        rho     t5, 1, 0, s7
        rho     t4, 2, 1, a2
        rho     t1, 3, 2, s10
        rho     t3, 4, 3, s5
        rho     ra, 0, 4, s1
        chi     t2, t1, t3
        write   t2, 2, STATE
        chi     t1, t4, t1
        write   t1, 1, STATE
        chi     t0, t5, t4
        write   t0, 0, STATE
        chi     t4, ra, t5
        write   t4, 4, STATE
        chi     t3, t3, ra
        write   t3, 3, STATE
        half    0, 0
        rho     t6, 1, 1, s2
        rho     gp, 2, 2, a4
        rho     s4, 3, 3, s10
        take    t5, 0, 0, sp, s1
        take    ra, 4, 4, sp, s5
        chi     s9, gp, s4
        result  s9, t2, 2, STATE
        chi     gp, t6, gp
        result  gp, t1, 1, STATE
        chi     t6, t5, t6
        iota    t6, 8 + 4 * odd, gp
        result  t6, t0, 0, STATE
        chi     t6, ra, t5
        result  t6, t4, 4, STATE
        chi     t6, s4, ra
        result  t6, t3, 3, STATE
        half    4, 0
        rho     tp, 4, 2, a7
        take    s9, 2, 0, sp, a2
        take    gp, 0, 3, sp, s11
        take    ra, 1, 4, sp, s2
        take    t5, 3, 1, sp, s10
        chi     t6, ra, s9
        result  t6, t4, 4, STATE
        chi     t6, gp, ra
        result  t6, t3, 3, STATE
        chi     t6, tp, gp
        result  t6, t2, 2, STATE
        chi     t6, t5, tp
        result  t6, t1, 1, STATE
        chi     s9, s9, t5
        xor     t0, t0, s9
        half    4, 1
        rho     s0, 3, 1, s6
        rho     s8, 0, 3, s1
        take    tp, 2, 0, sp, a4
        take    t6, 4, 2, sp, s5
        take    gp, 1, 4, sp, s7
        chi     ra, t6, s8
        write   ra, 2, STATE
        chi     t6, s0, t6
        write   t6, 1, STATE
        chi     t5, tp, s0
        write   t5, 0, STATE
        chi     tp, gp, tp
        write   tp, 4, STATE
        chi     gp, s8, gp
        write   gp, 3, STATE
        half    3, 1
        rho     s3, 1, 2, s7
        rho     a3, 2, 3, a2
        take    a1, 4, 0, sp, s5
        take    s8, 0, 1, sp, s11
        take    s0, 3, 4, sp, s10
        chi     s4, s3, a3
        result  s4, ra, 2, STATE
        chi     s3, s8, s3
        result  s3, t6, 1, STATE
        chi     s3, a1, s8
        result  s3, t5, 0, STATE
        chi     s3, s0, a1
        result  s3, tp, 4, STATE
        chi     s3, a3, s0
        xor     gp, gp, s3
        half    1, 1
        take    s4, 3, 0, sp, s10
        take    s10, 4, 1, sp, a7
        take    s0, 0, 2, sp, s1
        take    a1, 1, 3, sp, s2
        take    a3, 2, 4, sp, a2
        chi     s8, s0, a1
        result  s8, ra, 2, STATE
        chi     s0, s10, s0
        result  s0, t6, 1, STATE
        chi     s0, s4, s10
        result  s0, t5, 0, STATE
        chi     s4, a3, s4
        result  s4, tp, 4, STATE
        chi     s10, a1, a3
        result  s10, gp, 3, STATE
        half    1, 0
        take    a1, 4, 1, sp, s5
        take    s0, 3, 0, sp, s6
        take    s10, 1, 3, sp, s7
        take    s4, 2, 4, sp, a4
        rho     a6, 0, 2, s11
        chi     s8, s0, a1
        result  s8, t0, 0, STATE
        chi     s8, s4, s0
        result  s8, t4, 4, STATE
        chi     s4, s10, s4
        xor     t3, t3, s4
        chi     s8, a6, s10
        xor     t2, t2, s8
        chi     a1, a1, a6
        xor     t1, t1, a1
        half    0, 1
        take    s0, 1, 1, sp, s7
        take    s7, 0, 0, sp, s11
        take    s5, 3, 3, sp, s6
        take    a6, 4, 4, sp, a7
        take    s10, 2, 2, sp, a2
        chi     a3, s7, s0
        iota    a3, 8 + 4 * odd, a2
        result  a3, t5, 0, STATE
        chi     a3, a6, s7
        result  a3, tp, 4, STATE
        chi     a3, s5, a6
        result  a3, gp, 3, STATE
        chi     a3, s10, s5
        result  a3, ra, 2, STATE
        chi     s7, s0, s10
        xor     t6, t6, s7
        half    3, 0
        take    s10, 0, 1, sp, s1
        take    a2, 1, 2, sp, s2
        take    s5, 2, 3, sp, a4
        take    a3, 3, 4, sp, s6
        take    s1, 4, 0, sp, a7
        chi     s0, s5, a3
        result  s0, t3, 3, STATE
        chi     s0, a2, s5
        xor     t2, t2, s0
        chi     s5, s10, a2
        result  s5, t1, 1, STATE
        chi     s5, s1, s10
        xor     t0, t0, s5
        chi     a2, a3, s1
        xor     t4, t4, a2
        half    2, 1
        take    a6, 1, 0, sp, s2
        take    s2, 2, 1, sp, a4
        take    s1, 3, 2, sp, s6
        take    s10, 4, 3, sp, a7
        take    a3, 0, 4, sp, s11
        chi     s6, s1, s10
        xor     ra, ra, s6
        chi     s11, s2, s1
        xor     t6, t6, s11
        chi     s1, a6, s2
        xor     t5, t5, s1
        chi     s2, a3, a6
        xor     tp, tp, s2
        chi     s10, s10, a3
        xor     gp, gp, s10
        .endm
        .endm

/* C of the state, and the words that stay in registers. */
        .macro  columns_and_words
        fetch   t0, 0, 0, 0
        fetch   a3, 0, 1, 0
        xor     t0, t0, a3
        fetch   a3, 0, 2, 0
        xor     t0, t0, a3
        fetch   s5, 0, 3, 0
        xor     t0, t0, s5
        fetch   s9, 0, 4, 0
        xor     t0, t0, s9
        fetch   t5, 0, 0, 1
        fetch   a3, 0, 1, 1
        xor     t5, t5, a3
        fetch   s1, 0, 2, 1
        xor     t5, t5, s1
        fetch   a3, 0, 3, 1
        xor     t5, t5, a3
        fetch   a3, 0, 4, 1
        xor     t5, t5, a3
        fetch   t1, 1, 0, 0
        fetch   a1, 1, 1, 0
        xor     t1, t1, a1
        fetch   a3, 1, 2, 0
        xor     t1, t1, a3
        fetch   a3, 1, 3, 0
        xor     t1, t1, a3
        fetch   a3, 1, 4, 0
        xor     t1, t1, a3
        fetch   t6, 1, 1, 1
        fetch   s7, 1, 0, 1
        xor     t6, t6, s7
        fetch   s11, 1, 2, 1
        xor     t6, t6, s11
        fetch   a3, 1, 3, 1
        xor     t6, t6, a3
        fetch   a3, 1, 4, 1
        xor     t6, t6, a3
        fetch   t2, 2, 0, 0
        fetch   s8, 2, 1, 0
        xor     t2, t2, s8
        fetch   a3, 2, 2, 0
        xor     t2, t2, a3
        fetch   s0, 2, 3, 0
        xor     t2, t2, s0
        fetch   a3, 2, 4, 0
        xor     t2, t2, a3
        fetch   ra, 2, 0, 1
        fetch   a3, 2, 1, 1
        xor     ra, ra, a3
        fetch   s6, 2, 2, 1
        xor     ra, ra, s6
        fetch   a3, 2, 3, 1
        xor     ra, ra, a3
        fetch   a3, 2, 4, 1
        xor     ra, ra, a3
        fetch   t3, 3, 0, 0
        fetch   s4, 3, 1, 0
        xor     t3, t3, s4
        fetch   a3, 3, 2, 0
        xor     t3, t3, a3
        fetch   a3, 3, 3, 0
        xor     t3, t3, a3
        fetch   a3, 3, 4, 0
        xor     t3, t3, a3
        fetch   gp, 3, 0, 1
        fetch   a3, 3, 1, 1
        xor     gp, gp, a3
        fetch   s10, 3, 2, 1
        xor     gp, gp, s10
        fetch   s3, 3, 3, 1
        xor     gp, gp, s3
        fetch   a3, 3, 4, 1
        xor     gp, gp, a3
        fetch   t4, 4, 0, 0
        fetch   a3, 4, 1, 0
        xor     t4, t4, a3
        fetch   a3, 4, 2, 0
        xor     t4, t4, a3
        fetch   a2, 4, 3, 0
        xor     t4, t4, a2
        fetch   a3, 4, 4, 0
        xor     t4, t4, a3
        fetch   tp, 4, 0, 1
        fetch   a3, 4, 1, 1
        xor     tp, tp, a3
        fetch   s2, 4, 2, 1
        xor     tp, tp, s2
        fetch   a3, 4, 3, 1
        xor     tp, tp, a3
        fetch   a3, 4, 4, 1
        xor     tp, tp, a3
        .endm

/* The words that are in registers, to the state. */
        .macro  put_back
        put     s7, 1, 0, 1
        put     a1, 1, 1, 0
        put     s8, 2, 1, 0
        put     s4, 3, 1, 0
        put     s1, 0, 2, 1
        put     s11, 1, 2, 1
        put     s6, 2, 2, 1
        put     s10, 3, 2, 1
        put     s2, 4, 2, 1
        put     s5, 0, 3, 0
        put     s0, 2, 3, 0
        put     s3, 3, 3, 1
        put     a2, 4, 3, 0
        put     s9, 0, 4, 0
        .endm

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
