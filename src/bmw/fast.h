/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Blue Midnight Wish share: all but the word
 * size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in bmw/small.h
 *     #define HALVES 1                     u32 in a word: 1 (BMW-224, -256) or 2 (BMW-384, -512)
 *
 * Names are those of the specification of the second round, tables 1.2 to 1.4.
 */
#ifndef MOTE_BMW_FAST_H
#define MOTE_BMW_FAST_H

#define BLOCK_BYTES (64 * HALVES)
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#ifdef BMW_COMPRESS

/*
 * The compression function is a kernel in assembly: on the chaining value in the context, in place,
 * and a message block at any address.
 */
#if HALVES == 1
void mote_bmw_compress256(u32 *H, const unsigned char *block);
#define COMPRESS(H, block) mote_bmw_compress256(H, block)
#else
void mote_bmw_compress512(u32 *H, const unsigned char *block);
#define COMPRESS(H, block) mote_bmw_compress512(H, block)
#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    do {
        COMPRESS(cc->H, data);
        cc->low += 512 * HALVES;
        if (cc->low == 0)
            cc->high++;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
}

/* Byte i of the chaining value, counted from the lowest byte of its first word */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PLACE(i) ((i) ^ 3)
#else
#define PLACE(i) (i)
#endif
#define SET_BYTE(cc, i, byte) (((unsigned char *)(cc)->H)[PLACE(i)] = (unsigned char)(byte))

static void init(context *cc, unsigned out_size) {
    unsigned i;

    /* Bytes that count up from 0x40 or 0x80 for the larger digest, from 0 for the smaller one */
    for (i = 0; i < BLOCK_BYTES; i++)
        SET_BYTE(cc, i ^ (4 * HALVES - 1), i + (out_size >> 2 & BLOCK_BYTES));
    cc->low = cc->high = 0;
    cc->ptr = 0;
    cc->out_size = out_size;
}

/* Words of the context, the chaining value or the length, as bytes at the end of the block */
static void put_words(context *cc, const u32 *words, unsigned size) {
    unsigned char *to = (unsigned char *)cc->buf + BLOCK_BYTES - size;
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    unsigned i;

    for (i = 0; i < size; i += 4)
        put_le32(to + i, *words++);
#else
    memcpy(to, words, size);
#endif
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned i, bytes = cc->out_size >> 3;
    u32 length[2];

    length[0] = cc->low | cc->ptr << 3 | n;
    length[1] = cc->high;
    add_padding(cc, ub, n, BLOCK_BYTES - 8);
    put_words(cc, length, 8);
    compress(cc, (const unsigned char *)cc->buf, 1);
    /* The finalization: a constant takes the place of the chaining value, and that of the message.
     */
    put_words(cc, cc->H, BLOCK_BYTES);
    memset(cc->H, 0xAA, BLOCK_BYTES);
    for (i = 0; i < 16; i++)
        SET_BYTE(cc, 4 * HALVES * i, 0xA0 | i);
    compress(cc, (const unsigned char *)cc->buf, 1);
    put_words(cc, cc->H, BLOCK_BYTES);
    memcpy(dst, (unsigned char *)cc->buf + BLOCK_BYTES - bytes, bytes);
}

#else

/* The word, and the functions s0 to s3, r1 to r7 */
#if HALVES == 1
typedef u32 word;
#define ROTL(x, n) ROTL32(x, n)
#define GET(p) get_le32(p)
#define CONSTANT(i) ((u32)(i) * 0x05555555)
#define S0(x) ((x) >> 1 ^ (x) << 3 ^ ROTL(x, 4) ^ ROTL(x, 19))
#define S1(x) ((x) >> 1 ^ (x) << 2 ^ ROTL(x, 8) ^ ROTL(x, 23))
#define S2(x) ((x) >> 2 ^ (x) << 1 ^ ROTL(x, 12) ^ ROTL(x, 25))
#define S3(x) ((x) >> 2 ^ (x) << 2 ^ ROTL(x, 15) ^ ROTL(x, 29))
#define R1(x) ROTL(x, 3)
#define R2(x) ROTL(x, 7)
#define R3(x) ROTL(x, 13)
#define R4(x) ROTL(x, 16)
#define R5(x) ROTL(x, 19)
#define R6(x) ROTL(x, 23)
#define R7(x) ROTL(x, 27)
#else
typedef u64 word;
#define ROTL(x, n) ROTL64(x, n)
#define GET(p) get_le64(p)
#define CONSTANT(i) ((i) * C64(0x05555555, 0x55555555))
#define S0(x) ((x) >> 1 ^ (x) << 3 ^ ROTL(x, 4) ^ ROTL(x, 37))
#define S1(x) ((x) >> 1 ^ (x) << 2 ^ ROTL(x, 13) ^ ROTL(x, 43))
#define S2(x) ((x) >> 2 ^ (x) << 1 ^ ROTL(x, 19) ^ ROTL(x, 53))
#define S3(x) ((x) >> 2 ^ (x) << 2 ^ ROTL(x, 28) ^ ROTL(x, 59))
#define R1(x) ROTL(x, 5)
#define R2(x) ROTL(x, 11)
#define R3(x) ROTL(x, 27)
#define R4(x) ROTL(x, 32)
#define R5(x) ROTL(x, 37)
#define R6(x) ROTL(x, 43)
#define R7(x) ROTL(x, 53)
#endif
#define S4(x) ((x) >> 1 ^ (x))
#define S5(x) ((x) >> 2 ^ (x))

/* AddElement for word 16 + j; the message rotated is in r. */
#define ELEMENT(j)                                                                                 \
    ((r[j] + r[((j) + 3) & 15] - r[((j) + 10) & 15] + CONSTANT(16 + (j))) ^ H[((j) + 7) & 15])

/* expand1 for word i */
#define EXPAND1(i)                                                                                 \
    (q[i] = ELEMENT((i) - 16) + S1(q[(i) - 16]) + S2(q[(i) - 15]) + S3(q[(i) - 14]) +              \
            S0(q[(i) - 13]) + S1(q[(i) - 12]) + S2(q[(i) - 11]) + S3(q[(i) - 10]) +                \
            S0(q[(i) - 9]) + S1(q[(i) - 8]) + S2(q[(i) - 7]) + S3(q[(i) - 6]) + S0(q[(i) - 5]) +   \
            S1(q[(i) - 4]) + S2(q[(i) - 3]) + S3(q[(i) - 2]) + S0(q[(i) - 1]))

/*
 * expand2 for word i.  Every second one of the words before it is added as it is: sum holds those
 * seven, and goes on by two words.
 */
#define EXPAND2(i, sum)                                                                            \
    (q[i] = ELEMENT((i) - 16) + (sum) + R1(q[(i) - 15]) + R2(q[(i) - 13]) + R3(q[(i) - 11]) +      \
            R4(q[(i) - 9]) + R5(q[(i) - 7]) + R6(q[(i) - 5]) + R7(q[(i) - 3]) + S4(q[(i) - 2]) +   \
            S5(q[(i) - 1]),                                                                        \
     (sum) += q[(i) - 2] - q[(i) - 16])

/* The compression function on the message m and the chaining value H, in place */
static void fold(word *H, const word *m) {
    word q[32], d[16], r[16], even, odd, low, high;
    unsigned i;

    for (i = 0; i < 16; i++)
        d[i] = m[i] ^ H[i];
    r[0] = ROTL(m[0], 1);
    r[1] = ROTL(m[1], 2);
    r[2] = ROTL(m[2], 3);
    r[3] = ROTL(m[3], 4);
    r[4] = ROTL(m[4], 5);
    r[5] = ROTL(m[5], 6);
    r[6] = ROTL(m[6], 7);
    r[7] = ROTL(m[7], 8);
    r[8] = ROTL(m[8], 9);
    r[9] = ROTL(m[9], 10);
    r[10] = ROTL(m[10], 11);
    r[11] = ROTL(m[11], 12);
    r[12] = ROTL(m[12], 13);
    r[13] = ROTL(m[13], 14);
    r[14] = ROTL(m[14], 15);
    r[15] = ROTL(m[15], 16);
    /* f0 */
    low = d[5] - d[7] + d[10] + d[13] + d[14];
    q[0] = S0(low) + H[1];
    low = d[6] - d[8] + d[11] + d[14] - d[15];
    q[1] = S1(low) + H[2];
    low = d[0] + d[7] + d[9] - d[12] + d[15];
    q[2] = S2(low) + H[3];
    low = d[0] - d[1] + d[8] - d[10] + d[13];
    q[3] = S3(low) + H[4];
    low = d[1] + d[2] + d[9] - d[11] - d[14];
    q[4] = S4(low) + H[5];
    low = d[3] - d[2] + d[10] - d[12] + d[15];
    q[5] = S0(low) + H[6];
    low = d[4] - d[0] - d[3] - d[11] + d[13];
    q[6] = S1(low) + H[7];
    low = d[1] - d[4] - d[5] - d[12] - d[14];
    q[7] = S2(low) + H[8];
    low = d[2] - d[5] - d[6] + d[13] - d[15];
    q[8] = S3(low) + H[9];
    low = d[0] - d[3] + d[6] - d[7] + d[14];
    q[9] = S4(low) + H[10];
    low = d[8] - d[1] - d[4] - d[7] + d[15];
    q[10] = S0(low) + H[11];
    low = d[8] - d[0] - d[2] - d[5] + d[9];
    q[11] = S1(low) + H[12];
    low = d[1] + d[3] - d[6] - d[9] + d[10];
    q[12] = S2(low) + H[13];
    low = d[2] + d[4] + d[7] + d[10] + d[11];
    q[13] = S3(low) + H[14];
    low = d[3] - d[5] + d[8] - d[11] - d[12];
    q[14] = S4(low) + H[15];
    low = d[12] - d[4] - d[6] - d[9] + d[13];
    q[15] = S0(low) + H[0];
    /* f1 */
    EXPAND1(16);
    EXPAND1(17);
    even = q[2] + q[4] + q[6] + q[8] + q[10] + q[12] + q[14];
    odd = q[3] + q[5] + q[7] + q[9] + q[11] + q[13] + q[15];
    EXPAND2(18, even);
    EXPAND2(19, odd);
    EXPAND2(20, even);
    EXPAND2(21, odd);
    EXPAND2(22, even);
    EXPAND2(23, odd);
    EXPAND2(24, even);
    EXPAND2(25, odd);
    EXPAND2(26, even);
    EXPAND2(27, odd);
    EXPAND2(28, even);
    EXPAND2(29, odd);
    EXPAND2(30, even);
    EXPAND2(31, odd);
    /* f2 */
    low = q[16] ^ q[17] ^ q[18] ^ q[19] ^ q[20] ^ q[21] ^ q[22] ^ q[23];
    high = low ^ q[24] ^ q[25] ^ q[26] ^ q[27] ^ q[28] ^ q[29] ^ q[30] ^ q[31];
    H[0] = (high << 5 ^ q[16] >> 5 ^ m[0]) + (low ^ q[24] ^ q[0]);
    H[1] = (high >> 7 ^ q[17] << 8 ^ m[1]) + (low ^ q[25] ^ q[1]);
    H[2] = (high >> 5 ^ q[18] << 5 ^ m[2]) + (low ^ q[26] ^ q[2]);
    H[3] = (high >> 1 ^ q[19] << 5 ^ m[3]) + (low ^ q[27] ^ q[3]);
    H[4] = (high >> 3 ^ q[20] ^ m[4]) + (low ^ q[28] ^ q[4]);
    H[5] = (high << 6 ^ q[21] >> 6 ^ m[5]) + (low ^ q[29] ^ q[5]);
    H[6] = (high >> 4 ^ q[22] << 6 ^ m[6]) + (low ^ q[30] ^ q[6]);
    H[7] = (high >> 11 ^ q[23] << 2 ^ m[7]) + (low ^ q[31] ^ q[7]);
    H[8] = ROTL(H[4], 9) + (high ^ q[24] ^ m[8]) + (low << 8 ^ q[23] ^ q[8]);
    H[9] = ROTL(H[5], 10) + (high ^ q[25] ^ m[9]) + (low >> 6 ^ q[16] ^ q[9]);
    H[10] = ROTL(H[6], 11) + (high ^ q[26] ^ m[10]) + (low << 6 ^ q[17] ^ q[10]);
    H[11] = ROTL(H[7], 12) + (high ^ q[27] ^ m[11]) + (low << 4 ^ q[18] ^ q[11]);
    H[12] = ROTL(H[0], 13) + (high ^ q[28] ^ m[12]) + (low >> 3 ^ q[19] ^ q[12]);
    H[13] = ROTL(H[1], 14) + (high ^ q[29] ^ m[13]) + (low >> 4 ^ q[20] ^ q[13]);
    H[14] = ROTL(H[2], 15) + (high ^ q[30] ^ m[14]) + (low >> 7 ^ q[21] ^ q[14]);
    H[15] = ROTL(H[3], 16) + (high ^ q[31] ^ m[15]) + (low >> 2 ^ q[22] ^ q[15]);
}

/* The chaining value lies in the context in words of 32 bits, the low half first. */
static void load(word *H, const context *cc) {
    unsigned i;

    for (i = 0; i < 16; i++)
#if HALVES == 1
        H[i] = cc->H[i];
#else
        H[i] = JOIN64(cc->H + 2 * i);
#endif
}

static void store(context *cc, const word *H) {
    unsigned i;

    for (i = 0; i < 16; i++)
#if HALVES == 1
        cc->H[i] = H[i];
#else
        SPLIT64(cc->H + 2 * i, H[i]);
#endif
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    word H[16], m[16];
    unsigned i;

    load(H, cc);
    do {
        for (i = 0; i < 16; i++)
            m[i] = GET(data + 4 * HALVES * i);
        fold(H, m);
        cc->low += 512 * HALVES;
        if (cc->low == 0)
            cc->high++;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    store(cc, H);
}

static void init(context *cc, unsigned out_size) {
    unsigned i, byte = out_size / 4 & 64 * HALVES;

    /* Bytes that count up from 0x40 or 0x80 for the larger digest, from 0 for the smaller one */
    for (i = 0; i < 16 * HALVES; i++) {
        cc->H[HALVES == 1 ? i : i ^ 1] =
            (u32)byte << 24 | (u32)(byte + 1) << 16 | (u32)(byte + 2) << 8 | (byte + 3);
        byte += 4;
    }
    cc->low = cc->high = 0;
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    word H[16], m[16];
    unsigned char *buf = (unsigned char *)cc->buf;
    u32 low = cc->low | cc->ptr << 3 | n, high = cc->high;
    unsigned i;

    add_padding(cc, ub, n, BLOCK_BYTES - 8);
    put_le32(buf + BLOCK_BYTES - 8, low);
    put_le32(buf + BLOCK_BYTES - 4, high);
    compress(cc, buf, 1);
    /* The finalization: a constant takes the place of the chaining value. */
    load(m, cc);
    for (i = 0; i < 16; i++) {
#if HALVES == 1
        H[i] = 0xAAAAAAA0 + i;
#else
        H[i] = C64(0xAAAAAAAA, 0xAAAAAAA0) + i;
#endif
    }
    fold(H, m);
    store(cc, H);
    for (i = 0; i < 16 * HALVES; i++)
        put_le32(buf + 4 * i, cc->H[i]);
    memcpy(dst, buf + BLOCK_BYTES - cc->out_size / 8, cc->out_size / 8);
}

#endif

#endif
