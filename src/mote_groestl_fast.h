/*
 * What the fast implementations (portable_fast.c) of Groestl share: all but the size.
 *
 * A private header: copy it and mote_fast.h along with the source.  The source includes it after
 *
 *     typedef mote_xxx_context context;    as in mote_groestl.h
 *     #define COLUMNS 8                    of the state: 8, or 16 for digests above 256 bits
 *
 * Names are those of the Groestl specification (2 March 2011), sections 3.2 to 3.4.  A column is a
 * word of 64 bits, row 0 in its lowest byte.  SubBytes and MixBytes together are one look-up for
 * each byte, in eight tables of 2 KiB, one for each row.
 */
#ifndef MOTE_GROESTL_FAST_H
#define MOTE_GROESTL_FAST_H

#define BLOCK_BYTES (8 * COLUMNS)
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "mote_fast.h"

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
#define SBOX                                                                                                                                                                                                                                                                                      \
    E(0x63)                                                                                                                                                                                                                                                                                       \
    E(0x7C)                                                                                                                                                                                                                                                                                       \
    E(0x77)                                                                                                                                                                                                                                                                                       \
    E(0x7B)                                                                                                                                                                                                                                                                                       \
    E(0xF2)                                                                                                                                                                                                                                                                                       \
    E(0x6B) E(0x6F) E(0xC5) E(0x30) E(0x01) E(0x67) E(0x2B) E(0xFE) E(0xD7) E(0xAB) E(0x76)                                                                                                                                                                                                       \
        E(0xCA) E(0x82) E(0xC9) E(0x7D) E(0xFA) E(0x59) E(0x47) E(0xF0) E(0xAD) E(0xD4) E(0xA2)                                                                                                                                                                                                   \
            E(0xAF) E(0x9C) E(0xA4) E(0x72) E(0xC0) E(0xB7) E(0xFD) E(0x93) E(0x26) E(0x36)                                                                                                                                                                                                       \
                E(0x3F) E(0xF7) E(0xCC) E(0x34) E(0xA5) E(0xE5) E(0xF1) E(0x71) E(0xD8) E(0x31)                                                                                                                                                                                                   \
                    E(0x15) E(0x04) E(0xC7) E(0x23) E(0xC3) E(0x18) E(0x96) E(0x05) E(0x9A)                                                                                                                                                                                                       \
                        E(0x07) E(0x12) E(0x80) E(0xE2) E(0xEB) E(0x27) E(0xB2) E(0x75) E(0x09)                                                                                                                                                                                                   \
                            E(0x83) E(0x2C) E(0x1A) E(0x1B) E(0x6E) E(0x5A) E(0xA0) E(0x52)                                                                                                                                                                                                       \
                                E(0x3B) E(0xD6) E(0xB3) E(0x29) E(0xE3) E(0x2F) E(0x84) E(0x53)                                                                                                                                                                                                   \
                                    E(0xD1) E(0x00) E(0xED) E(0x20) E(0xFC) E(0xB1) E(0x5B)                                                                                                                                                                                                       \
                                        E(0x6A) E(0xCB) E(0xBE) E(0x39) E(0x4A) E(0x4C) E(0x58)                                                                                                                                                                                                   \
                                            E(0xCF) E(0xD0) E(0xEF) E(0xAA) E(0xFB) E(0x43)                                                                                                                                                                                                       \
                                                E(0x4D) E(0x33) E(0x85) E(0x45) E(0xF9) E(0x02)                                                                                                                                                                                                   \
                                                    E(0x7F) E(0x50) E(0x3C) E(0x9F) E(0xA8)                                                                                                                                                                                                       \
                                                        E(0x51) E(0xA3) E(0x40) E(0x8F) E(0x92)                                                                                                                                                                                                   \
                                                            E(0x9D) E(0x38) E(0xF5) E(0xBC)                                                                                                                                                                                                       \
                                                                E(0xB6) E(0xDA) E(0x21) E(0x10)                                                                                                                                                                                                   \
                                                                    E(0xFF) E(0xF3) E(0xD2)                                                                                                                                                                                                       \
                                                                        E(0xCD) E(0x0C) E(0x13)                                                                                                                                                                                                   \
                                                                            E(0xEC) E(0x5F)                                                                                                                                                                                                       \
                                                                                E(0x97) E(0x44) E(                                                                                                                                                                                                \
                                                                                    0x17) E(0xC4)                                                                                                                                                                                                 \
                                                                                    E(0xA7) E(0x7E) E(0x3D) E(0x64) E(                                                                                                                                                                            \
                                                                                        0x5D) E(0x19)                                                                                                                                                                                             \
                                                                                        E(                                                                                                                                                                                                        \
                                                                                            0x73) E(0x60)                                                                                                                                                                                         \
                                                                                            E(                                                                                                                                                                                                    \
                                                                                                0x81) E(0x4F)                                                                                                                                                                                     \
                                                                                                E(                                                                                                                                                                                                \
                                                                                                    0xDC) E(0x22)                                                                                                                                                                                 \
                                                                                                    E(                                                                                                                                                                                            \
                                                                                                        0x2A) E(0x90)                                                                                                                                                                             \
                                                                                                        E(                                                                                                                                                                                        \
                                                                                                            0x88) E(0x46)                                                                                                                                                                         \
                                                                                                            E(0xEE)                                                                                                                                                                               \
                                                                                                                E(0xB8) E(                                                                                                                                                                        \
                                                                                                                    0x14)                                                                                                                                                                         \
                                                                                                                    E(0xDE)                                                                                                                                                                       \
                                                                                                                        E(0x5E)                                                                                                                                                                   \
                                                                                                                            E(0x0B) E(0xDB) E(0xE0) E(0x32) E(0x3A) E(0x0A) E(0x49) E(0x06) E(0x24) E(0x5C) E(0xC2) E(0xD3) E(0xAC) E(0x62) E(0x91) E(0x95) E(0xE4) E(0x79) E(0xE7) E(0xC8) E(    \
                                                                                                                                0x37) E(0x6D)                                                                                                                                                     \
                                                                                                                                E(0x8D)                                                                                                                                                           \
                                                                                                                                    E(0xD5) E(                                                                                                                                                    \
                                                                                                                                        0x4E)                                                                                                                                                     \
                                                                                                                                        E(0xA9)                                                                                                                                                   \
                                                                                                                                            E(0x6C)                                                                                                                                               \
                                                                                                                                                E(                                                                                                                                                \
                                                                                                                                                    0x56) E(0xF4) E(0xEA) E(0x65) E(0x7A) E(0xAE) E(0x08) E(0xBA) E(0x78) E(0x25) E(0x2E) E(0x1C) E(0xA6) E(0xB4) E(0xC6) E(0xE8) E(0xDD)         \
                                                                                                                                                    E(0x74)                                                                                                                                       \
                                                                                                                                                        E(0x1F) E(0x4B) E(0xBD) E(0x8B) E(0x8A) E(0x70) E(0x3E) E(0xB5) E(0x66) E(0x48) E(0x03) E(0xF6)                                           \
                                                                                                                                                            E(                                                                                                                                    \
                                                                                                                                                                0x0E) E(0x61) E(0x35) E(0x57) E(0xB9) E(0x86) E(0xC1)                                                                             \
                                                                                                                                                                E(                                                                                                                                \
                                                                                                                                                                    0x1D) E(0x9E) E(0xE1) E(0xF8) E(0x98) E(0x11) E(0x69) E(0xD9) E(0x8E) E(0x94) E(0x9B) E(0x1E) E(0x87) E(0xE9) E(0xCE) E(0x55) \
                                                                                                                                                                    E(0x28) E(                                                                                                                    \
                                                                                                                                                                        0xDF)                                                                                                                     \
                                                                                                                                                                        E(0x8C) E(0xA1) E(0x89) E(0x0D) E(0xBF) E(0xE6) E(0x42) E(0x68) E(0x41) E(                                                \
                                                                                                                                                                            0x99)                                                                                                                 \
                                                                                                                                                                            E(0x2D) E(                                                                                                            \
                                                                                                                                                                                0x0F)                                                                                                             \
                                                                                                                                                                                E(0xB0) E(                                                                                                        \
                                                                                                                                                                                    0x54)                                                                                                         \
                                                                                                                                                                                    E(0xBB)                                                                                                       \
                                                                                                                                                                                        E(0x16)

#define E(s) COLUMN0(s)
static const u64 T0[256] = {SBOX};
#undef E
#define E(s) COLUMN1(s)
static const u64 T1[256] = {SBOX};
#undef E
#define E(s) COLUMN2(s)
static const u64 T2[256] = {SBOX};
#undef E
#define E(s) COLUMN3(s)
static const u64 T3[256] = {SBOX};
#undef E
#define E(s) COLUMN4(s)
static const u64 T4[256] = {SBOX};
#undef E
#define E(s) COLUMN5(s)
static const u64 T5[256] = {SBOX};
#undef E
#define E(s) COLUMN6(s)
static const u64 T6[256] = {SBOX};
#undef E
#define E(s) COLUMN7(s)
static const u64 T7[256] = {SBOX};
#undef E

#if COLUMNS == 8
#define ROUNDS 10
#define ROUND_P(b, a)                                                                              \
    (b[0] = T0[a[0] & 0xFF] ^ T1[a[1] >> 8 & 0xFF] ^ T2[a[2] >> 16 & 0xFF] ^                       \
            T3[a[3] >> 24 & 0xFF] ^ T4[a[4] >> 32 & 0xFF] ^ T5[a[5] >> 40 & 0xFF] ^                \
            T6[a[6] >> 48 & 0xFF] ^ T7[a[7] >> 56 & 0xFF],                                         \
     b[1] = T0[a[1] & 0xFF] ^ T1[a[2] >> 8 & 0xFF] ^ T2[a[3] >> 16 & 0xFF] ^                       \
            T3[a[4] >> 24 & 0xFF] ^ T4[a[5] >> 32 & 0xFF] ^ T5[a[6] >> 40 & 0xFF] ^                \
            T6[a[7] >> 48 & 0xFF] ^ T7[a[0] >> 56 & 0xFF],                                         \
     b[2] = T0[a[2] & 0xFF] ^ T1[a[3] >> 8 & 0xFF] ^ T2[a[4] >> 16 & 0xFF] ^                       \
            T3[a[5] >> 24 & 0xFF] ^ T4[a[6] >> 32 & 0xFF] ^ T5[a[7] >> 40 & 0xFF] ^                \
            T6[a[0] >> 48 & 0xFF] ^ T7[a[1] >> 56 & 0xFF],                                         \
     b[3] = T0[a[3] & 0xFF] ^ T1[a[4] >> 8 & 0xFF] ^ T2[a[5] >> 16 & 0xFF] ^                       \
            T3[a[6] >> 24 & 0xFF] ^ T4[a[7] >> 32 & 0xFF] ^ T5[a[0] >> 40 & 0xFF] ^                \
            T6[a[1] >> 48 & 0xFF] ^ T7[a[2] >> 56 & 0xFF],                                         \
     b[4] = T0[a[4] & 0xFF] ^ T1[a[5] >> 8 & 0xFF] ^ T2[a[6] >> 16 & 0xFF] ^                       \
            T3[a[7] >> 24 & 0xFF] ^ T4[a[0] >> 32 & 0xFF] ^ T5[a[1] >> 40 & 0xFF] ^                \
            T6[a[2] >> 48 & 0xFF] ^ T7[a[3] >> 56 & 0xFF],                                         \
     b[5] = T0[a[5] & 0xFF] ^ T1[a[6] >> 8 & 0xFF] ^ T2[a[7] >> 16 & 0xFF] ^                       \
            T3[a[0] >> 24 & 0xFF] ^ T4[a[1] >> 32 & 0xFF] ^ T5[a[2] >> 40 & 0xFF] ^                \
            T6[a[3] >> 48 & 0xFF] ^ T7[a[4] >> 56 & 0xFF],                                         \
     b[6] = T0[a[6] & 0xFF] ^ T1[a[7] >> 8 & 0xFF] ^ T2[a[0] >> 16 & 0xFF] ^                       \
            T3[a[1] >> 24 & 0xFF] ^ T4[a[2] >> 32 & 0xFF] ^ T5[a[3] >> 40 & 0xFF] ^                \
            T6[a[4] >> 48 & 0xFF] ^ T7[a[5] >> 56 & 0xFF],                                         \
     b[7] = T0[a[7] & 0xFF] ^ T1[a[0] >> 8 & 0xFF] ^ T2[a[1] >> 16 & 0xFF] ^                       \
            T3[a[2] >> 24 & 0xFF] ^ T4[a[3] >> 32 & 0xFF] ^ T5[a[4] >> 40 & 0xFF] ^                \
            T6[a[5] >> 48 & 0xFF] ^ T7[a[6] >> 56 & 0xFF])
#define ROUND_Q(b, a)                                                                              \
    (b[0] = T0[a[1] & 0xFF] ^ T1[a[3] >> 8 & 0xFF] ^ T2[a[5] >> 16 & 0xFF] ^                       \
            T3[a[7] >> 24 & 0xFF] ^ T4[a[0] >> 32 & 0xFF] ^ T5[a[2] >> 40 & 0xFF] ^                \
            T6[a[4] >> 48 & 0xFF] ^ T7[a[6] >> 56 & 0xFF],                                         \
     b[1] = T0[a[2] & 0xFF] ^ T1[a[4] >> 8 & 0xFF] ^ T2[a[6] >> 16 & 0xFF] ^                       \
            T3[a[0] >> 24 & 0xFF] ^ T4[a[1] >> 32 & 0xFF] ^ T5[a[3] >> 40 & 0xFF] ^                \
            T6[a[5] >> 48 & 0xFF] ^ T7[a[7] >> 56 & 0xFF],                                         \
     b[2] = T0[a[3] & 0xFF] ^ T1[a[5] >> 8 & 0xFF] ^ T2[a[7] >> 16 & 0xFF] ^                       \
            T3[a[1] >> 24 & 0xFF] ^ T4[a[2] >> 32 & 0xFF] ^ T5[a[4] >> 40 & 0xFF] ^                \
            T6[a[6] >> 48 & 0xFF] ^ T7[a[0] >> 56 & 0xFF],                                         \
     b[3] = T0[a[4] & 0xFF] ^ T1[a[6] >> 8 & 0xFF] ^ T2[a[0] >> 16 & 0xFF] ^                       \
            T3[a[2] >> 24 & 0xFF] ^ T4[a[3] >> 32 & 0xFF] ^ T5[a[5] >> 40 & 0xFF] ^                \
            T6[a[7] >> 48 & 0xFF] ^ T7[a[1] >> 56 & 0xFF],                                         \
     b[4] = T0[a[5] & 0xFF] ^ T1[a[7] >> 8 & 0xFF] ^ T2[a[1] >> 16 & 0xFF] ^                       \
            T3[a[3] >> 24 & 0xFF] ^ T4[a[4] >> 32 & 0xFF] ^ T5[a[6] >> 40 & 0xFF] ^                \
            T6[a[0] >> 48 & 0xFF] ^ T7[a[2] >> 56 & 0xFF],                                         \
     b[5] = T0[a[6] & 0xFF] ^ T1[a[0] >> 8 & 0xFF] ^ T2[a[2] >> 16 & 0xFF] ^                       \
            T3[a[4] >> 24 & 0xFF] ^ T4[a[5] >> 32 & 0xFF] ^ T5[a[7] >> 40 & 0xFF] ^                \
            T6[a[1] >> 48 & 0xFF] ^ T7[a[3] >> 56 & 0xFF],                                         \
     b[6] = T0[a[7] & 0xFF] ^ T1[a[1] >> 8 & 0xFF] ^ T2[a[3] >> 16 & 0xFF] ^                       \
            T3[a[5] >> 24 & 0xFF] ^ T4[a[6] >> 32 & 0xFF] ^ T5[a[0] >> 40 & 0xFF] ^                \
            T6[a[2] >> 48 & 0xFF] ^ T7[a[4] >> 56 & 0xFF],                                         \
     b[7] = T0[a[0] & 0xFF] ^ T1[a[2] >> 8 & 0xFF] ^ T2[a[4] >> 16 & 0xFF] ^                       \
            T3[a[6] >> 24 & 0xFF] ^ T4[a[7] >> 32 & 0xFF] ^ T5[a[1] >> 40 & 0xFF] ^                \
            T6[a[3] >> 48 & 0xFF] ^ T7[a[5] >> 56 & 0xFF])
#endif

#if COLUMNS == 16
#define ROUNDS 14
#define ROUND_P(b, a)                                                                              \
    (b[0] = T0[a[0] & 0xFF] ^ T1[a[1] >> 8 & 0xFF] ^ T2[a[2] >> 16 & 0xFF] ^                       \
            T3[a[3] >> 24 & 0xFF] ^ T4[a[4] >> 32 & 0xFF] ^ T5[a[5] >> 40 & 0xFF] ^                \
            T6[a[6] >> 48 & 0xFF] ^ T7[a[11] >> 56 & 0xFF],                                        \
     b[1] = T0[a[1] & 0xFF] ^ T1[a[2] >> 8 & 0xFF] ^ T2[a[3] >> 16 & 0xFF] ^                       \
            T3[a[4] >> 24 & 0xFF] ^ T4[a[5] >> 32 & 0xFF] ^ T5[a[6] >> 40 & 0xFF] ^                \
            T6[a[7] >> 48 & 0xFF] ^ T7[a[12] >> 56 & 0xFF],                                        \
     b[2] = T0[a[2] & 0xFF] ^ T1[a[3] >> 8 & 0xFF] ^ T2[a[4] >> 16 & 0xFF] ^                       \
            T3[a[5] >> 24 & 0xFF] ^ T4[a[6] >> 32 & 0xFF] ^ T5[a[7] >> 40 & 0xFF] ^                \
            T6[a[8] >> 48 & 0xFF] ^ T7[a[13] >> 56 & 0xFF],                                        \
     b[3] = T0[a[3] & 0xFF] ^ T1[a[4] >> 8 & 0xFF] ^ T2[a[5] >> 16 & 0xFF] ^                       \
            T3[a[6] >> 24 & 0xFF] ^ T4[a[7] >> 32 & 0xFF] ^ T5[a[8] >> 40 & 0xFF] ^                \
            T6[a[9] >> 48 & 0xFF] ^ T7[a[14] >> 56 & 0xFF],                                        \
     b[4] = T0[a[4] & 0xFF] ^ T1[a[5] >> 8 & 0xFF] ^ T2[a[6] >> 16 & 0xFF] ^                       \
            T3[a[7] >> 24 & 0xFF] ^ T4[a[8] >> 32 & 0xFF] ^ T5[a[9] >> 40 & 0xFF] ^                \
            T6[a[10] >> 48 & 0xFF] ^ T7[a[15] >> 56 & 0xFF],                                       \
     b[5] = T0[a[5] & 0xFF] ^ T1[a[6] >> 8 & 0xFF] ^ T2[a[7] >> 16 & 0xFF] ^                       \
            T3[a[8] >> 24 & 0xFF] ^ T4[a[9] >> 32 & 0xFF] ^ T5[a[10] >> 40 & 0xFF] ^               \
            T6[a[11] >> 48 & 0xFF] ^ T7[a[0] >> 56 & 0xFF],                                        \
     b[6] = T0[a[6] & 0xFF] ^ T1[a[7] >> 8 & 0xFF] ^ T2[a[8] >> 16 & 0xFF] ^                       \
            T3[a[9] >> 24 & 0xFF] ^ T4[a[10] >> 32 & 0xFF] ^ T5[a[11] >> 40 & 0xFF] ^              \
            T6[a[12] >> 48 & 0xFF] ^ T7[a[1] >> 56 & 0xFF],                                        \
     b[7] = T0[a[7] & 0xFF] ^ T1[a[8] >> 8 & 0xFF] ^ T2[a[9] >> 16 & 0xFF] ^                       \
            T3[a[10] >> 24 & 0xFF] ^ T4[a[11] >> 32 & 0xFF] ^ T5[a[12] >> 40 & 0xFF] ^             \
            T6[a[13] >> 48 & 0xFF] ^ T7[a[2] >> 56 & 0xFF],                                        \
     b[8] = T0[a[8] & 0xFF] ^ T1[a[9] >> 8 & 0xFF] ^ T2[a[10] >> 16 & 0xFF] ^                      \
            T3[a[11] >> 24 & 0xFF] ^ T4[a[12] >> 32 & 0xFF] ^ T5[a[13] >> 40 & 0xFF] ^             \
            T6[a[14] >> 48 & 0xFF] ^ T7[a[3] >> 56 & 0xFF],                                        \
     b[9] = T0[a[9] & 0xFF] ^ T1[a[10] >> 8 & 0xFF] ^ T2[a[11] >> 16 & 0xFF] ^                     \
            T3[a[12] >> 24 & 0xFF] ^ T4[a[13] >> 32 & 0xFF] ^ T5[a[14] >> 40 & 0xFF] ^             \
            T6[a[15] >> 48 & 0xFF] ^ T7[a[4] >> 56 & 0xFF],                                        \
     b[10] = T0[a[10] & 0xFF] ^ T1[a[11] >> 8 & 0xFF] ^ T2[a[12] >> 16 & 0xFF] ^                   \
             T3[a[13] >> 24 & 0xFF] ^ T4[a[14] >> 32 & 0xFF] ^ T5[a[15] >> 40 & 0xFF] ^            \
             T6[a[0] >> 48 & 0xFF] ^ T7[a[5] >> 56 & 0xFF],                                        \
     b[11] = T0[a[11] & 0xFF] ^ T1[a[12] >> 8 & 0xFF] ^ T2[a[13] >> 16 & 0xFF] ^                   \
             T3[a[14] >> 24 & 0xFF] ^ T4[a[15] >> 32 & 0xFF] ^ T5[a[0] >> 40 & 0xFF] ^             \
             T6[a[1] >> 48 & 0xFF] ^ T7[a[6] >> 56 & 0xFF],                                        \
     b[12] = T0[a[12] & 0xFF] ^ T1[a[13] >> 8 & 0xFF] ^ T2[a[14] >> 16 & 0xFF] ^                   \
             T3[a[15] >> 24 & 0xFF] ^ T4[a[0] >> 32 & 0xFF] ^ T5[a[1] >> 40 & 0xFF] ^              \
             T6[a[2] >> 48 & 0xFF] ^ T7[a[7] >> 56 & 0xFF],                                        \
     b[13] = T0[a[13] & 0xFF] ^ T1[a[14] >> 8 & 0xFF] ^ T2[a[15] >> 16 & 0xFF] ^                   \
             T3[a[0] >> 24 & 0xFF] ^ T4[a[1] >> 32 & 0xFF] ^ T5[a[2] >> 40 & 0xFF] ^               \
             T6[a[3] >> 48 & 0xFF] ^ T7[a[8] >> 56 & 0xFF],                                        \
     b[14] = T0[a[14] & 0xFF] ^ T1[a[15] >> 8 & 0xFF] ^ T2[a[0] >> 16 & 0xFF] ^                    \
             T3[a[1] >> 24 & 0xFF] ^ T4[a[2] >> 32 & 0xFF] ^ T5[a[3] >> 40 & 0xFF] ^               \
             T6[a[4] >> 48 & 0xFF] ^ T7[a[9] >> 56 & 0xFF],                                        \
     b[15] = T0[a[15] & 0xFF] ^ T1[a[0] >> 8 & 0xFF] ^ T2[a[1] >> 16 & 0xFF] ^                     \
             T3[a[2] >> 24 & 0xFF] ^ T4[a[3] >> 32 & 0xFF] ^ T5[a[4] >> 40 & 0xFF] ^               \
             T6[a[5] >> 48 & 0xFF] ^ T7[a[10] >> 56 & 0xFF])
#define ROUND_Q(b, a)                                                                              \
    (b[0] = T0[a[1] & 0xFF] ^ T1[a[3] >> 8 & 0xFF] ^ T2[a[5] >> 16 & 0xFF] ^                       \
            T3[a[11] >> 24 & 0xFF] ^ T4[a[0] >> 32 & 0xFF] ^ T5[a[2] >> 40 & 0xFF] ^               \
            T6[a[4] >> 48 & 0xFF] ^ T7[a[6] >> 56 & 0xFF],                                         \
     b[1] = T0[a[2] & 0xFF] ^ T1[a[4] >> 8 & 0xFF] ^ T2[a[6] >> 16 & 0xFF] ^                       \
            T3[a[12] >> 24 & 0xFF] ^ T4[a[1] >> 32 & 0xFF] ^ T5[a[3] >> 40 & 0xFF] ^               \
            T6[a[5] >> 48 & 0xFF] ^ T7[a[7] >> 56 & 0xFF],                                         \
     b[2] = T0[a[3] & 0xFF] ^ T1[a[5] >> 8 & 0xFF] ^ T2[a[7] >> 16 & 0xFF] ^                       \
            T3[a[13] >> 24 & 0xFF] ^ T4[a[2] >> 32 & 0xFF] ^ T5[a[4] >> 40 & 0xFF] ^               \
            T6[a[6] >> 48 & 0xFF] ^ T7[a[8] >> 56 & 0xFF],                                         \
     b[3] = T0[a[4] & 0xFF] ^ T1[a[6] >> 8 & 0xFF] ^ T2[a[8] >> 16 & 0xFF] ^                       \
            T3[a[14] >> 24 & 0xFF] ^ T4[a[3] >> 32 & 0xFF] ^ T5[a[5] >> 40 & 0xFF] ^               \
            T6[a[7] >> 48 & 0xFF] ^ T7[a[9] >> 56 & 0xFF],                                         \
     b[4] = T0[a[5] & 0xFF] ^ T1[a[7] >> 8 & 0xFF] ^ T2[a[9] >> 16 & 0xFF] ^                       \
            T3[a[15] >> 24 & 0xFF] ^ T4[a[4] >> 32 & 0xFF] ^ T5[a[6] >> 40 & 0xFF] ^               \
            T6[a[8] >> 48 & 0xFF] ^ T7[a[10] >> 56 & 0xFF],                                        \
     b[5] = T0[a[6] & 0xFF] ^ T1[a[8] >> 8 & 0xFF] ^ T2[a[10] >> 16 & 0xFF] ^                      \
            T3[a[0] >> 24 & 0xFF] ^ T4[a[5] >> 32 & 0xFF] ^ T5[a[7] >> 40 & 0xFF] ^                \
            T6[a[9] >> 48 & 0xFF] ^ T7[a[11] >> 56 & 0xFF],                                        \
     b[6] = T0[a[7] & 0xFF] ^ T1[a[9] >> 8 & 0xFF] ^ T2[a[11] >> 16 & 0xFF] ^                      \
            T3[a[1] >> 24 & 0xFF] ^ T4[a[6] >> 32 & 0xFF] ^ T5[a[8] >> 40 & 0xFF] ^                \
            T6[a[10] >> 48 & 0xFF] ^ T7[a[12] >> 56 & 0xFF],                                       \
     b[7] = T0[a[8] & 0xFF] ^ T1[a[10] >> 8 & 0xFF] ^ T2[a[12] >> 16 & 0xFF] ^                     \
            T3[a[2] >> 24 & 0xFF] ^ T4[a[7] >> 32 & 0xFF] ^ T5[a[9] >> 40 & 0xFF] ^                \
            T6[a[11] >> 48 & 0xFF] ^ T7[a[13] >> 56 & 0xFF],                                       \
     b[8] = T0[a[9] & 0xFF] ^ T1[a[11] >> 8 & 0xFF] ^ T2[a[13] >> 16 & 0xFF] ^                     \
            T3[a[3] >> 24 & 0xFF] ^ T4[a[8] >> 32 & 0xFF] ^ T5[a[10] >> 40 & 0xFF] ^               \
            T6[a[12] >> 48 & 0xFF] ^ T7[a[14] >> 56 & 0xFF],                                       \
     b[9] = T0[a[10] & 0xFF] ^ T1[a[12] >> 8 & 0xFF] ^ T2[a[14] >> 16 & 0xFF] ^                    \
            T3[a[4] >> 24 & 0xFF] ^ T4[a[9] >> 32 & 0xFF] ^ T5[a[11] >> 40 & 0xFF] ^               \
            T6[a[13] >> 48 & 0xFF] ^ T7[a[15] >> 56 & 0xFF],                                       \
     b[10] = T0[a[11] & 0xFF] ^ T1[a[13] >> 8 & 0xFF] ^ T2[a[15] >> 16 & 0xFF] ^                   \
             T3[a[5] >> 24 & 0xFF] ^ T4[a[10] >> 32 & 0xFF] ^ T5[a[12] >> 40 & 0xFF] ^             \
             T6[a[14] >> 48 & 0xFF] ^ T7[a[0] >> 56 & 0xFF],                                       \
     b[11] = T0[a[12] & 0xFF] ^ T1[a[14] >> 8 & 0xFF] ^ T2[a[0] >> 16 & 0xFF] ^                    \
             T3[a[6] >> 24 & 0xFF] ^ T4[a[11] >> 32 & 0xFF] ^ T5[a[13] >> 40 & 0xFF] ^             \
             T6[a[15] >> 48 & 0xFF] ^ T7[a[1] >> 56 & 0xFF],                                       \
     b[12] = T0[a[13] & 0xFF] ^ T1[a[15] >> 8 & 0xFF] ^ T2[a[1] >> 16 & 0xFF] ^                    \
             T3[a[7] >> 24 & 0xFF] ^ T4[a[12] >> 32 & 0xFF] ^ T5[a[14] >> 40 & 0xFF] ^             \
             T6[a[0] >> 48 & 0xFF] ^ T7[a[2] >> 56 & 0xFF],                                        \
     b[13] = T0[a[14] & 0xFF] ^ T1[a[0] >> 8 & 0xFF] ^ T2[a[2] >> 16 & 0xFF] ^                     \
             T3[a[8] >> 24 & 0xFF] ^ T4[a[13] >> 32 & 0xFF] ^ T5[a[15] >> 40 & 0xFF] ^             \
             T6[a[1] >> 48 & 0xFF] ^ T7[a[3] >> 56 & 0xFF],                                        \
     b[14] = T0[a[15] & 0xFF] ^ T1[a[1] >> 8 & 0xFF] ^ T2[a[3] >> 16 & 0xFF] ^                     \
             T3[a[9] >> 24 & 0xFF] ^ T4[a[14] >> 32 & 0xFF] ^ T5[a[0] >> 40 & 0xFF] ^              \
             T6[a[2] >> 48 & 0xFF] ^ T7[a[4] >> 56 & 0xFF],                                        \
     b[15] = T0[a[0] & 0xFF] ^ T1[a[2] >> 8 & 0xFF] ^ T2[a[4] >> 16 & 0xFF] ^                      \
             T3[a[10] >> 24 & 0xFF] ^ T4[a[15] >> 32 & 0xFF] ^ T5[a[1] >> 40 & 0xFF] ^             \
             T6[a[3] >> 48 & 0xFF] ^ T7[a[5] >> 56 & 0xFF])
#endif

/* P on a, in place */
static void permute_p(u64 *a) {
    u64 b[COLUMNS];
    unsigned number, j;

    for (number = 0; number != ROUNDS; number++) {
        for (j = 0; j < COLUMNS; j++)
            b[j] = a[j] ^ (j << 4 ^ number);
        ROUND_P(a, b);
    }
}

/* Q on a, in place */
static void permute_q(u64 *a) {
    u64 b[COLUMNS];
    unsigned number, j;

    for (number = 0; number != ROUNDS; number++) {
        for (j = 0; j < COLUMNS; j++)
            b[j] = ~a[j] ^ (u64)(j << 4 ^ number) << 56;
        ROUND_Q(a, b);
    }
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 H[COLUMNS], x[COLUMNS], y[COLUMNS];
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
        if (++cc->count[0] == 0)
            cc->count[1]++;
        data += BLOCK_BYTES;
    } while (--blocks != 0);
    for (j = 0; j < COLUMNS; j++)
        put_le64(cc->H + 8 * j, H[j]);
}

static void init(context *cc, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->H[BLOCK_BYTES - 2] = (unsigned char)(out_size >> 8);
    cc->H[BLOCK_BYTES - 1] = (unsigned char)(out_size & 0xFF);
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    u64 x[COLUMNS];
    unsigned char *buf = cc->buf;
    unsigned j;

    add_padding(cc, ub, n, BLOCK_BYTES - 8);
    /* The number of blocks, this one included */
    put_be32(buf + BLOCK_BYTES - 8, cc->count[1] + (cc->count[0] == 0xFFFFFFFF));
    put_be32(buf + BLOCK_BYTES - 4, cc->count[0] + 1);
    compress(cc, buf, 1);
    /* The output transformation (section 3.3) */
    for (j = 0; j < COLUMNS; j++)
        x[j] = get_le64(cc->H + 8 * j);
    permute_p(x);
    for (j = 0; j < COLUMNS; j++)
        put_le64(buf + 8 * j, x[j] ^ get_le64(cc->H + 8 * j));
    memcpy(dst, buf + BLOCK_BYTES - cc->out_size / 8, cc->out_size / 8);
}

#endif
