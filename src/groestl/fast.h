/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Groestl share: all but the size.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in groestl/small.h
 *     #define COLUMNS 8                    of the state: 8, or 16 for digests above 256 bits
 *
 *     #define GROESTL_RV64                 if the permutations are those of groestl/rounds_rv64.h
 *
 * Names are those of the Groestl specification (2 March 2011), sections 3.2 to 3.4.  A column is a
 * word of 64 bits, row 0 in its lowest byte.  SubBytes and MixBytes together are one look-up for
 * each byte, in eight tables of 2 KiB, one for each row.
 */
#ifndef MOTE_GROESTL_FAST_H
#define MOTE_GROESTL_FAST_H

#define BLOCK_BYTES (8 * COLUMNS)
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#ifdef GROESTL_KERNEL

#include "groestl/kernel.h"

/* Where the higher byte of the digest size is in the initial value, from its end: row 6, which comes
 * before rows 1, 3, 5 and 7 where a kernel wants the rows in that order. */
#ifdef GROESTL_INTERLEAVED
#define HIGH_BYTE 5
#else
#define HIGH_BYTE 2
#endif

/* Adds to the number of blocks. */
static void count_blocks(context *cc, size_t blocks) {
    unsigned i = 8;

    do {
        i--;
        blocks += cc->count[i];
        cc->count[i] = (unsigned char)(blocks & 0xFF);
        blocks >>= 8;
    } while (i != 0);
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    count_blocks(cc, blocks);
    do {
        COMPRESS(cc->H, data);
        data += BLOCK_BYTES;
    } while (--blocks != 0);
}

#else

#define HIGH_BYTE 2

/* Products in the field of AES, of constants: by 2, 3, 4, 5 and 7 */
#define X2(s) (((s) << 1 & 0xFF) ^ ((s) >> 7) * 0x1B)
#define X3(s) (X2(s) ^ (s))
#define X4(s) (((s) << 2 & 0xFF) ^ ((s) >> 7) * 0x36 ^ ((s) >> 6 & 1) * 0x1B)
#define X5(s) (X4(s) ^ (s))
#define X7(s) (X4(s) ^ X3(s))
#define BYTES(d, c, b, a) ((u32)(d) << 24 | (u32)(c) << 16 | (u32)(b) << 8 | (u32)(a))

/* What a byte of row i adds to its column, after the S-box has made it s (section 3.4.5) */
#define COLUMN0(s) C64(BYTES(X2(s), X3(s), X4(s), X5(s)), BYTES(X3(s), X5(s), X7(s), X2(s))),
#define COLUMN1(s) C64(BYTES(X3(s), X4(s), X5(s), X3(s)), BYTES(X5(s), X7(s), X2(s), X2(s))),
#define COLUMN2(s) C64(BYTES(X4(s), X5(s), X3(s), X5(s)), BYTES(X7(s), X2(s), X2(s), X3(s))),
#define COLUMN3(s) C64(BYTES(X5(s), X3(s), X5(s), X7(s)), BYTES(X2(s), X2(s), X3(s), X4(s))),
#define COLUMN4(s) C64(BYTES(X3(s), X5(s), X7(s), X2(s)), BYTES(X2(s), X3(s), X4(s), X5(s))),
#define COLUMN5(s) C64(BYTES(X5(s), X7(s), X2(s), X2(s)), BYTES(X3(s), X4(s), X5(s), X3(s))),
#define COLUMN6(s) C64(BYTES(X7(s), X2(s), X2(s), X3(s)), BYTES(X4(s), X5(s), X3(s), X5(s))),
#define COLUMN7(s) C64(BYTES(X2(s), X2(s), X3(s), X4(s)), BYTES(X5(s), X3(s), X5(s), X7(s))),

/* The S-box of AES (FIPS 197, section 5.1.1), each entry through E */
/* clang-format off */
#define SBOX                                                                                        \
    E(0x63) E(0x7C) E(0x77) E(0x7B) E(0xF2) E(0x6B) E(0x6F) E(0xC5)                                \
    E(0x30) E(0x01) E(0x67) E(0x2B) E(0xFE) E(0xD7) E(0xAB) E(0x76)                                \
    E(0xCA) E(0x82) E(0xC9) E(0x7D) E(0xFA) E(0x59) E(0x47) E(0xF0)                                \
    E(0xAD) E(0xD4) E(0xA2) E(0xAF) E(0x9C) E(0xA4) E(0x72) E(0xC0)                                \
    E(0xB7) E(0xFD) E(0x93) E(0x26) E(0x36) E(0x3F) E(0xF7) E(0xCC)                                \
    E(0x34) E(0xA5) E(0xE5) E(0xF1) E(0x71) E(0xD8) E(0x31) E(0x15)                                \
    E(0x04) E(0xC7) E(0x23) E(0xC3) E(0x18) E(0x96) E(0x05) E(0x9A)                                \
    E(0x07) E(0x12) E(0x80) E(0xE2) E(0xEB) E(0x27) E(0xB2) E(0x75)                                \
    E(0x09) E(0x83) E(0x2C) E(0x1A) E(0x1B) E(0x6E) E(0x5A) E(0xA0)                                \
    E(0x52) E(0x3B) E(0xD6) E(0xB3) E(0x29) E(0xE3) E(0x2F) E(0x84)                                \
    E(0x53) E(0xD1) E(0x00) E(0xED) E(0x20) E(0xFC) E(0xB1) E(0x5B)                                \
    E(0x6A) E(0xCB) E(0xBE) E(0x39) E(0x4A) E(0x4C) E(0x58) E(0xCF)                                \
    E(0xD0) E(0xEF) E(0xAA) E(0xFB) E(0x43) E(0x4D) E(0x33) E(0x85)                                \
    E(0x45) E(0xF9) E(0x02) E(0x7F) E(0x50) E(0x3C) E(0x9F) E(0xA8)                                \
    E(0x51) E(0xA3) E(0x40) E(0x8F) E(0x92) E(0x9D) E(0x38) E(0xF5)                                \
    E(0xBC) E(0xB6) E(0xDA) E(0x21) E(0x10) E(0xFF) E(0xF3) E(0xD2)                                \
    E(0xCD) E(0x0C) E(0x13) E(0xEC) E(0x5F) E(0x97) E(0x44) E(0x17)                                \
    E(0xC4) E(0xA7) E(0x7E) E(0x3D) E(0x64) E(0x5D) E(0x19) E(0x73)                                \
    E(0x60) E(0x81) E(0x4F) E(0xDC) E(0x22) E(0x2A) E(0x90) E(0x88)                                \
    E(0x46) E(0xEE) E(0xB8) E(0x14) E(0xDE) E(0x5E) E(0x0B) E(0xDB)                                \
    E(0xE0) E(0x32) E(0x3A) E(0x0A) E(0x49) E(0x06) E(0x24) E(0x5C)                                \
    E(0xC2) E(0xD3) E(0xAC) E(0x62) E(0x91) E(0x95) E(0xE4) E(0x79)                                \
    E(0xE7) E(0xC8) E(0x37) E(0x6D) E(0x8D) E(0xD5) E(0x4E) E(0xA9)                                \
    E(0x6C) E(0x56) E(0xF4) E(0xEA) E(0x65) E(0x7A) E(0xAE) E(0x08)                                \
    E(0xBA) E(0x78) E(0x25) E(0x2E) E(0x1C) E(0xA6) E(0xB4) E(0xC6)                                \
    E(0xE8) E(0xDD) E(0x74) E(0x1F) E(0x4B) E(0xBD) E(0x8B) E(0x8A)                                \
    E(0x70) E(0x3E) E(0xB5) E(0x66) E(0x48) E(0x03) E(0xF6) E(0x0E)                                \
    E(0x61) E(0x35) E(0x57) E(0xB9) E(0x86) E(0xC1) E(0x1D) E(0x9E)                                \
    E(0xE1) E(0xF8) E(0x98) E(0x11) E(0x69) E(0xD9) E(0x8E) E(0x94)                                \
    E(0x9B) E(0x1E) E(0x87) E(0xE9) E(0xCE) E(0x55) E(0x28) E(0xDF)                                \
    E(0x8C) E(0xA1) E(0x89) E(0x0D) E(0xBF) E(0xE6) E(0x42) E(0x68)                                \
    E(0x41) E(0x99) E(0x2D) E(0x0F) E(0xB0) E(0x54) E(0xBB) E(0x16)
/* clang-format on */

static const u64 T[8][256] = {
#define E(s) COLUMN0(s)
    {SBOX},
#undef E
#define E(s) COLUMN1(s)
    {SBOX},
#undef E
#define E(s) COLUMN2(s)
    {SBOX},
#undef E
#define E(s) COLUMN3(s)
    {SBOX},
#undef E
#define E(s) COLUMN4(s)
    {SBOX},
#undef E
#define E(s) COLUMN5(s)
    {SBOX},
#undef E
#define E(s) COLUMN6(s)
    {SBOX},
#undef E
#define E(s) COLUMN7(s)
    {SBOX},
#undef E
};

#ifdef GROESTL_RV64
#include "groestl/rounds_rv64.h"
#else
#if COLUMNS == 8
#define ROUNDS 10
#define ROUND_P(b, a)                                                                              \
    (w = (a[0] ^ (0 << 4 ^ number)), b[0] = T[0][w & 0xFF], b[7] = T[1][w >> 8 & 0xFF],            \
     b[6] = T[2][w >> 16 & 0xFF], b[5] = T[3][w >> 24 & 0xFF], b[4] = T[4][w >> 32 & 0xFF],        \
     b[3] = T[5][w >> 40 & 0xFF], b[2] = T[6][w >> 48 & 0xFF], b[1] = T[7][w >> 56],               \
     w = (a[1] ^ (1 << 4 ^ number)), b[1] ^= T[0][w & 0xFF], b[0] ^= T[1][w >> 8 & 0xFF],          \
     b[7] ^= T[2][w >> 16 & 0xFF], b[6] ^= T[3][w >> 24 & 0xFF], b[5] ^= T[4][w >> 32 & 0xFF],     \
     b[4] ^= T[5][w >> 40 & 0xFF], b[3] ^= T[6][w >> 48 & 0xFF], b[2] ^= T[7][w >> 56],            \
     w = (a[2] ^ (2 << 4 ^ number)), b[2] ^= T[0][w & 0xFF], b[1] ^= T[1][w >> 8 & 0xFF],          \
     b[0] ^= T[2][w >> 16 & 0xFF], b[7] ^= T[3][w >> 24 & 0xFF], b[6] ^= T[4][w >> 32 & 0xFF],     \
     b[5] ^= T[5][w >> 40 & 0xFF], b[4] ^= T[6][w >> 48 & 0xFF], b[3] ^= T[7][w >> 56],            \
     w = (a[3] ^ (3 << 4 ^ number)), b[3] ^= T[0][w & 0xFF], b[2] ^= T[1][w >> 8 & 0xFF],          \
     b[1] ^= T[2][w >> 16 & 0xFF], b[0] ^= T[3][w >> 24 & 0xFF], b[7] ^= T[4][w >> 32 & 0xFF],     \
     b[6] ^= T[5][w >> 40 & 0xFF], b[5] ^= T[6][w >> 48 & 0xFF], b[4] ^= T[7][w >> 56],            \
     w = (a[4] ^ (4 << 4 ^ number)), b[4] ^= T[0][w & 0xFF], b[3] ^= T[1][w >> 8 & 0xFF],          \
     b[2] ^= T[2][w >> 16 & 0xFF], b[1] ^= T[3][w >> 24 & 0xFF], b[0] ^= T[4][w >> 32 & 0xFF],     \
     b[7] ^= T[5][w >> 40 & 0xFF], b[6] ^= T[6][w >> 48 & 0xFF], b[5] ^= T[7][w >> 56],            \
     w = (a[5] ^ (5 << 4 ^ number)), b[5] ^= T[0][w & 0xFF], b[4] ^= T[1][w >> 8 & 0xFF],          \
     b[3] ^= T[2][w >> 16 & 0xFF], b[2] ^= T[3][w >> 24 & 0xFF], b[1] ^= T[4][w >> 32 & 0xFF],     \
     b[0] ^= T[5][w >> 40 & 0xFF], b[7] ^= T[6][w >> 48 & 0xFF], b[6] ^= T[7][w >> 56],            \
     w = (a[6] ^ (6 << 4 ^ number)), b[6] ^= T[0][w & 0xFF], b[5] ^= T[1][w >> 8 & 0xFF],          \
     b[4] ^= T[2][w >> 16 & 0xFF], b[3] ^= T[3][w >> 24 & 0xFF], b[2] ^= T[4][w >> 32 & 0xFF],     \
     b[1] ^= T[5][w >> 40 & 0xFF], b[0] ^= T[6][w >> 48 & 0xFF], b[7] ^= T[7][w >> 56],            \
     w = (a[7] ^ (7 << 4 ^ number)), b[7] ^= T[0][w & 0xFF], b[6] ^= T[1][w >> 8 & 0xFF],          \
     b[5] ^= T[2][w >> 16 & 0xFF], b[4] ^= T[3][w >> 24 & 0xFF], b[3] ^= T[4][w >> 32 & 0xFF],     \
     b[2] ^= T[5][w >> 40 & 0xFF], b[1] ^= T[6][w >> 48 & 0xFF], b[0] ^= T[7][w >> 56])
#define ROUND_Q(b, a)                                                                              \
    (w = (~a[0] ^ (u64)(0 << 4 ^ number) << 56), b[7] = T[0][w & 0xFF],                            \
     b[5] = T[1][w >> 8 & 0xFF], b[3] = T[2][w >> 16 & 0xFF], b[1] = T[3][w >> 24 & 0xFF],         \
     b[0] = T[4][w >> 32 & 0xFF], b[6] = T[5][w >> 40 & 0xFF], b[4] = T[6][w >> 48 & 0xFF],        \
     b[2] = T[7][w >> 56], w = (~a[1] ^ (u64)(1 << 4 ^ number) << 56), b[0] ^= T[0][w & 0xFF],     \
     b[6] ^= T[1][w >> 8 & 0xFF], b[4] ^= T[2][w >> 16 & 0xFF], b[2] ^= T[3][w >> 24 & 0xFF],      \
     b[1] ^= T[4][w >> 32 & 0xFF], b[7] ^= T[5][w >> 40 & 0xFF], b[5] ^= T[6][w >> 48 & 0xFF],     \
     b[3] ^= T[7][w >> 56], w = (~a[2] ^ (u64)(2 << 4 ^ number) << 56), b[1] ^= T[0][w & 0xFF],    \
     b[7] ^= T[1][w >> 8 & 0xFF], b[5] ^= T[2][w >> 16 & 0xFF], b[3] ^= T[3][w >> 24 & 0xFF],      \
     b[2] ^= T[4][w >> 32 & 0xFF], b[0] ^= T[5][w >> 40 & 0xFF], b[6] ^= T[6][w >> 48 & 0xFF],     \
     b[4] ^= T[7][w >> 56], w = (~a[3] ^ (u64)(3 << 4 ^ number) << 56), b[2] ^= T[0][w & 0xFF],    \
     b[0] ^= T[1][w >> 8 & 0xFF], b[6] ^= T[2][w >> 16 & 0xFF], b[4] ^= T[3][w >> 24 & 0xFF],      \
     b[3] ^= T[4][w >> 32 & 0xFF], b[1] ^= T[5][w >> 40 & 0xFF], b[7] ^= T[6][w >> 48 & 0xFF],     \
     b[5] ^= T[7][w >> 56], w = (~a[4] ^ (u64)(4 << 4 ^ number) << 56), b[3] ^= T[0][w & 0xFF],    \
     b[1] ^= T[1][w >> 8 & 0xFF], b[7] ^= T[2][w >> 16 & 0xFF], b[5] ^= T[3][w >> 24 & 0xFF],      \
     b[4] ^= T[4][w >> 32 & 0xFF], b[2] ^= T[5][w >> 40 & 0xFF], b[0] ^= T[6][w >> 48 & 0xFF],     \
     b[6] ^= T[7][w >> 56], w = (~a[5] ^ (u64)(5 << 4 ^ number) << 56), b[4] ^= T[0][w & 0xFF],    \
     b[2] ^= T[1][w >> 8 & 0xFF], b[0] ^= T[2][w >> 16 & 0xFF], b[6] ^= T[3][w >> 24 & 0xFF],      \
     b[5] ^= T[4][w >> 32 & 0xFF], b[3] ^= T[5][w >> 40 & 0xFF], b[1] ^= T[6][w >> 48 & 0xFF],     \
     b[7] ^= T[7][w >> 56], w = (~a[6] ^ (u64)(6 << 4 ^ number) << 56), b[5] ^= T[0][w & 0xFF],    \
     b[3] ^= T[1][w >> 8 & 0xFF], b[1] ^= T[2][w >> 16 & 0xFF], b[7] ^= T[3][w >> 24 & 0xFF],      \
     b[6] ^= T[4][w >> 32 & 0xFF], b[4] ^= T[5][w >> 40 & 0xFF], b[2] ^= T[6][w >> 48 & 0xFF],     \
     b[0] ^= T[7][w >> 56], w = (~a[7] ^ (u64)(7 << 4 ^ number) << 56), b[6] ^= T[0][w & 0xFF],    \
     b[4] ^= T[1][w >> 8 & 0xFF], b[2] ^= T[2][w >> 16 & 0xFF], b[0] ^= T[3][w >> 24 & 0xFF],      \
     b[7] ^= T[4][w >> 32 & 0xFF], b[5] ^= T[5][w >> 40 & 0xFF], b[3] ^= T[6][w >> 48 & 0xFF],     \
     b[1] ^= T[7][w >> 56])
#endif

#if COLUMNS == 16
#define ROUNDS 14
#define ROUND_P(b, a)                                                                              \
    (w = (a[0] ^ (0 << 4 ^ number)), b[0] = T[0][w & 0xFF], b[15] = T[1][w >> 8 & 0xFF],           \
     b[14] = T[2][w >> 16 & 0xFF], b[13] = T[3][w >> 24 & 0xFF], b[12] = T[4][w >> 32 & 0xFF],     \
     b[11] = T[5][w >> 40 & 0xFF], b[10] = T[6][w >> 48 & 0xFF], b[5] = T[7][w >> 56],             \
     w = (a[1] ^ (1 << 4 ^ number)), b[1] = T[0][w & 0xFF], b[0] ^= T[1][w >> 8 & 0xFF],           \
     b[15] ^= T[2][w >> 16 & 0xFF], b[14] ^= T[3][w >> 24 & 0xFF], b[13] ^= T[4][w >> 32 & 0xFF],  \
     b[12] ^= T[5][w >> 40 & 0xFF], b[11] ^= T[6][w >> 48 & 0xFF], b[6] = T[7][w >> 56],           \
     w = (a[2] ^ (2 << 4 ^ number)), b[2] = T[0][w & 0xFF], b[1] ^= T[1][w >> 8 & 0xFF],           \
     b[0] ^= T[2][w >> 16 & 0xFF], b[15] ^= T[3][w >> 24 & 0xFF], b[14] ^= T[4][w >> 32 & 0xFF],   \
     b[13] ^= T[5][w >> 40 & 0xFF], b[12] ^= T[6][w >> 48 & 0xFF], b[7] = T[7][w >> 56],           \
     w = (a[3] ^ (3 << 4 ^ number)), b[3] = T[0][w & 0xFF], b[2] ^= T[1][w >> 8 & 0xFF],           \
     b[1] ^= T[2][w >> 16 & 0xFF], b[0] ^= T[3][w >> 24 & 0xFF], b[15] ^= T[4][w >> 32 & 0xFF],    \
     b[14] ^= T[5][w >> 40 & 0xFF], b[13] ^= T[6][w >> 48 & 0xFF], b[8] = T[7][w >> 56],           \
     w = (a[4] ^ (4 << 4 ^ number)), b[4] = T[0][w & 0xFF], b[3] ^= T[1][w >> 8 & 0xFF],           \
     b[2] ^= T[2][w >> 16 & 0xFF], b[1] ^= T[3][w >> 24 & 0xFF], b[0] ^= T[4][w >> 32 & 0xFF],     \
     b[15] ^= T[5][w >> 40 & 0xFF], b[14] ^= T[6][w >> 48 & 0xFF], b[9] = T[7][w >> 56],           \
     w = (a[5] ^ (5 << 4 ^ number)), b[5] ^= T[0][w & 0xFF], b[4] ^= T[1][w >> 8 & 0xFF],          \
     b[3] ^= T[2][w >> 16 & 0xFF], b[2] ^= T[3][w >> 24 & 0xFF], b[1] ^= T[4][w >> 32 & 0xFF],     \
     b[0] ^= T[5][w >> 40 & 0xFF], b[15] ^= T[6][w >> 48 & 0xFF], b[10] ^= T[7][w >> 56],          \
     w = (a[6] ^ (6 << 4 ^ number)), b[6] ^= T[0][w & 0xFF], b[5] ^= T[1][w >> 8 & 0xFF],          \
     b[4] ^= T[2][w >> 16 & 0xFF], b[3] ^= T[3][w >> 24 & 0xFF], b[2] ^= T[4][w >> 32 & 0xFF],     \
     b[1] ^= T[5][w >> 40 & 0xFF], b[0] ^= T[6][w >> 48 & 0xFF], b[11] ^= T[7][w >> 56],           \
     w = (a[7] ^ (7 << 4 ^ number)), b[7] ^= T[0][w & 0xFF], b[6] ^= T[1][w >> 8 & 0xFF],          \
     b[5] ^= T[2][w >> 16 & 0xFF], b[4] ^= T[3][w >> 24 & 0xFF], b[3] ^= T[4][w >> 32 & 0xFF],     \
     b[2] ^= T[5][w >> 40 & 0xFF], b[1] ^= T[6][w >> 48 & 0xFF], b[12] ^= T[7][w >> 56],           \
     w = (a[8] ^ (8 << 4 ^ number)), b[8] ^= T[0][w & 0xFF], b[7] ^= T[1][w >> 8 & 0xFF],          \
     b[6] ^= T[2][w >> 16 & 0xFF], b[5] ^= T[3][w >> 24 & 0xFF], b[4] ^= T[4][w >> 32 & 0xFF],     \
     b[3] ^= T[5][w >> 40 & 0xFF], b[2] ^= T[6][w >> 48 & 0xFF], b[13] ^= T[7][w >> 56],           \
     w = (a[9] ^ (9 << 4 ^ number)), b[9] ^= T[0][w & 0xFF], b[8] ^= T[1][w >> 8 & 0xFF],          \
     b[7] ^= T[2][w >> 16 & 0xFF], b[6] ^= T[3][w >> 24 & 0xFF], b[5] ^= T[4][w >> 32 & 0xFF],     \
     b[4] ^= T[5][w >> 40 & 0xFF], b[3] ^= T[6][w >> 48 & 0xFF], b[14] ^= T[7][w >> 56],           \
     w = (a[10] ^ (10 << 4 ^ number)), b[10] ^= T[0][w & 0xFF], b[9] ^= T[1][w >> 8 & 0xFF],       \
     b[8] ^= T[2][w >> 16 & 0xFF], b[7] ^= T[3][w >> 24 & 0xFF], b[6] ^= T[4][w >> 32 & 0xFF],     \
     b[5] ^= T[5][w >> 40 & 0xFF], b[4] ^= T[6][w >> 48 & 0xFF], b[15] ^= T[7][w >> 56],           \
     w = (a[11] ^ (11 << 4 ^ number)), b[11] ^= T[0][w & 0xFF], b[10] ^= T[1][w >> 8 & 0xFF],      \
     b[9] ^= T[2][w >> 16 & 0xFF], b[8] ^= T[3][w >> 24 & 0xFF], b[7] ^= T[4][w >> 32 & 0xFF],     \
     b[6] ^= T[5][w >> 40 & 0xFF], b[5] ^= T[6][w >> 48 & 0xFF], b[0] ^= T[7][w >> 56],            \
     w = (a[12] ^ (12 << 4 ^ number)), b[12] ^= T[0][w & 0xFF], b[11] ^= T[1][w >> 8 & 0xFF],      \
     b[10] ^= T[2][w >> 16 & 0xFF], b[9] ^= T[3][w >> 24 & 0xFF], b[8] ^= T[4][w >> 32 & 0xFF],    \
     b[7] ^= T[5][w >> 40 & 0xFF], b[6] ^= T[6][w >> 48 & 0xFF], b[1] ^= T[7][w >> 56],            \
     w = (a[13] ^ (13 << 4 ^ number)), b[13] ^= T[0][w & 0xFF], b[12] ^= T[1][w >> 8 & 0xFF],      \
     b[11] ^= T[2][w >> 16 & 0xFF], b[10] ^= T[3][w >> 24 & 0xFF], b[9] ^= T[4][w >> 32 & 0xFF],   \
     b[8] ^= T[5][w >> 40 & 0xFF], b[7] ^= T[6][w >> 48 & 0xFF], b[2] ^= T[7][w >> 56],            \
     w = (a[14] ^ (14 << 4 ^ number)), b[14] ^= T[0][w & 0xFF], b[13] ^= T[1][w >> 8 & 0xFF],      \
     b[12] ^= T[2][w >> 16 & 0xFF], b[11] ^= T[3][w >> 24 & 0xFF], b[10] ^= T[4][w >> 32 & 0xFF],  \
     b[9] ^= T[5][w >> 40 & 0xFF], b[8] ^= T[6][w >> 48 & 0xFF], b[3] ^= T[7][w >> 56],            \
     w = (a[15] ^ (15 << 4 ^ number)), b[15] ^= T[0][w & 0xFF], b[14] ^= T[1][w >> 8 & 0xFF],      \
     b[13] ^= T[2][w >> 16 & 0xFF], b[12] ^= T[3][w >> 24 & 0xFF], b[11] ^= T[4][w >> 32 & 0xFF],  \
     b[10] ^= T[5][w >> 40 & 0xFF], b[9] ^= T[6][w >> 48 & 0xFF], b[4] ^= T[7][w >> 56])
#define ROUND_Q(b, a)                                                                              \
    (w = (~a[0] ^ (u64)(0 << 4 ^ number) << 56), b[15] = T[0][w & 0xFF],                           \
     b[13] = T[1][w >> 8 & 0xFF], b[11] = T[2][w >> 16 & 0xFF], b[5] = T[3][w >> 24 & 0xFF],       \
     b[0] = T[4][w >> 32 & 0xFF], b[14] = T[5][w >> 40 & 0xFF], b[12] = T[6][w >> 48 & 0xFF],      \
     b[10] = T[7][w >> 56], w = (~a[1] ^ (u64)(1 << 4 ^ number) << 56), b[0] ^= T[0][w & 0xFF],    \
     b[14] ^= T[1][w >> 8 & 0xFF], b[12] ^= T[2][w >> 16 & 0xFF], b[6] = T[3][w >> 24 & 0xFF],     \
     b[1] = T[4][w >> 32 & 0xFF], b[15] ^= T[5][w >> 40 & 0xFF], b[13] ^= T[6][w >> 48 & 0xFF],    \
     b[11] ^= T[7][w >> 56], w = (~a[2] ^ (u64)(2 << 4 ^ number) << 56), b[1] ^= T[0][w & 0xFF],   \
     b[15] ^= T[1][w >> 8 & 0xFF], b[13] ^= T[2][w >> 16 & 0xFF], b[7] = T[3][w >> 24 & 0xFF],     \
     b[2] = T[4][w >> 32 & 0xFF], b[0] ^= T[5][w >> 40 & 0xFF], b[14] ^= T[6][w >> 48 & 0xFF],     \
     b[12] ^= T[7][w >> 56], w = (~a[3] ^ (u64)(3 << 4 ^ number) << 56), b[2] ^= T[0][w & 0xFF],   \
     b[0] ^= T[1][w >> 8 & 0xFF], b[14] ^= T[2][w >> 16 & 0xFF], b[8] = T[3][w >> 24 & 0xFF],      \
     b[3] = T[4][w >> 32 & 0xFF], b[1] ^= T[5][w >> 40 & 0xFF], b[15] ^= T[6][w >> 48 & 0xFF],     \
     b[13] ^= T[7][w >> 56], w = (~a[4] ^ (u64)(4 << 4 ^ number) << 56), b[3] ^= T[0][w & 0xFF],   \
     b[1] ^= T[1][w >> 8 & 0xFF], b[15] ^= T[2][w >> 16 & 0xFF], b[9] = T[3][w >> 24 & 0xFF],      \
     b[4] = T[4][w >> 32 & 0xFF], b[2] ^= T[5][w >> 40 & 0xFF], b[0] ^= T[6][w >> 48 & 0xFF],      \
     b[14] ^= T[7][w >> 56], w = (~a[5] ^ (u64)(5 << 4 ^ number) << 56), b[4] ^= T[0][w & 0xFF],   \
     b[2] ^= T[1][w >> 8 & 0xFF], b[0] ^= T[2][w >> 16 & 0xFF], b[10] ^= T[3][w >> 24 & 0xFF],     \
     b[5] ^= T[4][w >> 32 & 0xFF], b[3] ^= T[5][w >> 40 & 0xFF], b[1] ^= T[6][w >> 48 & 0xFF],     \
     b[15] ^= T[7][w >> 56], w = (~a[6] ^ (u64)(6 << 4 ^ number) << 56), b[5] ^= T[0][w & 0xFF],   \
     b[3] ^= T[1][w >> 8 & 0xFF], b[1] ^= T[2][w >> 16 & 0xFF], b[11] ^= T[3][w >> 24 & 0xFF],     \
     b[6] ^= T[4][w >> 32 & 0xFF], b[4] ^= T[5][w >> 40 & 0xFF], b[2] ^= T[6][w >> 48 & 0xFF],     \
     b[0] ^= T[7][w >> 56], w = (~a[7] ^ (u64)(7 << 4 ^ number) << 56), b[6] ^= T[0][w & 0xFF],    \
     b[4] ^= T[1][w >> 8 & 0xFF], b[2] ^= T[2][w >> 16 & 0xFF], b[12] ^= T[3][w >> 24 & 0xFF],     \
     b[7] ^= T[4][w >> 32 & 0xFF], b[5] ^= T[5][w >> 40 & 0xFF], b[3] ^= T[6][w >> 48 & 0xFF],     \
     b[1] ^= T[7][w >> 56], w = (~a[8] ^ (u64)(8 << 4 ^ number) << 56), b[7] ^= T[0][w & 0xFF],    \
     b[5] ^= T[1][w >> 8 & 0xFF], b[3] ^= T[2][w >> 16 & 0xFF], b[13] ^= T[3][w >> 24 & 0xFF],     \
     b[8] ^= T[4][w >> 32 & 0xFF], b[6] ^= T[5][w >> 40 & 0xFF], b[4] ^= T[6][w >> 48 & 0xFF],     \
     b[2] ^= T[7][w >> 56], w = (~a[9] ^ (u64)(9 << 4 ^ number) << 56), b[8] ^= T[0][w & 0xFF],    \
     b[6] ^= T[1][w >> 8 & 0xFF], b[4] ^= T[2][w >> 16 & 0xFF], b[14] ^= T[3][w >> 24 & 0xFF],     \
     b[9] ^= T[4][w >> 32 & 0xFF], b[7] ^= T[5][w >> 40 & 0xFF], b[5] ^= T[6][w >> 48 & 0xFF],     \
     b[3] ^= T[7][w >> 56], w = (~a[10] ^ (u64)(10 << 4 ^ number) << 56), b[9] ^= T[0][w & 0xFF],  \
     b[7] ^= T[1][w >> 8 & 0xFF], b[5] ^= T[2][w >> 16 & 0xFF], b[15] ^= T[3][w >> 24 & 0xFF],     \
     b[10] ^= T[4][w >> 32 & 0xFF], b[8] ^= T[5][w >> 40 & 0xFF], b[6] ^= T[6][w >> 48 & 0xFF],    \
     b[4] ^= T[7][w >> 56], w = (~a[11] ^ (u64)(11 << 4 ^ number) << 56), b[10] ^= T[0][w & 0xFF], \
     b[8] ^= T[1][w >> 8 & 0xFF], b[6] ^= T[2][w >> 16 & 0xFF], b[0] ^= T[3][w >> 24 & 0xFF],      \
     b[11] ^= T[4][w >> 32 & 0xFF], b[9] ^= T[5][w >> 40 & 0xFF], b[7] ^= T[6][w >> 48 & 0xFF],    \
     b[5] ^= T[7][w >> 56], w = (~a[12] ^ (u64)(12 << 4 ^ number) << 56), b[11] ^= T[0][w & 0xFF], \
     b[9] ^= T[1][w >> 8 & 0xFF], b[7] ^= T[2][w >> 16 & 0xFF], b[1] ^= T[3][w >> 24 & 0xFF],      \
     b[12] ^= T[4][w >> 32 & 0xFF], b[10] ^= T[5][w >> 40 & 0xFF], b[8] ^= T[6][w >> 48 & 0xFF],   \
     b[6] ^= T[7][w >> 56], w = (~a[13] ^ (u64)(13 << 4 ^ number) << 56), b[12] ^= T[0][w & 0xFF], \
     b[10] ^= T[1][w >> 8 & 0xFF], b[8] ^= T[2][w >> 16 & 0xFF], b[2] ^= T[3][w >> 24 & 0xFF],     \
     b[13] ^= T[4][w >> 32 & 0xFF], b[11] ^= T[5][w >> 40 & 0xFF], b[9] ^= T[6][w >> 48 & 0xFF],   \
     b[7] ^= T[7][w >> 56], w = (~a[14] ^ (u64)(14 << 4 ^ number) << 56), b[13] ^= T[0][w & 0xFF], \
     b[11] ^= T[1][w >> 8 & 0xFF], b[9] ^= T[2][w >> 16 & 0xFF], b[3] ^= T[3][w >> 24 & 0xFF],     \
     b[14] ^= T[4][w >> 32 & 0xFF], b[12] ^= T[5][w >> 40 & 0xFF], b[10] ^= T[6][w >> 48 & 0xFF],  \
     b[8] ^= T[7][w >> 56], w = (~a[15] ^ (u64)(15 << 4 ^ number) << 56), b[14] ^= T[0][w & 0xFF], \
     b[12] ^= T[1][w >> 8 & 0xFF], b[10] ^= T[2][w >> 16 & 0xFF], b[4] ^= T[3][w >> 24 & 0xFF],    \
     b[15] ^= T[4][w >> 32 & 0xFF], b[13] ^= T[5][w >> 40 & 0xFF], b[11] ^= T[6][w >> 48 & 0xFF],  \
     b[9] ^= T[7][w >> 56])
#endif

/* Two rounds of P or Q: from a to b and back; number: of the round */
#define PERMUTE(name, ROUND)                                                                       \
    static void name(u64 *state) {                                                                 \
        u64 a[COLUMNS], b[COLUMNS], w;                                                             \
        unsigned number;                                                                           \
                                                                                                   \
        memcpy(a, state, sizeof a);                                                                \
        for (number = 0; number != ROUNDS; number++) {                                             \
            ROUND(b, a);                                                                           \
            number++;                                                                              \
            ROUND(a, b);                                                                           \
        }                                                                                          \
        memcpy(state, a, sizeof a);                                                                \
    }

PERMUTE(permute_p, ROUND_P)
PERMUTE(permute_q, ROUND_Q)

#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 H[COLUMNS], x[COLUMNS], y[COLUMNS], count = get_be64(cc->count) + blocks;
    unsigned j;

    for (j = 0; j < COLUMNS; j++)
        H[j] = get_le64(cc->H + 8 * j);
    do {
        for (j = 0; j < COLUMNS; j++) {
            y[j] = get_le64(data + 8 * j);
            x[j] = y[j] ^ H[j];
        }
        permute_p(x);
        permute_q(y);
        for (j = 0; j < COLUMNS; j++)
            H[j] ^= x[j] ^ y[j];
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    for (j = 0; j < COLUMNS; j++)
        put_le64(cc->H + 8 * j, H[j]);
    put_be64(cc->count, count);
}

#endif

static void init(context *cc, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->H[BLOCK_BYTES - HIGH_BYTE] = (unsigned char)(out_size >> 8);
    cc->H[BLOCK_BYTES - 1] = (unsigned char)(out_size & 0xFF);
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *buf = cc->buf;
#ifdef GROESTL_KERNEL

    add_padding(cc, ub, n, BLOCK_BYTES - 8);
    /* The number of blocks, this one included */
    count_blocks(cc, 1);
    memcpy(buf + BLOCK_BYTES - 8, cc->count, 8);
    COMPRESS(cc->H, buf);
    COMPRESS(cc->H, NULL);
    n = cc->out_size >> 3;
    memcpy(dst, cc->H + (BLOCK_BYTES - n), n);
#else
    u64 x[COLUMNS];
    unsigned j;

    add_padding(cc, ub, n, BLOCK_BYTES - 8);
    /* The number of blocks, this one included */
    put_be64(buf + BLOCK_BYTES - 8, get_be64(cc->count) + 1);
    compress(cc, buf, 1);
    /* The output transformation (section 3.3) */
    for (j = 0; j < COLUMNS; j++)
        x[j] = get_le64(cc->H + 8 * j);
    permute_p(x);
    for (j = 0; j < COLUMNS; j++)
        put_le64(buf + 8 * j, x[j] ^ get_le64(cc->H + 8 * j));
    memcpy(dst, buf + BLOCK_BYTES - cc->out_size / 8, cc->out_size / 8);
#endif
}

#endif
