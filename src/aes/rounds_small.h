/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The steps of a round of AES for the small implementations, in constant time.
 *
 * A private header; common/small.h comes before it, and
 *
 *     #define ROUNDS_IN_C                  else there is times_x alone
 *     #define KEY_WORD                     the S-box takes a word of the key with the state
 *
 * The state is 16 bytes, as FIPS PUB 197 numbers them: SubBytes and ShiftRows in one, on as many bytes
 * at a time as a word of this machine has bits for; the rest byte by byte.
 */
#ifndef MOTE_AES_ROUNDS_SMALL_H
#define MOTE_AES_ROUNDS_SMALL_H

/* Words for the S-box, and how many bytes of eight bits of the state lie side by side in one. */
#if UINT_MAX > 0xFFFF
typedef u32 word;
#define LANES 2
#else
typedef unsigned char word;
#define LANES 1
#endif

/* The product with x in GF(2^8): section 4.2.1 */
static unsigned char times_x(unsigned char a) {
    return (unsigned char)(a << 1 ^ (0x1B & (0 - (a >> 7))));
}

#ifdef ROUNDS_IN_C
#include "aes/s_box.h"

/* Bytes that the S-box takes; bits that it takes of each of eight places beside the first. */
#ifdef KEY_WORD
#define S_BOX_BYTES (LANES == 2 ? 16 : 24)
#define LANE_MASK 0x010101
#else
#define S_BOX_BYTES 16
#define LANE_MASK 0x0101
#endif

/* Bit i of byte j of the words becomes bit j of byte i; twice is nothing. */
NOINLINE static void transpose(word *w) {
    word t;
    unsigned i;

    /* With distances that are constants, which small CPUs shift by faster */
#define SWAP(distance, mask)                                                                       \
    for (i = 0; i != 8; i++)                                                                       \
        if (!(i & (distance))) {                                                                   \
            t = (word)((w[i] >> (distance) ^ w[i + (distance)]) & (word)(mask * LANE_MASK));       \
            w[i + (distance)] ^= t;                                                                \
            w[i] ^= (word)(t << (distance));                                                       \
        }
    SWAP(4, 0x0F)
    SWAP(2, 0x33)
    SWAP(1, 0x55)
}

/*
 * The S-box on every byte, and byte i from place step * i: with 5 that is ShiftRows, with 13 its
 * inverse, with 1 neither.  A word of the key behind the state keeps its order.
 */
NOINLINE static void substitute(unsigned char *s, unsigned step) {
#ifdef KEY_WORD
    unsigned char old[24];
#else
    unsigned char old[16];
#endif
    word w[8];
    unsigned part, i, from = 0;

    memcpy(old, s, sizeof old);
    for (part = 0; part != S_BOX_BYTES; part += 8 * LANES) {
        for (i = 0; i != 8; i++) {
#if defined KEY_WORD && LANES == 1
            w[i] = old[part == 16 ? part + i : from];
#else
            w[i] = old[from];
#endif
#if LANES == 2
            /* The byte 8 places on: 8 * step is 8 modulo 16. */
            w[i] |= (word)old[from ^ 8] << 8;
#ifdef KEY_WORD
            w[i] |= (word)old[i + 16] << 16;
#endif
#endif
            from = (from + step) & 15;
        }
        transpose(w);
        s_box(w);
        transpose(w);
        for (i = 0; i != 8; i++) {
            s[part + i] = (unsigned char)w[i];
#if LANES == 2
            s[i + 8] = (unsigned char)(w[i] >> 8);
#ifdef KEY_WORD
            s[i + 16] = (unsigned char)(w[i] >> 16);
#endif
#endif
        }
    }
}

/* MixColumns: section 5.1.3 */
NOINLINE static void mix_columns(unsigned char *s) {
    unsigned char first, all;
    unsigned i, j;

    for (i = 0; i != 16; i += 4, s += 4) {
        first = s[0];
        all = (unsigned char)(first ^ s[1] ^ s[2] ^ s[3]);
        for (j = 0; j != 3; j++)
            s[j] ^= (unsigned char)(all ^ times_x((unsigned char)(s[j] ^ s[j + 1])));
        s[3] ^= (unsigned char)(all ^ times_x((unsigned char)(s[3] ^ first)));
    }
}

/* AddRoundKey: section 5.1.4 */
NOINLINE static void xor_block(unsigned char *to, const unsigned char *with) {
    unsigned i;

    for (i = 0; i != 16; i++)
        to[i] ^= with[i];
}
#else
#define MEMORY
#endif

#endif
