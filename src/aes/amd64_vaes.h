/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with the instructions of amd64 for two blocks at a time (VAES), sixteen blocks in flight; what is
 * left behind them goes through in one pass of eight or of sixteen.
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

/*
 * The counters of four blocks from number n on, into x and y: numbers of 32 bits, of which all that is in c2 twice
 * has `fixed` bytes before them, or of 128.  Of those `low` has the lower halves, and `high` the upper ones, which
 * get one more where the highest bit was 1 and is 0 now.
 */
#define TWO_NUMBERS(n0, n1) _mm256_set_epi64x(0, n1, 0, n0)
#define FOUR_NUMBERS(n) _mm256_set_epi64x((n) + 3, (n) + 1, (n) + 2, n)
#define CARRY(sum, low) _mm256_srli_epi64(_mm256_andnot_si256(sum, low), 63)
#define COUNT4(n, x, y)                                                                            \
    if (fixed != 0) {                                                                              \
        x = swapped2(_mm256_add_epi32(c2, TWO_NUMBERS(n, (n) + 1)));                               \
        y = swapped2(_mm256_add_epi32(c2, TWO_NUMBERS((n) + 2, (n) + 3)));                         \
    } else {                                                                                       \
        lows = _mm256_add_epi64(low, FOUR_NUMBERS(n));                                             \
        highs = _mm256_add_epi64(high, CARRY(lows, low));                                          \
        x = swapped2(_mm256_unpacklo_epi64(lows, highs));                                          \
        y = swapped2(_mm256_unpackhi_epi64(lows, highs));                                          \
    }
/* The counter and n more */
#define MOVE_ON2(n)                                                                                \
    if (fixed != 0) {                                                                              \
        c2 = _mm256_add_epi32(c2, TWO_NUMBERS(n, n));                                              \
    } else {                                                                                       \
        lows = _mm256_add_epi64(low, _mm256_set1_epi64x(n));                                       \
        high = _mm256_add_epi64(high, CARRY(lows, low));                                           \
        low = lows;                                                                                \
    }
#define LOW_AND_HIGH                                                                               \
    low = _mm256_unpacklo_epi64(c2, c2);                                                           \
    high = _mm256_unpackhi_epi64(c2, c2);

#define LAST_WITH_TEXT2(i) p##i = _mm256_aesenclast_epi128(p##i, XOR2(rk2, LOAD2(src + 32 * i)));
#define LAST_WITH_SOME2(i)                                                                         \
    p##i = XOR2(_mm256_aesenclast_epi128(p##i, rk2), get_pair(src + 32 * i, blocks, i));
#define CTR_REST2(vectors) ROUNDS2(vectors, ROUND2) vectors(LAST_WITH_SOME2) vectors(PUT_SOME2)

/* A group from the fifth round on, and the text */
#define REST_OF_GROUP2                                                                             \
    A_ROUND2(EIGHT, ROUND2, 5)                                                                     \
    A_ROUND2(EIGHT, ROUND2, 6)                                                                     \
    A_ROUND2(EIGHT, ROUND2, 7)                                                                     \
    A_ROUND2(EIGHT, ROUND2, 8)                                                                     \
    A_ROUND2(EIGHT, ROUND2, 9)                                                                     \
    if (rounds > 10) {                                                                             \
        A_ROUND2(EIGHT, ROUND2, 10)                                                                \
        A_ROUND2(EIGHT, ROUND2, 11)                                                                \
    }                                                                                              \
    if (rounds > 12) {                                                                             \
        A_ROUND2(EIGHT, ROUND2, 12)                                                                \
        A_ROUND2(EIGHT, ROUND2, 13)                                                                \
    }                                                                                              \
    rk2 = BOTH(k + 16 * rounds);                                                                   \
    EIGHT(LAST_WITH_TEXT2)                                                                         \
    EIGHT(PUT2)

/*
 * Groups of sixteen blocks in counter mode, at least one; the counter behind them.  Counters of the next group are
 * made between rounds, for half of it: there are no registers for more.
 */
#define A_ROUND_IN_ORDER2(n)                                                                       \
    A_ROUND2(EIGHT, ROUND2, n) __asm__ __volatile__("" : "+x"(c2), "+x"(low));
INLINE2 __m256i ctr_groups_of(const unsigned char *k, unsigned rounds, __m256i c2,
                              const unsigned char *src, unsigned char *dst, size_t groups,
                              unsigned fixed) {
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, q0, q1, q2, q3, rk2, low, high, lows, highs;

    LOW_AND_HIGH
    COUNT4(0, q0, q1)
    COUNT4(4, q2, q3)
    for (;;) {
        p0 = q0;
        p1 = q1;
        p2 = q2;
        p3 = q3;
        COUNT4(8, p4, p5)
        COUNT4(12, p6, p7)
        rk2 = BOTH(k);
        EIGHT(START2)
        MOVE_ON2(16)
        A_ROUND_IN_ORDER2(1)
        A_ROUND_IN_ORDER2(2)
        COUNT4(0, q0, q1)
        A_ROUND_IN_ORDER2(3)
        A_ROUND_IN_ORDER2(4)
        COUNT4(4, q2, q3)
        REST_OF_GROUP2
        if (--groups == 0)
            return fixed != 0 ? c2 : _mm256_unpacklo_epi64(low, high);
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

/*
 * The same of a counter of 128 bits, for many groups.
 *
 * Sixteen numbers in a row have but two values above their lowest four bits, `now` and behind it `then`, 16 more.
 * Which of both a block has, and its lowest bits, are the same in each group: with the bytes of numbers in the order
 * of the text, a block is now + (now + then) above + lowest.
 */
#define NUMBER_TABLES2(i)                                                                          \
    numbers = _mm256_set_m128i(_mm_set1_epi32(2 * i + 1), _mm_set1_epi32(2 * i));                  \
    numbers = _mm256_add_epi32(numbers, first);                                                    \
    above[i] = _mm256_srai_epi32(_mm256_sub_epi32(_mm256_set1_epi32(15), numbers), 31);            \
    lowest[i] = _mm256_slli_epi32(_mm256_and_si256(numbers, last_word), 24);
#define NUMBER2(i) XOR2(XOR2(white, lowest[i]), _mm256_and_si256(both, above[i]))
#define QUARTER_NUMBERS2(i, j, x, y)                                                               \
    x = NUMBER2(i);                                                                                \
    y = NUMBER2(j);
#define A_ROUND_BESIDE2(n)                                                                         \
    A_ROUND2(EIGHT, ROUND2, n) __asm__ __volatile__("" : "+x"(white), "+x"(both));
#define SIXTEEN_MORE(x)                                                                            \
    x = _mm256_add_epi64(x, _mm256_set_epi64x(0, 16, 0, 16));                                      \
    numbers = _mm256_cmpeq_epi64(x, _mm256_setzero_si256());                                       \
    x = _mm256_sub_epi64(x, _mm256_slli_si256(numbers, 8));

/* From so many blocks on the tables are worth it. */
#define MANY_BLOCKS 128
NOINLINE WIDE static __m256i ctr_many_groups(const unsigned char *k, unsigned rounds, __m256i c2,
                                             const unsigned char *src, unsigned char *dst,
                                             size_t groups) {
    const __m256i lowest_bits = _mm256_set_epi64x(0, 15, 0, 15);
    const __m256i last_word = _mm256_set_epi32(15, 0, 0, 0, 15, 0, 0, 0);
    const __m256i first = _mm256_shuffle_epi32(_mm256_and_si256(c2, lowest_bits), 0);
    __m256i above[8], lowest[8], numbers, now, then, next, white, both, rk2;
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, q0, q1, q2, q3;

    EIGHT(NUMBER_TABLES2)
    next = _mm256_andnot_si256(lowest_bits, c2);
    now = swapped2(next);
    SIXTEEN_MORE(next)
    then = swapped2(next);
    white = XOR2(now, BOTH(k));
    both = XOR2(now, then);
    QUARTER_NUMBERS2(0, 1, q0, q1)
    QUARTER_NUMBERS2(2, 3, q2, q3)
    for (;;) {
        p0 = q0;
        p1 = q1;
        p2 = q2;
        p3 = q3;
        QUARTER_NUMBERS2(4, 5, p4, p5)
        QUARTER_NUMBERS2(6, 7, p6, p7)
        now = then;
        SIXTEEN_MORE(next)
        A_ROUND_BESIDE2(1)
        then = swapped2(next);
        white = XOR2(now, BOTH(k));
        both = XOR2(now, then);
        A_ROUND_BESIDE2(2)
        QUARTER_NUMBERS2(0, 1, q0, q1)
        A_ROUND_BESIDE2(3)
        A_ROUND_BESIDE2(4)
        QUARTER_NUMBERS2(2, 3, q2, q3)
        REST_OF_GROUP2
        if (--groups == 0)
            break;
        src += 256;
        dst += 256;
    }
    return XOR2(swapped2(now), _mm256_and_si256(c2, lowest_bits));
}

/* Zeros where that function had its tables, which is deeper than what others wipe */
NOINLINE WIDE static void wipe_tables(void) {
    unsigned char below[1024];
    unsigned i;

    for (i = 0; i != sizeof below; i += 32) {
        STORE2(below + i, _mm256_setzero_si256());
        __asm__ __volatile__("");
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

/* Fewer, and in a function of its own, as a compiler would copy the constants of both to the stack. */
NOINLINE WIDE static void ctr_rest(const unsigned char *k, unsigned rounds, __m256i c2,
                                   const unsigned char *src, unsigned char *dst, size_t blocks,
                                   unsigned fixed) {
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, rk2, low, high, lows, highs;

    LOW_AND_HIGH
    COUNT4(0, p0, p1)
    COUNT4(4, p2, p3)
    if (blocks > 8) {
        COUNT4(8, p4, p5)
        COUNT4(12, p6, p7)
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
    __m256i c2 = _mm256_broadcastsi128_si256(swapped(LOAD(counter))), low, high, lows;

    if (blocks >= 16) {
        if (fixed == 0 && blocks >= MANY_BLOCKS) {
            c2 = ctr_many_groups(k, (*key)->rounds, c2, src, dst, blocks / 16);
            wipe_tables();
        } else {
            c2 = ctr_groups(k, (*key)->rounds, c2, src, dst, blocks / 16, fixed);
        }
        src += blocks / 16 * 256;
        dst += blocks / 16 * 256;
        blocks %= 16;
    }
    if (blocks != 0) {
        ctr_rest(k, (*key)->rounds, c2, src, dst, blocks, fixed);
        LOW_AND_HIGH
        MOVE_ON2((int)blocks)
        if (fixed == 0)
            c2 = _mm256_unpacklo_epi64(low, high);
    }
    STORE(counter, swapped(_mm256_castsi256_si128(c2)));
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
#define CHAINED2(i) p##i = _mm256_aesdeclast_epi128(p##i, XOR2(rk2, LOAD2(src + 32 * i - 16)));
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
 * Two tweaks times alpha^n, for n up to 63 (IEEE Std 1619-2007, section 5.2): what the lower 64 bits lose goes into
 * the upper ones, and what those lose comes back as its product with alpha^7 + alpha^2 + alpha + 1.
 * `exchanged` are the tweaks with these halves exchanged.  A number that is moved by 64 bits is 0.
 */
#define EXCHANGED(tweaks) _mm256_shuffle_epi32(tweaks, 0x4E)
#define TIMES_ALPHA_TO(n)                                                                          \
    (lost = _mm256_srli_epi64(exchanged, 64 - (n)),                                                \
     back = XOR2(_mm256_add_epi64(lost, lost),                                                     \
                 XOR2(_mm256_slli_epi64(lost, 2), _mm256_slli_epi64(lost, 7))),                    \
     XOR2(XOR2(_mm256_slli_epi64(tweaks, n), lost),                                                \
          _mm256_and_si256(back, _mm256_set_epi64x(0, -1, 0, -1))))

/* A tweak times alpha^n, for n from 1 to 63, which is known to whoever knows the length */
static void move_tweak(unsigned char *t, unsigned n) {
    u64 low = get_le64(t), high = get_le64(t + 8), lost = high >> (64 - n);

    put_le64(t + 8, high << n | low >> (64 - n));
    put_le64(t, low << n ^ lost ^ lost << 1 ^ lost << 2 ^ lost << 7);
}

#define TWEAKS2(i) t##i = TIMES_ALPHA_TO(2 * i);
#define WHITEN2(i) p##i = XOR2(t##i, LOAD2(src + 32 * i));
#define WHITEN_SOME2(i) p##i = XOR2(t##i, get_pair(src + 32 * i, blocks, i));
#define WHITEN_AGAIN2(i) p##i = XOR2(t##i, p##i);
#define XTS2(vectors, whiten, put)                                                                 \
    vectors(TWEAKS2) vectors(whiten) if (backwards) {                                              \
        ROUNDS2(vectors, INVERSE_ROUND2) vectors(INVERSE_END2)                                     \
    }                                                                                              \
    else {ROUNDS2(vectors, ROUND2) vectors(END2)} vectors(WHITEN_AGAIN2) vectors(put)

NOINLINE WIDE static void xts_vectors(const unsigned char *k, unsigned rounds, unsigned char *t,
                                      const unsigned char *src, unsigned char *dst, size_t blocks,
                                      int backwards) {
    __m256i p0, p1, p2, p3, p4, p5, p6, p7, t0, t1, t2, t3, t4, t5, t6, t7, rk2, lost, back;
    __m128i tweak = LOAD(t);
    __m256i tweaks = _mm256_set_m128i(next_tweak(tweak), tweak), exchanged = EXCHANGED(tweaks);

    for (; blocks >= 16; blocks -= 16, src += 256, dst += 256) {
        XTS2(EIGHT, WHITEN2, PUT2)
        tweaks = TIMES_ALPHA_TO(16);
        exchanged = EXCHANGED(tweaks);
    }
    STORE(t, _mm256_castsi256_si128(tweaks));
    if (blocks > 8) {
        XTS2(EIGHT, WHITEN_SOME2, PUT_SOME2)
    } else if (blocks != 0) {
        XTS2(FOUR, WHITEN_SOME2, PUT_SOME2)
    }
    if (blocks != 0)
        move_tweak(t, (unsigned)blocks);
}

/* The wiping of the whole would not reach below these keys. */
NOINLINE WIDE static void xts_backwards(const schedule *key, unsigned char *t,
                                        const unsigned char *src, unsigned char *dst,
                                        size_t blocks) {
    unsigned char inverse[256];

    invert_keys(inverse, *key);
    xts_vectors(inverse, (*key)->rounds, t, src, dst, blocks, 1);
    wipe_inverse(inverse);
    wipe_stack();
}

/* Whole blocks, backwards or not, of which the first has the tweak t. */
NOINLINE WIDE static void xts_blocks(const schedule *key, unsigned char *t,
                                     const unsigned char *src, unsigned char *dst, size_t blocks,
                                     int back) {
    if (back)
        xts_backwards(key, t, src, dst, blocks);
    else
        xts_vectors((*key)->round_keys, (*key)->rounds, t, src, dst, blocks, 0);
}
#endif

#endif
