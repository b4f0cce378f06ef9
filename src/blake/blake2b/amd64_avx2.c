/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b with AVX2 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2b.h"

typedef mote_blake2b_context context;

#define WAITING_BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds64_avx2.h"

/* The initialization vector (section 2.6). */
static const u64 IV[8] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179),
};

/* Rotations that BLAKE2b alone has; by 63 is one to the left. */
#define ROTR_24(x) _mm256_shuffle_epi8(x, by_24)
#define ROTR_63(x) _mm256_xor_si256(_mm256_srli_epi64(x, 63), _mm256_add_epi64(x, x))

#define FIRST_HALF(x) HALF_G(x, ROTR_32, ROTR_24)
#define SECOND_HALF(x) HALF_G(x, ROTR_16, ROTR_63)

#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    FIRST_HALF(WORDS(i, j, k, l));                                                                 \
    SECOND_HALF(WORDS(i2, j2, k2, l2))

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
FEATURES static void compress_blocks(context *cc, const unsigned char *data, size_t blocks,
                                     unsigned bytes, u64 last) {
    const __m256i by_24 =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x0A09080F, 0x0E0D0C0B, 0x02010007, 0x06050403));
    const __m256i by_16 =
        _mm256_broadcastsi128_si256(_mm_set_epi32(0x09080F0E, 0x0D0C0B0A, 0x01000706, 0x05040302));
    __m256i m[8], a, b, c, d, h0 = LOAD(cc->h), h1 = LOAD(cc->h + 8);
    u64 t0 = JOIN64(cc->t), t1 = JOIN64(cc->t + 2);
    unsigned i;

    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        for (i = 0; i < 8; i++)
            m[i] = _mm256_broadcastsi128_si256(
                _mm_loadu_si128((const __m128i *)(const void *)(data + 16 * i)));
        a = h0;
        b = h1;
        c = LOAD(IV);
        d = _mm256_xor_si256(LOAD(IV + 4),
                             _mm256_set_epi64x(0, (long long)last, (long long)t1, (long long)t0));
        TEN_ROUNDS;
        ROUND0;
        ROUND1;
        h0 = _mm256_xor_si256(h0, _mm256_xor_si256(a, c));
        h1 = _mm256_xor_si256(h1, _mm256_xor_si256(b, d));
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    SPLIT64(cc->t, t0);
    SPLIT64(cc->t + 2, t1);
    STORE(cc->h, h0);
    STORE(cc->h + 8, h1);
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    compress_blocks(cc, data, blocks, WAITING_BLOCK_BYTES, 0);
}

void mote_blake2b_init(context *cc, unsigned out_size) {
    unsigned i;

    for (i = 0; i < 8; i++)
        SPLIT64(cc->h + 2 * i, IV[i]);
    cc->out_size = out_size / 8;
    cc->h[0] ^= 0x01010000 ^ cc->out_size;
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2b(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2b_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned i;

    (void)ub;
    (void)n;
    memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u64)0);
    for (i = 0; i < 16; i++)
        put_le32(buf + 4 * i, cc->h[i]);
    memcpy(out, buf, cc->out_size);
}
