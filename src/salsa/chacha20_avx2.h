/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 with AVX2 of amd64: eight blocks at a time, a word of all eight in a vector.
 *
 * Names are those of RFC 8439, sections 2.1 to 2.4.  A private header; the source defines NOINLINE, and FEATURES,
 * which has its functions compiled for AVX2.  It may have something else computed meanwhile by the processor's other
 * units, with instructions between those of the vectors, and defines for that
 *
 *     BESIDE_PARAMETERS   of the function, behind a comma
 *     BESIDE_VARIABLES    of that, with their values at first
 *     BESIDE              a part of it: 30 of them beside each eight blocks
 *     BESIDE_REST         what is left then, before any of the text is written
 *     BESIDE_END          the results, at the end
 */
#if !defined __x86_64__ || defined __ILP32__
#error "salsa/chacha20_avx2.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#ifndef BESIDE
#define BESIDE_PARAMETERS
#define BESIDE_VARIABLES
#define BESIDE
#define BESIDE_REST
#define BESIDE_END
#endif

#define EIGHT_BLOCKS 512

#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define LOAD_ROW(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE_ROW(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* f(i) for the sixteen words */
#define SIXTEEN(f)                                                                                 \
    f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)

/* Bytes of words rotated to the left by 16 and by 8 bits */
#define BY_16 _mm_set_epi32(0x0D0C0F0E, 0x09080B0A, 0x05040706, 0x01000302)
#define BY_8 _mm_set_epi32(0x0E0D0C0F, 0x0A09080B, 0x06050407, 0x02010003)

/*
 * Half a quarter round, section 2.1, of each of eight blocks.
 *
 * Sixteen words and what a rotation takes need one register more than there are.  So word 0 lies in memory, as
 * masks do, and is written when it is known: it is not needed before this half is over.  A compiler would put there
 * what the next instruction waits for, which was up to twice the time.
 */
#define REST_OF_HALF                                                                               \
    "vpshufb %5, %2, %2\n\t"                                                                       \
    "vpaddd %2, %1, %1\n\t"                                                                        \
    "vpxor %1, %0, %0\n\t"                                                                         \
    "vpslld %6, %0, %3\n\t"                                                                        \
    "vpsrld %7, %0, %0\n\t"                                                                        \
    "vpor %3, %0, %0"
#define FIRST_HALF(b, c, d, by_bytes, n)                                                           \
    __asm__("vpaddd %4, %0, %3\n\t"                                                                \
            "vmovdqa %3, %4\n\t"                                                                   \
            "vpxor %3, %2, %2\n\t" REST_OF_HALF                                                    \
            : "+x"(b), "+x"(c), "+x"(d), "=&x"(t0), "+m"(x0)                                       \
            : "m"(by_bytes), "i"(n), "i"(32 - (n)))
#define HALF(a, b, c, d, by_bytes, n)                                                              \
    __asm__("vpaddd %0, %4, %4\n\t"                                                                \
            "vpxor %4, %2, %2\n\t" REST_OF_HALF                                                    \
            : "+x"(b), "+x"(c), "+x"(d), "=&x"(t0), "+x"(a)                                        \
            : "m"(by_bytes), "i"(n), "i"(32 - (n)))
#define QUARTER_ROUNDS(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3)                             \
    FIRST_HALF(b0, c0, d0, by_16, 12);                                                             \
    HALF(x1, b1, c1, d1, by_16, 12);                                                               \
    HALF(x2, b2, c2, d2, by_16, 12);                                                               \
    HALF(x3, b3, c3, d3, by_16, 12);                                                               \
    BESIDE;                                                                                        \
    FIRST_HALF(b0, c0, d0, by_8, 7);                                                               \
    HALF(x1, b1, c1, d1, by_8, 7);                                                                 \
    HALF(x2, b2, c2, d2, by_8, 7);                                                                 \
    HALF(x3, b3, c3, d3, by_8, 7)

/* Words a to d of eight blocks become rows of these words: of blocks 0 and 4 in a, 1 and 5 in b, and so
 * on. */
#define TRANSPOSE(a, b, c, d)                                                                      \
    t0 = _mm256_unpacklo_epi32(a, b);                                                              \
    t1 = _mm256_unpackhi_epi32(a, b);                                                              \
    t2 = _mm256_unpacklo_epi32(c, d);                                                              \
    t3 = _mm256_unpackhi_epi32(c, d);                                                              \
    a = _mm256_unpacklo_epi64(t0, t2);                                                             \
    b = _mm256_unpackhi_epi64(t0, t2);                                                             \
    c = _mm256_unpacklo_epi64(t1, t3);                                                             \
    d = _mm256_unpackhi_epi64(t1, t3)

/* Two rows of each of two blocks to their places at p and p + 256, with the text added. */
#define CRYPT_ROWS(first, second, at)                                                              \
    t0 = _mm256_permute2x128_si256(first, second, 0x20);                                           \
    t1 = _mm256_permute2x128_si256(first, second, 0x31);                                           \
    t0 = _mm256_xor_si256(t0, LOAD(src + (at)));                                                   \
    t1 = _mm256_xor_si256(t1, LOAD(src + (at) + 256));                                             \
    STORE(dst + (at), t0);                                                                         \
    STORE(dst + (at) + 256, t1)

/* Each word of the state in all places of a vector: what every eight blocks begin with, and are added to */
#define SPREAD(i) spread[i] = _mm256_set1_epi32((int)s[i]);
#define GET_STATE(i) x##i = spread[i];
#define ADD_STATE(i) x##i = _mm256_add_epi32(x##i, spread[i]);

/* Eight blocks of text, so many times. */
NOINLINE FEATURES static void crypt_eights(mote_chacha20_context *cc, const unsigned char *src,
                                           unsigned char *dst, size_t eights BESIDE_PARAMETERS) {
    const __m256i by_16 = _mm256_broadcastsi128_si256(BY_16);
    const __m256i by_8 = _mm256_broadcastsi128_si256(BY_8);
    const __m256i numbers = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    __m256i x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, t0;
    __m256i x0, t1, t2, t3;
    mote_u32 *s = cc->state;
    __m256i spread[16];
    unsigned round;
    BESIDE_VARIABLES;

    SIXTEEN(SPREAD)
    spread[12] = _mm256_add_epi32(spread[12], numbers);
    s[12] += (mote_u32)(8 * eights);
    for (; eights != 0; eights--, src += EIGHT_BLOCKS, dst += EIGHT_BLOCKS) {
        SIXTEEN(GET_STATE)
        for (round = 10; round != 0; round--) {
            QUARTER_ROUNDS(x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15);
            BESIDE;
            QUARTER_ROUNDS(x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14);
        }
        BESIDE_REST;
        SIXTEEN(ADD_STATE)
        spread[12] = _mm256_add_epi32(spread[12], _mm256_set1_epi32(8));
        TRANSPOSE(x0, x1, x2, x3);
        TRANSPOSE(x4, x5, x6, x7);
        CRYPT_ROWS(x0, x4, 0);
        CRYPT_ROWS(x1, x5, 64);
        CRYPT_ROWS(x2, x6, 128);
        CRYPT_ROWS(x3, x7, 192);
        TRANSPOSE(x8, x9, x10, x11);
        TRANSPOSE(x12, x13, x14, x15);
        CRYPT_ROWS(x8, x12, 32);
        CRYPT_ROWS(x9, x13, 96);
        CRYPT_ROWS(x10, x14, 160);
        CRYPT_ROWS(x11, x15, 224);
    }
    BESIDE_END;
}
