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

/* The counters of the next two blocks, in c2: two more in each, of 32 bits. */
#define COUNT32_2(i)                                                                               \
    p##i = swapped2(c2);                                                                           \
    c2 = _mm256_add_epi32(c2, two);

#ifndef WIDEST
#define FOUR(step) step(0) step(1) step(2) step(3)
#define INLINE2 WIDE static __inline__ __attribute__((__always_inline__, __unused__))

/* At p, of so many blocks number 2i and the one behind it, as far as there are such */
INLINE2 __m256i get_pair(const unsigned char *p, size_t blocks, unsigned i) {
    if (blocks > 2 * i + 1)
        return LOAD2(p);
    return blocks > 2 * i ? _mm256_zextsi128_si256(LOAD(p)) : _mm256_setzero_si256();
}

INLINE2 void put_pair(unsigned char *p, size_t blocks, unsigned i, __m256i x) {
    if (blocks > 2 * i + 1)
        STORE2(p, x);
    else if (blocks > 2 * i)
        STORE(p, _mm256_castsi256_si128(x));
}

#define A_ROUND2(vectors, step, n)                                                                 \
    rk2 = BOTH(k + 16 * (n));                                                                      \
    vectors(step)
/* All rounds but the last one, whose key is in rk2 then; k are the round keys in the order of their use.  Long
 * keys have more of them. */
#define ROUNDS2(vectors, step)                                                                     \
    rk2 = BOTH(k);                                                                                 \
    vectors(START2) A_ROUND2(vectors, step, 1) A_ROUND2(vectors, step, 2)                          \
        A_ROUND2(vectors, step, 3) A_ROUND2(vectors, step, 4) A_ROUND2(vectors, step, 5)           \
            A_ROUND2(vectors, step, 6) A_ROUND2(vectors, step, 7) A_ROUND2(vectors, step, 8)       \
                A_ROUND2(vectors, step, 9) if (rounds > 10) {                                      \
        A_ROUND2(vectors, step, 10) A_ROUND2(vectors, step, 11)                                    \
    }                                                                                              \
    if (rounds > 12) {                                                                             \
        A_ROUND2(vectors, step, 12) A_ROUND2(vectors, step, 13)                                    \
    }                                                                                              \
    rk2 = BOTH(k + 16 * rounds);

#define GET2(i) p##i = LOAD2(src + 32 * i);
#define PUT2(i) STORE2(dst + 32 * i, p##i);
#define GET_SOME2(i) p##i = get_pair(src + 32 * i, blocks, i);
#define PUT_SOME2(i) put_pair(dst + 32 * i, blocks, i, p##i);

/* Halves with the numbers n of two blocks */
#define TWO_NUMBERS(n0, n1) _mm256_set_epi64x(0, n1, 0, n0)
/* The most that is not less than such a sum, and in the upper half of a block no less than any */
#define MOST 0x7FFFFFFFFFFFFFFF
#define TWO_LIMITS(n0, n1) _mm256_set_epi64x(MOST - (n1), MOST, MOST - (n0), MOST)

/*
 * The counter in both halves and so much more: numbers of 32 bits, or of 128, of which the lower half grows
 * beyond 2^64 where it is above 2^64 - 1 - n.  `above` is that half, moved into the upper one, less 2^63 as
 * AVX2 compares numbers with a sign.
 */
#define ABOVE(c2) XOR2(_mm256_unpacklo_epi64(c2, c2), _mm256_set1_epi64x(-MOST - 1))
INLINE2 __m256i counted2(__m256i c2, __m256i above, __m256i n, __m256i limits, unsigned fixed) {
    if (fixed != 0)
        return _mm256_add_epi32(c2, n);
    return _mm256_sub_epi64(_mm256_add_epi64(c2, n), _mm256_cmpgt_epi64(above, limits));
}

#define NUMBERS_OF(i) TWO_NUMBERS(2 * i, 2 * i + 1), TWO_LIMITS(2 * i, 2 * i + 1)
#define COUNT32_OF2(i) p##i = swapped2(counted2(c2, above, NUMBERS_OF(i), 12));
#define COUNT128_OF2(i) p##i = swapped2(counted2(c2, above, NUMBERS_OF(i), 0));
#define LAST_WITH_TEXT2(i) p##i = _mm256_aesenclast_epi128(p##i, XOR2(rk2, LOAD2(src + 32 * i)));
#define LAST_WITH_SOME2(i)                                                                         \
    p##i = XOR2(_mm256_aesenclast_epi128(p##i, rk2), get_pair(src + 32 * i, blocks, i));
#define CTR_REST2(vectors)                                                                         \
    if (fixed != 0) {                                                                              \
        vectors(COUNT32_OF2)                                                                       \
    } else {                                                                                       \
        vectors(COUNT128_OF2)                                                                      \
    }                                                                                              \
    ROUNDS2(vectors, ROUND2) vectors(LAST_WITH_SOME2) vectors(PUT_SOME2)

/*
 * Groups of sixteen blocks in counter mode, at least one; the counter behind them.  Counters of the next group are
 * made between rounds, for half of it: there are no registers for more.
 */
#define COUNT_NEXT2(i) q##i = swapped2(counted2(c2, above, NUMBERS_OF(i), fixed));
#define COUNT_HERE2(i) p##i = swapped2(counted2(c2, above, NUMBERS_OF(i), fixed));
#define TAKE2(i) p##i = q##i;
#define A_ROUND_IN_ORDER2(n) A_ROUND2(EIGHT, ROUND2, n) __asm__ __volatile__("" : "+x"(c2));
INLINE2 __m256i ctr_groups_of(const unsigned char *k, unsigned rounds, __m256i c2,
                              const unsigned char *src, unsigned char *dst, size_t groups,
                              unsigned fixed) {
    __m256i above = ABOVE(c2), p0, p1, p2, p3, p4, p5, p6, p7, q0, q1, q2, q3, rk2;

    FOUR(COUNT_NEXT2)
    for (;;) {
        FOUR(TAKE2)
        COUNT_HERE2(4) COUNT_HERE2(5) COUNT_HERE2(6) COUNT_HERE2(7)
        rk2 = BOTH(k);
        EIGHT(START2)
        c2 = counted2(c2, above, TWO_NUMBERS(16, 16), TWO_LIMITS(16, 16), fixed);
        above = ABOVE(c2);
        A_ROUND_IN_ORDER2(1) COUNT_NEXT2(0)
        A_ROUND_IN_ORDER2(2) COUNT_NEXT2(1)
        A_ROUND_IN_ORDER2(3) COUNT_NEXT2(2)
        A_ROUND_IN_ORDER2(4) COUNT_NEXT2(3)
        A_ROUND2(EIGHT, ROUND2, 5)
        A_ROUND2(EIGHT, ROUND2, 6)
        A_ROUND2(EIGHT, ROUND2, 7)
        A_ROUND2(EIGHT, ROUND2, 8)
        A_ROUND2(EIGHT, ROUND2, 9)
        if (rounds > 10) {
            A_ROUND2(EIGHT, ROUND2, 10) A_ROUND2(EIGHT, ROUND2, 11)
        }
        if (rounds > 12) {
            A_ROUND2(EIGHT, ROUND2, 12) A_ROUND2(EIGHT, ROUND2, 13)
        }
        rk2 = BOTH(k + 16 * rounds);
        EIGHT(LAST_WITH_TEXT2)
        EIGHT(PUT2)
        if (--groups == 0)
            return c2;
        src += 256;
        dst += 256;
    }
}

NOINLINE WIDE static __m256i ctr_groups(const unsigned char *k, unsigned rounds, __m256i c2,
                                        const unsigned char *src, unsigned char *dst, size_t groups,
                                        unsigned fixed) {
    return fixed != 0 ? ctr_groups_of(k, rounds, c2, src, dst, groups, 12)
                      : ctr_groups_of(k, rounds, c2, src, dst, groups, 0);
}

/* Fewer, and in a function of its own, as a compiler would copy the constants of both to the stack. */
NOINLINE WIDE static void ctr_rest(const unsigned char *k, unsigned rounds, __m256i c2,
                                   const unsigned char *src, unsigned char *dst, size_t blocks,
                                   unsigned fixed) {
    __m256i above = ABOVE(c2), p0, p1, p2, p3, p4, p5, p6, p7, rk2;

    if (blocks > 8) {
        CTR_REST2(EIGHT)
    } else {
        CTR_REST2(FOUR)
    }
}

/* Whole blocks in counter mode; the first `fixed` bytes of the counter stay as they are. */
NOINLINE WIDE static void ctr_blocks(const schedule *key, unsigned char *counter,
                                     const unsigned char *src, unsigned char *dst, size_t blocks,
                                     unsigned fixed) {
    const unsigned char *k = (*key)->round_keys;
    __m256i c2 = _mm256_broadcastsi128_si256(swapped(LOAD(counter))), n, limits;

    if (blocks >= 16) {
        c2 = ctr_groups(k, (*key)->rounds, c2, src, dst, blocks / 16, fixed);
        src += blocks / 16 * 256;
        dst += blocks / 16 * 256;
        blocks %= 16;
    }
    n = _mm256_zextsi128_si256(_mm_cvtsi64_si128((long long)blocks));
    limits = _mm256_sub_epi64(_mm256_set1_epi64x(MOST), _mm256_slli_si256(n, 8));
    STORE(counter,
          swapped(_mm256_castsi256_si128(counted2(c2, ABOVE(c2), n, limits, fixed))));
    if (blocks != 0)
        ctr_rest(k, (*key)->rounds, c2, src, dst, blocks, fixed);
}
#endif

/* With AVX-512 the other modes are those of aes/amd64_avx512.h, too. */
#if defined DECRYPT && !defined WIDEST
/* The other modes; k are the round keys in the order in which they are used. */
#define END2(i) p##i = _mm256_aesenclast_epi128(p##i, rk2);
#define INVERSE_END2(i) p##i = _mm256_aesdeclast_epi128(p##i, rk2);
#define ECB2(vectors, get, put)                                                                    \
    vectors(get) if (back) {                                                                       \
        ROUNDS2(vectors, INVERSE_ROUND2) vectors(INVERSE_END2)                                     \
    }                                                                                              \
    else {ROUNDS2(vectors, ROUND2) vectors(END2)} vectors(put)

NOINLINE WIDE static void ecb_vectors(const unsigned char *k, unsigned rounds,
                                      const unsigned char *src, unsigned char *dst, size_t blocks,
                                      int back) {
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, rk2;

    for (; blocks >= 16; blocks -= 16, src += 256, dst += 256) {
        ECB2(EIGHT, GET2, PUT2)
    }
    if (blocks > 8) {
        ECB2(EIGHT, GET_SOME2, PUT_SOME2)
    } else if (blocks != 0) {
        ECB2(FOUR, GET_SOME2, PUT_SOME2)
    }
}

/* So that the keys of the inverse cipher are gone in eight steps */
INLINE2 void wipe_inverse(unsigned char *inverse) {
    unsigned i;

    for (i = 0; i != 256; i += 32)
        STORE2(inverse + i, _mm256_setzero_si256());
    __asm__ __volatile__("" : : "r"(inverse) : "memory");
}

/* Up to eight blocks backwards: each round key becomes that of the inverse cipher on its way, and none of these
 * is written down. */
#define INVERSE_ROUNDS_OF(cc)                                                                      \
    k = (cc)->round_keys + 16 * (cc)->rounds;                                                      \
    rk2 = BOTH(k);                                                                                 \
    FOUR(START2)                                                                                   \
    while ((k -= 16) != (cc)->round_keys) {                                                        \
        rk2 = _mm256_broadcastsi128_si256(_mm_aesimc_si128(LOAD(k)));                              \
        FOUR(INVERSE_ROUND2)                                                                       \
    }                                                                                              \
    rk2 = BOTH(k);                                                                                 \
    FOUR(INVERSE_END2)

NOINLINE WIDE static void ecb_blocks(const schedule *key, const unsigned char *src,
                                     unsigned char *dst, size_t blocks, int back) {
    unsigned char inverse[256];
    const unsigned char *k;
    __m256i p0, p1, p2, p3, rk2;

    if (!back) {
        ecb_vectors((*key)->round_keys, (*key)->rounds, src, dst, blocks, 0);
    } else if (blocks <= 8) {
        FOUR(GET_SOME2)
        INVERSE_ROUNDS_OF(*key)
        FOUR(PUT_SOME2)
    } else {
        invert_keys(inverse, *key);
        ecb_vectors(inverse, (*key)->rounds, src, dst, blocks, 1);
        wipe_inverse(inverse);
    }
}

/* What is added to two blocks: the one before them, and the first of them.  Where dst is src, all of a group is read
 * before any of it is written. */
#define CHAINED2(i)                                                                                \
    p##i = _mm256_aesdeclast_epi128(p##i, XOR2(rk2, LOAD2(src + 32 * i - 16)));
#define ADD_CHAIN2(i) p##i = XOR2(p##i, i == 0 ? first : get_pair(src + 32 * i - 16, blocks, i));
#define CHAINED_SOME2(i) INVERSE_END2(i) ADD_CHAIN2(i)
#define FIRST_CHAINED2 p0 = _mm256_aesdeclast_epi128(p0, XOR2(rk2, first));
#define FIRST_OF_CHAIN(before) _mm256_set_m128i(LOAD(src), before)
#define SEVEN(step) step(1) step(2) step(3) step(4) step(5) step(6) step(7)
#define CBC_REST2(vectors)                                                                         \
    vectors(GET_SOME2) ROUNDS2(vectors, INVERSE_ROUND2) vectors(CHAINED_SOME2) vectors(PUT_SOME2)

/* Whole blocks, at least one, behind the block `before` */
NOINLINE WIDE static void cbc_decrypt_vectors(const unsigned char *k, unsigned rounds,
                                              const unsigned char *iv, const unsigned char *src,
                                              unsigned char *dst, size_t blocks) {
    __m128i before = LOAD(iv);
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, rk2, first;

    for (; blocks >= 16; blocks -= 16, src += 256, dst += 256) {
        EIGHT(GET2)
        ROUNDS2(EIGHT, INVERSE_ROUND2)
        first = FIRST_OF_CHAIN(before);
        FIRST_CHAINED2
        SEVEN(CHAINED2)
        before = LOAD(src + 240);
        EIGHT(PUT2)
    }
    if (blocks == 0)
        return;
    first = FIRST_OF_CHAIN(before);
    if (blocks > 8) {
        CBC_REST2(EIGHT)
    } else {
        CBC_REST2(FOUR)
    }
}

NOINLINE WIDE static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv,
                                             const unsigned char *src, unsigned char *dst,
                                             size_t blocks) {
    unsigned char inverse[256];
    const unsigned char *k;
    __m128i last;
    __m256i p0, p1, p2, p3, rk2, first;

    if (blocks == 0)
        return;
    last = LOAD(src + 16 * (blocks - 1));
    if (blocks <= 8) {
        first = FIRST_OF_CHAIN(LOAD(iv));
        FOUR(GET_SOME2)
        INVERSE_ROUNDS_OF(*key)
        FOUR(ADD_CHAIN2)
        FOUR(PUT_SOME2)
    } else {
        invert_keys(inverse, *key);
        cbc_decrypt_vectors(inverse, (*key)->rounds, iv, src, dst, blocks);
        wipe_inverse(inverse);
    }
    STORE(iv, last);
}

/*
 * Two tweaks: that in both halves times alpha^n0 and alpha^n1, up to alpha^63 (IEEE Std 1619-2007, section 5.2).
 * t2 has it, and exchanged its halves with their lowest bytes first: what the lower half loses goes into the
 * upper one, and what that loses comes back as its product with alpha^7 + alpha^2 + alpha + 1.  A half that
 * is moved by 64 or more is 0.
 */
#define MOVED_BY(n0, n1) _mm256_set_epi64x(n1, n1, n0, n0)
#define LOWER_BY(n) _mm256_set_epi64x(64, n, 64, n)
INLINE2 __m256i tweaks2(__m256i t2, __m256i exchanged, __m256i moved, __m256i lost) {
    __m256i x = _mm256_sllv_epi64(t2, moved), back = _mm256_srlv_epi64(exchanged, lost);

    x = XOR2(x, XOR2(back, _mm256_sllv_epi64(back, LOWER_BY(1))));
    return XOR2(x, XOR2(_mm256_sllv_epi64(back, LOWER_BY(2)), _mm256_sllv_epi64(back, LOWER_BY(7))));
}

#define EXCHANGED(t2) _mm256_shuffle_epi32(t2, 0x4E)
#define TWEAKS2(i)                                                                                 \
    t##i = tweaks2(tweak, exchanged, MOVED_BY(2 * i, 2 * i + 1), MOVED_BY(64 - 2 * i, 63 - 2 * i));
#define WHITEN2(i) p##i = XOR2(t##i, LOAD2(src + 32 * i));
#define WHITEN_SOME2(i) p##i = XOR2(t##i, get_pair(src + 32 * i, blocks, i));
#define WHITEN_AGAIN2(i) p##i = XOR2(t##i, p##i);
#define XTS2(vectors, whiten, put)                                                                 \
    vectors(TWEAKS2) vectors(whiten) if (back) {                                                   \
        ROUNDS2(vectors, INVERSE_ROUND2) vectors(INVERSE_END2)                                     \
    }                                                                                              \
    else {ROUNDS2(vectors, ROUND2) vectors(END2)} vectors(WHITEN_AGAIN2) vectors(put)

NOINLINE WIDE static void xts_vectors(const unsigned char *k, unsigned rounds, unsigned char *t,
                                      const unsigned char *src, unsigned char *dst, size_t blocks,
                                      int back) {
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, t0, t1, t2, t3, t4, t5, t6, t7, rk2, moved;
    __m256i tweak = BOTH(t), exchanged = EXCHANGED(tweak);

    for (; blocks >= 16; blocks -= 16, src += 256, dst += 256) {
        XTS2(EIGHT, WHITEN2, PUT2)
        tweak = tweaks2(tweak, exchanged, MOVED_BY(16, 16), MOVED_BY(48, 48));
        exchanged = EXCHANGED(tweak);
    }
    if (blocks > 8) {
        XTS2(EIGHT, WHITEN_SOME2, PUT_SOME2)
    } else if (blocks != 0) {
        XTS2(FOUR, WHITEN_SOME2, PUT_SOME2)
    }
    moved = _mm256_set1_epi64x((long long)blocks);
    tweak = tweaks2(tweak, exchanged, moved, _mm256_sub_epi64(_mm256_set1_epi64x(64), moved));
    STORE(t, _mm256_castsi256_si128(tweak));
}

/* Whole blocks, backwards or not, of which the first has the tweak t. */
NOINLINE WIDE static void xts_blocks(const schedule *key, unsigned char *t,
                                     const unsigned char *src, unsigned char *dst, size_t blocks,
                                     int back) {
    unsigned char inverse[256];

    if (!back) {
        xts_vectors((*key)->round_keys, (*key)->rounds, t, src, dst, blocks, 0);
    } else {
        invert_keys(inverse, *key);
        xts_vectors(inverse, (*key)->rounds, t, src, dst, blocks, 1);
        wipe_inverse(inverse);
    }
}
#endif

#endif
