/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s for AArch64, unrolled: two words of the message in a register, so that all of it is in registers
 * beside the state.  In general registers: in vectors, which take less than half of the instructions, each step
 * of a single message waits for the one before.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.
 */
#include "mote/blake2s.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds_fast.h"

/* The initialization vector (section 2.6). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* The sum with a word of the message: of the upper one the shift is part of the addition, of 64 bits then.  In
 * assembly, as compilers would keep shifted words, for which registers do not suffice. */
#define STEP_A(a, b, x, y)                                                                         \
    do {                                                                                           \
        if ((x) % 2 == 0)                                                                          \
            __asm__("add %w0,%w0,%w1" : "+r"(a) : "r"(m[(x) / 2]));                                \
        else                                                                                       \
            __asm__("add %x0,%x0,%x1,lsr #32" : "+r"(a) : "r"(m[(x) / 2]));                        \
        a += b;                                                                                    \
    } while (0)
#define STEP_D(d, a, half) (d ^= a, d = ROTR32(d, (half) ? 8 : 16))
#define STEP_B(b, c, half) (b ^= c, b = ROTR32(b, (half) ? 7 : 12))

/*
 * The function F on some blocks, each with so many bytes of the message; last: all bits 1 for the
 * last block.
 */
static void compress_blocks(context *cc, const unsigned char *data, size_t blocks, unsigned bytes,
                            u32 last) {
    u32 v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15;
    u64 t = JOIN64(cc->t), m[8];

    do {
        t += bytes;
        m[0] = get_le64(data);
        m[1] = get_le64(data + 8);
        m[2] = get_le64(data + 16);
        m[3] = get_le64(data + 24);
        m[4] = get_le64(data + 32);
        m[5] = get_le64(data + 40);
        m[6] = get_le64(data + 48);
        m[7] = get_le64(data + 56);
        v0 = cc->h[0];
        v1 = cc->h[1];
        v2 = cc->h[2];
        v3 = cc->h[3];
        v4 = cc->h[4];
        v5 = cc->h[5];
        v6 = cc->h[6];
        v7 = cc->h[7];
        v8 = IV[0];
        v9 = IV[1];
        v10 = IV[2];
        v11 = IV[3];
        v12 = IV[4] ^ (u32)t;
        v13 = IV[5] ^ (u32)(t >> 32);
        v14 = IV[6] ^ last;
        v15 = IV[7];
        TEN_ROUNDS;
        cc->h[0] ^= v0 ^ v8;
        cc->h[1] ^= v1 ^ v9;
        cc->h[2] ^= v2 ^ v10;
        cc->h[3] ^= v3 ^ v11;
        cc->h[4] ^= v4 ^ v12;
        cc->h[5] ^= v5 ^ v13;
        cc->h[6] ^= v6 ^ v14;
        cc->h[7] ^= v7 ^ v15;
        data += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    SPLIT64(cc->t, t);
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

/* Not part of the function below, which has no frame then. */
__attribute__((__noinline__)) static void add_blocks(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_blake2s(context *cc, const void *data, size_t len) {
    unsigned char *to = (unsigned char *)cc->buf + cc->ptr;

    /* What fits is a jump to memcpy. */
    if (len != 0 && len <= WAITING_BLOCK_BYTES - cc->ptr) {
        cc->ptr += (unsigned)len;
        memcpy(to, data, len);
        return;
    }
    add_blocks(cc, data, len);
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
