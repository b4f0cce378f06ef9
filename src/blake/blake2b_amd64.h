/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What BLAKE2b with AVX2 and with AVX-512 of amd64 share: all but the rounds.
 *
 * A private header; before it come common/fast.h, LOAD and STORE for rows, GET_MESSAGE(data), and TEN_ROUNDS,
 * ROUND0 and ROUND1 on the rows of the state in a to d, with variables and constants as BLAKE_VARIABLES.
 */
#ifndef MOTE_BLAKE_BLAKE2B_AMD64_H
#define MOTE_BLAKE_BLAKE2B_AMD64_H

/* The initialization vector (section 2.6). */
static const u64 IV[8] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179),
};

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
FEATURES static void compress_blocks(context *cc, const unsigned char *data, size_t blocks,
                                     unsigned bytes, u64 last) {
    __m256i a, b, c, d, h0 = LOAD(cc->h), h1 = LOAD(cc->h + 8);
    u64 t0 = JOIN64(cc->t), t1 = JOIN64(cc->t + 2);
    BLAKE_VARIABLES

    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        GET_MESSAGE(data);
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

/* What is read as vectors is written as such: of a word among them the processor would have to wait for both. */
FEATURES void mote_blake2b_init(context *cc, unsigned out_size) {
    cc->out_size = out_size / 8;
    STORE(cc->h, _mm256_xor_si256(LOAD(IV), _mm256_zextsi128_si256(_mm_cvtsi32_si128(
                                                (int)(0x01010000 ^ cc->out_size)))));
    STORE(cc->h + 8, LOAD(IV + 4));
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2b(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2b_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *buf = (unsigned char *)cc->buf;

    (void)ub;
    (void)n;
    /* A full block and the usual size are no calls. */
    if (cc->ptr != WAITING_BLOCK_BYTES)
        memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u64)0);
    /* Words lie in the order of their bytes here. */
    if (cc->out_size == 64)
        memcpy(dst, cc->h, 64);
    else
        memcpy(dst, cc->h, cc->out_size);
}

#endif
