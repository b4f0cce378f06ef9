/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Words of 64 bits of a message, as rows of G, with AVX2 of amd64: for BLAKE2b, BLAKE-512 and BLAKE-64.
 *
 * A private header.  Who uses it has the message in m, an array of eight vectors with two words in both halves
 * of each.
 */
#ifndef MOTE_BLAKE_WORDS64_AVX2_H
#define MOTE_BLAKE_WORDS64_AVX2_H

/* Words i and j of the message in both halves: m[n] has 2n and 2n + 1 there. */
#define PAIR(i, j)                                                                                 \
    ((i) % 2 == 0   ? (j) % 2 == 0 ? _mm256_unpacklo_epi64(m[(i) / 2], m[(j) / 2])                 \
                                   : _mm256_blend_epi32(m[(i) / 2], m[(j) / 2], 0xCC)              \
     : (j) % 2 == 0 ? _mm256_alignr_epi8(m[(j) / 2], m[(i) / 2], 8)                                \
                    : _mm256_unpackhi_epi64(m[(i) / 2], m[(j) / 2]))
#define WORDS(i, j, k, l) _mm256_blend_epi32(PAIR(i, j), PAIR(k, l), 0xF0)

#endif
