/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 with AVX-512 of amd64, in C: sixteen blocks at a time, a word of all sixteen in a vector; of a text
 * that has up to four blocks left, a row of all four in a vector.
 *
 * Names are those of RFC 8439, sections 2.1 to 2.4.  Where the text ends within a block, a mask says so, and
 * what is left of the key stream is kept.
 */
#include "mote/chacha20.h"

typedef mote_chacha20_context context;

#include "common/fast.h"

#if !defined __x86_64__ || defined __ILP32__
#error "chacha20/amd64_avx512.c needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512bw")))
#define NOINLINE __attribute__((__noinline__))
#define INLINE FEATURES static __inline__ __attribute__((__always_inline__))

#define BLOCK 64
#define FOUR_BLOCKS 256
#define SIXTEEN_BLOCKS 1024

/* f(i) for the sixteen words */
#define SIXTEEN(f)                                                                                 \
    f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)

#define ADD(x, y) _mm512_add_epi32(x, y)
#define XOR(x, y) _mm512_xor_si512(x, y)
#define SPREAD(word) _mm512_set1_epi32((int)(word))

/* A step of the quarter round (section 2.1), and a half of four of them */
#define STEP(a, b, d, n)                                                                           \
    a = ADD(a, b);                                                                                 \
    d = _mm512_rol_epi32(XOR(d, a), n)
#define FOUR_STEPS(a0, a1, a2, a3, b0, b1, b2, b3, d0, d1, d2, d3, n)                              \
    STEP(a0, b0, d0, n);                                                                           \
    STEP(a1, b1, d1, n);                                                                           \
    STEP(a2, b2, d2, n);                                                                           \
    STEP(a3, b3, d3, n)
#define QUARTER_ROUNDS(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3)                             \
    FOUR_STEPS(x0, x1, x2, x3, b0, b1, b2, b3, d0, d1, d2, d3, 16);                                \
    FOUR_STEPS(c0, c1, c2, c3, d0, d1, d2, d3, b0, b1, b2, b3, 12);                                \
    FOUR_STEPS(x0, x1, x2, x3, b0, b1, b2, b3, d0, d1, d2, d3, 8);                                 \
    FOUR_STEPS(c0, c1, c2, c3, d0, d1, d2, d3, b0, b1, b2, b3, 7)

/* A block of the key stream, and the text from `at` on; len is what is left of that.  false: it has
 * ended. */
INLINE int crypt_block(context *cc, __m512i stream, const unsigned char *src, unsigned char *dst,
                       size_t len, size_t at) {
    __mmask64 mask;

    if (len >= at + BLOCK) {
        stream = XOR(stream, _mm512_loadu_si512((const void *)(src + at)));
        _mm512_storeu_si512((void *)(dst + at), stream);
        return 1;
    }
    if (len > at) {
        _mm512_storeu_si512((void *)cc->key_stream, stream);
        cc->left = (unsigned)(at + BLOCK - len);
        mask = ~(__mmask64)0 >> cc->left;
        stream = XOR(stream, _mm512_maskz_loadu_epi8(mask, (const void *)(src + at)));
        _mm512_mask_storeu_epi8((void *)(dst + at), mask, stream);
    }
    return 0;
}

/* Parts of 128 bits of four vectors become columns. */
#define TURN(a, b, c, d)                                                                           \
    t0 = _mm512_shuffle_i32x4(a, b, 0x44);                                                         \
    t1 = _mm512_shuffle_i32x4(a, b, 0xEE);                                                         \
    t2 = _mm512_shuffle_i32x4(c, d, 0x44);                                                         \
    t3 = _mm512_shuffle_i32x4(c, d, 0xEE);                                                         \
    a = _mm512_shuffle_i32x4(t0, t2, 0x88);                                                        \
    b = _mm512_shuffle_i32x4(t0, t2, 0xDD);                                                        \
    c = _mm512_shuffle_i32x4(t1, t3, 0x88);                                                        \
    d = _mm512_shuffle_i32x4(t1, t3, 0xDD)

/* Words a to d of sixteen blocks become rows of these words: of blocks 0, 4, 8 and 12 in a, and so on. */
#define TURN_WORDS(a, b, c, d)                                                                     \
    t0 = _mm512_unpacklo_epi32(a, b);                                                              \
    t1 = _mm512_unpackhi_epi32(a, b);                                                              \
    t2 = _mm512_unpacklo_epi32(c, d);                                                              \
    t3 = _mm512_unpackhi_epi32(c, d);                                                              \
    a = _mm512_unpacklo_epi64(t0, t2);                                                             \
    b = _mm512_unpackhi_epi64(t0, t2);                                                             \
    c = _mm512_unpacklo_epi64(t1, t3);                                                             \
    d = _mm512_unpackhi_epi64(t1, t3)

#define SPREAD_WORD(i) x##i = SPREAD(s[i]);
#define ADD_WORD(i) x##i = ADD(x##i, SPREAD(s[i]));
#define CRYPT(x, i)                                                                                \
    if (!crypt_block(cc, x, src, dst, len, BLOCK * (i)))                                           \
    return

/* A text of up to sixteen blocks, at least one byte; cc->left is 0. */
INLINE void crypt_sixteen(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    const __m512i numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m512i x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, t0, t1, t2, t3;
    mote_u32 *s = cc->state;
    unsigned round;

    SIXTEEN(SPREAD_WORD)
    x12 = ADD(x12, numbers);
    for (round = 10; round != 0; round--) {
        QUARTER_ROUNDS(x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15);
        QUARTER_ROUNDS(x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14);
    }
    /* The words are read again: vectors of them would be kept on the stack. */
    __asm__ __volatile__("" : : : "memory");
    SIXTEEN(ADD_WORD)
    x12 = ADD(x12, numbers);
    s[12] += (mote_u32)((len + BLOCK - 1) / BLOCK);
    TURN_WORDS(x0, x1, x2, x3);
    TURN_WORDS(x4, x5, x6, x7);
    TURN_WORDS(x8, x9, x10, x11);
    TURN_WORDS(x12, x13, x14, x15);
    TURN(x0, x4, x8, x12);
    TURN(x1, x5, x9, x13);
    TURN(x2, x6, x10, x14);
    TURN(x3, x7, x11, x15);
    CRYPT(x0, 0);
    CRYPT(x1, 1);
    CRYPT(x2, 2);
    CRYPT(x3, 3);
    CRYPT(x4, 4);
    CRYPT(x5, 5);
    CRYPT(x6, 6);
    CRYPT(x7, 7);
    CRYPT(x8, 8);
    CRYPT(x9, 9);
    CRYPT(x10, 10);
    CRYPT(x11, 11);
    CRYPT(x12, 12);
    CRYPT(x13, 13);
    CRYPT(x14, 14);
    CRYPT(x15, 15);
}

#define ROW(i) _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)(s + 4 * (i))))
/* Four quarter rounds of each of four blocks */
#define ROUND                                                                                      \
    STEP(a, b, d, 16);                                                                             \
    STEP(c, d, b, 12);                                                                             \
    STEP(a, b, d, 8);                                                                              \
    STEP(c, d, b, 7)
/* The diagonals into columns, or back; b, which comes last, stays where it is. */
#define SHIFT(from_a, from_c)                                                                      \
    a = _mm512_shuffle_epi32(a, from_a);                                                           \
    c = _mm512_shuffle_epi32(c, from_c);                                                           \
    d = _mm512_shuffle_epi32(d, 0x4E)

/* A text of up to four blocks, at least one byte; cc->left is 0. */
INLINE void crypt_four(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    const __m512i numbers = _mm512_set_epi32(0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0);
    mote_u32 *s = cc->state;
    __m512i a = ROW(0), b = ROW(1), c = ROW(2), d = ADD(ROW(3), numbers), t0, t1, t2, t3;
    unsigned round;

    for (round = 10; round != 0; round--) {
        ROUND;
        SHIFT(0x93, 0x39);
        ROUND;
        SHIFT(0x39, 0x93);
    }
    a = ADD(a, ROW(0));
    b = ADD(b, ROW(1));
    c = ADD(c, ROW(2));
    d = ADD(d, ADD(ROW(3), numbers));
    s[12] += (mote_u32)((len + BLOCK - 1) / BLOCK);
    TURN(a, b, c, d);
    CRYPT(a, 0);
    CRYPT(b, 1);
    CRYPT(c, 2);
    CRYPT(d, 3);
}

NOINLINE FEATURES static void crypt_blocks(context *cc, const unsigned char *src,
                                           unsigned char *dst, size_t len) {
    while (len > FOUR_BLOCKS) {
        size_t n = len < SIXTEEN_BLOCKS ? len : SIXTEEN_BLOCKS;

        crypt_sixteen(cc, src, dst, n);
        src += n;
        dst += n;
        len -= n;
    }
    if (len != 0)
        crypt_four(cc, src, dst, len);
}

/* Where a compiler may have put words that found no register */
#define STACK_BYTES 512
#include "common/wipe_avx512.h"

/* Text that what is left of a block's key stream is enough for */
static void crypt_left(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    const unsigned char *stream = (const unsigned char *)cc->key_stream + BLOCK - cc->left;
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
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst;
    size_t n = len < cc->left ? len : cc->left;

    if (n != 0) {
        crypt_left(cc, from, to, n);
        from += n;
        to += n;
        len -= n;
    }
    if (len != 0) {
        crypt_blocks(cc, from, to, len);
        wipe_stack();
    }
}
