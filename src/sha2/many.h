/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-256 or SHA-512 of many messages in vectors of amd64.
 *
 * A private header.  Before it come common/fast.h, common/lanes_amd64.h, common/many_plain.h and
 *
 *     typedef u32 word;                    or u64
 *     #define BLOCK_BYTES 64               or 128
 *     #define LENGTH_BYTES 8               or 16: of the message's length in the last block
 *     static const word K[64 or 80]
 *     #define FIRST_STATE(m)               eight words
 *     #define SIGMA0(x) ...                SIGMA1, SMALL_SIGMA0, SMALL_SIGMA1 on vectors
 *     #define LEAST_LANES                  of common/many.h
 *
 * Names are those of FIPS 180-4, sections 4.1, 5.1 and 6.
 */
#ifndef MOTE_SHA2_MANY_H
#define MOTE_SHA2_MANY_H

#define ROUNDS (sizeof K / sizeof K[0])
#define STATE                                                                                      \
    word h[8][LANES] __attribute__((__aligned__(64)));                                             \
    word digest[LANES][8] __attribute__((__aligned__(64)));
#define END_BYTES (2 * BLOCK_BYTES)

#include "common/many.h"

#define IN_WORDS(x) SHUFFLED_BYTES(x, byte_order)
#if WORD_BITS == 32
#define BYTE_ORDER_OF_WORDS                                                                        \
    EVERYWHERE(_mm_set_epi32(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203))
#define PUT_WORD put_be32
#else
#define BYTE_ORDER_OF_WORDS                                                                        \
    EVERYWHERE(_mm_set_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607))
#define PUT_WORD put_be64
#endif

/* A step with the word i of the schedule, and its constant. */
#define STEP(a, b, c, d, e, f, g, h, i)                                                            \
    h = ADD(h, ADD(w[i], ALL(k[i])));                                                              \
    h = ADD(ADD(h, CHOICE_OF_BITS(e, f, g)), SIGMA1(e));                                           \
    d = ADD(d, h);                                                                                 \
    h = ADD(ADD(h, MAJORITY(a, b, c)), SIGMA0(a))
/* The word of the schedule 16 steps later in its place. */
#define NEXT(i)                                                                                    \
    w[i] = ADD(ADD(w[i], SMALL_SIGMA0(w[((i) + 1) % 16])),                                         \
               ADD(w[((i) + 9) % 16], SMALL_SIGMA1(w[((i) + 14) % 16])))
#define EIGHT_STEPS(i, AFTER)                                                                      \
    STEP(a, b, c, d, e, f, g, h, (i) + 0);                                                         \
    AFTER((i) + 0);                                                                                \
    STEP(h, a, b, c, d, e, f, g, (i) + 1);                                                         \
    AFTER((i) + 1);                                                                                \
    STEP(g, h, a, b, c, d, e, f, (i) + 2);                                                         \
    AFTER((i) + 2);                                                                                \
    STEP(f, g, h, a, b, c, d, e, (i) + 3);                                                         \
    AFTER((i) + 3);                                                                                \
    STEP(e, f, g, h, a, b, c, d, (i) + 4);                                                         \
    AFTER((i) + 4);                                                                                \
    STEP(d, e, f, g, h, a, b, c, (i) + 5);                                                         \
    AFTER((i) + 5);                                                                                \
    STEP(c, d, e, f, g, h, a, b, (i) + 6);                                                         \
    AFTER((i) + 6);                                                                                \
    STEP(b, c, d, e, f, g, h, a, (i) + 7);                                                         \
    AFTER((i) + 7)
#define NOTHING(i) (void)0

FEATURES static void step(lanes *s, const messages *m, size_t blocks) {
    const vector byte_order = BYTE_ORDER_OF_WORDS;
    const word *k;
    vector a, b, c, d, e, f, g, h, w[16], H[8];
    size_t from = 0;
    unsigned i;

    for (i = 0; i < 8; i++)
        H[i] = LOADED(s->h[i]);
    if (s->fresh != 0)
        for (i = 0; i < 8; i++)
            H[i] = BLENDED(s->fresh, H[i], ALL(FIRST_STATE(m)[i]));
    do {
        for (i = 0; i < 16; i += WORDS_OF_16_BYTES)
            TAKE_WORDS(w + i, s->at, from + i * (WORD_BITS / 8), IN_WORDS);
        a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
        for (k = K; k != K + ROUNDS - 16; k += 16) {
            EIGHT_STEPS(0, NEXT);
            EIGHT_STEPS(8, NEXT);
        }
        EIGHT_STEPS(0, NOTHING);
        EIGHT_STEPS(8, NOTHING);
        H[0] = ADD(H[0], a), H[1] = ADD(H[1], b), H[2] = ADD(H[2], c), H[3] = ADD(H[3], d);
        H[4] = ADD(H[4], e), H[5] = ADD(H[5], f), H[6] = ADD(H[6], g), H[7] = ADD(H[7], h);
        from += BLOCK_BYTES;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        KEEP(s->h[i], H[i]);
}

#ifdef LANES_AVX512
/* A bit 1 behind and before bits 0 */
static const unsigned char one_bit[128] = {[64] = 0x80};
#endif

FEATURES static size_t make_end(lanes *s, const messages *m, unsigned lane,
                                const unsigned char *rest, unsigned bytes, size_t len) {
    unsigned char *end = s->end[lane];
    unsigned size = bytes + 1 + LENGTH_BYTES > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES;
#ifdef LANES_AVX512
    const __m128i length =
        _mm_set_epi64x((long long)__builtin_bswap64((u64)len << 3),
                       LENGTH_BYTES == 16 ? (long long)__builtin_bswap64((u64)len >> 61) : 0);
    unsigned i;
    vector x;
#endif

    (void)m;
#ifdef LANES_AVX512
    /* In vectors, as the processor would have to wait for bytes that are read as vectors right after. */
    for (i = 0; i < size; i += 64, bytes -= 64) {
        x = _mm512_setzero_si512();
        if (bytes < 64)
            x = XOR(_mm512_maskz_loadu_epi8(((u64)1 << bytes) - 1, rest + i),
                    LOADED(one_bit + 64 - bytes));
        else if ((int)bytes > 0)
            x = LOADED(rest + i);
        if (i + 64 == size)
            x = XOR(x, _mm512_inserti32x4(_mm512_setzero_si512(), length, 3));
        KEEP(end + i, x);
    }
#else
    memset(end, 0, 2 * BLOCK_BYTES);
    memcpy(end, rest, bytes);
    end[bytes] = 0x80;
    put_be64(end + size - 8, (u64)len << 3);
#if LENGTH_BYTES == 16
    end[size - 9] = (unsigned char)((u64)len >> 61);
#endif
#endif
    return size / BLOCK_BYTES;
}

FEATURES static unsigned finish(lanes *s, const messages *m, unsigned ended) {
    const vector byte_order = BYTE_ORDER_OF_WORDS;
    unsigned char *dst;
    unsigned lane, left, i;
    vector H[8];

    for (i = 0; i < 8; i++)
        H[i] = LOADED(s->h[i]);
    for (i = 0; i < 8; i += WORDS_OF_16_BYTES)
        PUT_WORDS(s->digest, i, H + i, IN_WORDS);
    FOR_LANES(lane, ended) {
        dst = m->dst + s->number[lane] * m->out_bytes;
        if (m->out_bytes == 8 * sizeof(word))
            memcpy(dst, s->digest[lane], 8 * sizeof(word));
        else
            memcpy(dst, s->digest[lane], m->out_bytes);
    }
    return ended;
}

/* Blocks go through a context that has nothing waiting, and nobody asks how many there were. */
FEATURES static void end_alone(lanes *s, const messages *m, unsigned lane) {
    unsigned char digest[8 * sizeof(word)];
    int ending;
    word H[8];
    CONTEXT cc;
    unsigned i;

    for (i = 0; i < 8; i++)
        H[i] = s->fresh >> lane & 1 ? FIRST_STATE(m)[i] : s->h[i][lane];
    do {
        ending = (int)(s->ending >> lane & 1);
        INIT(&cc, 8 * sizeof H);
        memcpy(cc.H, H, sizeof H);
        UPDATE(&cc, s->at[lane], s->blocks[lane] * BLOCK_BYTES);
        memcpy(H, cc.H, sizeof H);
        if (!ending)
            last_blocks(s, m, lane);
    } while (!ending);
    for (i = 0; i < 8; i++)
        PUT_WORD(digest + sizeof(word) * i, H[i]);
    memcpy(m->dst + s->number[lane] * m->out_bytes, digest, m->out_bytes);
    FORGET(cc);
}

#endif
