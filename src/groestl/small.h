/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c, portable_constant_time.c) of Groestl share: all but
 * the size, and the S-box in two forms.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields H, buf (8 * COLUMNS of unsigned char
 *                                          each), count, ptr, out_size
 *     #define COLUMNS 8                    of the state: 8, or 16 for digests above 256 bits
 *     #define CONSTANT_TIME                to compute the S-box, where it would be looked up
 *
 * Names are those of the Groestl specification (2 March 2011), sections 3.2 to 3.4.  Byte 8 * j + i
 * of the state is row i of column j.
 */
#ifndef MOTE_GROESTL_SMALL_H
#define MOTE_GROESTL_SMALL_H

#define BLOCK_BYTES (8 * COLUMNS)
#define BLOCK_OF_BYTES
static void compress(context *cc);

#include "common/small.h"

#ifdef GROESTL_KERNEL

#include "groestl/kernel.h"

#else

#if COLUMNS == 8
#define ROUNDS 10
#else
#define ROUNDS 14
#endif

#ifdef CONSTANT_TIME

/* Four bytes at once: in each byte, the product by 2 in the field of AES. */
#define HIGH(x) ((x) & 0x80808080)
#define DOUBLE4(x) (((x) & 0x7F7F7F7F) << 1 ^ ((HIGH(x) - (HIGH(x) >> 7)) & 0x1B1B1B1B))

/*
 * In each byte, of its lowest bit, which alone may be set: 0 or 0xFF.
 *
 * Of bits << 8 less bits compilers for 32 bits make a multiplication by 255, which on some
 * processors takes longer for some bits: there 0x80 - 0 or 0x80 - 1 becomes 0 or 0xFF.
 */
#if UINT_MAX > 0xFFFF
#define MASK(bits) ((0x80808080 - (bits)) ^ 0x80808080)
#else
#define MASK(bits) T32(((bits) << 8) - (bits))
#endif

/* In each byte, the product of x and y in the field of AES. */
NOINLINE static u32 multiply4(u32 x, u32 y) {
    u32 product = 0, bits;
    unsigned i;

    for (i = 0; i != 8; i++) {
        bits = x & 0x01010101;
        product ^= y & MASK(bits);
        x >>= 1;
        y = DOUBLE4(y);
    }
    return product;
}

/* SubBytes: the inverse in the field, x^254, then the affine map (FIPS 197, section 5.1.1). */
static void sub_bytes(unsigned char *state) {
    unsigned i, j;
    u32 x, y;

    for (i = 0; i != 8 * COLUMNS; i += 4) {
        x = 0;
        for (j = 0; j != 4; j++)
            x = x << 8 | state[i + j];
        y = x;
        for (j = 0; j != 6; j++)
            y = multiply4(multiply4(y, y), x);
        x = y = multiply4(y, y);
        for (j = 0; j != 4; j++) {
            y = (y & 0x7F7F7F7F) << 1 | (y >> 7 & 0x01010101);
            x ^= y;
        }
        x ^= 0x63636363;
        for (j = 4; j != 0; x >>= 8) {
            j--;
            state[i + j] = (unsigned char)(x & 0xFF);
        }
    }
}

#else

/* The S-box of AES (FIPS 197, section 5.1.1) */
static const unsigned char S[256] TABLE = {
    0x63, 0x7C, 0x77, 0x7B, 0xF2, 0x6B, 0x6F, 0xC5, 0x30, 0x01, 0x67, 0x2B, 0xFE, 0xD7, 0xAB, 0x76,
    0xCA, 0x82, 0xC9, 0x7D, 0xFA, 0x59, 0x47, 0xF0, 0xAD, 0xD4, 0xA2, 0xAF, 0x9C, 0xA4, 0x72, 0xC0,
    0xB7, 0xFD, 0x93, 0x26, 0x36, 0x3F, 0xF7, 0xCC, 0x34, 0xA5, 0xE5, 0xF1, 0x71, 0xD8, 0x31, 0x15,
    0x04, 0xC7, 0x23, 0xC3, 0x18, 0x96, 0x05, 0x9A, 0x07, 0x12, 0x80, 0xE2, 0xEB, 0x27, 0xB2, 0x75,
    0x09, 0x83, 0x2C, 0x1A, 0x1B, 0x6E, 0x5A, 0xA0, 0x52, 0x3B, 0xD6, 0xB3, 0x29, 0xE3, 0x2F, 0x84,
    0x53, 0xD1, 0x00, 0xED, 0x20, 0xFC, 0xB1, 0x5B, 0x6A, 0xCB, 0xBE, 0x39, 0x4A, 0x4C, 0x58, 0xCF,
    0xD0, 0xEF, 0xAA, 0xFB, 0x43, 0x4D, 0x33, 0x85, 0x45, 0xF9, 0x02, 0x7F, 0x50, 0x3C, 0x9F, 0xA8,
    0x51, 0xA3, 0x40, 0x8F, 0x92, 0x9D, 0x38, 0xF5, 0xBC, 0xB6, 0xDA, 0x21, 0x10, 0xFF, 0xF3, 0xD2,
    0xCD, 0x0C, 0x13, 0xEC, 0x5F, 0x97, 0x44, 0x17, 0xC4, 0xA7, 0x7E, 0x3D, 0x64, 0x5D, 0x19, 0x73,
    0x60, 0x81, 0x4F, 0xDC, 0x22, 0x2A, 0x90, 0x88, 0x46, 0xEE, 0xB8, 0x14, 0xDE, 0x5E, 0x0B, 0xDB,
    0xE0, 0x32, 0x3A, 0x0A, 0x49, 0x06, 0x24, 0x5C, 0xC2, 0xD3, 0xAC, 0x62, 0x91, 0x95, 0xE4, 0x79,
    0xE7, 0xC8, 0x37, 0x6D, 0x8D, 0xD5, 0x4E, 0xA9, 0x6C, 0x56, 0xF4, 0xEA, 0x65, 0x7A, 0xAE, 0x08,
    0xBA, 0x78, 0x25, 0x2E, 0x1C, 0xA6, 0xB4, 0xC6, 0xE8, 0xDD, 0x74, 0x1F, 0x4B, 0xBD, 0x8B, 0x8A,
    0x70, 0x3E, 0xB5, 0x66, 0x48, 0x03, 0xF6, 0x0E, 0x61, 0x35, 0x57, 0xB9, 0x86, 0xC1, 0x1D, 0x9E,
    0xE1, 0xF8, 0x98, 0x11, 0x69, 0xD9, 0x8E, 0x94, 0x9B, 0x1E, 0x87, 0xE9, 0xCE, 0x55, 0x28, 0xDF,
    0x8C, 0xA1, 0x89, 0x0D, 0xBF, 0xE6, 0x42, 0x68, 0x41, 0x99, 0x2D, 0x0F, 0xB0, 0x54, 0xBB, 0x16,
};

static void sub_bytes(unsigned char *state) {
    unsigned i;

    for (i = 0; i != 8 * COLUMNS; i++)
        state[i] = READ8(S, state[i]);
}

#endif

/* By how many columns each row moves in ShiftBytes: P, then Q (sections 3.4.4) */
static const unsigned char shifts[16] TABLE = {
#if COLUMNS == 8
    0, 1, 2, 3, 4, 5, 6, 7, 1, 3, 5, 7, 0, 2, 4, 6,
#else
    0, 1, 2, 3, 4, 5, 6, 11, 1, 3, 5, 11, 0, 2, 4, 6,
#endif
};

#define DOUBLE(x) ((x) << 1 ^ (0x1B & (0 - ((x) >> 7))))

/* The permutation P (q = 0) or Q (q = 8). */
NOINLINE static void permute(unsigned char *state, unsigned q) {
    unsigned char y[8 * COLUMNS], a[16], *to;
    unsigned number = 0, i, j, x;

    do {
        /* AddRoundConstant: row 0 for P; all bits, and row 7, for Q */
        for (j = 0; j != 8 * COLUMNS; j++)
            state[j] ^= (unsigned char)-(q >> 3);
        for (j = 0; j != COLUMNS; j++)
            state[8 * j + q - (q >> 3)] ^= (unsigned char)(j << 4 ^ number);
        sub_bytes(state);
        to = y;
        for (j = 0; j != COLUMNS; j++) {
            /* ShiftBytes: the bytes that come to column j, twice in a row */
            for (i = 0; i != 8; i++) {
                x = (j + READ8(shifts, q + i)) & (COLUMNS - 1);
                a[i] = a[i + 8] = state[8 * x + i];
            }
            /* MixBytes: the coefficients 2, 2, 3, 4, 5, 3, 5, 7 by their bits */
            for (i = 0; i != 8; i++) {
                x = a[i + 4] ^ a[i + 6] ^ a[i + 7];
                *to = (unsigned char)(a[i + 3] ^ x);
                x = DOUBLE(*to);
                *to = (unsigned char)(x ^ a[i] ^ a[i + 1] ^ a[i + 2] ^ a[i + 5] ^ a[i + 7]);
                x = DOUBLE(*to);
                *to = (unsigned char)(x ^ a[i + 2] ^ a[i + 4] ^ a[i + 5] ^ a[i + 6] ^ a[i + 7]);
                to++;
            }
        }
        memcpy(state, y, sizeof y);
    } while (++number != ROUNDS);
}

/* x ^= y */
static void add(unsigned char *x, const unsigned char *y) {
    unsigned i;

    for (i = 0; i != 8 * COLUMNS; i++)
        x[i] ^= y[i];
}

#endif

/* Counts a block, in a number with its highest byte first. */
NOINLINE static void count_block(context *cc) {
    unsigned i = 8;

    do {
        i--;
        cc->count[i]++;
    } while (cc->count[i] == 0 && i != 0);
}

#ifdef GROESTL_KERNEL

static void compress(context *cc) {
    COMPRESS(cc->H, cc->buf);
    count_block(cc);
}

#else

/* H ^= P(H ^ m) ^ Q(m), with the message block m in cc->buf; m = 0 gives H ^= P(H) ^ Q(0). */
static void compress(context *cc) {
    unsigned char x[8 * COLUMNS];

    memcpy(x, cc->H, sizeof x);
    add(x, cc->buf);
    permute(x, 0);
    permute(cc->buf, 8);
    add(cc->H, x);
    add(cc->H, cc->buf);
    count_block(cc);
}

#endif

static void init(context *cc, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->H[8 * COLUMNS - 2] = (unsigned char)(out_size >> 8);
    cc->H[8 * COLUMNS - 1] = (unsigned char)(out_size & 0xFF);
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
#ifndef GROESTL_KERNEL
    unsigned char x[8 * COLUMNS];

#endif
    add_padding(cc, ub, n, 8 * COLUMNS - 8);
    /* The number of blocks, this one included */
    count_block(cc);
    memcpy(cc->buf + 8 * COLUMNS - 8, cc->count, 8);
    compress(cc);
    n = cc->out_size >> 3;
#ifdef GROESTL_KERNEL
    COMPRESS(cc->H, NULL);
    memcpy(dst, cc->H + (8 * COLUMNS - n), n);
#else
    /* The output transformation (section 3.3) */
    memcpy(x, cc->H, sizeof x);
    permute(x, 0);
    add(x, cc->H);
    memcpy(dst, x + 8 * COLUMNS - n, n);
#endif
}

#endif
