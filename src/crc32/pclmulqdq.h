/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum with carry-less products of amd64 (PCLMULQDQ), 64 bytes a turn.  See bitwise.h for
 * what the source has to define; and, for CRC-32C, INSTRUCTION: the end is left to the instruction
 * crc32 of SSE4.2, which knows this one polynomial; and WIDE where the processor has VPCLMULQDQ, for 256
 * bytes a turn.
 *
 * A private header.  vpmsumd.h says how it works; here each word has its own product, and four
 * numbers of 128 bits under way are enough for products of three to seven cycles.
 */
#if !defined __x86_64__ || defined __ILP32__
#error "crc32/pclmulqdq.h needs an amd64 with pointers of 64 bits"
#endif

#include "crc32/combine.h"

#include <immintrin.h>

/* These functions alone may use what the processor was asked for. */
#ifdef WIDE
#define FEATURES __attribute__((__target__("vpclmulqdq,avx2,pclmul,sse4.2")))
#else
#define FEATURES __attribute__((__target__("pclmul,sse4.2")))
#endif

#define WORDS(high, low) _mm_set_epi64x((long long)(high), (long long)(low))
#define AT(p) _mm_loadu_si128((const __m128i *)(const void *)(p))

/* x moved forward by so many bytes, plus y. */
#define MOVED(x, distance, y) moved_plus(x, WORDS(FOLD##distance##_LAST, FOLD##distance##_FIRST), y)

FEATURES static __inline__ __m128i moved_plus(__m128i x, __m128i factors, __m128i y) {
    return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x, factors, 0x00), y),
                         _mm_clmulepi64_si128(x, factors, 0x11));
}

#ifdef WIDE
/* The same of two numbers of 128 bits; eight such pairs, 256 bytes, are under way. */
#define AT2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define PAIR(x, y) _mm256_set_m128i(y, x)
#define MOVED2(x, distance, y)                                                                     \
    moved2_plus(                                                                                   \
        x, _mm256_broadcastsi128_si256(WORDS(FOLD##distance##_LAST, FOLD##distance##_FIRST)), y)

FEATURES static __inline__ __m256i moved2_plus(__m256i x, __m256i factors, __m256i y) {
    return _mm256_xor_si256(_mm256_xor_si256(_mm256_clmulepi64_epi128(x, factors, 0x00), y),
                            _mm256_clmulepi64_epi128(x, factors, 0x11));
}
#endif

#ifdef INSTRUCTION
#define REMAINDER_OF(word) _mm_crc32_u64(0, word)
#else
#define REMAINDER_OF(word) remainder_of(word)

/* The remainder of the word times x^32: Barrett reduction. */
FEATURES static __inline__ unsigned long long remainder_of(unsigned long long word) {
    __m128i factors = WORDS(DIVISOR, QUOTIENT);
    __m128i x = _mm_clmulepi64_si128(WORDS(0, word), factors, 0x00);

    x = _mm_clmulepi64_si128(x, factors, 0x10);
    return (unsigned long long)_mm_cvtsi128_si64(_mm_srli_si128(x, 8));
}
#endif

FEATURES mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data;
    unsigned long long r = ~crc & 0xFFFFFFFF, word;

    if (len >= 16) {
        __m128i a = _mm_xor_si128(AT(p), WORDS(0, r));

        if (len >= 64) {
            __m128i b = AT(p + 16), c = AT(p + 32), d = AT(p + 48);

            p += 64;
            len -= 64;
#ifdef WIDE
            if (len >= 192) {
                __m256i x0 = PAIR(a, b), x1 = PAIR(c, d), x2 = AT2(p), x3 = AT2(p + 32);
                __m256i x4 = AT2(p + 64), x5 = AT2(p + 96), x6 = AT2(p + 128), x7 = AT2(p + 160);

                p += 192;
                len -= 192;
                while (len >= 256) {
                    x0 = MOVED2(x0, 256, AT2(p));
                    x1 = MOVED2(x1, 256, AT2(p + 32));
                    x2 = MOVED2(x2, 256, AT2(p + 64));
                    x3 = MOVED2(x3, 256, AT2(p + 96));
                    x4 = MOVED2(x4, 256, AT2(p + 128));
                    x5 = MOVED2(x5, 256, AT2(p + 160));
                    x6 = MOVED2(x6, 256, AT2(p + 192));
                    x7 = MOVED2(x7, 256, AT2(p + 224));
                    p += 256;
                    len -= 256;
                }
                x4 = MOVED2(x0, 128, x4);
                x5 = MOVED2(x1, 128, x5);
                x6 = MOVED2(x4, 64, MOVED2(x2, 128, x6));
                x7 = MOVED2(x5, 64, MOVED2(x3, 128, x7));
                a = _mm256_castsi256_si128(x6);
                b = _mm256_extracti128_si256(x6, 1);
                c = _mm256_castsi256_si128(x7);
                d = _mm256_extracti128_si256(x7, 1);
            }
#endif
            while (len >= 64) {
                a = MOVED(a, 64, AT(p));
                b = MOVED(b, 64, AT(p + 16));
                c = MOVED(c, 64, AT(p + 32));
                d = MOVED(d, 64, AT(p + 48));
                p += 64;
                len -= 64;
            }
            c = MOVED(a, 32, c);
            d = MOVED(b, 32, d);
            a = MOVED(c, 16, d);
        } else {
            p += 16;
            len -= 16;
        }
        while (len >= 16) {
            a = MOVED(a, 16, AT(p));
            p += 16;
            len -= 16;
        }
        /* The remainder of the first 8 bytes goes into the last 8. */
        r = REMAINDER_OF((unsigned long long)_mm_cvtsi128_si64(a));
        r ^= (unsigned long long)_mm_cvtsi128_si64(_mm_srli_si128(a, 8));
        r = REMAINDER_OF(r);
    }
    if (len >= 8) {
        memcpy(&word, p, 8);
        r = REMAINDER_OF(r ^ word);
        p += 8;
        len -= 8;
    }
    if (len != 0) {
        /* 1 to 7 bytes at the end of 8: what is before them is 0, and the rest of r comes behind. */
        unsigned bits = 8 * (unsigned)len;

        word = r;
        do {
            len--;
            word ^= (unsigned long long)p[len] << 8 * len;
        } while (len != 0);
        r = r >> bits ^ REMAINDER_OF(word << (64 - bits));
    }
    return (mote_u32)(~r & 0xFFFFFFFF);
}
