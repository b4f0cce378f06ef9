/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 with AVX2 of amd64, in C: eight blocks at a time, a word of all eight in a vector.
 *
 * Names are those of RFC 8439, sections 2.1 to 2.4.  A text of up to one block takes one block, a row of
 * the state in a vector of 128 bits; the end of a longer one takes eight in a copy.
 */
#include "mote/chacha20.h"

typedef mote_chacha20_context context;

#include "common/fast.h"

#if !defined __x86_64__ || defined __ILP32__
#error "chacha20/amd64_avx2.c needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2")))
#define NOINLINE __attribute__((__noinline__))

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

#define SPREAD(i) x##i = _mm256_set1_epi32((int)s[i]);
#define ADD_STATE(i) x##i = _mm256_add_epi32(x##i, _mm256_set1_epi32((int)s[i]));

/* Eight blocks of text, so many times. */
NOINLINE FEATURES static void crypt_eights(context *cc, const unsigned char *src,
                                           unsigned char *dst, size_t eights) {
    const __m256i by_16 = _mm256_broadcastsi128_si256(BY_16);
    const __m256i by_8 = _mm256_broadcastsi128_si256(BY_8);
    const __m256i numbers = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    __m256i x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, t0;
    __m256i x0, t1, t2, t3;
    mote_u32 *s = cc->state;
    unsigned round;

    for (; eights != 0; eights--, src += EIGHT_BLOCKS, dst += EIGHT_BLOCKS) {
        SIXTEEN(SPREAD)
        x12 = _mm256_add_epi32(x12, numbers);
        for (round = 10; round != 0; round--) {
            QUARTER_ROUNDS(x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15);
            QUARTER_ROUNDS(x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14);
        }
        SIXTEEN(ADD_STATE)
        x12 = _mm256_add_epi32(x12, numbers);
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
        s[12] += 8;
    }
}

/* Zeros on the stack, where eight blocks had the copy of a text's end, and words that found no register */
#define STACK_BYTES 1792
NOINLINE FEATURES static void wipe_stack(void) {
    unsigned char below[STACK_BYTES], *p = below, *end = below + STACK_BYTES;

    for (; p != end; p += 64) {
        STORE(p, _mm256_setzero_si256());
        STORE(p + 32, _mm256_setzero_si256());
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

/* Rows of one block: four quarter rounds */
#define ROTATED_ROW(x, n) _mm_or_si128(_mm_slli_epi32(x, n), _mm_srli_epi32(x, 32 - (n)))
#define HALF_OF_ROWS(by_bytes, n)                                                                  \
    a = _mm_add_epi32(a, b);                                                                       \
    d = _mm_shuffle_epi8(_mm_xor_si128(d, a), by_bytes);                                           \
    c = _mm_add_epi32(c, d);                                                                       \
    b = _mm_xor_si128(b, c);                                                                       \
    b = ROTATED_ROW(b, n)
/* The diagonals into columns, or back; b, which comes last, stays where it is. */
#define TURN(from_a, from_c)                                                                       \
    a = _mm_shuffle_epi32(a, from_a);                                                              \
    c = _mm_shuffle_epi32(c, from_c);                                                              \
    d = _mm_shuffle_epi32(d, 0x4E)

/* The next block of the key stream */
NOINLINE FEATURES static void make_block(context *cc) {
    const __m128i by_16 = BY_16, by_8 = BY_8;
    mote_u32 *s = cc->state, *to = cc->key_stream;
    __m128i a = LOAD_ROW(s), b = LOAD_ROW(s + 4), c = LOAD_ROW(s + 8), d = LOAD_ROW(s + 12);
    unsigned round;

    for (round = 10; round != 0; round--) {
        HALF_OF_ROWS(by_16, 12);
        HALF_OF_ROWS(by_8, 7);
        TURN(0x93, 0x39);
        HALF_OF_ROWS(by_16, 12);
        HALF_OF_ROWS(by_8, 7);
        TURN(0x39, 0x93);
    }
    STORE_ROW(to, _mm_add_epi32(a, LOAD_ROW(s)));
    STORE_ROW(to + 4, _mm_add_epi32(b, LOAD_ROW(s + 4)));
    STORE_ROW(to + 8, _mm_add_epi32(c, LOAD_ROW(s + 8)));
    STORE_ROW(to + 12, _mm_add_epi32(d, LOAD_ROW(s + 12)));
    s[12]++;
}

/* A text of 65 to 511 bytes, at the beginning of a block: with zeros behind it, which become what is
 * left of the key stream. */
NOINLINE static void crypt_end(context *cc, const unsigned char *src, unsigned char *dst,
                               size_t len) {
    unsigned char copy[EIGHT_BLOCKS];
    mote_u32 number = cc->state[12];
    size_t last = (len - 1) / 64;

    memcpy(copy, src, len);
    memset(copy + len, 0, EIGHT_BLOCKS - len);
    crypt_eights(cc, copy, copy, 1);
    memcpy(dst, copy, len);
    cc->state[12] = number + (mote_u32)last + 1;
    cc->left = (unsigned)(64 * (last + 1) - len);
    memset(copy + 64 * last, 0, len - 64 * last);
    memcpy(cc->key_stream, copy + 64 * last, 64);
}

/* Text that what is left of a block's key stream is enough for */
static void crypt_left(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    const unsigned char *stream = (const unsigned char *)cc->key_stream + 64 - cc->left;
    u64 word, key;

    cc->left -= (unsigned)len;
    for (; len >= 8; len -= 8, src += 8, dst += 8, stream += 8) {
        memcpy(&word, src, 8);
        memcpy(&key, stream, 8);
        word ^= key;
        memcpy(dst, &word, 8);
    }
    for (; len != 0; len--)
        *dst++ = (unsigned char)(*src++ ^ *stream++);
}

static void crypt(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    size_t n;

    while (len != 0) {
        if (cc->left == 0 && len > 64) {
            n = len / EIGHT_BLOCKS;
            if (n != 0) {
                crypt_eights(cc, src, dst, n);
                n *= EIGHT_BLOCKS;
            } else {
                n = len;
                crypt_end(cc, src, dst, n);
            }
            if (n == len)
                wipe_stack();
        } else {
            if (cc->left == 0) {
                make_block(cc);
                cc->left = 64;
            }
            n = len < cc->left ? len : cc->left;
            crypt_left(cc, src, dst, n);
        }
        src += n;
        dst += n;
        len -= n;
    }
}

void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = 0x61707865; /* "expand 32-byte k" */
    cc->state[1] = 0x3320646E;
    cc->state[2] = 0x79622D32;
    cc->state[3] = 0x6B206574;
    memcpy(cc->state + 4, key, 32);
    cc->state[12] = counter;
    memcpy(cc->state + 13, nonce, 12);
    cc->left = 0;
}

void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, (const unsigned char *)src, (unsigned char *)dst, len);
}
