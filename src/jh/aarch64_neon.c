/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH with vectors of AArch64, in C.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6, places those of portable_fast.c: a
 * vector holds the 128 bits of one k and s, and so a round is one of eight vectors.
 */
#include "mote/jh.h"

typedef mote_jh_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "jh/fast.h"

#include "common/aarch64_neon.h"

#define LOAD(p) vreinterpretq_u64_u32(vld1q_u32(p))
#define STORE(p, x) vst1q_u32(p, vreinterpretq_u32_u64(x))

/* a: the bits of s = 0, of k = 0 to 3; b: those of s = 1 */
#define LAYERS                                                                                     \
    (c0 = vld1q_u64(c), c1 = vld1q_u64(c + 2), SUBSTITUTE(a0, a1, a2, a3, c0),                     \
     SUBSTITUTE(b0, b1, b2, b3, c1), ADD_DOUBLE(b0, b1, b2, b3, a0, a1, a2, a3),                   \
     ADD_DOUBLE(a0, a1, a2, a3, b0, b1, b2, b3), c += 4)

/* Neighbours of n bits change places; mask: those that lie lower. */
#define FLIP(x, n, mask) (x = vbslq_u64(mask, vshrq_n_u64(x, n), vshlq_n_u64(x, n)))
#define FLIP_BITS(n, mask)                                                                         \
    (FLIP(b0, n, mask), FLIP(b1, n, mask), FLIP(b2, n, mask), FLIP(b3, n, mask))
#define EACH(flip) (b0 = flip(b0), b1 = flip(b1), b2 = flip(b2), b3 = flip(b3))
#define BYTES(x) vreinterpretq_u8_u64(x)
#define BY_4(x) vreinterpretq_u64_u8(vsriq_n_u8(vshlq_n_u8(BYTES(x), 4), BYTES(x), 4))
#define BY_8(x) vreinterpretq_u64_u8(vrev16q_u8(BYTES(x)))
#define BY_16(x) vreinterpretq_u64_u16(vrev32q_u16(vreinterpretq_u16_u64(x)))
#define BY_32(x) vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x)))
#define BY_64(x) vextq_u64(x, x, 1)

#define SEVEN_ROUNDS                                                                               \
    (LAYERS, FLIP_BITS(1, bits), LAYERS, FLIP_BITS(2, pairs), LAYERS, EACH(BY_4), LAYERS,          \
     EACH(BY_8), LAYERS, EACH(BY_16), LAYERS, EACH(BY_32), LAYERS, EACH(BY_64))

/* Two words of the message, the highest byte of each first */
#define WORDS(p) vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(p)))

/* F8 (section 5) on some blocks */
static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const uint64x2_t bits = vreinterpretq_u64_u8(vdupq_n_u8(0x55));
    const uint64x2_t pairs = vreinterpretq_u64_u8(vdupq_n_u8(0x33));
    uint64x2_t a0 = LOAD(cc->H), a1 = LOAD(cc->H + 8), a2 = LOAD(cc->H + 16), a3 = LOAD(cc->H + 24);
    uint64x2_t b0 = LOAD(cc->H + 4), b1 = LOAD(cc->H + 12), b2 = LOAD(cc->H + 20);
    uint64x2_t b3 = LOAD(cc->H + 28), c0, c1, t;
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
