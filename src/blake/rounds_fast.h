/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of BLAKE and BLAKE2 share: the rounds, written
 * out.
 *
 * A private header.  The source defines before it uses them
 *
 *     STEP_A(a, b, x, y)    a = a + b + the words that the sigma row's entries x and y select
 *     STEP_D(d, a, half)    d = (d ^ a) rotated right as the half 0 or 1 of the function G has it
 *     STEP_B(b, c, half)    b = (b ^ c) rotated right likewise
 *
 * and has the state in v0 to v15 (BLAKE proposal, section 2.1.2; RFC 7693, section 3.2).
 */
#ifndef MOTE_BLAKE_ROUNDS_FAST_H
#define MOTE_BLAKE_ROUNDS_FAST_H

/*
 * A round: four columns side by side, then four diagonals; the arguments are a row of sigma.
 */
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    STEP_A(v0, v4, s0, s1);                                                                        \
    STEP_A(v1, v5, s2, s3);                                                                        \
    STEP_A(v2, v6, s4, s5);                                                                        \
    STEP_A(v3, v7, s6, s7);                                                                        \
    STEP_D(v12, v0, 0);                                                                            \
    STEP_D(v13, v1, 0);                                                                            \
    STEP_D(v14, v2, 0);                                                                            \
    STEP_D(v15, v3, 0);                                                                            \
    v8 += v12;                                                                                     \
    v9 += v13;                                                                                     \
    v10 += v14;                                                                                    \
    v11 += v15;                                                                                    \
    STEP_B(v4, v8, 0);                                                                             \
    STEP_B(v5, v9, 0);                                                                             \
    STEP_B(v6, v10, 0);                                                                            \
    STEP_B(v7, v11, 0);                                                                            \
    STEP_A(v0, v4, s1, s0);                                                                        \
    STEP_A(v1, v5, s3, s2);                                                                        \
    STEP_A(v2, v6, s5, s4);                                                                        \
    STEP_A(v3, v7, s7, s6);                                                                        \
    STEP_D(v12, v0, 1);                                                                            \
    STEP_D(v13, v1, 1);                                                                            \
    STEP_D(v14, v2, 1);                                                                            \
    STEP_D(v15, v3, 1);                                                                            \
    v8 += v12;                                                                                     \
    v9 += v13;                                                                                     \
    v10 += v14;                                                                                    \
    v11 += v15;                                                                                    \
    STEP_B(v4, v8, 1);                                                                             \
    STEP_B(v5, v9, 1);                                                                             \
    STEP_B(v6, v10, 1);                                                                            \
    STEP_B(v7, v11, 1);                                                                            \
    STEP_A(v0, v5, s8, s9);                                                                        \
    STEP_A(v1, v6, s10, s11);                                                                      \
    STEP_A(v2, v7, s12, s13);                                                                      \
    STEP_A(v3, v4, s14, s15);                                                                      \
    STEP_D(v15, v0, 0);                                                                            \
    STEP_D(v12, v1, 0);                                                                            \
    STEP_D(v13, v2, 0);                                                                            \
    STEP_D(v14, v3, 0);                                                                            \
    v10 += v15;                                                                                    \
    v11 += v12;                                                                                    \
    v8 += v13;                                                                                     \
    v9 += v14;                                                                                     \
    STEP_B(v5, v10, 0);                                                                            \
    STEP_B(v6, v11, 0);                                                                            \
    STEP_B(v7, v8, 0);                                                                             \
    STEP_B(v4, v9, 0);                                                                             \
    STEP_A(v0, v5, s9, s8);                                                                        \
    STEP_A(v1, v6, s11, s10);                                                                      \
    STEP_A(v2, v7, s13, s12);                                                                      \
    STEP_A(v3, v4, s15, s14);                                                                      \
    STEP_D(v15, v0, 1);                                                                            \
    STEP_D(v12, v1, 1);                                                                            \
    STEP_D(v13, v2, 1);                                                                            \
    STEP_D(v14, v3, 1);                                                                            \
    v10 += v15;                                                                                    \
    v11 += v12;                                                                                    \
    v8 += v13;                                                                                     \
    v9 += v14;                                                                                     \
    STEP_B(v5, v10, 1);                                                                            \
    STEP_B(v6, v11, 1);                                                                            \
    STEP_B(v7, v8, 1);                                                                             \
    STEP_B(v4, v9, 1)

/* The rounds 0 to 9; later ones are the same again (BLAKE, table 2; RFC 7693, section 2.7). */
#define ROUND0 ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define ROUND1 ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
#define ROUND2 ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
#define ROUND3 ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
#define ROUND4 ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
#define ROUND5 ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
#define ROUND6 ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
#define ROUND7 ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
#define ROUND8 ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
#define ROUND9 ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)

#define TEN_ROUNDS                                                                                 \
    ROUND0;                                                                                        \
    ROUND1;                                                                                        \
    ROUND2;                                                                                        \
    ROUND3;                                                                                        \
    ROUND4;                                                                                        \
    ROUND5;                                                                                        \
    ROUND6;                                                                                        \
    ROUND7;                                                                                        \
    ROUND8;                                                                                        \
    ROUND9

#endif
