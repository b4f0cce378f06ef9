/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 with vectors of AArch64, in C: four blocks at a time, a word of all four in a vector; of a text
 * of fewer blocks one at a time, a row of the state in a vector.
 *
 * Names are those of RFC 8439, sections 2.1 to 2.4.  The blocks differ in one word alone, their number:
 * what the first round makes of three of its columns is computed once for all.
 *
 * A quarter round takes 14 instructions for four blocks: a rotation by 16 or by 8 moves bytes, one by 12
 * or by 7 is a shift, and one that inserts.
 */
#include "mote/chacha20.h"

typedef mote_chacha20_context context;

#include "common/fast.h"

#include "common/aarch64_neon.h"

/* What crypt_fours has on the stack, and room for what a compiler puts there */
#define STACK_BYTES 512
#include "aes/wipe.h"

#define FOUR_BLOCKS 256

/* Bytes of words rotated to the left by 8 bits */
static const unsigned char BY_8[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};

/* Rotations to the left */
#define ROTATED_16(x) vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
#define ROTATED_8(x) vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), by_8))
#define ROTATED_12(x) vsriq_n_u32(vshlq_n_u32(x, 12), x, 20)
#define ROTATED_7(x) vsriq_n_u32(vshlq_n_u32(x, 7), x, 25)

/* The quarter round, section 2.1, step by step for four of them; a step of one waits for the one before. */
#define ADD(a, b) (a = vaddq_u32(a, b))
#define HALF(a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, BY_BYTES, BY_BITS)    \
    ADD(a0, b0);                                                                                   \
    ADD(a1, b1);                                                                                   \
    ADD(a2, b2);                                                                                   \
    ADD(a3, b3);                                                                                   \
    d0 = BY_BYTES(veorq_u32(d0, a0));                                                              \
    d1 = BY_BYTES(veorq_u32(d1, a1));                                                              \
    d2 = BY_BYTES(veorq_u32(d2, a2));                                                              \
    d3 = BY_BYTES(veorq_u32(d3, a3));                                                              \
    ADD(c0, d0);                                                                                   \
    ADD(c1, d1);                                                                                   \
    ADD(c2, d2);                                                                                   \
    ADD(c3, d3);                                                                                   \
    b0 = veorq_u32(b0, c0);                                                                        \
    b1 = veorq_u32(b1, c1);                                                                        \
    b2 = veorq_u32(b2, c2);                                                                        \
    b3 = veorq_u32(b3, c3);                                                                        \
    b0 = BY_BITS(b0);                                                                              \
    b1 = BY_BITS(b1);                                                                              \
    b2 = BY_BITS(b2);                                                                              \
    b3 = BY_BITS(b3)
#define QUARTER_ROUNDS(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3)                             \
    HALF(x0, x1, x2, x3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, ROTATED_16, ROTATED_12);  \
    HALF(x0, x1, x2, x3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, ROTATED_8, ROTATED_7)
#define COLUMNS QUARTER_ROUNDS(x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15)
#define DIAGONALS QUARTER_ROUNDS(x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14)

/* One quarter round, of rows or of one column */
#define HALF_OF_ONE(a, b, c, d, BY_BYTES, BY_BITS)                                                 \
    ADD(a, b);                                                                                     \
    d = BY_BYTES(veorq_u32(d, a));                                                                 \
    ADD(c, d);                                                                                     \
    b = veorq_u32(b, c);                                                                           \
    b = BY_BITS(b)
#define QUARTER_ROUND(a, b, c, d)                                                                  \
    HALF_OF_ONE(a, b, c, d, ROTATED_16, ROTATED_12);                                               \
    HALF_OF_ONE(a, b, c, d, ROTATED_8, ROTATED_7)

/* Words a to d of four blocks, each a vector of all four, become rows of one block each. */
#define TRANSPOSE(a, b, c, d)                                                                      \
    t0 = vzip1q_u32(a, c);                                                                         \
    t1 = vzip1q_u32(b, d);                                                                         \
    t2 = vzip2q_u32(a, c);                                                                         \
    t3 = vzip2q_u32(b, d);                                                                         \
    a = vzip1q_u32(t0, t1);                                                                        \
    b = vzip2q_u32(t0, t1);                                                                        \
    c = vzip1q_u32(t2, t3);                                                                        \
    d = vzip2q_u32(t2, t3)

/* A block of text, with the key stream added, which is the state's words and what the rounds made */
#define CRYPT_ROW(x, state, text) x = veorq_u32(text, vaddq_u32(x, state))
#define TEXT(p) vreinterpretq_u32_u8(vld1q_u8(p))
#define STORE_TEXT(p, x) vst1q_u8(p, vreinterpretq_u8_u32(x))
#define CRYPT_BLOCK(a, b, c, d)                                                                    \
    t0 = TEXT(src);                                                                                \
    t1 = TEXT(src + 16);                                                                           \
    t2 = TEXT(src + 32);                                                                           \
    t3 = TEXT(src + 48);                                                                           \
    CRYPT_ROW(a, row0, t0);                                                                        \
    CRYPT_ROW(b, row1, t1);                                                                        \
    CRYPT_ROW(c, row2, t2);                                                                        \
    CRYPT_ROW(d, row3, t3);                                                                        \
    STORE_TEXT(dst, a);                                                                            \
    STORE_TEXT(dst + 16, b);                                                                       \
    STORE_TEXT(dst + 32, c);                                                                       \
    STORE_TEXT(dst + 48, d);                                                                       \
    src += 64;                                                                                     \
    dst += 64

#define SPREAD(row, i) vdupq_laneq_u32(row, i)

/* Four blocks of text, so many times. */
NOINLINE static void crypt_fours(context *cc, const unsigned char *src, unsigned char *dst,
                                 size_t fours) {
    const uint8x16_t by_8 = vld1q_u8(BY_8);
    const uint32x4_t row0 = vld1q_u32(cc->state), row1 = vld1q_u32(cc->state + 4);
    const uint32x4_t row2 = vld1q_u32(cc->state + 8);
    const uint32x4_t last = vld1q_u32(cc->state + 12), row3 = vsetq_lane_u32(0, last, 0);
    uint32x4_t number = vaddq_u32(SPREAD(last, 0), ((uint32x4_t){0, 1, 2, 3}));
    uint32x4_t x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
    uint32x4_t t0, t1, t2, t3, first[15];
    unsigned round;

    cc->state[12] += 4 * (mote_u32)fours;
    /* The first round, of all columns but that of the number; and this one's first sum */
    first[0] = vaddq_u32(SPREAD(row0, 0), SPREAD(row1, 0));
    first[4] = SPREAD(row1, 0);
    first[8] = SPREAD(row2, 0);
#define COLUMN(i, a, b, c, d)                                                                      \
    x0 = SPREAD(row0, i);                                                                          \
    x4 = SPREAD(row1, i);                                                                          \
    x8 = SPREAD(row2, i);                                                                          \
    x12 = SPREAD(row3, i);                                                                         \
    QUARTER_ROUND(x0, x4, x8, x12);                                                                \
    first[a] = x0;                                                                                 \
    first[b] = x4;                                                                                 \
    first[c] = x8;                                                                                 \
    first[d] = x12
    COLUMN(1, 1, 5, 9, 12);
    COLUMN(2, 2, 6, 10, 13);
    COLUMN(3, 3, 7, 11, 14);
    do {
        x0 = first[0];
        x1 = first[1];
        x2 = first[2];
        x3 = first[3];
        x4 = first[4];
        x5 = first[5];
        x6 = first[6];
        x7 = first[7];
        x8 = first[8];
        x9 = first[9];
        x10 = first[10];
        x11 = first[11];
        x13 = first[12];
        x14 = first[13];
        x15 = first[14];
        x12 = ROTATED_16(veorq_u32(number, x0));
        ADD(x8, x12);
        x4 = veorq_u32(x4, x8);
        x4 = ROTATED_12(x4);
        HALF_OF_ONE(x0, x4, x8, x12, ROTATED_8, ROTATED_7);
        DIAGONALS;
        /* Three times two rounds: once would take moves, as results change places. */
        for (round = 3; round != 0; round--) {
            COLUMNS;
            DIAGONALS;
            COLUMNS;
            DIAGONALS;
            COLUMNS;
            DIAGONALS;
        }
        ADD(x12, number);
        ADD(number, vdupq_n_u32(4));
        TRANSPOSE(x0, x1, x2, x3);
        TRANSPOSE(x4, x5, x6, x7);
        TRANSPOSE(x8, x9, x10, x11);
        TRANSPOSE(x12, x13, x14, x15);
        CRYPT_BLOCK(x0, x4, x8, x12);
        CRYPT_BLOCK(x1, x5, x9, x13);
        CRYPT_BLOCK(x2, x6, x10, x14);
        CRYPT_BLOCK(x3, x7, x11, x15);
    } while (--fours != 0);
}

/* The next block of the key stream, or of text with src and dst */
NOINLINE static void make_block(context *cc, const unsigned char *src, unsigned char *dst) {
    const uint8x16_t by_8 = vld1q_u8(BY_8);
    const uint32x4_t row0 = vld1q_u32(cc->state), row1 = vld1q_u32(cc->state + 4);
    const uint32x4_t row2 = vld1q_u32(cc->state + 8), row3 = vld1q_u32(cc->state + 12);
    uint32x4_t a = row0, b = row1, c = row2, d = row3;
    uint32x4_t t0, t1, t2, t3;
    unsigned round;

    cc->state[12]++;
#pragma GCC unroll 10
    for (round = 10; round != 0; round--) {
        QUARTER_ROUND(a, b, c, d);
        b = vextq_u32(b, b, 1);
        c = vextq_u32(c, c, 2);
        d = vextq_u32(d, d, 3);
        QUARTER_ROUND(a, b, c, d);
        b = vextq_u32(b, b, 3);
        c = vextq_u32(c, c, 2);
        d = vextq_u32(d, d, 1);
    }
    CRYPT_BLOCK(a, b, c, d);
}

/* Text that what is left of a block's key stream is enough for */
static void crypt_left(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    const unsigned char *stream = (const unsigned char *)cc->key_stream + 64 - cc->left;

    cc->left -= (unsigned)len;
    for (; len >= 16; len -= 16, src += 16, dst += 16, stream += 16)
        vst1q_u8(dst, veorq_u8(vld1q_u8(src), vld1q_u8(stream)));
    for (; len != 0; len--)
        *dst++ = (unsigned char)(*src++ ^ *stream++);
}

NOINLINE static void crypt(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    unsigned char *key_stream = (unsigned char *)cc->key_stream;
    size_t n;

    while (len != 0) {
        if (cc->left == 0 && len >= 64) {
            n = len / FOUR_BLOCKS * FOUR_BLOCKS;
            if (n != 0) {
                crypt_fours(cc, src, dst, n / FOUR_BLOCKS);
                wipe_stack();
            } else {
                n = 64;
                make_block(cc, src, dst);
            }
        } else {
            if (cc->left == 0) {
                memset(key_stream, 0, 64);
                make_block(cc, key_stream, key_stream);
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
    /* A block alone, as ChaCha20-Poly1305's first one, is a jump. */
    if (len == 64 && cc->left == 0)
        make_block(cc, (const unsigned char *)src, (unsigned char *)dst);
    else
        crypt(cc, (const unsigned char *)src, (unsigned char *)dst, len);
}
