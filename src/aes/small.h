/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES for the small implementations (portable.c): the key schedule and one block at a time, in
 * constant time.
 *
 * A private header; mote/aes.h comes before it, and for the inverse cipher
 *
 *     #define DECRYPT
 *
 * With AES_ENCRYPT_BLOCKS defined they are the mode of a kernel in assembly, which encrypts
 * (encrypt_blocks/), words of the key schedule too.
 *
 * The state is 16 bytes, as FIPS PUB 197 numbers
 * them: SubBytes and ShiftRows in one, on as many bytes at a time as a word of this machine has bits
 * for; the rest byte by byte.
 */
#ifndef MOTE_AES_SMALL_H
#define MOTE_AES_SMALL_H

#include "common/small.h"

/* Words for the S-box, and how many bytes of eight bits lie side by side in one. */
#if UINT_MAX > 0xFFFF
typedef u32 word;
#define LANES 2
#else
typedef unsigned char word;
#define LANES 1
#endif

/* What the rounds consist of: also under a kernel, for the inverse cipher. */
#ifndef AES_ENCRYPT_BLOCKS
#define ROUNDS_IN_C
#endif
#ifdef DECRYPT
#define ROUNDS_IN_C
#endif

#ifdef ROUNDS_IN_C
#include "aes/s_box.h"
#else
#define MEMORY
#endif

/* The stack that the functions below leave key material in */
#ifdef __AVR__
#define STACK_BYTES 96
#else
#define STACK_BYTES 320
#endif
#include "aes/wipe.h"

/* Blocks that are worked on at a time, and what they take from the key: the context itself. */
#define BLOCKS 1
typedef const mote_aes_context *schedule;
#define PREPARE(s, cc) ((s) = (cc))

#ifdef AES_ENCRYPT_BLOCKS
#define PREPARE_WAY(s, cc, back) PREPARE(s, cc)

/* The cipher is a kernel in assembly. */
void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
                             unsigned char *dst, size_t blocks);

#define ENCRYPT(key, src, dst, blocks)                                                             \
    mote_aes_encrypt_blocks((*(key))->round_keys, (*(key))->rounds, src, dst, blocks)
#endif

/* The product with x in GF(2^8): section 4.2.1 */
static unsigned char times_x(unsigned char a) {
    return (unsigned char)(a << 1 ^ (0x1B & (0 - (a >> 7))));
}

#ifdef ROUNDS_IN_C
/* Bit i of byte j of the words becomes bit j of byte i; twice is nothing. */
NOINLINE static void transpose(word *w) {
    word t;
    unsigned i;

    /* With distances that are constants, which small CPUs shift by faster */
#define SWAP(distance, mask)                                                                       \
    for (i = 0; i != 8; i++)                                                                       \
        if (!(i & (distance))) {                                                                   \
            t = (word)((w[i] >> (distance) ^ w[i + (distance)]) & (mask));                         \
            w[i + (distance)] ^= t;                                                                \
            w[i] ^= (word)(t << (distance));                                                       \
        }
    SWAP(4, 0x0F0F)
    SWAP(2, 0x3333)
    SWAP(1, 0x5555)
}

/*
 * The S-box on every byte, and byte i from place step * i: with 5 that is ShiftRows, with 13 its
 * inverse, with 1 neither.
 */
NOINLINE static void substitute(unsigned char *s, unsigned step) {
    unsigned char old[16];
    word w[8];
    unsigned part, i, from = 0;

    memcpy(old, s, 16);
    for (part = 0; part != 16; part += 8 * LANES) {
        for (i = 0; i != 8; i++) {
            w[i] = old[from];
#if LANES == 2
            /* The byte 8 places on: 8 * step is 8 modulo 16. */
            w[i] |= (word)old[from ^ 8] << 8;
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

#endif

#ifdef DECRYPT
/* InvMixColumns, section 5.3.3: its matrix is that of MixColumns times (5, 0, 4, 0). */
static void inverse_mix_columns(unsigned char *s) {
    unsigned char u;
    unsigned i;

    for (i = 0; i != 16; i++)
        if (!(i & 2)) {
            u = times_x(times_x((unsigned char)(s[i] ^ s[i + 2])));
            s[i] ^= u;
            s[i + 2] ^= u;
        }
    mix_columns(s);
}
#endif

#ifdef DECRYPT
/* The inverse of the S-box's affine map: section 5.3.2 */
NOINLINE static void inverse_affine(unsigned char *s) {
    unsigned char b;
    unsigned i;

    for (i = 0; i != 16; i++) {
        b = s[i];
        s[i] = (unsigned char)(0x05 ^ b << 1 ^ b >> 7 ^ b << 3 ^ b >> 5 ^ b << 6 ^ b >> 2);
    }
}

#endif

#ifdef ROUNDS_IN_C
NOINLINE static void xor_block(unsigned char *to, const unsigned char *with) {
    unsigned i;

    for (i = 0; i != 16; i++)
        to[i] ^= with[i];
}
#endif

#ifdef AES_ENCRYPT_BLOCKS
static void encrypt_blocks(const schedule *key, unsigned char *s) {
    ENCRYPT(key, s, s, 1);
}
#else
/* The cipher, in place: section 5.1 */
NOINLINE static void encrypt_blocks(const schedule *key, unsigned char *s) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds;

    xor_block(s, k);
    for (;;) {
        k += 16;
        substitute(s, 5);
        if (--rounds == 0)
            break;
        mix_columns(s);
        xor_block(s, k);
    }
    xor_block(s, k);
}
#endif

#ifdef DECRYPT
/* The inverse cipher, in place: section 5.3 */
NOINLINE static void decrypt_blocks(const schedule *key, unsigned char *s) {
    const unsigned char *k = (*key)->round_keys + 16 * (*key)->rounds;
    unsigned rounds = (*key)->rounds;

    xor_block(s, k);
    for (;;) {
        k -= 16;
        /* The inverse of S-box is it between two inverses of its affine map. */
        inverse_affine(s);
        substitute(s, 13);
        inverse_affine(s);
        xor_block(s, k);
        if (--rounds == 0)
            break;
        inverse_mix_columns(s);
    }
}

#endif

/* SubWord in the key expansion: section 5.2 */
#ifdef AES_ENCRYPT_BLOCKS
/*
 * The last round on a column, between two round keys of zeros: ShiftRows takes its bytes apart.  The
 * rest of the block is of no account.
 */
NOINLINE static void substitute_word(unsigned char *t) {
    unsigned i;

    mote_aes_encrypt_blocks(t + 16, 1, t, t, 1);
    for (i = 1; i != 4; i++)
        t[i] = t[16 - 3 * i];
}

#define SUBSTITUTE_WORD(t) substitute_word(t)
#define WORK 48
#else
#define SUBSTITUTE_WORD(t) substitute(t, 1)
#define WORK 16
#endif

/* The key expansion: section 5.2 */
NOINLINE static void expand_key(unsigned char *w, const unsigned char *key, unsigned key_bytes,
                                unsigned rounds) {
    unsigned char t[WORK], constant = 1, *to = w + key_bytes;
    unsigned i, place = 0, left = 16 * (rounds + 1) - key_bytes;

    memset(t, 0, sizeof t);
    memcpy(w, key, key_bytes);
    do {
        memcpy(t, to - 4, 4);
        if (place == 0 || (place == 16 && key_bytes == 32))
            SUBSTITUTE_WORD(t);
        if (place == 0) {
            /* RotWord, and Rcon */
            t[4] = t[0];
            t[0] = t[1];
            t[1] = t[2];
            t[2] = t[3];
            t[3] = t[4];
            t[0] ^= constant;
            constant = times_x(constant);
        }
        for (i = 0; i != 4; i++)
            *to++ = (unsigned char)(*w++ ^ t[i]);
        place += 4;
        if (place == key_bytes)
            place = 0;
        left -= 4;
    } while (left != 0);
}

#endif
