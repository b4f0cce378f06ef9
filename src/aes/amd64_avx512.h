/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with VAES of amd64 for four blocks at a time (AVX-512), up to 32 blocks in flight.
 *
 * A private header; mote/aes.h comes before it, and DECRYPT as in aes/amd64_vaes.h.
 *
 * A processor that encrypts four blocks in a cycle has them in one instruction of 512 bits or in two of 256.
 * The first leaves it twice the places for counters and text.
 */
#ifndef MOTE_AES_AMD64_AVX512_H
#define MOTE_AES_AMD64_AVX512_H

#define WIDEST
#include "aes/amd64_vaes.h"

#include "aes/amd64_widest.h"

/* The counter and n more, where all n are in lower halves: numbers of 32 bits, or of 128.  A lower half grows
 * beyond 2^64 where n is more than its complement is. */
INLINE4 __m512i counted(__m512i c, __m512i n, unsigned fixed) {
    __m512i sum = _mm512_add_epi64(c, n);

    if (fixed != 0)
        return _mm512_add_epi32(c, n);
    return _mm512_mask_add_epi64(
        sum,
        _mm512_mask_cmpgt_epu64_mask(
            0xAA, _mm512_unpacklo_epi64(n, n),
            _mm512_xor_si512(_mm512_unpacklo_epi64(c, c), _mm512_set1_epi64(-1))),
        sum, _mm512_set1_epi64(1));
}

#define COUNTER4(i) swapped4(counted(c, _mm512_add_epi64(first, ALL_ARE(4 * i)), fixed))
#define COUNT4(i) p##i = COUNTER4(i);
#define ALL_ARE(n) _mm512_set_epi64(0, n, 0, n, 0, n, 0, n)
#define START4(i) p##i = XOR4(p##i, rk4);
#define ROUND4(i) p##i = _mm512_aesenc_epi128(p##i, rk4);
#define LAST4(i) p##i = _mm512_aesenclast_epi128(p##i, XOR4(rk4, LOAD4(mask##i, src + 64 * i)));
#define PUT4(i) STORE4(dst + 64 * i, mask##i, p##i);

/* Up to sixteen blocks: a bit for each half of a block */
#define MASKS_OF_BLOCKS                                                                            \
    bits = (unsigned)(((size_t)1 << 2 * blocks) - 1);                                              \
    mask0 = (__mmask8)(bits & 0xFF);                                                               \
    mask1 = (__mmask8)(bits >> 8 & 0xFF);                                                          \
    mask2 = (__mmask8)(bits >> 16 & 0xFF);                                                         \
    mask3 = (__mmask8)(bits >> 24);
#define A_ROUND(vectors, step, n)                                                                  \
    rk4 = ALL(k + 16 * (n));                                                                       \
    vectors(step)
/* Those that long keys have more, and the last one's key */
#define LAST_ROUNDS4(vectors, step)                                                                \
    if (rounds > 10) {                                                                             \
        A_ROUND(vectors, step, 10) A_ROUND(vectors, step, 11)                                      \
    }                                                                                              \
    if (rounds > 12) {                                                                             \
        A_ROUND(vectors, step, 12) A_ROUND(vectors, step, 13)                                      \
    }                                                                                              \
    rk4 = ALL(k + 16 * rounds);
/* All rounds but the last one, whose key is in rk4 then; k are the round keys in the order of their use. */
#define ROUNDS4(vectors, start, step)                                                              \
    rk4 = ALL(k);                                                                                  \
    vectors(start) A_ROUND(vectors, step, 1) A_ROUND(vectors, step, 2) A_ROUND(vectors, step, 3)   \
        A_ROUND(vectors, step, 4) A_ROUND(vectors, step, 5) A_ROUND(vectors, step, 6)              \
            A_ROUND(vectors, step, 7) A_ROUND(vectors, step, 8) A_ROUND(vectors, step, 9)          \
                LAST_ROUNDS4(vectors, step)
#define CRYPT4(vectors)                                                                            \
    vectors(COUNT4) ROUNDS4(vectors, START4, ROUND4) vectors(LAST4) vectors(PUT4)

/*
 * 32 blocks, whose counters differ from a multiple of 32, `even` or the next one, in the last bits alone.  These are the
 * same each time, in l0 to l7; so are the blocks of which it is the next one, in k0 to k7, where one bit more is set in
 * l0 to l7, and so in `next`.  Both multiples have the first round key added.
 */
#define LAST_BITS4(i)                                                                              \
    l##i = _mm512_add_epi64(bits4, HIGH_BYTES(4 * i));                                             \
    k##i = (__mmask8)(behind >> 8 * i);
#define ALL_HIGH(n) _mm512_set_epi64(IN_HIGH(n), 0, IN_HIGH(n), 0, IN_HIGH(n), 0, IN_HIGH(n), 0)
#define HIGH_BYTES(n)                                                                              \
    _mm512_set_epi64(IN_HIGH(n + 3), 0, IN_HIGH(n + 2), 0, IN_HIGH(n + 1), 0, IN_HIGH(n), 0)
#define IN_HIGH(n) ((long long)(n) << 56)
#define START_COUNTED4(i)                                                                          \
    p##i = _mm512_xor_epi64(even, l##i);                                                           \
    p##i = _mm512_mask_xor_epi64(p##i, k##i, next, l##i);
#define CRYPT_COUNTED4                                                                             \
    EIGHT(START_COUNTED4)                                                                          \
    even = XOR4(next, ALL_HIGH(32));                                                               \
    NEXT_NUMBER4                                                                                   \
    A_ROUND(EIGHT, ROUND4, 1)                                                                      \
    A_ROUND(EIGHT, ROUND4, 2)                                                                      \
    A_ROUND(EIGHT, ROUND4, 3)                                                                      \
    A_ROUND(EIGHT, ROUND4, 4)                                                                      \
    A_ROUND(EIGHT, ROUND4, 5)                                                                      \
    A_ROUND(EIGHT, ROUND4, 6)                                                                      \
    A_ROUND(EIGHT, ROUND4, 7)                                                                      \
    A_ROUND(EIGHT, ROUND4, 8)                                                                      \
    A_ROUND(EIGHT, ROUND4, 9)                                                                      \
    LAST_ROUNDS4(EIGHT, ROUND4)                                                                    \
    EIGHT(LAST4)                                                                                   \
    EIGHT(PUT4)

/* The next multiple, in general registers, which have nothing else to do. */
#define NEXT_NUMBER4                                                                               \
    low = fixed != 0 ? (low & ~0xFFFFFFFFULL) | ((low + 32) & 0xFFFFFFFF) : low + 32;              \
    high += fixed == 0 && low < 32;                                                                \
    next = _mm512_broadcast_i32x4(                                                                 \
        _mm_set_epi64x((long long)__builtin_bswap64(low), (long long)__builtin_bswap64(high)));    \
    next = _mm512_ternarylogic_epi64(next, ALL(k), ALL_HIGH(32), 0x96);

/* 32 blocks as often as there are so many; the first `fixed` bytes of the counter stay as they are. */
INLINE4 void ctr_32(const unsigned char *k, unsigned rounds, unsigned char *counter,
                    const unsigned char *src, unsigned char *dst, size_t blocks, unsigned fixed) {
    const unsigned number = counter[15] & 31;
    /* Two bits a block */
    const unsigned long long behind = ~1ULL << (63 - 2 * number);
    const __m512i bits4 = _mm512_and_si512(ALL(counter), ALL_HIGH(31));
    unsigned long long high = get_be64(counter), low = get_be64(counter + 8) - number;
    __m512i even = _mm512_ternarylogic_epi64(ALL(counter), bits4, ALL(k), 0x96), next, rk4;
    __m512i p0, p1, p2, p3, p4, p5, p6, p7, l0, l1, l2, l3, l4, l5, l6, l7;
    const __mmask8 mask0 = 0xFF, mask1 = 0xFF, mask2 = 0xFF, mask3 = 0xFF;
    const __mmask8 mask4 = 0xFF, mask5 = 0xFF, mask6 = 0xFF, mask7 = 0xFF;
    __mmask8 k0, k1, k2, k3, k4, k5, k6, k7;

    EIGHT(LAST_BITS4)
    NEXT_NUMBER4
    for (; blocks >= 32; blocks -= 32, src += 512, dst += 512) {
        CRYPT_COUNTED4
    }
    STORE(counter, _mm512_castsi512_si128(_mm512_ternarylogic_epi64(even, ALL(k), bits4, 0x96)));
}

/* Up to 31 blocks, at least one, in registers alone; in the same way. */
INLINE4 void ctr_few(const unsigned char *k, unsigned rounds, unsigned char *counter,
                     const unsigned char *src, unsigned char *dst, size_t blocks, unsigned fixed) {
    const __m512i first = _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0);
    __m512i c = swapped4(ALL(counter)), p0, p1, p2, p3, rk4;
    __mmask8 mask0 = 0xFF, mask1 = 0xFF, mask2 = 0xFF, mask3 = 0xFF;
    unsigned bits;

    for (; blocks >= 16; blocks -= 16, src += 256, dst += 256) {
        CRYPT4(FOUR)
        c = counted(c, ALL_ARE(16), fixed);
    }
    if (blocks != 0) {
        MASKS_OF_BLOCKS
        if (blocks <= 4) {
            CRYPT4(ONE)
        } else {
            CRYPT4(FOUR)
        }
        c = counted(c, _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)blocks)), fixed);
    }
    STORE(counter, _mm512_castsi512_si128(swapped4(c)));
}

NOINLINE WIDE4 static void ctr_blocks(const schedule *key, unsigned char *counter,
                                      const unsigned char *src, unsigned char *dst, size_t blocks,
                                      unsigned fixed) {
    const unsigned char *k = (*key)->round_keys;

    if (blocks >= 32) {
        if (fixed != 0)
            ctr_32(k, (*key)->rounds, counter, src, dst, blocks, 1);
        else
            ctr_32(k, (*key)->rounds, counter, src, dst, blocks, 0);
        src += blocks / 32 * 512;
        dst += blocks / 32 * 512;
        blocks %= 32;
    }
    if (blocks == 0)
        return;
    if (fixed != 0)
        ctr_few(k, (*key)->rounds, counter, src, dst, blocks, 1);
    else
        ctr_few(k, (*key)->rounds, counter, src, dst, blocks, 0);
}

#ifdef DECRYPT

#define INVERSE_ROUND4(i) p##i = _mm512_aesdec_epi128(p##i, rk4);
#define GET_TEXT4(i) p##i = LOAD4(mask##i, src + 64 * i);
#define END4(i) p##i = _mm512_aesenclast_epi128(p##i, rk4);
#define INVERSE_END4(i) p##i = _mm512_aesdeclast_epi128(p##i, rk4);

/* Up to four blocks backwards: each round key becomes that of the inverse cipher on its way, and none of these
 * is written down. */
INLINE4 __m512i decrypted4(const mote_aes_context *cc, __m512i x, __m512i sum) {
    const unsigned char *k = cc->round_keys + 16 * cc->rounds;

    x = XOR4(x, ALL(k));
    while ((k -= 16) != cc->round_keys)
        x = _mm512_aesdec_epi128(x, _mm512_broadcast_i32x4(_mm_aesimc_si128(LOAD(k))));
    return _mm512_aesdeclast_epi128(x, XOR4(ALL(k), sum));
}

/* A bit for each half of one of so many blocks, four at most */
#define MASK_OF_BLOCKS(blocks) ((__mmask8)((1u << 2 * (unsigned)(blocks)) - 1))

/* So that 256 bytes, such as the keys of the inverse cipher, are gone in four steps */
INLINE4 void wipe_lines(unsigned char *lines) {
    unsigned i;

    /* Without the statement in the loop it would be a call of memset, or an instruction for strings. */
    for (i = 0; i != 256; i += 64) {
        _mm512_storeu_si512((void *)(lines + i), _mm512_setzero_si512());
        __asm__ __volatile__("");
    }
    __asm__ __volatile__("" : : "r"(lines) : "memory");
}

/* What functions leave that keep no vector on the stack */
NOINLINE WIDE4 static void wipe_little(void) {
    unsigned char below[256] __attribute__((__aligned__(64)));

    wipe_lines(below);
}

#define ECB4(vectors)                                                                              \
    vectors(GET_TEXT4) if (back) {                                                                 \
        ROUNDS4(vectors, START4, INVERSE_ROUND4) vectors(INVERSE_END4)                             \
    }                                                                                              \
    else {ROUNDS4(vectors, START4, ROUND4) vectors(END4)} vectors(PUT4)

NOINLINE WIDE4 static void ecb_vectors(const unsigned char *k, unsigned rounds,
                                       const unsigned char *src, unsigned char *dst, size_t blocks,
                                       int back) {
    __m512i p0, p1, p2, p3, p4, p5, p6, p7, rk4;
    __mmask8 mask0 = 0xFF, mask1 = 0xFF, mask2 = 0xFF, mask3 = 0xFF;
    const __mmask8 mask4 = 0xFF, mask5 = 0xFF, mask6 = 0xFF, mask7 = 0xFF;
    unsigned bits;

    for (; blocks >= 32; blocks -= 32, src += 512, dst += 512) {
        ECB4(EIGHT)
    }
    if (blocks > 16) {
        ECB4(FOUR)
        blocks -= 16;
        src += 256;
        dst += 256;
    }
    if (blocks > 4) {
        MASKS_OF_BLOCKS
        ECB4(FOUR)
    } else if (blocks != 0) {
        MASKS_OF_BLOCKS
        ECB4(ONE)
    }
}

NOINLINE WIDE4 static void ecb_blocks(const schedule *key, const unsigned char *src,
                                      unsigned char *dst, size_t blocks, int back) {
    unsigned char inverse[256] __attribute__((__aligned__(64)));

    if (!back) {
        ecb_vectors((*key)->round_keys, (*key)->rounds, src, dst, blocks, 0);
    } else if (blocks <= 4) {
        STORE4(dst, MASK_OF_BLOCKS(blocks),
               decrypted4(*key, LOAD4(MASK_OF_BLOCKS(blocks), src), _mm512_setzero_si512()));
    } else {
        invert_keys(inverse, *key);
        ecb_vectors(inverse, (*key)->rounds, src, dst, blocks, 1);
        wipe_lines(inverse);
        wipe_little();
    }
}

/* The text stays in c0 to c7; what is added to a vector's blocks are the last one before it and its own first
 * three. */
#define GET_CHAIN4(i) c##i = LOAD4(mask##i, src + 64 * i);
#define START_CHAIN4(i) p##i = XOR4(c##i, rk4);
#define CHAINED4(i, before)                                                                        \
    p##i = _mm512_aesdeclast_epi128(p##i, XOR4(rk4, _mm512_alignr_epi64(c##i, before, 6)));
#define CBC4(vectors) vectors(GET_CHAIN4) ROUNDS4(vectors, START_CHAIN4, INVERSE_ROUND4)
#define CHAINED_FOUR CHAINED4(0, before) CHAINED4(1, c0) CHAINED4(2, c1) CHAINED4(3, c2)

/* Whole blocks, at least one; `before` has the initialization vector in its last part. */
NOINLINE WIDE4 static void cbc_decrypt_vectors(const unsigned char *k, unsigned rounds,
                                               unsigned char *iv, const unsigned char *src,
                                               unsigned char *dst, size_t blocks) {
    __m512i before = ALL(iv), p0, p1, p2, p3, p4, p5, p6, p7, c0, c1, c2, c3, c4, c5, c6, c7, rk4;
    __mmask8 mask0 = 0xFF, mask1 = 0xFF, mask2 = 0xFF, mask3 = 0xFF;
    const __mmask8 mask4 = 0xFF, mask5 = 0xFF, mask6 = 0xFF, mask7 = 0xFF;
    unsigned bits;

    STORE(iv, LOAD(src + 16 * (blocks - 1)));
    for (; blocks >= 32; blocks -= 32, src += 512, dst += 512) {
        CBC4(EIGHT)
        CHAINED_FOUR
        CHAINED4(4, c3) CHAINED4(5, c4) CHAINED4(6, c5) CHAINED4(7, c6) EIGHT(PUT4) before = c7;
    }
    if (blocks > 16) {
        CBC4(FOUR)
        CHAINED_FOUR
        FOUR(PUT4)
        before = c3;
        blocks -= 16;
        src += 256;
        dst += 256;
    }
    if (blocks != 0) {
        MASKS_OF_BLOCKS
        CBC4(FOUR)
        CHAINED_FOUR
        FOUR(PUT4)
    }
}

NOINLINE WIDE4 static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv,
                                              const unsigned char *src, unsigned char *dst,
                                              size_t blocks) {
    unsigned char inverse[256] __attribute__((__aligned__(64)));
    __m512i text, before;

    if (blocks == 0)
        return;
    if (blocks <= 4) {
        text = LOAD4(MASK_OF_BLOCKS(blocks), src);
        before = ALL(iv);
        STORE(iv, LOAD(src + 16 * (blocks - 1)));
        STORE4(dst, MASK_OF_BLOCKS(blocks),
               decrypted4(*key, text, _mm512_alignr_epi64(text, before, 6)));
        return;
    }
    invert_keys(inverse, *key);
    cbc_decrypt_vectors(inverse, (*key)->rounds, iv, src, dst, blocks);
    wipe_lines(inverse);
    wipe_little();
}

/*
 * Tweaks times alpha^8, alpha^16 or alpha^32: all bytes move on by n, and the product of the last n with 0x87
 * comes in before them: IEEE Std 1619-2007, section 5.2.
 */
#define MOVED_ON4(t, n)                                                                            \
    XOR4(_mm512_bslli_epi128(t, n),                                                                \
         _mm512_clmulepi64_epi128(_mm512_bsrli_epi128(t, 16 - (n)), modulus, 0x00))
#define AFTER_16(i) t##i = MOVED_ON4(t##i, 2);
#define AFTER_32(i) t##i = MOVED_ON4(t##i, 4);

/* Tweaks times alpha^4 */
INLINE4 __m512i next_tweaks(__m512i t, __m512i modulus) {
    __m512i carries = _mm512_srli_epi64(t, 60);

    return XOR4(_mm512_slli_epi64(t, 4), XOR4(_mm512_bslli_epi128(carries, 8),
                                              _mm512_clmulepi64_epi128(carries, modulus, 0x01)));
}

/* The tweaks of the first four blocks: one times 1, alpha, alpha^2 and alpha^3.  What is rotated out of a half at its
 * upper end goes on as carries. */
INLINE4 __m512i first_tweaks(__m512i t, __m512i modulus) {
    __m512i rotated = _mm512_rolv_epi64(t, _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0));
    __m512i carries = _mm512_and_si512(rotated, _mm512_set_epi64(7, 7, 3, 3, 1, 1, 0, 0));

    return XOR4(XOR4(rotated, carries), XOR4(_mm512_bslli_epi128(carries, 8),
                                             _mm512_clmulepi64_epi128(carries, modulus, 0x01)));
}

/* The tweak of the block behind so many, of which t are the last up to four, or the four behind them */
INLINE4 void put_tweak(unsigned char *to, __m512i t, size_t blocks) {
    const unsigned half = 2 * (unsigned)(blocks & 3);

    t = _mm512_permutexvar_epi64(_mm512_set_epi64(0, 0, 0, 0, 0, 0, half + 1, half), t);
    STORE(to, _mm512_castsi512_si128(t));
}

#define WHITEN4(i) p##i = _mm512_ternarylogic_epi64(LOAD4(mask##i, src + 64 * i), t##i, rk4, 0x96);
#define WHITEN_END4(i) p##i = _mm512_aesenclast_epi128(p##i, XOR4(rk4, t##i));
#define WHITEN_INVERSE_END4(i) p##i = _mm512_aesdeclast_epi128(p##i, XOR4(rk4, t##i));
#define XTS4(vectors)                                                                              \
    if (back) {                                                                                    \
        ROUNDS4(vectors, WHITEN4, INVERSE_ROUND4) vectors(WHITEN_INVERSE_END4)                     \
    } else {                                                                                       \
        ROUNDS4(vectors, WHITEN4, ROUND4) vectors(WHITEN_END4)                                     \
    }                                                                                              \
    vectors(PUT4)

NOINLINE WIDE4 static void xts_vectors(const unsigned char *k, unsigned rounds, unsigned char *t,
                                       const unsigned char *src, unsigned char *dst, size_t blocks,
                                       int back) {
    const __m512i modulus = _mm512_set_epi64(0, 0x87, 0, 0x87, 0, 0x87, 0, 0x87);
    __m512i p0, p1, p2, p3, p4, p5, p6, p7, t0, t1, t2, t3, t4, t5, t6, t7, rk4;
    __mmask8 mask0 = 0xFF, mask1 = 0xFF, mask2 = 0xFF, mask3 = 0xFF;
    const __mmask8 mask4 = 0xFF, mask5 = 0xFF, mask6 = 0xFF, mask7 = 0xFF;
    unsigned bits;

    t0 = first_tweaks(ALL(t), modulus);
    if (blocks <= 4) {
        if (blocks == 0)
            return;
        MASKS_OF_BLOCKS
        XTS4(ONE)
        put_tweak(t, blocks == 4 ? next_tweaks(t0, modulus) : t0, blocks);
        return;
    }
    t1 = next_tweaks(t0, modulus);
    t2 = MOVED_ON4(t0, 1);
    t3 = MOVED_ON4(t1, 1);
    if (blocks >= 32) {
        t4 = MOVED_ON4(t0, 2);
        t5 = MOVED_ON4(t1, 2);
        t6 = MOVED_ON4(t2, 2);
        t7 = MOVED_ON4(t3, 2);
        for (; blocks >= 32; blocks -= 32, src += 512, dst += 512) {
            XTS4(EIGHT)
            EIGHT(AFTER_32)
        }
    }
    if (blocks >= 16) {
        XTS4(FOUR)
        FOUR(AFTER_16)
        blocks -= 16;
        src += 256;
        dst += 256;
    }
    if (blocks != 0) {
        MASKS_OF_BLOCKS
        if (blocks <= 4) {
            XTS4(ONE)
        } else {
            XTS4(FOUR)
        }
        if (blocks >= 12)
            t0 = t3;
        else if (blocks >= 8)
            t0 = t2;
        else if (blocks >= 4)
            t0 = t1;
    }
    put_tweak(t, t0, blocks);
}

/* What the eight tweaks and states of the next function may leave */
NOINLINE WIDE4 static void wipe_vectors(void) {
    unsigned char below[512] __attribute__((__aligned__(64)));

    wipe_lines(below);
    wipe_lines(below + 256);
}

NOINLINE WIDE4 static void xts_back(const mote_aes_context *cc, unsigned char *t,
                                    const unsigned char *src, unsigned char *dst, size_t blocks) {
    unsigned char inverse[256];

    invert_keys(inverse, cc);
    xts_vectors(inverse, cc->rounds, t, src, dst, blocks, 1);
    wipe_lines(inverse);
}

/* Whole blocks, backwards or not, of which the first has the tweak t. */
NOINLINE WIDE4 static void xts_blocks(const schedule *key, unsigned char *t,
                                      const unsigned char *src, unsigned char *dst, size_t blocks,
                                      int back) {
    if (back)
        xts_back(*key, t, src, dst, blocks);
    else
        xts_vectors((*key)->round_keys, (*key)->rounds, t, src, dst, blocks, 0);
    if (blocks >= 16)
        wipe_vectors();
}
#endif

#endif
