/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b for AArch64, unrolled, in general registers: in vectors, which take two thirds of the instructions, each
 * step of a single message waits for the one before.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.
 */
#include "mote/blake2b.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

typedef mote_blake2b_context context;

#define WAITING_BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds_fast.h"

/* The initialization vector (section 2.6). */
static const u64 IV[8] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179),
};

/* A word of the message: some stay in registers, as many as suffice beside the state; the others are read each
 * time. */
#define KEPT 10
#define M(i) ((i) < KEPT ? m[(i) % KEPT] : *(const volatile word *)(const void *)(data + 8 * (i)))
typedef u64 __attribute__((__may_alias__, __aligned__(1))) word;

/* Section 3.1 */
#define STEP_A(a, b, x, y) (a += M(x), a += b)
#define STEP_D(d, a, half) (d ^= a, d = ROTR64(d, (half) ? 16 : 32))
#define STEP_B(b, c, half) (b ^= c, b = ROTR64(b, (half) ? 63 : 24))

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes,
                            u64 last) {
    u64 m[KEPT], v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
    /* Halves lie as the words that they are of. */
    word *h = (word *)cc->h, *t = (word *)cc->t;
    const u64 *iv = IV;

    /* Compilers that know these words make each of four constants. */
    __asm__("" : "+r"(iv));
    do {
        t[0] += bytes;
        if (t[0] < bytes)
            t[1]++;
        m[0] = get_le64(data);
        m[1] = get_le64(data + 8);
        m[2] = get_le64(data + 16);
        m[3] = get_le64(data + 24);
        m[4] = get_le64(data + 32);
        m[5] = get_le64(data + 40);
        m[6] = get_le64(data + 48);
        m[7] = get_le64(data + 56);
        m[8] = get_le64(data + 64);
        m[9] = get_le64(data + 72);
        v0 = h[0];
        v1 = h[1];
        v2 = h[2];
        v3 = h[3];
        v4 = h[4];
        v5 = h[5];
        v6 = h[6];
        v7 = h[7];
        v8 = iv[0];
        v9 = iv[1];
        v10 = iv[2];
        v11 = iv[3];
        v12 = iv[4] ^ t[0];
        v13 = iv[5] ^ t[1];
        v14 = iv[6] ^ last;
        v15 = iv[7];
        TEN_ROUNDS;
        ROUND0;
        ROUND1;
        h[0] ^= v0 ^ v8;
        h[1] ^= v1 ^ v9;
        h[2] ^= v2 ^ v10;
        h[3] ^= v3 ^ v11;
        h[4] ^= v4 ^ v12;
        h[5] ^= v5 ^ v13;
        h[6] ^= v6 ^ v14;
        h[7] ^= v7 ^ v15;
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
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

/* Not part of the function below, which has no frame then. */
__attribute__((__noinline__)) static void add_blocks(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2b(context *cc, const void *data, size_t len) {
    unsigned char *to = (unsigned char *)cc->buf + cc->ptr;

    /* What fits is a jump to memcpy. */
    if (len != 0 && len <= WAITING_BLOCK_BYTES - cc->ptr) {
        cc->ptr += (unsigned)len;
        memcpy(to, data, len);
        return;
    }
    add_blocks(cc, data, len);
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
