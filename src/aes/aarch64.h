/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with the instructions of AArch64, eight blocks in flight, the round keys in registers.
 *
 * A private header; mote/aes.h comes before it, and
 *
 *     #define DECRYPT                      for the inverse cipher
 *     #define CHAINED                      for modes in which a block needs the one before
 *
 * AESE is AddRoundKey, then SubBytes and ShiftRows; AESMC is MixColumns.  So a round of the standard
 * ends between two of these, and the last round key is added by itself.
 *
 * Instructions a block, of which r are the rounds (10, 12 or 14), beside those of loads and stores, which
 * each serve two blocks or four, and a few for a loop of eight:
 *   ECB             2 r
 *   CBC decryption  2 r + 1
 *   CTR             2 r + 3 with a counter of 32 bits; 2 r + 3.5 with one of 128
 *   XTS             2 r + 5
 *
 * Source: FIPS PUB 197, whose names the steps have; Arm Architecture Reference Manual for A-profile
 * architecture (DDI 0487), section C7.2, "AESE", "AESD", "AESMC" and "AESIMC".
 */
#ifndef MOTE_AES_AARCH64_H
#define MOTE_AES_AARCH64_H

#include "aes/aarch64_words.h"
#include "common/four_aarch64.h"

#define VECTORS
#define NOTHING_TO_WIPE
#define BLOCKS 1
typedef const mote_aes_context *schedule;
#define PREPARE(s, cc) ((s) = (cc))

/* A round but for the AddRoundKey that ends it; k is the round key before it. */
#define ROUND(s, k) ((s) = back ? vaesimcq_u8(vaesdq_u8(s, k)) : vaesmcq_u8(vaeseq_u8(s, k)))
#define LAST(s, k) (back ? vaesdq_u8(s, k) : vaeseq_u8(s, k))

/* One block in place, for what comes seldom. */
NOINLINE __attribute__((__unused__)) static void encrypt_blocks(const schedule *key,
                                                                unsigned char *block) {
    const unsigned char *k = (*key)->round_keys;
    uint8x16_t s = LOAD(block);
    unsigned i;

    for (i = (*key)->rounds - 1; i != 0; i--, k += 16)
        s = vaesmcq_u8(vaeseq_u8(s, LOAD(k)));
    STORE(block, XOR(vaeseq_u8(s, LOAD(k)), LOAD(k + 16)));
}

/*
 * KeyExpansion, section 5.2, four words at a time.
 *
 * SubWord, after RotWord where the table turns the word, comes to all four columns: of equal columns
 * AESE with a key of zeros is SubBytes, as ShiftRows changes nothing.
 */
#define EACH_WORD(word) vreinterpretq_u8_u32(vdupq_n_u32(word))
#define TURNED_WORD_1 EACH_WORD(0x04070605)
#define TURNED_WORD_3 EACH_WORD(0x0C0F0E0D)
#define WORD_3 EACH_WORD(0x0F0E0D0C)
#define SUB_WORD(x, word) vaeseq_u8(vqtbl1q_u8(x, word), ZERO)
#define ROUND_CONSTANT(c) EACH_WORD(c)
#define TWICE(constant) ((constant) = vshlq_n_u8(constant, 1))

/* Words moved to the next places */
#define MOVED(x, words) vextq_u8(ZERO, x, 16 - 4 * (words))

/* Each word and all words before it */
INLINE uint8x16_t sums_of_words(uint8x16_t x) {
    x = XOR(x, MOVED(x, 1));
    return XOR(x, MOVED(x, 2));
}

/* The keys of 128, 192 and 256 bits; p is where the round keys behind the key itself go. */
INLINE void expand_key_128(unsigned char *p, const unsigned char *key) {
    uint8x16_t k = LOAD(key), constant = ROUND_CONSTANT(1);
    unsigned round;

    for (round = 1; round != 11; round++, p += 16) {
        if (round == 9)
            constant = ROUND_CONSTANT(0x1B);
        k = XOR3(sums_of_words(k), SUB_WORD(k, TURNED_WORD_3), constant);
        TWICE(constant);
        STORE(p, k);
    }
}

/* Six words at a time: k has four, and more the other two in its lower half. */
INLINE void expand_key_192(unsigned char *p, const unsigned char *key) {
    uint8x16_t k = LOAD(key), constant = ROUND_CONSTANT(1);
    uint8x16_t more = vcombine_u8(vld1_u8(key + 16), vdup_n_u8(0));
    unsigned step;

    for (step = 1;; step++, p += 24) {
        k = XOR3(sums_of_words(k), SUB_WORD(more, TURNED_WORD_1), constant);
        TWICE(constant);
        STORE(p, k);
        if (step == 8)
            break;
        more = XOR3(more, MOVED(more, 1), vqtbl1q_u8(k, WORD_3));
        vst1_u8(p + 16, vget_low_u8(more));
    }
}

INLINE void expand_key_256(unsigned char *p, const unsigned char *key) {
    uint8x16_t k = LOAD(key), more = LOAD(key + 16), constant = ROUND_CONSTANT(1);
    unsigned step;

    for (step = 1;; step++, p += 32) {
        k = XOR3(sums_of_words(k), SUB_WORD(more, TURNED_WORD_3), constant);
        TWICE(constant);
        STORE(p, k);
        if (step == 7)
            break;
        more = XOR(sums_of_words(more), SUB_WORD(k, WORD_3));
        STORE(p + 16, more);
    }
}

NOINLINE __attribute__((__unused__)) static void expand_key(unsigned char *round_keys,
                                                            const unsigned char *key,
                                                            unsigned key_bytes, unsigned rounds) {
    memcpy(round_keys, key, key_bytes);
    if (rounds == 10)
        expand_key_128(round_keys + 16, key);
    else if (rounds == 12)
        expand_key_192(round_keys + 24, key);
    else
        expand_key_256(round_keys + 32, key);
}

/*
 * The round keys as variables, in the order in which they are used; those of the equivalent inverse
 * cipher (section 5.3.5) where back is not 0.  Both it and rounds are constants where this is compiled in.
 */
#define KEY(i) LOAD(k + 16 * (back ? rounds - (i) : (i)))
#define INNER_KEY(i) (back ? vaesimcq_u8(KEY(i)) : KEY(i))
#define LOAD_KEYS(cc, rounds)                                                                      \
    const unsigned char *k = (cc)->round_keys;                                                     \
    const uint8x16_t k0 = KEY(0), k1 = INNER_KEY(1), k2 = INNER_KEY(2), k3 = INNER_KEY(3),         \
                     k4 = INNER_KEY(4), k5 = INNER_KEY(5), k6 = INNER_KEY(6), k7 = INNER_KEY(7),   \
                     k8 = INNER_KEY(8), k9 = INNER_KEY(9),                                         \
                     k10 = rounds > 10 ? INNER_KEY(10) : ZERO,                                     \
                     k11 = rounds > 10 ? INNER_KEY(11) : ZERO,                                     \
                     k12 = rounds > 12 ? INNER_KEY(12) : ZERO,                                     \
                     k13 = rounds > 12 ? INNER_KEY(13) : ZERO, last = KEY(rounds)

/* All rounds of one state, but for the last AddRoundKey, which is the caller's. */
#define ROUNDS1                                                                                    \
    do {                                                                                           \
        ROUND(s0, k0);                                                                             \
        ROUND(s0, k1);                                                                             \
        ROUND(s0, k2);                                                                             \
        ROUND(s0, k3);                                                                             \
        ROUND(s0, k4);                                                                             \
        ROUND(s0, k5);                                                                             \
        ROUND(s0, k6);                                                                             \
        ROUND(s0, k7);                                                                             \
        ROUND(s0, k8);                                                                             \
        if (rounds > 10) {                                                                         \
            ROUND(s0, k9);                                                                         \
            ROUND(s0, k10);                                                                        \
        }                                                                                          \
        if (rounds > 12) {                                                                         \
            ROUND(s0, k11);                                                                        \
            ROUND(s0, k12);                                                                        \
        }                                                                                          \
        s0 = LAST(s0, rounds > 12 ? k13 : rounds > 10 ? k11 : k9);                                 \
    } while (0)

/* The same of four states */
#define ROUND4(k)                                                                                  \
    ROUND(s0, k);                                                                                  \
    ROUND(s1, k);                                                                                  \
    ROUND(s2, k);                                                                                  \
    ROUND(s3, k)
#define ROUNDS4                                                                                    \
    do {                                                                                           \
        const uint8x16_t end = rounds > 12 ? k13 : rounds > 10 ? k11 : k9;                         \
                                                                                                   \
        ROUND4(k0);                                                                                \
        ROUND4(k1);                                                                                \
        ROUND4(k2);                                                                                \
        ROUND4(k3);                                                                                \
        ROUND4(k4);                                                                                \
        ROUND4(k5);                                                                                \
        ROUND4(k6);                                                                                \
        ROUND4(k7);                                                                                \
        ROUND4(k8);                                                                                \
        if (rounds > 10) {                                                                         \
            ROUND4(k9);                                                                            \
            ROUND4(k10);                                                                           \
        }                                                                                          \
        if (rounds > 12) {                                                                         \
            ROUND4(k11);                                                                           \
            ROUND4(k12);                                                                           \
        }                                                                                          \
        s0 = LAST(s0, end);                                                                        \
        s1 = LAST(s1, end);                                                                        \
        s2 = LAST(s2, end);                                                                        \
        s3 = LAST(s3, end);                                                                        \
    } while (0)

/* The same of eight states: in assembly, where compilers copy states from register to register. */
#define STATES "+w"(s0), "+w"(s1), "+w"(s2), "+w"(s3), "+w"(s4), "+w"(s5), "+w"(s6), "+w"(s7)
#define KEYS_10                                                                                    \
    [k0] "w"(k0), [k1] "w"(k1), [k2] "w"(k2), [k3] "w"(k3), [k4] "w"(k4), [k5] "w"(k5),            \
        [k6] "w"(k6), [k7] "w"(k7), [k8] "w"(k8), [k9] "w"(k9)
#define KEYS_12 KEYS_10, [k10] "w"(k10), [k11] "w"(k11)
#define KEYS_14 KEYS_12, [k12] "w"(k12), [k13] "w"(k13)
#define ROUND_OF(i, k, add, mix, S)                                                                \
    add " " S #i ".16b,%[" #k "].16b\n" mix " " S #i ".16b," S #i ".16b\n"
#define ROUND8(k, add, mix, S)                                                                     \
    ROUND_OF(0, k, add, mix, S)                                                                    \
    ROUND_OF(1, k, add, mix, S)                                                                    \
    ROUND_OF(2, k, add, mix, S)                                                                    \
    ROUND_OF(3, k, add, mix, S)                                                                    \
    ROUND_OF(4, k, add, mix, S)                                                                    \
    ROUND_OF(5, k, add, mix, S)                                                                    \
    ROUND_OF(6, k, add, mix, S)                                                                    \
    ROUND_OF(7, k, add, mix, S)
#define LAST_OF(i, k, add, S) add " " S #i ".16b,%[" #k "].16b\n"
#define LAST8(k, add, S)                                                                           \
    LAST_OF(0, k, add, S)                                                                          \
    LAST_OF(1, k, add, S)                                                                          \
    LAST_OF(2, k, add, S)                                                                          \
    LAST_OF(3, k, add, S)                                                                          \
    LAST_OF(4, k, add, S)                                                                          \
    LAST_OF(5, k, add, S)                                                                          \
    LAST_OF(6, k, add, S)                                                                          \
    LAST_OF(7, k, add, S)
#define FIRST_9(add, mix, S)                                                                       \
    ROUND8(k0, add, mix, S)                                                                        \
    ROUND8(k1, add, mix, S)                                                                        \
    ROUND8(k2, add, mix, S)                                                                        \
    ROUND8(k3, add, mix, S)                                                                        \
    ROUND8(k4, add, mix, S)                                                                        \
    ROUND8(k5, add, mix, S)                                                                        \
    ROUND8(k6, add, mix, S)                                                                        \
    ROUND8(k7, add, mix, S)                                                                        \
    ROUND8(k8, add, mix, S)
#define FIRST_11(add, mix, S) FIRST_9(add, mix, S) ROUND8(k9, add, mix, S) ROUND8(k10, add, mix, S)
#define FIRST_13(add, mix, S)                                                                      \
    FIRST_11(add, mix, S) ROUND8(k11, add, mix, S) ROUND8(k12, add, mix, S)
#define ALL_ROUNDS_10(add, mix, S) FIRST_9(add, mix, S) LAST8(k9, add, S)
#define ALL_ROUNDS_12(add, mix, S) FIRST_11(add, mix, S) LAST8(k11, add, S)
#define ALL_ROUNDS_14(add, mix, S) FIRST_13(add, mix, S) LAST8(k13, add, S)
#define ROUNDS8_OF(add, mix)                                                                       \
    do {                                                                                           \
        if (rounds == 10)                                                                          \
            __asm__(ALL_ROUNDS_10(add, mix, "%") : STATES : KEYS_10);                              \
        else if (rounds == 12)                                                                     \
            __asm__(ALL_ROUNDS_12(add, mix, "%") : STATES : KEYS_12);                              \
        else                                                                                       \
            __asm__(ALL_ROUNDS_14(add, mix, "%") : STATES : KEYS_14);                              \
    } while (0)
#define ROUNDS8                                                                                    \
    do {                                                                                           \
        if (back)                                                                                  \
            ROUNDS8_OF("aesd", "aesimc");                                                          \
        else                                                                                       \
            ROUNDS8_OF("aese", "aesmc");                                                           \
    } while (0)

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

/* A constant that compilers do not see: they would add its multiples to the first counter, and keep
 * these on the stack. */
#define HIDDEN(x) __asm__("" : "+w"(x))

/* The state that a counter of 32 bits begins with, and the next counter; c has its words as numbers. */
#define COUNT32(i)                                                                                 \
    s##i = vrev32q_u8(vreinterpretq_u8_u32(c));                                                    \
    c = vaddq_u32(c, one);

/* Two blocks of text at a time, so that one instruction loads or stores both */
#define XOR_TEXTS(i, j)                                                                            \
    do {                                                                                           \
        uint8x16_t first = LOAD(src + 16 * (i)), second = LOAD(src + 16 * (j));                    \
                                                                                                   \
        STORE(dst + 16 * (i), XOR3(s##i, last, first));                                            \
        STORE(dst + 16 * (j), XOR3(s##j, last, second));                                           \
    } while (0)
#define PAIRS(step)                                                                                \
    step(0, 1);                                                                                    \
    step(2, 3);                                                                                    \
    step(4, 5);                                                                                    \
    step(6, 7)

INLINE void ctr32_vectors(const mote_aes_context *cc, const unsigned rounds, unsigned char *counter,
                          const unsigned char *src, unsigned char *dst, size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds);
    uint32x4_t c = vreinterpretq_u32_u8(vrev32q_u8(LOAD(counter)));
    uint32x4_t one = vsetq_lane_u32(1, vdupq_n_u32(0), 3);
    uint8x16_t s0, s1, s2, s3, s4, s5, s6, s7;

    HIDDEN(one);
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(COUNT32)
        ROUNDS8;
        PAIRS(XOR_TEXTS);
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        COUNT32(0)
        ROUNDS1;
        STORE(dst, XOR3(s0, last, LOAD(src)));
    }
    STORE(counter, vrev32q_u8(vreinterpretq_u8_u32(c)));
}

/*
 * Two counters of 128 bits: their upper halves in one register, their lower halves in another, the next one
 * (registers by number, as TBL takes bytes of both).  The halves of a step (1 or 2) are all the same; where
 * a lower half is less than that, it has carried.
 */
#define COUNTERS(i, j)                                                                             \
    do {                                                                                           \
        register uint64x2_t lower_ __asm__("v30") = lower, upper_ __asm__("v31") = upper;          \
                                                                                                   \
        __asm__("tbl %0.16b,{v30.16b,v31.16b},%2.16b\n"                                            \
                "tbl %1.16b,{v30.16b,v31.16b},%3.16b\n"                                            \
                : "=&w"(s##i), "=&w"(s##j)                                                         \
                : "w"(even), "w"(odd), "w"(lower_), "w"(upper_));                                  \
    } while (0)
#define ADVANCE(step)                                                                              \
    (lower = vaddq_u64(lower, step), upper = vsubq_u64(upper, vcgtq_u64(step, lower)))

/*
 * Eight blocks a turn, in one piece: with 15 round keys all 32 registers are in use, and compilers would keep
 * some on the stack.  The states are v0 to v7, text comes to v24 to v27, the counters are in v30 and v31.
 */
#define TWO_OF(a, b)                                                                               \
    "tbl v" #a ".16b,{v30.16b,v31.16b},%[even].16b\n"                                              \
    "tbl v" #b ".16b,{v30.16b,v31.16b},%[odd].16b\n"                                               \
    "add v30.2d,v30.2d,%[two].2d\n"                                                                \
    "cmhi v24.2d,%[two].2d,v30.2d\n"                                                               \
    "sub v31.2d,v31.2d,v24.2d\n"
#define TEXT_OF(t, s)                                                                              \
    "eor v" #s ".16b,v" #s ".16b,%[last].16b\n"                                                    \
    "eor v" #t ".16b,v" #t ".16b,v" #s ".16b\n"
#define TEXTS_OF(a, b, c, d)                                                                       \
    "ld1 {v24.16b-v27.16b},[%[src]],64\n" TEXT_OF(24, a) TEXT_OF(25, b) TEXT_OF(26, c)             \
        TEXT_OF(27, d) "st1 {v24.16b-v27.16b},[%[dst]],64\n"
#define EIGHTS_OF(rounds)                                                                          \
    do {                                                                                           \
        register uint64x2_t lower_ __asm__("v30") = lower, upper_ __asm__("v31") = upper;          \
                                                                                                   \
        __asm__ __volatile__(                                                                      \
            "1:\n" TWO_OF(0, 1) TWO_OF(2, 3) TWO_OF(4, 5) TWO_OF(6, 7)                             \
                ALL_ROUNDS_##rounds("aese", "aesmc", "v") TEXTS_OF(0, 1, 2, 3)                     \
                    TEXTS_OF(4, 5, 6, 7) "subs %[eights],%[eights],1\n"                            \
                                         "b.ne 1b\n"                                               \
            : "+&w"(lower_),                                                                       \
              "+&w"(upper_), [src] "+&r"(src), [dst] "+&r"(dst), [eights] "+&r"(eights)            \
            : KEYS_##rounds, [last] "w"(last), [even] "w"(even), [odd] "w"(odd), [two] "w"(two)    \
            : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v24", "v25", "v26", "v27", "cc",    \
              "memory");                                                                           \
        lower = lower_;                                                                            \
        upper = upper_;                                                                            \
    } while (0)
#define EIGHTS                                                                                     \
    do {                                                                                           \
        if (rounds == 10)                                                                          \
            EIGHTS_OF(10);                                                                         \
        else if (rounds == 12)                                                                     \
            EIGHTS_OF(12);                                                                         \
        else                                                                                       \
            EIGHTS_OF(14);                                                                         \
    } while (0)

/* Four blocks of text */
#define TEXT "24", "25", "26", "27", x0, x1, x2, x3
#define WITH(macro, ...) macro(__VA_ARGS__)
#define XOR_FOUR(a, b, c, d)                                                                       \
    do {                                                                                           \
        WITH(FOUR_FROM, src, TEXT);                                                                \
        x0 = XOR3(x0, s##a, last);                                                                 \
        x1 = XOR3(x1, s##b, last);                                                                 \
        x2 = XOR3(x2, s##c, last);                                                                 \
        x3 = XOR3(x3, s##d, last);                                                                 \
        WITH(FOUR_TO, dst, TEXT);                                                                  \
    } while (0)

INLINE void ctr128_vectors(const mote_aes_context *cc, const unsigned rounds,
                           unsigned char *counter, const unsigned char *src, unsigned char *dst,
                           size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds);
    uint64x2_t c = HALVES_OF(vrev64q_u8(LOAD(counter))), one = vdupq_n_u64(1);
    uint64x2_t two = vdupq_n_u64(2), zero = vdupq_n_u64(0),
               second = vcombine_u64(vdup_n_u64(0), vdup_n_u64(1));
    uint8x16_t even = BYTES_OF(
                   vcombine_u64(vdup_n_u64(0x1011121314151617), vdup_n_u64(0x0001020304050607))),
               odd = vaddq_u8(even, vdupq_n_u8(8));
    uint64x2_t lower = vaddq_u64(vzip2q_u64(c, c), second), upper = vzip1q_u64(c, c);
    uint8x16_t s0, s1, s2, s3, x0, x1, x2, x3;
    size_t eights;

    /* The second counter is the first one and 1. */
    upper = vsubq_u64(upper, vandq_u64(vceqq_u64(lower, zero), vsubq_u64(zero, second)));
    HIDDEN(two);
    eights = blocks / 8;
    if (eights != 0)
        EIGHTS;
    if (blocks & 4) {
        COUNTERS(0, 1);
        ADVANCE(two);
        COUNTERS(2, 3);
        ADVANCE(two);
        ROUNDS4;
        XOR_FOUR(0, 1, 2, 3);
    }
    for (blocks %= 4; blocks != 0; blocks--, src += 16, dst += 16) {
        COUNTERS(0, 1);
        ADVANCE(one);
        ROUNDS1;
        STORE(dst, XOR3(s0, last, LOAD(src)));
    }
    COUNTERS(0, 1);
    STORE(counter, s0);
}

/* Whole blocks in counter mode; the first `fixed` bytes of the counter, 0 or 12, stay as they are. */
NOINLINE __attribute__((__unused__)) static void
ctr_blocks(const schedule *key, unsigned char *counter, const unsigned char *src,
           unsigned char *dst, size_t blocks, unsigned fixed) {
    if (fixed == 0)
        BY_ROUNDS(*key, ctr128_vectors, counter, src, dst, blocks);
    else
        BY_ROUNDS(*key, ctr32_vectors, counter, src, dst, blocks);
}

#ifdef CHAINED
#define CHAIN_BLOCKS

/* Of so many blocks each is added to what the block before, in `sum`, becomes when it is encrypted. */
INLINE void chain_vectors(const mote_aes_context *cc, const unsigned rounds, unsigned char *sum,
                          const unsigned char *src, size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds);
    uint8x16_t s0 = LOAD(sum);

    for (; blocks != 0; blocks--, src += 16) {
        ROUNDS1;
        s0 = XOR3(s0, last, LOAD(src));
    }
    STORE(sum, s0);
}

NOINLINE __attribute__((__unused__)) static void
chain_blocks(const schedule *key, unsigned char *sum, const unsigned char *src, size_t blocks) {
    BY_ROUNDS(*key, chain_vectors, sum, src, blocks);
}

/*
 * The same of a text that is encrypted or decrypted by the key stream of a counter, whose last 8 bytes
 * are enough for it; what is added is what has not been encrypted.
 */
INLINE void chain_and_crypt_vectors(const mote_aes_context *cc, const unsigned rounds,
                                    const int decrypts, unsigned char *sum, unsigned char *counter,
                                    const unsigned char *src, unsigned char *dst, size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds);
    const uint64x2_t one = vcombine_u64(vdup_n_u64(0), vdup_n_u64(1));
    uint64x2_t c = HALVES_OF(vrev64q_u8(LOAD(counter)));
    uint8x16_t s0 = LOAD(sum), s1, text;

#define ROUND2(k)                                                                                  \
    ROUND(s0, k);                                                                                  \
    ROUND(s1, k)
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        s1 = vrev64q_u8(BYTES_OF(c));
        c = vaddq_u64(c, one);
        ROUND2(k0);
        ROUND2(k1);
        ROUND2(k2);
        ROUND2(k3);
        ROUND2(k4);
        ROUND2(k5);
        ROUND2(k6);
        ROUND2(k7);
        ROUND2(k8);
        if (rounds > 10) {
            ROUND2(k9);
            ROUND2(k10);
        }
        if (rounds > 12) {
            ROUND2(k11);
            ROUND2(k12);
        }
        s0 = LAST(s0, rounds > 12 ? k13 : rounds > 10 ? k11 : k9);
        s1 = LAST(s1, rounds > 12 ? k13 : rounds > 10 ? k11 : k9);
        text = LOAD(src);
        s1 = XOR3(s1, last, text);
        STORE(dst, s1);
        s0 = XOR3(s0, last, decrypts ? s1 : text);
    }
    STORE(sum, s0);
    STORE(counter, vrev64q_u8(BYTES_OF(c)));
}

NOINLINE __attribute__((__unused__)) static void
chain_and_crypt_blocks(const schedule *key, unsigned char *sum, unsigned char *counter,
                       const unsigned char *src, unsigned char *dst, size_t blocks, int decrypts) {
    if (decrypts)
        BY_ROUNDS(*key, chain_and_crypt_vectors, 1, sum, counter, src, dst, blocks);
    else
        BY_ROUNDS(*key, chain_and_crypt_vectors, 0, sum, counter, src, dst, blocks);
}
#endif

#ifdef DECRYPT
/* One block in place, backwards: with the round keys as they are, which take an instruction more. */
NOINLINE __attribute__((__unused__)) static void decrypt_blocks(const schedule *key,
                                                                unsigned char *block) {
    const unsigned char *k = (*key)->round_keys + 16 * (*key)->rounds;
    uint8x16_t s = vaesdq_u8(LOAD(block), LOAD(k));
    unsigned i;

    for (i = (*key)->rounds - 1; i != 0; i--) {
        k -= 16;
        s = vaesdq_u8(vaesimcq_u8(XOR(s, LOAD(k))), ZERO);
    }
    STORE(block, XOR(s, LOAD(k - 16)));
}

#define GET(i) s##i = LOAD(src + 16 * (i));
#define PUT(i) STORE(dst + 16 * (i), XOR(s##i, last));

INLINE void ecb_vectors(const mote_aes_context *cc, const unsigned rounds, const int back,
                        const unsigned char *src, unsigned char *dst, size_t blocks) {
    LOAD_KEYS(cc, rounds);
    uint8x16_t s0, s1, s2, s3, s4, s5, s6, s7;

    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(GET)
        ROUNDS8;
        EIGHT(PUT)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        GET(0)
        ROUNDS1;
        PUT(0)
    }
}

NOINLINE __attribute__((__unused__)) static void ecb_blocks(const schedule *key,
                                                            const unsigned char *src,
                                                            unsigned char *dst, size_t blocks,
                                                            int back) {
    if (back)
        BY_ROUNDS(*key, ecb_vectors, 1, src, dst, blocks);
    else
        BY_ROUNDS(*key, ecb_vectors, 0, src, dst, blocks);
}

INLINE void cbc_encrypt_vectors(const mote_aes_context *cc, const unsigned rounds,
                                unsigned char *iv, const unsigned char *src, unsigned char *dst,
                                size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds);
    uint8x16_t s0 = LOAD(iv);

    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        s0 = XOR(s0, LOAD(src));
        ROUNDS1;
        s0 = XOR(s0, last);
        STORE(dst, s0);
    }
    STORE(iv, s0);
}

NOINLINE __attribute__((__unused__)) static void
cbc_encrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                   unsigned char *dst, size_t blocks) {
    BY_ROUNDS(*key, cbc_encrypt_vectors, iv, src, dst, blocks);
}

/* src may be dst: of four blocks the ciphertexts are read before they go.  x3 has the one before them. */
#define STATES_0 "0", "1", "2", "3", s0, s1, s2, s3
#define STATES_4 "4", "5", "6", "7", s4, s5, s6, s7
#define CHAIN(a, b, c, d)                                                                          \
    do {                                                                                           \
        s##a = XOR3(s##a, last, x3);                                                               \
        WITH(FOUR_FROM, src, TEXT);                                                                \
        s##b = XOR3(s##b, last, x0);                                                               \
        s##c = XOR3(s##c, last, x1);                                                               \
        s##d = XOR3(s##d, last, x2);                                                               \
        WITH(FOUR_TO, dst, STATES_##a);                                                            \
    } while (0)

INLINE void cbc_decrypt_vectors(const mote_aes_context *cc, const unsigned rounds,
                                unsigned char *iv, const unsigned char *src, unsigned char *dst,
                                size_t blocks) {
    const int back = 1;
    LOAD_KEYS(cc, rounds);
    uint8x16_t s0, s1, s2, s3, s4, s5, s6, s7, x0, x1, x2, x3;
    size_t eights = blocks / 8;

    x3 = LOAD(iv);
    for (; eights != 0; eights--) {
        const unsigned char *from = src;

        WITH(FOUR_FROM, from, STATES_0);
        WITH(FOUR_FROM, from, STATES_4);
        ROUNDS8;
        CHAIN(0, 1, 2, 3);
        CHAIN(4, 5, 6, 7);
    }
    for (blocks %= 8; blocks != 0; blocks--, src += 16, dst += 16) {
        GET(0)
        ROUNDS1;
        x0 = LOAD(src);
        STORE(dst, XOR3(s0, last, x3));
        x3 = x0;
    }
    STORE(iv, x3);
}

NOINLINE __attribute__((__unused__)) static void
cbc_decrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                   unsigned char *dst, size_t blocks) {
    BY_ROUNDS(*key, cbc_decrypt_vectors, iv, src, dst, blocks);
}

/* The product of a tweak with alpha: IEEE Std 1619-2007, section 5.2 */
INLINE uint8x16_t next_tweak(uint8x16_t t) {
    const uint64x2_t carries_to = vcombine_u64(vdup_n_u64(0x87), vdup_n_u64(1));
    int64x2_t carries = vshrq_n_s64(vreinterpretq_s64_u8(vextq_u8(t, t, 8)), 63);

    return XOR(BYTES_OF(vaddq_u64(HALVES_OF(t), HALVES_OF(t))),
               BYTES_OF(vandq_u64(vreinterpretq_u64_s64(carries), carries_to)));
}

/*
 * The product with alpha^8: bytes move to the next places, and the last of them, a polynomial of degree
 * 7, comes back times 0x87.  It is in the lowest place already, so times 0x86.
 */
#define NEXT_TWEAK8(t)                                                                             \
    turned = vextq_u8(t, t, 15);                                                                   \
    t = XOR(turned, vreinterpretq_u8_p16(vmull_p8(vreinterpret_p8_u8(vget_low_u8(turned)), by)));

/* XTS keeps eight tweaks beside eight states, so that the round keys are read for each eight blocks. */
#define WHITEN(i) s##i = XOR(t##i, LOAD(src + 16 * (i)));
#define WHITEN_AGAIN(i)                                                                            \
    STORE(dst + 16 * (i), XOR3(s##i, last, t##i));                                                 \
    NEXT_TWEAK8(t##i)

INLINE void xts_vectors(const mote_aes_context *cc, const unsigned rounds, const int back,
                        unsigned char *tweak, const unsigned char *src, unsigned char *dst,
                        size_t blocks) {
    LOAD_KEYS(cc, rounds);
    const poly8x8_t by = vset_lane_p8(0x86, vdup_n_p8(0), 0);
    uint8x16_t s0, s1, s2, s3, s4, s5, s6, s7, t0 = LOAD(tweak), turned;

    if (blocks >= 8) {
        uint8x16_t t1 = next_tweak(t0), t2 = next_tweak(t1), t3 = next_tweak(t2);
        uint8x16_t t4 = next_tweak(t3), t5 = next_tweak(t4), t6 = next_tweak(t5);
        uint8x16_t t7 = next_tweak(t6);

        do {
            EIGHT(WHITEN)
            ROUNDS8;
            EIGHT(WHITEN_AGAIN)
            blocks -= 8;
            src += 128;
            dst += 128;
        } while (blocks >= 8);
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        WHITEN(0)
        ROUNDS1;
        STORE(dst, XOR3(s0, last, t0));
        t0 = next_tweak(t0);
    }
    STORE(tweak, t0);
}

/* Whole blocks, backwards or not, of which the first has the tweak t; t is that of the block behind
 * them then. */
NOINLINE __attribute__((__unused__)) static void xts_blocks(const schedule *key, unsigned char *t,
                                                            const unsigned char *src,
                                                            unsigned char *dst, size_t blocks,
                                                            int back) {
    if (back)
        BY_ROUNDS(*key, xts_vectors, 1, t, src, dst, blocks);
    else
        BY_ROUNDS(*key, xts_vectors, 0, t, src, dst, blocks);
}
#endif

#endif
