/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with the instructions of amd64 for two blocks at a time (VAES), sixteen blocks in flight; what is
 * left behind them goes the way of aes/amd64.h.
 *
 * A private header; mote/aes.h comes before it, and for the inverse cipher
 *
 *     #define DECRYPT
 *
 * Registers have 256 bits, not 512: on processors with VAES as many blocks go through in a cycle, and
 * more of them have AVX2 alone.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, "AESENC"; the
 * names of steps are those of FIPS PUB 197.
 */
#ifndef MOTE_AES_AMD64_VAES_H
#define MOTE_AES_AMD64_VAES_H

#define WIDER
#include "aes/amd64.h"

#include "aes/amd64_wide.h"

/* Sixteen blocks p0 to p7, with the round keys at k; round is a counter, rk2 a pair of blocks. */
#define START2(i) p##i = XOR2(p##i, rk2);
#define ROUND2(i) p##i = _mm256_aesenc_epi128(p##i, rk2);
#define LAST_ROUND2(i) p##i = _mm256_aesenclast_epi128(p##i, rk2);
#define INVERSE_ROUND2(i) p##i = _mm256_aesdec_epi128(p##i, rk2);
#define LAST_INVERSE_ROUND2(i) p##i = _mm256_aesdeclast_epi128(p##i, rk2);
#define CRYPT16(k, rounds, a_round, last_round)                                                    \
    rk2 = BOTH(k);                                                                                 \
    EIGHT(START2)                                                                                  \
    for (round = 16; round != 16 * (rounds); round += 16) {                                        \
        rk2 = BOTH((k) + round);                                                                   \
        EIGHT(a_round)                                                                             \
    }                                                                                              \
    rk2 = BOTH((k) + round);                                                                       \
    EIGHT(last_round)

#ifndef WIDEST
/* The counters of the next two blocks, in c2: two more in each, of 32 or of 128 bits. */
#define COUNT32_2(i)                                                                               \
    p##i = swapped2(c2);                                                                           \
    c2 = _mm256_add_epi32(c2, two);
/* A lower half that is 0 or 1 now carries into the upper one. */
#define COUNT128_2(i)                                                                              \
    p##i = swapped2(c2);                                                                           \
    c2 = _mm256_add_epi64(c2, two);                                                                \
    c2 = _mm256_sub_epi64(                                                                         \
        c2, _mm256_slli_si256(_mm256_cmpeq_epi64(_mm256_and_si256(c2, even), none), 8));
#define XOR_TEXT2(i) STORE2(dst + 32 * i, XOR2(p##i, LOAD2(src + 32 * i)));

/* Groups of sixteen blocks in counter mode, at least one. */
NOINLINE WIDE static void ctr_groups(const schedule *key, unsigned char *counter,
                                     const unsigned char *src, unsigned char *dst, size_t groups,
                                     unsigned fixed) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds, round;
    const __m256i two = _mm256_set_epi64x(0, 2, 0, 2), none = _mm256_setzero_si256();
    const __m256i even = _mm256_set1_epi64x(-2);
    __m128i c = swapped(LOAD(counter)), next = _mm_set_epi64x(0, 1);
    __m256i c2, p0, p1, p2, p3, p4, p5, p6, p7, rk2;

    if (fixed != 0) {
        next = _mm_add_epi32(c, next);
    } else {
        next = _mm_add_epi64(c, next);
        next = _mm_sub_epi64(next, _mm_slli_si128(_mm_cmpeq_epi64(next, _mm_setzero_si128()), 8));
    }
    c2 = _mm256_set_m128i(next, c);
    for (; groups != 0; groups--, src += 256, dst += 256) {
        if (fixed != 0) {
            EIGHT(COUNT32_2)
        } else {
            EIGHT(COUNT128_2)
        }
        CRYPT16(k, rounds, ROUND2, LAST_ROUND2)
        EIGHT(XOR_TEXT2)
    }
    STORE(counter, swapped(_mm256_castsi256_si128(c2)));
}

/* Whole blocks in counter mode; the first `fixed` bytes of the counter stay as they are. */
static void ctr_blocks(const schedule *key, unsigned char *counter, const unsigned char *src,
                       unsigned char *dst, size_t blocks, unsigned fixed) {
    size_t groups = blocks / 16, bytes = 256 * groups;

    if (groups != 0)
        ctr_groups(key, counter, src, dst, groups, fixed);
    ctr_blocks_narrow(key, counter, src + bytes, dst + bytes, blocks - 16 * groups, fixed);
}
#endif

/* With AVX-512 the other modes are those of aes/amd64_avx512.h, too. */
#if defined DECRYPT && !defined WIDEST
#define GET2(i) p##i = LOAD2(src + 32 * i);
#define PUT2(i) STORE2(dst + 32 * i, p##i);

/* The same of the other modes; k are the round keys in the order in which they are used. */
NOINLINE WIDE static void ecb_groups(const unsigned char *k, unsigned rounds,
                                     const unsigned char *src, unsigned char *dst, size_t groups,
                                     int back) {
    unsigned round;
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, rk2;

    for (; groups != 0; groups--, src += 256, dst += 256) {
        EIGHT(GET2)
        if (back) {
            CRYPT16(k, rounds, INVERSE_ROUND2, LAST_INVERSE_ROUND2)
        } else {
            CRYPT16(k, rounds, ROUND2, LAST_ROUND2)
        }
        EIGHT(PUT2)
    }
}

static void ecb_blocks(const schedule *key, const unsigned char *src, unsigned char *dst,
                       size_t blocks, int back) {
    size_t groups = blocks / 16;

    if (groups != 0) {
        unsigned char inverse[240];

        if (back)
            invert_keys(inverse, *key);
        ecb_groups(back ? inverse : (*key)->round_keys, (*key)->rounds, src, dst, groups, back);
        if (back)
            wipe(inverse, sizeof inverse);
        src += 256 * groups;
        dst += 256 * groups;
    }
    ecb_blocks_narrow(key, src, dst, blocks % 16, back);
}

/* From the last block of a group to its first, as dst may be src: what a block is added to goes last. */
#define CHAIN2(i) STORE2(dst + 32 * i, XOR2(p##i, LOAD2(src + 32 * i - 16)));
NOINLINE WIDE static void cbc_decrypt_groups(const unsigned char *k, unsigned rounds,
                                             unsigned char *iv, const unsigned char *src,
                                             unsigned char *dst, size_t groups) {
    unsigned round;
    __m128i before = LOAD(iv), next;
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, rk2;

    for (; groups != 0; groups--, src += 256, dst += 256) {
        EIGHT(GET2)
        CRYPT16(k, rounds, INVERSE_ROUND2, LAST_INVERSE_ROUND2)
        next = LOAD(src + 240);
        CHAIN2(7)
        CHAIN2(6)
        CHAIN2(5)
        CHAIN2(4)
        CHAIN2(3) CHAIN2(2) CHAIN2(1) STORE2(dst, XOR2(p0, _mm256_set_m128i(LOAD(src), before)));
        before = next;
    }
    STORE(iv, before);
}

static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                               unsigned char *dst, size_t blocks) {
    size_t groups = blocks / 16;

    if (groups != 0) {
        unsigned char inverse[240];

        invert_keys(inverse, *key);
        cbc_decrypt_groups(inverse, (*key)->rounds, iv, src, dst, groups);
        wipe(inverse, sizeof inverse);
        src += 256 * groups;
        dst += 256 * groups;
    }
    cbc_decrypt_blocks_narrow(key, iv, src, dst, blocks % 16);
}

/*
 * Tweaks times alpha^16: all bytes move on by two, and the product of the last two with 0x87 comes
 * in before them: IEEE Std 1619-2007, section 5.2.
 */
#define MOVE_ON(i)                                                                                 \
    t##i = XOR2(_mm256_slli_si256(t##i, 2),                                                        \
                _mm256_clmulepi64_epi128(_mm256_srli_si256(t##i, 14), modulus, 0x00));
#define WHITEN2(i) p##i = XOR2(t##i, LOAD2(src + 32 * i));
#define WHITEN_AGAIN2(i) STORE2(dst + 32 * i, XOR2(t##i, p##i));

/* Two tweaks, and the one behind them into tweak. */
#define FIRST_TWEAKS(i)                                                                            \
    second = next_tweak(tweak);                                                                    \
    t##i = _mm256_set_m128i(second, tweak);                                                        \
    tweak = next_tweak(second);

NOINLINE WIDE static void xts_groups(const unsigned char *k, unsigned rounds, unsigned char *t,
                                     const unsigned char *src, unsigned char *dst, size_t groups,
                                     int back) {
    const __m256i modulus = _mm256_set_epi64x(0, 0x87, 0, 0x87);
    unsigned round;
    __m128i tweak = LOAD(t), second;
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, t0, t1, t2, t3, t4, t5, t6, t7, rk2;

    EIGHT(FIRST_TWEAKS)
    for (;; src += 256, dst += 256) {
        EIGHT(WHITEN2)
        if (back) {
            CRYPT16(k, rounds, INVERSE_ROUND2, LAST_INVERSE_ROUND2)
        } else {
            CRYPT16(k, rounds, ROUND2, LAST_ROUND2)
        }
        EIGHT(WHITEN_AGAIN2)
        EIGHT(MOVE_ON)
        if (--groups == 0)
            break;
    }
    STORE(t, _mm256_castsi256_si128(t0));
}

/* Whole blocks, backwards or not, of which the first has the tweak t. */
static void xts_blocks(const schedule *key, unsigned char *t, const unsigned char *src,
                       unsigned char *dst, size_t blocks, int back) {
    size_t groups = blocks / 16, bytes = 256 * groups;

    if (groups != 0) {
        unsigned char inverse[240];

        if (back)
            invert_keys(inverse, *key);
        xts_groups(back ? inverse : (*key)->round_keys, (*key)->rounds, t, src, dst, groups, back);
        if (back)
            wipe(inverse, sizeof inverse);
    }
    xts_blocks_narrow(key, t, src + bytes, dst + bytes, blocks - 16 * groups, back);
}
#endif

#endif
