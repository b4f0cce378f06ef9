/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s or BLAKE2b of many messages in vectors of amd64 or AArch64.
 *
 * A private header; common/fast.h, common/many_plain.h, common/lanes_amd64.h or lanes_neon.h, and
 * LEAST_LANES of common/many.h come before it.
 *
 * Names are those of RFC 7693, sections 2.6, 3.1 and 3.2.
 */
#ifndef MOTE_BLAKE_MANY_H
#define MOTE_BLAKE_MANY_H

#include "blake/rounds_fast.h"

#if WORD_BITS == 32
typedef u32 word;
#define BLOCK_BYTES 64
#define R1 16
#define R2 12
#define R3 8
#define R4 7
static const word IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};
#else
typedef u64 word;
#define BLOCK_BYTES 128
#define R1 32
#define R2 24
#define R3 16
#define R4 63
static const word IV[8] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179),
};
#endif

/* Of the counter t no lane needs more than 64 bits: no message is longer. */
#define STATE                                                                                      \
    word h[8][LANES] __attribute__((__aligned__(64)));                                             \
    word t0[LANES] __attribute__((__aligned__(64))), t1[LANES] __attribute__((__aligned__(64)));   \
    word bytes[LANES] __attribute__((__aligned__(64))); /* of the message in the block */          \
    word digest[LANES][8] __attribute__((__aligned__(64)));
#define END_BYTES BLOCK_BYTES
/* The last block, which is known as such, may be a whole one. */
#define WHOLE_BLOCKS(m, len) ((len) == 0 ? 0 : ((len) - 1) / BLOCK_BYTES)

#include "common/many.h"

#define AS_IT_LIES(x) (x)

#define HALF_G(a, b, c, d, x, for_d, for_b)                                                        \
    v[a] = ADD(ADD(v[a], w[x]), v[b]);                                                             \
    v[d] = ROTATED_R##for_d(XOR(v[d], v[a]));                                                      \
    v[c] = ADD(v[c], v[d]);                                                                        \
    v[b] = ROTATED_R##for_b(XOR(v[b], v[c]))
/* Rotations by whole bytes are one instruction with AVX2, too. */
#ifdef LANES_AVX512
#define ROTATED_R1(x) ROTR(x, R1)
#define ROTATED_R3(x) ROTR(x, R3)
#elif defined LANES_NEON
#if WORD_BITS == 32
#define ROTATED_R1(x) vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
#else
#define ROTATED_R1(x) vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x)))
#endif
#define ROTATED_R3(x) SHUFFLED_BYTES(x, by_r3)
#else
#define ROTATED_R1(x) SHUFFLED_BYTES(x, by_r1)
#define ROTATED_R3(x) SHUFFLED_BYTES(x, by_r3)
#endif
#if WORD_BITS == 64 && !defined LANES_AVX512
#define ROTATED_R2(x) SHUFFLED_BYTES(x, by_r2)
#else
#define ROTATED_R2(x) ROTR(x, R2)
#endif
#define ROTATED_R4(x) ROTR(x, R4)

/* Four functions G step by step, as a step of one waits for the one before. */
#define FOUR_HALVES(x0, x1, x2, x3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, for_d, for_b)  \
    HALF_G(0, b0, c0, d0, x0, for_d, for_b);                                                       \
    HALF_G(1, b1, c1, d1, x1, for_d, for_b);                                                       \
    HALF_G(2, b2, c2, d2, x2, for_d, for_b);                                                       \
    HALF_G(3, b3, c3, d3, x3, for_d, for_b)

/* In place of that on single words: the rounds with their rows of sigma are the same. */
#undef ROUND
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    FOUR_HALVES(s0, s2, s4, s6, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 2);                   \
    FOUR_HALVES(s1, s3, s5, s7, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 3, 4);                   \
    FOUR_HALVES(s8, s10, s12, s14, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14, 1, 2);                \
    FOUR_HALVES(s9, s11, s13, s15, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14, 3, 4)

/* The block's bytes are added to the counter: t0 < bytes is a carry. */
#ifdef LANES_AVX512
#define CARRIED(t1, t0, bytes) OP(mask_add)(t1, COMPARED(t0, bytes), t1, ALL(1))
#if WORD_BITS == 32
#define COMPARED(x, y) _mm512_cmplt_epu32_mask(x, y)
#else
#define COMPARED(x, y) _mm512_cmplt_epu64_mask(x, y)
#endif
#elif WORD_BITS == 32 && defined LANES_NEON
#define CARRIED(t1, t0, bytes) vsubq_u32(t1, vcgtq_u32(bytes, t0))
#elif WORD_BITS == 32
#define CARRIED(t1, t0, bytes)                                                                     \
    ADD(t1, ADD(ALL(1), _mm256_cmpeq_epi32(_mm256_max_epu32(t0, bytes), t0)))
#else
#define CARRIED(t1, t0, bytes) (t1)
#endif

#ifdef LANES_NEON
/* Bytes of words rotated by R3, and of those of 64 bits by R2 */
#if WORD_BITS == 32
static const unsigned char BY_R3[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};
#else
static const unsigned char BY_R2[16] = {3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10};
static const unsigned char BY_R3[16] = {2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9};
#endif
#endif

FEATURES static void step(lanes *s, const messages *m, size_t blocks) {
#ifdef LANES_NEON
    const uint8x16_t by_r3 = vld1q_u8(BY_R3);
#if WORD_BITS == 64
    const uint8x16_t by_r2 = vld1q_u8(BY_R2);
#endif
#elif !defined LANES_AVX512
#if WORD_BITS == 32
    const vector by_r1 = EVERYWHERE(_mm_set_epi32(0x0D0C0F0E, 0x09080B0A, 0x05040706, 0x01000302));
    const vector by_r3 = EVERYWHERE(_mm_set_epi32(0x0C0F0E0D, 0x080B0A09, 0x04070605, 0x00030201));
#else
    const vector by_r1 = EVERYWHERE(_mm_set_epi32(0x0B0A0908, 0x0F0E0D0C, 0x03020100, 0x07060504));
    const vector by_r2 = EVERYWHERE(_mm_set_epi32(0x0A09080F, 0x0E0D0C0B, 0x02010007, 0x06050403));
    const vector by_r3 = EVERYWHERE(_mm_set_epi32(0x09080F0E, 0x0D0C0B0A, 0x01000706, 0x05040302));
#endif
#endif
    vector v[16], w[16], h[8], t0, t1, bytes, last = ALL(0);
    size_t from = 0;
    unsigned lane, left, i;

    for (i = 0; i < 8; i++)
        h[i] = LOADED(s->h[i]);
    t0 = LOADED(s->t0);
    t1 = LOADED(s->t1);
    if (s->fresh != 0) {
        for (i = 0; i < 8; i++)
            h[i] = BLENDED(s->fresh, h[i], ALL(i == 0 ? IV[0] ^ 0x01010000 ^ m->out_bytes : IV[i]));
        t0 = BLENDED(s->fresh, t0, ALL(0));
        t1 = BLENDED(s->fresh, t1, ALL(0));
    }
    bytes = ALL(BLOCK_BYTES);
    if (s->ending != 0) {
        /* A step is one block then. */
        bytes = BLENDED(s->ending, bytes, LOADED(s->bytes));
        last = BLENDED(s->ending, last, ALL(-1));
    }
    (void)lane;
    (void)left;
    do {
        t0 = ADD(t0, bytes);
        t1 = CARRIED(t1, t0, bytes);
        for (i = 0; i < 16; i += WORDS_OF_16_BYTES)
            TAKE_WORDS(w + i, s->at, from + i * (WORD_BITS / 8), AS_IT_LIES);
        for (i = 0; i < 8; i++) {
            v[i] = h[i];
            v[i + 8] = ALL(IV[i]);
        }
        v[12] = XOR(v[12], t0);
        v[13] = XOR(v[13], t1);
        v[14] = XOR(v[14], last);
        TEN_ROUNDS;
#if WORD_BITS == 64
        ROUND0;
        ROUND1;
#endif
        for (i = 0; i < 8; i++)
            h[i] = XOR3(h[i], v[i], v[i + 8]);
        from += BLOCK_BYTES;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        KEEP(s->h[i], h[i]);
    KEEP(s->t0, t0);
    KEEP(s->t1, t1);
}

FEATURES static size_t make_end(lanes *s, const messages *m, unsigned lane,
                                const unsigned char *rest, unsigned bytes, size_t len) {
    unsigned char *end = s->end[lane];

    (void)m;
    (void)len;
    s->bytes[lane] = bytes;
#ifdef LANES_AVX512
    /* In vectors, as the processor would have to wait for bytes that are read as vectors right after. */
#define BYTES_UP_TO_64(p, n) _mm512_maskz_loadu_epi8(~(u64)0 >> (64 - (n)), p)
    KEEP(end, bytes == 0 ? ALL(0) : BYTES_UP_TO_64(rest, bytes < 64 ? bytes : 64));
#if BLOCK_BYTES == 128
    KEEP(end + 64, bytes <= 64 ? ALL(0) : BYTES_UP_TO_64(rest + 64, bytes - 64));
#endif
#else
    memset(end, 0, BLOCK_BYTES);
    if (bytes != 0)
        memcpy(end, rest, bytes);
#endif
    return 1;
}

FEATURES static unsigned finish(lanes *s, const messages *m, unsigned ended) {
    unsigned char *dst;
    unsigned lane, left, i;
    vector h[8];

    for (i = 0; i < 8; i++)
        h[i] = LOADED(s->h[i]);
    for (i = 0; i < 8; i += WORDS_OF_16_BYTES)
        PUT_WORDS(s->digest, i, h + i, AS_IT_LIES);
    FOR_LANES(lane, ended) {
        dst = m->dst + s->number[lane] * m->out_bytes;
        if (m->out_bytes == 8 * sizeof(word))
            memcpy(dst, s->digest[lane], 8 * sizeof(word));
        else
            memcpy(dst, s->digest[lane], m->out_bytes);
    }
    return ended;
}

FEATURES static void end_alone(lanes *s, const messages *m, unsigned lane) {
    size_t len = m->len[s->number[lane]], whole = WHOLE_BLOCKS(m, len), done;
    const unsigned char *data = (const unsigned char *)m->data[s->number[lane]];
    CONTEXT cc;
    unsigned i;

    INIT(&cc, 8 * m->out_bytes);
    if (!(s->fresh >> lane & 1)) {
        done = (s->ending >> lane & 1 ? whole : whole - s->blocks[lane]) * BLOCK_BYTES;
        for (i = 0; i < 8; i++)
            memcpy((word *)(void *)cc.h + i, &s->h[i][lane], sizeof(word));
        memcpy(cc.t, &s->t0[lane], sizeof(word));
        memcpy((word *)(void *)cc.t + 1, &s->t1[lane], sizeof(word));
        if (len != 0)
            data += done;
        len -= done;
    }
    UPDATE(&cc, data, len);
    CLOSE(&cc, 0, 0, m->dst + s->number[lane] * m->out_bytes);
    FORGET(cc);
}

#endif
