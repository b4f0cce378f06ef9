/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH on POWER8: eight blocks at a time, two in each product.
 *
 * A private header; mote/ghash.h comes before it.
 *
 * A block in natural order is a number of 128 bits whose highest bit is the coefficient of 1.  With
 * carry-less products of such numbers, and a hash key that was multiplied with x^-1 before, a
 * product divided by x^128 modulo x^128 + x^127 + x^126 + x^121 + 1 is the one of the standard
 * (RFC 8452, appendix A, says how GHASH and this POLYVAL hang together).
 *
 * vpmsumd adds two products of 64 bits.  For X with hash key G and Y with hash key H one takes the
 * first halves of X and Y and those of G and H, another the second halves; the third, for the products in
 * between, takes both sums of halves (Karatsuba): three for two blocks, and no operand is half zero.
 * The halves come in pairs by the vperm that a little-endian machine needs anyway.
 *
 * Instructions for eight blocks: 8 loads, 8 vperm, 4 sums of halves, 12 products, 9 to add them up, 9 for
 * the reduction, of which one turns the hash and adds it to the next block, 2 for the loop: 52; GCC
 * makes 54 of it, 0.422 a byte.
 */
#ifndef MOTE_GHASH_POWER8_H
#define MOTE_GHASH_POWER8_H

#include "aes/vectors_power8.h"

/* Sums of products: of the second halves, of the sums of halves, and of the first halves. */
typedef struct {
    words2 low, middle, high;
} products;

/* Powers of the hash key in pairs, for two blocks each: the 16th and the 15th, ..., the 2nd and the
 * 1st; their first halves, and their second halves. */
#define FIRST_POWERS(cc, pair) LOAD_STORED((cc)->powers, 32 * (pair))
#define SECOND_POWERS(cc, pair) LOAD_STORED((cc)->powers, 32 * (pair) + 16)

/* Adds the products of two blocks in the order of storage with a pair of powers. */
#define ADD_PRODUCTS(sums, x, y, first_powers, second_powers, sum_powers)                          \
    do {                                                                                           \
        const words2 first = PERMUTE(x, y, first_halves), second = PERMUTE(x, y, second_halves);   \
        (sums).low ^= SUM_OF_PRODUCTS(second, second_powers);                                      \
        (sums).middle ^= SUM_OF_PRODUCTS(first ^ second, sum_powers);                              \
        (sums).high ^= SUM_OF_PRODUCTS(first, first_powers);                                       \
    } while (0)

/*
 * The product divided by x^128, in natural order: S. Gueron, "Efficient software implementations
 * of modular exponentiation" for polynomials: twice a multiple of the modulus is added that takes the
 * lowest 64 bits away.  x^63 + x^62 + x^57 are the terms of the modulus between its ends.
 */
#define FOLD BYTES(0, 0, 0, 0, 0, 0, 0, 0, 0xC2, 0, 0, 0, 0, 0, 0, 0)
#define EXCHANGE                                                                                   \
    BYTES(0x80, 0x91, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7, 0x08, 0x19, 0x2A, 0x3B, 0x4C, 0x5D,      \
          0x6E, 0x7F)
INLINE words2 fold_twice(words2 low, words2 middle, words2 fold, bytes16 exchange) {
    words2 x = PERMUTE_XOR(low, SUM_OF_PRODUCTS(low, fold), exchange) ^ middle;

    return PERMUTE_XOR(x, SUM_OF_PRODUCTS(x, fold), exchange);
}

INLINE words2 reduced(products sums) {
    return sums.high ^
           fold_twice(sums.low, sums.middle ^ sums.low ^ sums.high, (words2)FOLD, EXCHANGE);
}

#define NOTHING {ZERO, ZERO, ZERO}

/* The product of two numbers in natural order. */
INLINE words2 product(words2 a, words2 b) {
    const words2 first = WORDS(HIGH_WORD(a), 0), second = WORDS(0, LOW_WORD(a));
    const words2 crossed = WORDS(LOW_WORD(b), HIGH_WORD(b));
    products sums;

    sums.high = SUM_OF_PRODUCTS(first, b);
    sums.low = SUM_OF_PRODUCTS(second, b);
    sums.middle = SUM_OF_PRODUCTS(a, crossed) ^ sums.low ^ sums.high;
    return reduced(sums);
}

/* Stores a pair of powers, as FIRST_POWERS and SECOND_POWERS read them. */
#define STORE_PAIR(even, odd, p)                                                                   \
    do {                                                                                           \
        STORE_STORED(WORDS(HIGH_WORD(even), HIGH_WORD(odd)), p, 0);                                \
        STORE_STORED(WORDS(LOW_WORD(even), LOW_WORD(odd)), p, 16);                                 \
    } while (0)

/* The hash key, multiplied with x^-1, and its square: a short message needs no other powers. */
static void prepare_key(mote_ghash_context *cc) {
    const bytes16 turn = TURN;
    const words2 h = LOAD(cc->key);
    const unsigned long long first = HIGH_WORD(h), second = LOW_WORD(h), out = 0 - (first >> 63);
    const words2 key =
        WORDS((first << 1 | second >> 63) ^ (out & 0xC200000000000000), second << 1 ^ (out & 1));
    const words2 square = product(key, key);

    STORE_PAIR(square, key, cc->powers + 224);
    cc->powers_ready = 1;
}

/* So many pairs of powers, at least: the next pair is the last one times the square of the key. */
NOINLINE static void more_powers(mote_ghash_context *cc, unsigned pairs) {
    unsigned char *p = cc->powers + 256 - 32 * cc->powers_ready;
    const words2 x = FIRST_POWERS(cc, 7), y = SECOND_POWERS(cc, 7);
    const words2 square = WORDS(HIGH_WORD(x), HIGH_WORD(y));
    words2 first = LOAD_STORED(p, 0), second = LOAD_STORED(p, 16);
    words2 even = WORDS(HIGH_WORD(first), HIGH_WORD(second));
    words2 odd = WORDS(LOW_WORD(first), LOW_WORD(second));

    for (; cc->powers_ready < pairs; cc->powers_ready++) {
        p -= 32;
        even = product(even, square);
        odd = product(odd, square);
        STORE_PAIR(even, odd, p);
    }
}

#define PREPARE_KEY(cc) prepare_key(cc)

/* Appends eight blocks, as often as they are there, at least once.  A function of its own, so that
 * short messages do not save the registers of this one. */
NOINLINE static void hash_groups(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    const bytes16 turn = TURN, first_halves = FIRST_HALVES, second_halves = SECOND_HALVES;
    words2 hash = LOAD(cc->hash);

#define LOAD_POWERS(i)                                                                             \
    const words2 first##i = FIRST_POWERS(cc, 4 + i), second##i = SECOND_POWERS(cc, 4 + i),         \
                 sum##i = first##i ^ second##i;
    LOAD_POWERS(0)
    LOAD_POWERS(1)
    LOAD_POWERS(2)
    LOAD_POWERS(3)
#undef LOAD_POWERS
    do {
        products sums = NOTHING;
        const words2 x = TURN_XOR(hash, LOAD_STORED(data, 0));

        ADD_PRODUCTS(sums, x, LOAD_STORED(data, 16), first0, second0, sum0);
        ADD_PRODUCTS(sums, LOAD_STORED(data, 32), LOAD_STORED(data, 48), first1, second1, sum1);
        ADD_PRODUCTS(sums, LOAD_STORED(data, 64), LOAD_STORED(data, 80), first2, second2, sum2);
        ADD_PRODUCTS(sums, LOAD_STORED(data, 96), LOAD_STORED(data, 112), first3, second3, sum3);
        hash = reduced(sums);
        data += 128;
        blocks -= 8;
    } while (blocks >= 8);
    STORE(hash, cc->hash);
}

/* Appends whole blocks to a hash. */
NOINLINE static void hash_blocks(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    const bytes16 turn = TURN, first_halves = FIRST_HALVES, second_halves = SECOND_HALVES;
    words2 hash;

    if (blocks >= 8) {
        if (cc->powers_ready < 4)
            more_powers(cc, 4);
        hash_groups(cc, data, blocks);
        data += 16 * (blocks & ~(size_t)7);
        blocks &= 7;
    }
    hash = LOAD(cc->hash);
    while (blocks != 0) {
        /* Two blocks, or one behind a block of zeros */
        products sums = NOTHING;
        const words2 x = TURN_XOR(hash, LOAD_STORED(data, 0));
        const words2 before = blocks == 1 ? ZERO : x;
        const words2 behind = blocks == 1 ? x : LOAD_STORED(data, 16);

        ADD_PRODUCTS(sums, before, behind, FIRST_POWERS(cc, 7), SECOND_POWERS(cc, 7),
                     FIRST_POWERS(cc, 7) ^ SECOND_POWERS(cc, 7));
        hash = reduced(sums);
        data += 32;
        blocks = blocks == 1 ? 0 : blocks - 2;
    }
    STORE(hash, cc->hash);
}

/* Multiplies a hash to which a block has been added already. */
static void hash_waiting(mote_ghash_context *cc) {
    static const unsigned char zeros[16];

    hash_blocks(cc, zeros, 1);
}

#define HASH_WAITING(cc) hash_waiting(cc)

#endif
