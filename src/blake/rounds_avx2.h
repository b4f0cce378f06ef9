/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of BLAKE and BLAKE2 with AVX2 share: the rounds on vectors, of which each
 * holds a row of four words of the state.
 *
 * A private header.  The source defines before it uses them
 *
 *     COLUMNS(i, j, k, l, i2, j2, k2, l2)   the function G on the four columns; their entries of the row
 *                                           of sigma are i and i2, j and j2, k and k2, l and l2
 *     TURN, TURN_BACK                       each diagonal into the column of its word b, and back
 *
 * b stays where it is, as it is what comes last in G, and what the next one begins with.
 */
#ifndef MOTE_BLAKE_ROUNDS_AVX2_H
#define MOTE_BLAKE_ROUNDS_AVX2_H

#include "blake/rounds_fast.h"

/* In place of that on single words: the rounds with their rows of sigma are the same. */
#undef ROUND
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    COLUMNS(s0, s2, s4, s6, s1, s3, s5, s7);                                                       \
    TURN;                                                                                          \
    COLUMNS(s14, s8, s10, s12, s15, s9, s11, s13);                                                 \
    TURN_BACK

#endif
