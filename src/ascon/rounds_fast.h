/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Ascon share: the rounds of the permutation.
 *
 * A private header.  The source includes common/fast.h before it, and has u64 x0, x1, x2, x3, x4
 * (the state) and t0, t1, t2, t3, t4.
 *
 * Names are those of NIST SP 800-232, section 3.
 */
#ifndef MOTE_ASCON_ROUNDS_FAST_H
#define MOTE_ASCON_ROUNDS_FAST_H

#define CHI(x, y, z) ((x) ^ (~(y) & (z)))

/* x, and x rotated right by a and by a + b */
#define DIFFUSE(x, a, b) ((x) ^ ROTR64((x) ^ ROTR64(x, b), a))

/* A round: sections 3.2 (constant), 3.3 (substitution) and 3.4 (linear diffusion) */
#define ROUND(constant)                                                                            \
    (x0 ^= x4, x4 ^= x3, x2 ^= x1 ^ (constant), t0 = CHI(x0, x1, x2), t1 = CHI(x1, x2, x3),        \
     t2 = CHI(x2, x3, x4), t3 = CHI(x3, x4, x0), t4 = CHI(x4, x0, x1), t1 ^= t0, t0 ^= t4,         \
     t3 ^= t2, x0 = DIFFUSE(t0, 19, 9), x1 = DIFFUSE(t1, 61, 42), x2 = DIFFUSE(t2, 1, 5),          \
     x3 = DIFFUSE(t3, 10, 7), x4 = DIFFUSE(t4, 7, 34))

/*
 * Each round leaves x2 complemented; the next one's constant, complemented, mends it.  The first four
 * rounds of Ascon-p[12], and the eight that follow there and are Ascon-p[8].
 */
#define FOUR_ROUNDS (ROUND(0xF0), ROUND(~(u64)0xE1), ROUND(~(u64)0xD2), ROUND(~(u64)0xC3), x2 = ~x2)
#define EIGHT_ROUNDS                                                                               \
    (ROUND(0xB4), ROUND(~(u64)0xA5), ROUND(~(u64)0x96), ROUND(~(u64)0x87), ROUND(~(u64)0x78),      \
     ROUND(~(u64)0x69), ROUND(~(u64)0x5A), ROUND(~(u64)0x4B), x2 = ~x2)

#define LOAD_STATE(S)                                                                              \
    (x0 = JOIN64(S), x1 = JOIN64((S) + 2), x2 = JOIN64((S) + 4), x3 = JOIN64((S) + 6),             \
     x4 = JOIN64((S) + 8))
#define STORE_STATE(S)                                                                             \
    (SPLIT64(S, x0), SPLIT64((S) + 2, x1), SPLIT64((S) + 4, x2), SPLIT64((S) + 6, x3),             \
     SPLIT64((S) + 8, x4))

#endif
