/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What JH with AVX2 and with AVX-512 of amd64 share: the rounds, and F8.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6, places those of portable_fast.c: a
 * vector holds the 128 bits of one k and s, and so a round is one of eight vectors.
 *
 * A private header; before it come jh/fast.h, or in place of its layers others, and
 *
 *     #define FEATURES ...                  what the processor was asked for
 *     #define FLIP(x, n, mask)              neighbours of n bits change places; mask: those that lie lower
 */
#ifndef MOTE_JH_AMD64_H
#define MOTE_JH_AMD64_H

#if !defined __x86_64__ || defined __ILP32__
#error "jh/amd64.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* a: the bits of s = 0, of k = 0 to 3; b: those of s = 1 */
#define LAYERS                                                                                     \
    (c0 = LOAD(c), c1 = LOAD(c + 2), SUBSTITUTE(a0, a1, a2, a3, c0),                               \
     SUBSTITUTE(b0, b1, b2, b3, c1), ADD_DOUBLE(b0, b1, b2, b3, a0, a1, a2, a3),                   \
     ADD_DOUBLE(a0, a1, a2, a3, b0, b1, b2, b3), c += 4)

/* Neighbours of n bits, or of bytes and more, change places. */
#define FLIP_BITS(n, mask)                                                                         \
    (t = _mm_set1_epi8(mask), b0 = FLIP(b0, n, t), b1 = FLIP(b1, n, t), b2 = FLIP(b2, n, t),       \
     b3 = FLIP(b3, n, t))
#define FLIP_BYTES(how)                                                                            \
    (t = how, b0 = _mm_shuffle_epi8(b0, t), b1 = _mm_shuffle_epi8(b1, t),                          \
     b2 = _mm_shuffle_epi8(b2, t), b3 = _mm_shuffle_epi8(b3, t))
#define FLIP_WORDS(how)                                                                            \
    (b0 = _mm_shuffle_epi32(b0, how), b1 = _mm_shuffle_epi32(b1, how),                             \
     b2 = _mm_shuffle_epi32(b2, how), b3 = _mm_shuffle_epi32(b3, how))
#define BY_8 _mm_set_epi32(0x0E0F0C0D, 0x0A0B0809, 0x06070405, 0x02030001)
#define BY_16 _mm_set_epi32(0x0D0C0F0E, 0x09080B0A, 0x05040706, 0x01000302)
#define BY_32 0xB1
#define BY_64 0x4E

#define SEVEN_ROUNDS                                                                               \
    (LAYERS, FLIP_BITS(1, 0x55), LAYERS, FLIP_BITS(2, 0x33), LAYERS, FLIP_BITS(4, 0x0F), LAYERS,   \
     FLIP_BYTES(BY_8), LAYERS, FLIP_BYTES(BY_16), LAYERS, FLIP_WORDS(BY_32), LAYERS,               \
     FLIP_WORDS(BY_64))

/* Two words of the message, the highest byte of each first */
#define WORDS(p)                                                                                   \
    _mm_shuffle_epi8(LOAD(p), _mm_set_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607))

/* F8 (section 5) on some blocks */
FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    __m128i a0 = LOAD(cc->H), a1 = LOAD(cc->H + 8), a2 = LOAD(cc->H + 16), a3 = LOAD(cc->H + 24);
    __m128i b0 = LOAD(cc->H + 4), b1 = LOAD(cc->H + 12), b2 = LOAD(cc->H + 20);
    __m128i b3 = LOAD(cc->H + 28), c0, c1, t;
    const u64 *c;
    unsigned i;

    do {
        a0 ^= WORDS(data);
        b0 ^= WORDS(data + 16);
        a1 ^= WORDS(data + 32);
        b1 ^= WORDS(data + 48);
        c = constants;
        do {
            SEVEN_ROUNDS;
        } while (c != constants + 42 * 4);
        a2 ^= WORDS(data);
        b2 ^= WORDS(data + 16);
        a3 ^= WORDS(data + 32);
        b3 ^= WORDS(data + 48);
        cc->count[0] += 512;
        for (i = 0; cc->count[i] == 0 && i < 3;)
            cc->count[++i]++;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    STORE(cc->H, a0);
    STORE(cc->H + 4, b0);
    STORE(cc->H + 8, a1);
    STORE(cc->H + 12, b1);
    STORE(cc->H + 16, a2);
    STORE(cc->H + 20, b2);
    STORE(cc->H + 24, a3);
    STORE(cc->H + 28, b3);
}

#include "jh/functions.h"

#endif
