/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES on POWER8: the key schedule, blocks, and counter mode; eight blocks at a time.
 *
 * A private header; mote/aes.h comes before it.
 *
 * Instructions a block, of which r are the rounds (10, 12 or 14): a load, a store, and
 *   CTR             r + 3: the next counter, its xor with a key, the xor with the text by TURN_XOR
 *   CBC decryption  r + 2: both xors by TURN_XOR
 *   CBC encryption  r + 2, one block after the other
 *   XTS             r + 5: three xors, two by TURN_XOR, and two for the tweak of the block eight further
 *                   (NEXT_TWEAK in modes_power8.h)
 *   ECB             r + 2, r + 1 where storage has the natural order
 * and for eight blocks three for the loop.
 *
 * Source: FIPS PUB 197; Power ISA 2.07B, Book I, section 6.11.
 */
#ifndef MOTE_AES_POWER8_H
#define MOTE_AES_POWER8_H

#include "aes/vectors_power8.h"

#define VECTORS
#define BLOCKS 1
typedef const mote_aes_context *schedule;
#define PREPARE(s, cc) ((s) = (cc))

/*
 * KeyExpansion, section 5.2, four words at a time, in natural order.
 *
 * SubWord, after RotWord where the permutation turns the word, comes to all four columns: of equal
 * columns the last round of the cipher is SubBytes and AddRoundKey, as ShiftRows changes nothing.
 * The round constant is its round key.
 */
#define EACH_WORD(a, b, c, d) BYTES(a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d)
#define TURNED_WORD_1 EACH_WORD(5, 6, 7, 4)
#define TURNED_WORD_3 EACH_WORD(13, 14, 15, 12)
#define WORD_3 EACH_WORD(12, 13, 14, 15)
#define SUB_WORD(x, word, constant) AES_LAST(PERMUTE(x, x, word), constant)

/* Words moved to the next places; vec_sld counts from the highest byte in both byte orders. */
#define MOVED(x, words) ((words2)vec_sld((bytes16)ZERO, (bytes16)(x), 16 - 4 * (words)))

/* Each word and all words before it. */
INLINE words2 sums_of_words(words2 x) {
    x ^= MOVED(x, 1);
    return x ^ MOVED(x, 2);
}

#define ROUND_CONSTANT(c) WORDS(0x0100000001000000 * (c), 0x0100000001000000 * (c))
#define TWICE(constant) ((constant) = ADD_WORDS4(constant, constant))

/* The keys of 128, 192 and 256 bits; p is where the round keys behind the key itself go. */
static void expand_key_128(unsigned char *p, const unsigned char *key) {
    const bytes16 turn = TURN, last = TURNED_WORD_3;
    words2 k = LOAD(key), constant = ROUND_CONSTANT(1);
    unsigned round;

    for (round = 1; round != 9; round++, p += 16) {
        k = sums_of_words(k) ^ SUB_WORD(k, last, constant);
        TWICE(constant);
        STORE(k, p);
    }
    k = sums_of_words(k) ^ SUB_WORD(k, last, ROUND_CONSTANT(0x1B));
    STORE(k, p);
    k = sums_of_words(k) ^ SUB_WORD(k, last, ROUND_CONSTANT(0x36));
    STORE(k, p + 16);
}

/* Six words at a time: k has four, and more the other two in its first ones. */
static void expand_key_192(unsigned char *p, const unsigned char *key) {
    const bytes16 turn = TURN, last = TURNED_WORD_1, word_3 = WORD_3;
    words2 k = LOAD(key), more = LOAD(key + 8), constant = ROUND_CONSTANT(1);
    unsigned step;

    more = WORDS(LOW_WORD(more), 0);
    for (step = 1;; step++, p += 24) {
        k = sums_of_words(k) ^ SUB_WORD(more, last, constant);
        TWICE(constant);
        STORE(k, p);
        if (step == 8)
            break;
        more ^= MOVED(more, 1) ^ PERMUTE(k, k, word_3);
        /* The next four words overwrite the second half. */
        STORE(more, p + 16);
    }
}

static void expand_key_256(unsigned char *p, const unsigned char *key) {
    const bytes16 turn = TURN, last = TURNED_WORD_3, word_3 = WORD_3;
    words2 k = LOAD(key), more = LOAD(key + 16), constant = ROUND_CONSTANT(1);
    unsigned step;

    for (step = 1;; step++, p += 32) {
        k = sums_of_words(k) ^ SUB_WORD(more, last, constant);
        TWICE(constant);
        STORE(k, p);
        if (step == 7)
            break;
        more = sums_of_words(more) ^ SUB_WORD(k, word_3, ZERO);
        STORE(more, p + 16);
    }
}

static void expand_key(unsigned char *round_keys, const unsigned char *key, unsigned key_bytes,
                       unsigned rounds) {
    memcpy(round_keys, key, key_bytes);
    if (rounds == 10)
        expand_key_128(round_keys + 16, key);
    else if (rounds == 12)
        expand_key_192(round_keys + 24, key);
    else
        expand_key_256(round_keys + 32, key);
}

/*
 * The round keys as variables, in the order in which they are used.  rounds and back, whether that
 * is the inverse cipher, are constants where this is compiled in.
 */
#define KEY(i) LOAD(cc->round_keys + 16 * (back ? rounds - (i) : (i)))
#define LOAD_KEYS(cc, rounds, back)                                                                \
    const bytes16 turn = TURN;                                                                     \
    const words2 k0 = KEY(0), k1 = KEY(1), k2 = KEY(2), k3 = KEY(3), k4 = KEY(4), k5 = KEY(5),     \
                 k6 = KEY(6), k7 = KEY(7), k8 = KEY(8), k9 = KEY(9),                               \
                 k10 = rounds > 10 ? KEY(10) : ZERO, k11 = rounds > 10 ? KEY(11) : ZERO,           \
                 k12 = rounds > 12 ? KEY(12) : ZERO, k13 = rounds > 12 ? KEY(13) : ZERO,           \
                 last = KEY(rounds)

/* A round of one state, and of eight. */
#define ROUND(s, k) ((s) = back ? INVERSE_ROUND(s, k) : AES_ROUND(s, k))
#define LAST(s, k) (back ? INVERSE_LAST(s, k) : AES_LAST(s, k))
#define ROUND1(k) ROUND(s0, k)
#define ROUND8(k)                                                                                  \
    (ROUND(s0, k), ROUND(s1, k), ROUND(s2, k), ROUND(s3, k), ROUND(s4, k), ROUND(s5, k),           \
     ROUND(s6, k), ROUND(s7, k))

/* All rounds but the last; the first AddRoundKey is the caller's. */
#define ROUNDS(ROUND_OF)                                                                           \
    do {                                                                                           \
        ROUND_OF(k1);                                                                              \
        ROUND_OF(k2);                                                                              \
        ROUND_OF(k3);                                                                              \
        ROUND_OF(k4);                                                                              \
        ROUND_OF(k5);                                                                              \
        ROUND_OF(k6);                                                                              \
        ROUND_OF(k7);                                                                              \
        ROUND_OF(k8);                                                                              \
        ROUND_OF(k9);                                                                              \
        if (rounds > 10) {                                                                         \
            ROUND_OF(k10);                                                                         \
            ROUND_OF(k11);                                                                         \
        }                                                                                          \
        if (rounds > 12) {                                                                         \
            ROUND_OF(k12);                                                                         \
            ROUND_OF(k13);                                                                         \
        }                                                                                          \
    } while (0)

/* f(i) for the eight blocks. */
#define EIGHT(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)

/* Calls a function with the number of rounds as a constant. */
#define BY_ROUNDS(cc, function, ...)                                                               \
    do {                                                                                           \
        if ((cc)->rounds == 10)                                                                    \
            function(cc, 10, __VA_ARGS__);                                                         \
        else if ((cc)->rounds == 12)                                                               \
            function(cc, 12, __VA_ARGS__);                                                         \
        else                                                                                       \
            function(cc, 14, __VA_ARGS__);                                                         \
    } while (0)

/* One block in place, for what comes seldom. */
static void encrypt_blocks(const schedule *key, unsigned char *block) {
    const mote_aes_context *cc = *key;
    const unsigned char *k = cc->round_keys;
    const bytes16 turn = TURN;
    words2 s = LOAD(block) ^ LOAD(k);
    unsigned i;

    for (i = cc->rounds - 1; i != 0; i--) {
        k += 16;
        s = AES_ROUND(s, LOAD(k));
    }
    s = AES_LAST(s, LOAD(k + 16));
    STORE(s, block);
}

/* The counter of the next block.  A compiler that saw the 1 would add 2 to 8 to the first counter
 * instead, and keep seven vectors for that on the stack. */
#define ONE(one)                                                                                   \
    words2 one = WORDS(0, 1);                                                                      \
    __asm__("" : "+v"(one));
#define NEXT(counter) ((counter) = wide ? ADD_QUADWORDS(counter, one) : ADD_WORDS4(counter, one))

INLINE void ctr_vectors(const mote_aes_context *cc, const unsigned rounds, const int wide,
                        unsigned char *counter, const unsigned char *src, unsigned char *dst,
                        size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds, back);
    words2 next = LOAD(counter);
    ONE(one)

#define START(i)                                                                                   \
    words2 s##i = next ^ k0;                                                                       \
    NEXT(next);
#define END(i) STORE_STORED(TURN_XOR(LAST(s##i, last), LOAD_STORED(src, 16 * (i))), dst, 16 * (i));
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(START)
        ROUNDS(ROUND8);
        EIGHT(END)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        START(0)
        ROUNDS(ROUND1);
        END(0)
    }
#undef START
#undef END
    STORE(next, counter);
}

/* Whole blocks in counter mode; the first `fixed` bytes of the counter, 0 or 12, stay as they are. */
static void ctr_blocks(const schedule *key, unsigned char *counter, const unsigned char *src,
                       unsigned char *dst, size_t blocks, unsigned fixed) {
    if (fixed == 0)
        BY_ROUNDS(*key, ctr_vectors, 1, counter, src, dst, blocks);
    else
        BY_ROUNDS(*key, ctr_vectors, 0, counter, src, dst, blocks);
}

#endif
