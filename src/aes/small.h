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
 * and for a mode that takes one block after the other
 *
 *     #define CHAINED
 *
 * With AES_ENCRYPT_BLOCKS defined they are the mode of a kernel in assembly, which encrypts
 * (encrypt_blocks/), words of the key schedule too; with AES_CTR_BLOCKS of one for counter mode alone
 * (ctr_blocks/).
 *
 * The steps of a round are in rounds_small.h.
 */
#ifndef MOTE_AES_SMALL_H
#define MOTE_AES_SMALL_H

#include "common/small.h"

/* What the rounds consist of: also under a kernel, for the inverse cipher. */
#ifndef AES_ENCRYPT_BLOCKS
#define ROUNDS_IN_C
#endif
#ifdef DECRYPT
#define ROUNDS_IN_C
#endif

#include "aes/rounds_small.h"

/* The stack that the functions below leave key material in */
#ifdef __AVR__
#ifdef AES_CTR_BLOCKS
#define STACK_BYTES 192
#else
#define STACK_BYTES 96
#endif
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

#ifdef AES_CTR_BLOCKS
/* Counter mode is a kernel in assembly. */
void mote_aes_ctr_blocks(const void *keys, unsigned rounds, const unsigned char *counters,
                         const unsigned char *src, unsigned char *dst, size_t blocks);

#define PREPARE_CTR(s, cc) PREPARE(s, cc)
#define ENCRYPT_COUNTERS(key, counters, src, dst, blocks)                                          \
    mote_aes_ctr_blocks((*(key))->round_keys, (*(key))->rounds, counters, src, dst, blocks)
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

#ifdef AES_ENCRYPT_BLOCKS
#ifndef CHAINED
static void encrypt_blocks(const schedule *key, unsigned char *s) {
    ENCRYPT(key, s, s, 1);
}
#endif
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
#define WORD_IN_KERNEL
#define LAST_ROUND(t) mote_aes_encrypt_blocks(t + 16, 1, t, t, 1)
#endif
#ifdef AES_CTR_BLOCKS
#define WORD_IN_KERNEL
#define LAST_ROUND(t) mote_aes_ctr_blocks(t + 16, 1, t, t + 16, t, 1)
#endif
#ifdef WORD_IN_KERNEL
/*
 * The last round on a column, between two round keys of zeros: ShiftRows takes its bytes apart.  The
 * rest of the block is of no account.
 */
NOINLINE static void substitute_word(unsigned char *t) {
    unsigned i;

    LAST_ROUND(t);
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
