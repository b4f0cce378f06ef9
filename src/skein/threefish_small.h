/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Skein and Threefish share: the encryption, in
 * words of 32 bits.
 *
 * A private header.  The source includes it after common/small.h (with WORDS64) and
 *
 *     #define WORDS 8            words of 64 bits in a block: 4, 8 or 16
 *     #define DECRYPT            if it decrypts, too
 *     #define WIPE(array) ...    if the arrays of the key and of the block must be left with zeros
 *
 * and after skein/ubi.h, which may leave the encryption to a kernel.
 *
 * Names are those of "The Skein Hash Function Family", version 1.3, section 3.3.  A word is two
 * words here, the low half first.
 */
#ifndef MOTE_THREEFISH_SMALL_H
#define MOTE_THREEFISH_SMALL_H

#if WORDS == 4
#define ROUNDS 72
#elif WORDS == 8
#define ROUNDS 72
#else
#define ROUNDS 80
#endif

/* Rotations to the left (table 4), then where each word comes from (table 3), two a byte. */
static const unsigned char rotations[4 * WORDS] TABLE = {
#if WORDS == 4
    14, 16, 52, 57, 23, 40, 5, 37, 25, 33, 46, 12, 58, 22, 32, 32,
#elif WORDS == 8
    46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9,  54, 56,
    39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39, 43, 8,  35, 56, 22,
#else
    24, 13, 8,  47, 8,  17, 22, 37, 38, 19, 10, 55, 49, 18, 23, 52, 33, 4,  51, 13, 34, 41,
    59, 17, 5,  20, 48, 41, 47, 28, 16, 25, 41, 9,  37, 31, 12, 47, 44, 30, 16, 34, 56, 51,
    4,  53, 42, 41, 31, 44, 47, 46, 19, 42, 44, 25, 9,  48, 35, 52, 23, 31, 37, 20,
#endif
};

/* Where each word comes from (table 3). */
static const unsigned char permutation[WORDS] TABLE = {
#if WORDS == 4
    0,
    3,
    2,
    1,
#elif WORDS == 8
    2, 1, 4, 7, 6, 5, 0, 3,
#else
    0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1,
#endif
};

/* The first of n + 1 words becomes the last. */
static void rotate_words(u32 *p, unsigned n) {
    u32 low = p[0], high = p[1];

    do {
        p[0] = p[2];
        p[1] = p[3];
        p += 2;
    } while (--n != 0);
    p[0] = low;
    p[1] = high;
}

/*
 * Section 3.3.2: the key of WORDS words, the tweak of two, and their parities; the key's with the
 * constant C240.
 */
static void complete(u32 *k, u32 *t, const u32 *key, const u32 *tweak) {
    unsigned i;

    memcpy(k, key, 2 * WORDS * sizeof *k);
    k[2 * WORDS] = 0xA9FC1A22;
    k[2 * WORDS + 1] = 0x1BD11BDA;
    for (i = 0; i != 2 * WORDS; i++)
        k[2 * WORDS + (i & 1)] ^= key[i];
    memcpy(t, tweak, 4 * sizeof *t);
    t[4] = t[0] ^ t[2];
    t[5] = t[1] ^ t[3];
}

/* Adds subkey s, with the key and the tweak rotated by s words. */
static void add_subkey(u32 *x, const u32 *k, const u32 *t, const u32 *s) {
    unsigned i;

    for (i = 0; i != 2 * WORDS; i += 2)
        add64(x + i, k + i);
    add64(x + 2 * WORDS - 6, t);
    add64(x + 2 * WORDS - 4, t + 2);
    add64(x + 2 * WORDS - 2, s);
}

#ifndef UBI

/* Encrypts the block x with a key of WORDS words and a tweak of two words. */
static void encrypt(u32 *x, const u32 *key, const u32 *tweak) {
    u32 k[2 * WORDS + 2], t[6], s[2], y[2 * WORDS], zero[2];
    const u32 *from;
    unsigned i, j, d;

    complete(k, t, key, tweak);
    s[0] = s[1] = zero[0] = zero[1] = 0;
    for (;;) {
        add_subkey(x, k, t, s);
        if (s[0] == ROUNDS / 4)
            break;
        rotate_words(k, WORDS);
        rotate_words(t, 2);
        /* Four rounds: MIX (section 3.3.1) on each pair of words, then the permutation */
        d = s[0] & 1 ? 2 * WORDS : 0;
        s[0]++;
        j = 4;
        do {
            for (i = 0; i != 2 * WORDS; i += 4) {
                add64(x + i, x + i + 2);
                xor_rotr64(x + i + 2, zero, 64 - READ8(rotations, d));
                x[i + 2] ^= x[i];
                x[i + 3] ^= x[i + 1];
                d++;
            }
            memcpy(y, x, sizeof y);
            for (i = 0; i != WORDS; i++) {
                from = y + 2 * READ8(permutation, i);
                x[2 * i] = from[0];
                x[2 * i + 1] = from[1];
            }
        } while (--j != 0);
    }
#ifdef WIPE
    WIPE(k);
    WIPE(y);
#endif
}

#endif

#ifdef DECRYPT

static void complement(u32 *x) {
    unsigned i;

    for (i = 0; i != 2 * WORDS; i++)
        x[i] = T32(~x[i]);
}

/* Decrypts the block x. */
static void decrypt(u32 *x, const u32 *key, const u32 *tweak) {
    u32 k[2 * WORDS + 2], t[6], s[2], y[2 * WORDS];
    u32 *to;
    unsigned i, j, d;

    complete(k, t, key, tweak);
    s[1] = 0;
    for (s[0] = 0; s[0] != ROUNDS / 4; s[0]++) {
        rotate_words(k, WORDS);
        rotate_words(t, 2);
    }
    for (;;) {
        /* x - y is the complement of the sum of x's complement and y. */
        complement(x);
        add_subkey(x, k, t, s);
        complement(x);
        if (s[0] == 0)
            break;
        s[0]--;
        /* n of n + 1 words to the one side is one word to the other. */
        for (i = 0; i != WORDS; i++)
            rotate_words(k, WORDS);
        rotate_words(t, 2);
        rotate_words(t, 2);
        /* Four rounds backwards */
        d = s[0] & 1 ? 4 * WORDS : 2 * WORDS;
        j = 4;
        do {
            memcpy(y, x, sizeof y);
            for (i = 0; i != WORDS; i++) {
                to = x + 2 * READ8(permutation, i);
                to[0] = y[2 * i];
                to[1] = y[2 * i + 1];
            }
            for (i = 2 * WORDS; i != 0;) {
                i -= 4;
                d--;
                xor_rotr64(x + i + 2, x + i, READ8(rotations, d));
                x[i] = T32(~x[i]);
                x[i + 1] = T32(~x[i + 1]);
                add64(x + i, x + i + 2);
                x[i] = T32(~x[i]);
                x[i + 1] = T32(~x[i + 1]);
            }
        } while (--j != 0);
    }
}

#endif

#endif
