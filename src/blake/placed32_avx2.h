/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Rounds of BLAKE2s and BLAKE3 with AVX2 of amd64 that find their words of the message in memory, in the order of
 * their use: registers for single words put them there while vectors compute rounds before.
 *
 * Rounds on vectors wait for each other all the time, and words that are picked out of vectors take units that they
 * wait for.  Two rounds lie between, as a vector of words that were just written is read late.
 *
 * A private header.  PLACED_ROUND is for functions of a source that includes blake/rounds32_avx2.h.
 */
#ifndef MOTE_BLAKE_PLACED32_AVX2_H
#define MOTE_BLAKE_PLACED32_AVX2_H

/* Word i of the message at data, to place n from `to` on; volatile, as a compiler would make vectors of them. */
#define PLACE(n, i) ((volatile u32 *)to)[n] = get_le32(data + 4 * (i))

/* The words of a round by its row of sigma, in the order of blake/rounds_avx2.h */
#define PLACE_ROW(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)            \
    PLACE(0, s0), PLACE(1, s2), PLACE(2, s4), PLACE(3, s6), PLACE(4, s1), PLACE(5, s3),            \
        PLACE(6, s5), PLACE(7, s7), PLACE(8, s14), PLACE(9, s8), PLACE(10, s10), PLACE(11, s12),   \
        PLACE(12, s15), PLACE(13, s9), PLACE(14, s11), PLACE(15, s13)

#define PLACING __attribute__((__always_inline__)) static __inline__ void

/* A round with the words at w */
#define PLACED_ROUND(w)                                                                            \
    HALF_G(LOAD(w), ROTR_16, ROTR_12);                                                             \
    HALF_G(LOAD((w) + 4), ROTR_8, ROTR_7);                                                         \
    TURN;                                                                                          \
    HALF_G(LOAD((w) + 8), ROTR_16, ROTR_12);                                                       \
    HALF_G(LOAD((w) + 12), ROTR_8, ROTR_7);                                                        \
    TURN_BACK

#endif
