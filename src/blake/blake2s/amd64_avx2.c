/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s with AVX2 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2s.h"

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#if !defined __x86_64__ || defined __ILP32__
#error "blake2s/amd64_avx2.c needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#include "blake/rounds_avx2.h"

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2")))

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define LOAD2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))

/* The initialization vector (section 2.6). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* Rotations to the right: by whole bytes their bytes are put elsewhere. */
#define SHIFTED(x, n) _mm_or_si128(_mm_srli_epi32(x, n), _mm_slli_epi32(x, 32 - (n)))
#define ROTR_16(x) _mm_shuffle_epi8(x, by_16)
#define ROTR_12(x) SHIFTED(x, 12)
#define ROTR_8(x) _mm_shuffle_epi8(x, by_8)
#define ROTR_7(x) SHIFTED(x, 7)

/* What is computed before what follows: b comes last, and a compiler might add it to x first. */
#define FIRST(x) __asm__("" : "+x"(x))

/* Half of G, with words x of the message. */
#define HALF_G(x, rotate_d, rotate_b)                                                              \
    a = _mm_add_epi32(a, x);                                                                       \
    FIRST(a);                                                                                      \
    a = _mm_add_epi32(a, b);                                                                       \
    d = rotate_d(_mm_xor_si128(d, a));                                                             \
    c = _mm_add_epi32(c, d);                                                                       \
    b = rotate_b(_mm_xor_si128(b, c))

/* The words of both halves at once: each entry's word of the first eight and of the last, of which the
 * entry's bit 3 takes one. */
#define LAST8(i, n) (((i) >> 3) << (n))
#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    which = _mm256_set_epi32(l2, k2, j2, i2, l, k, j, i);                                          \
    words = _mm256_blend_epi32(_mm256_permutevar8x32_epi32(m0, which),                             \
                               _mm256_permutevar8x32_epi32(m8, which),                             \
                               LAST8(i, 0) | LAST8(j, 1) | LAST8(k, 2) | LAST8(l, 3) |             \
                                   LAST8(i2, 4) | LAST8(j2, 5) | LAST8(k2, 6) | LAST8(l2, 7));     \
    HALF_G(_mm256_castsi256_si128(words), ROTR_16, ROTR_12);                                       \
    HALF_G(_mm256_extracti128_si256(words, 1), ROTR_8, ROTR_7)

#define TURN                                                                                       \
    a = _mm_shuffle_epi32(a, 0x93);                                                                \
    d = _mm_shuffle_epi32(d, 0x4E);                                                                \
    c = _mm_shuffle_epi32(c, 0x39)
#define TURN_BACK                                                                                  \
    a = _mm_shuffle_epi32(a, 0x39);                                                                \
    d = _mm_shuffle_epi32(d, 0x4E);                                                                \
    c = _mm_shuffle_epi32(c, 0x93)

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
FEATURES static void compress_blocks(context *cc, const unsigned char *data, size_t blocks,
                                     unsigned bytes, u32 last) {
    const __m128i by_16 = _mm_set_epi32(0x0D0C0F0E, 0x09080B0A, 0x05040706, 0x01000302);
    const __m128i by_8 = _mm_set_epi32(0x0C0F0E0D, 0x080B0A09, 0x04070605, 0x00030201);
    __m128i a, b, c, d, h0 = LOAD(cc->h), h1 = LOAD(cc->h + 4);
    __m256i m0, m8, which, words;
    u32 t0 = cc->t[0], t1 = cc->t[1];

    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        m0 = LOAD2(data);
        m8 = LOAD2(data + 32);
        a = h0;
        b = h1;
        c = LOAD(IV);
        d = _mm_xor_si128(LOAD(IV + 4), _mm_set_epi32(0, (int)last, (int)t1, (int)t0));
        TEN_ROUNDS;
        h0 = _mm_xor_si128(h0, _mm_xor_si128(a, c));
        h1 = _mm_xor_si128(h1, _mm_xor_si128(b, d));
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    cc->t[0] = t0;
    cc->t[1] = t1;
    STORE(cc->h, h0);
    STORE(cc->h + 4, h1);
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    compress_blocks(cc, data, blocks, WAITING_BLOCK_BYTES, 0);
}

void mote_blake2s_init(context *cc, unsigned out_size) {
    memcpy(cc->h, IV, sizeof cc->h);
    cc->out_size = out_size / 8;
    cc->h[0] ^= 0x01010000 ^ cc->out_size;
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2s(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2s_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned i;

    (void)ub;
    (void)n;
    memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u32)0);
    for (i = 0; i < 8; i++)
        put_le32(buf + 4 * i, cc->h[i]);
    memcpy(out, buf, cc->out_size);
}
