/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What BLAKE2s with AVX2 and with AVX-512 of amd64 share: all but the rounds.
 *
 * A private header; before it come common/fast.h, LOAD, STORE and LOAD2 for vectors, and TEN_ROUNDS on the rows
 * of the state in a to d and on the message in m0 and m8, with other variables and constants as BLAKE_VARIABLES.
 */
#ifndef MOTE_BLAKE_BLAKE2S_AMD64_H
#define MOTE_BLAKE_BLAKE2S_AMD64_H

/* The initialization vector (section 2.6). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
FEATURES static void compress_blocks(context *cc, const unsigned char *data, size_t blocks,
                                     unsigned bytes, u32 last) {
    __m128i a, b, c, d, h0 = LOAD(cc->h), h1 = LOAD(cc->h + 4);
    __m256i m0, m8;
    u32 t0 = cc->t[0], t1 = cc->t[1];
    BLAKE_VARIABLES

    do {
        t0 += bytes;
        if (t0 < bytes)
            t1++;
        m0 = LOAD2(data);
        m8 = LOAD2(data + 32);
        a = h0;
        b = h1;
        c = LOAD(IV);
        d = _mm_insert_epi32(_mm_cvtsi32_si128((int)t0), (int)t1, 1);
        d = _mm_xor_si128(LOAD(IV + 4), _mm_insert_epi32(d, (int)last, 2));
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

/* What is read as vectors is written as such: of a word among them the processor would have to wait for both. */
FEATURES void mote_blake2s_init(context *cc, unsigned out_size) {
    cc->out_size = out_size / 8;
    STORE(cc->h, _mm_xor_si128(LOAD(IV), _mm_cvtsi32_si128((int)(0x01010000 ^ cc->out_size))));
    STORE(cc->h + 4, LOAD(IV + 4));
    memset(cc->t, 0, sizeof cc->t);
    cc->ptr = 0;
}

void mote_blake2s(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2s_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *buf = (unsigned char *)cc->buf;

    (void)ub;
    (void)n;
    /* A full block and the usual size are no calls. */
    if (cc->ptr != WAITING_BLOCK_BYTES)
        memset(buf + cc->ptr, 0, WAITING_BLOCK_BYTES - cc->ptr);
    compress_blocks(cc, buf, 1, cc->ptr, ~(u32)0);
    /* Words lie in the order of their bytes here. */
    if (cc->out_size == 32)
        memcpy(dst, cc->h, 32);
    else
        memcpy(dst, cc->h, cc->out_size);
}

#endif
