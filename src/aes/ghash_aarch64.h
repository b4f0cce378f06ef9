/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with carry-less products of AArch64 (PMULL): eight blocks, and one reduction for them.
 *
 * A private header; mote/ghash.h and aes/aarch64_words.h come before it.
 *
 * With the bits of each byte in reverse order an element is a number whose bit i is the coefficient of
 * x^i: RBIT does that, and nothing is turned beside it.  Two blocks are multiplied by Karatsuba's way
 * at a time: one register has their lower halves, one the upper ones, and the sum of the two is one
 * instruction.  Powers of the key lie beside each other in the same way:
 *
 *     LOWER(cc, n), UPPER(cc, n)           halves of the powers n and n - 1 of the key, n even
 *
 * Instructions for two blocks: a load, 2 RBIT, 3 for the halves and their sum, 6 products and as many
 * xors; for eight 9 more: the hash, the reduction, and the loop.
 *
 * Source: NIST SP 800-38D, section 6.4; Arm Architecture Reference Manual for A-profile architecture
 * (DDI 0487), section C7.2, "PMULL, PMULL2" and "RBIT (vector)".
 */
#ifndef MOTE_GHASH_AARCH64_H
#define MOTE_GHASH_AARCH64_H

#define PREPARE_KEY(cc) prepare_key(cc)
#define HASH_WAITING(cc) hash_waiting(cc)

/* An element from storage, and back. */
#define ELEMENT(x) vrbitq_u8(x)

/* The product of the lower halves of both, and of the upper halves; in assembly, where compilers would
 * move halves that they find elsewhere. */
INLINE uint8x16_t product1(uint8x16_t x, uint8x16_t y) {
    uint8x16_t product;

    __asm__("pmull %0.1q,%1.1d,%2.1d" : "=w"(product) : "w"(x), "w"(y));
    return product;
}
INLINE uint8x16_t product2(uint8x16_t x, uint8x16_t y) {
    uint8x16_t product;

    __asm__("pmull2 %0.1q,%1.2d,%2.2d" : "=w"(product) : "w"(x), "w"(y));
    return product;
}

#define LOWER_HALVES(x, y) BYTES_OF(vtrn1q_u64(HALVES_OF(x), HALVES_OF(y)))
#define UPPER_HALVES(x, y) BYTES_OF(vtrn2q_u64(HALVES_OF(x), HALVES_OF(y)))

/* Halves of the powers n and n - 1 of the key, of eight; the first two are there from the start, others
 * where a message is long enough. */
#define LOWER(cc, n) ((cc)->powers + 16 * (n) - 32)
#define UPPER(cc, n) ((cc)->powers + 16 * (n) - 16)

/* The sums of products: low, middle and high parts; of x times the n-th power, and y times the power
 * before. */
#define ADD_PRODUCTS(x, y, n)                                                                      \
    do {                                                                                           \
        uint8x16_t l = LOAD(LOWER(hash, n)), u = LOAD(UPPER(hash, n));                             \
                                                                                                   \
        ADD_PRODUCTS_OF(x, y, l, u, XOR(l, u));                                                    \
    } while (0)
#define ADD_PRODUCTS_OF(x, y, h0, h1, h)                                                           \
    do {                                                                                           \
        uint8x16_t lower = LOWER_HALVES(x, y), upper = UPPER_HALVES(x, y);                         \
        uint8x16_t sum = XOR(lower, upper);                                                        \
                                                                                                   \
        low = XOR3(low, product1(lower, h0), product2(lower, h0));                                 \
        middle = XOR3(middle, product1(sum, h), product2(sum, h));                                 \
        high = XOR3(high, product1(upper, h1), product2(upper, h1));                               \
    } while (0)

/* low + (middle - low - high) x^64 + high x^128, modulo x^128 + x^7 + x^2 + x + 1 */
INLINE uint8x16_t reduced(uint8x16_t low, uint8x16_t middle, uint8x16_t high) {
    const uint8x16_t p = BYTES_OF(vdupq_n_u64(0x87));
    uint8x16_t inner;

    /* The two halves in between, then with the highest one, then with the next one. */
    inner = XOR(XOR3(middle, low, high), vextq_u8(low, high, 8));
    inner = XOR(inner, product2(high, p));
    return XOR(LOWER_HALVES(low, inner), product2(inner, p));
}

INLINE uint8x16_t times(uint8x16_t x, uint8x16_t h) {
    uint8x16_t turned = vextq_u8(h, h, 8), low = product1(x, h), high = product2(x, h);

    return reduced(low, XOR3(low, high, XOR(product1(x, turned), product2(x, turned))), high);
}

/* A power of the key that is there, n even, and the one before. */
#define POWER(cc, n) LOWER_HALVES(LOAD(LOWER(cc, n)), LOAD(UPPER(cc, n)))
#define POWER_BEFORE(cc, n) UPPER_HALVES(LOAD(LOWER(cc, n)), LOAD(UPPER(cc, n)))

INLINE void put_powers(mote_ghash_context *cc, unsigned n, uint8x16_t power, uint8x16_t before) {
    STORE(LOWER(cc, n), LOWER_HALVES(power, before));
    STORE(UPPER(cc, n), UPPER_HALVES(power, before));
}

NOINLINE static void prepare_key(mote_ghash_context *cc) {
    uint8x16_t h = ELEMENT(LOAD(cc->key));

    put_powers(cc, 2, times(h, h), h);
    cc->powers_ready = 2;
}

/* All eight powers */
NOINLINE static void more_powers(mote_ghash_context *cc) {
    uint8x16_t square = POWER(cc, 2), odd = POWER_BEFORE(cc, 2), even = square;
    unsigned n;

    for (n = 4; n <= 8; n += 2) {
        odd = times(odd, square);
        even = times(even, square);
        put_powers(cc, n, even, odd);
    }
    cc->powers_ready = 8;
}

NOINLINE static void hash_waiting(mote_ghash_context *cc) {
    STORE(cc->hash, ELEMENT(times(ELEMENT(LOAD(cc->hash)), POWER_BEFORE(cc, 2))));
}

/* Eight blocks a turn, with the powers of the key in registers; the hash behind them. */
INLINE uint8x16_t hash_groups(const mote_ghash_context *cc, uint8x16_t y, const unsigned char *data,
                              size_t groups) {
#define POWERS(n)                                                                                  \
    const uint8x16_t l##n = LOAD(LOWER(cc, n)), u##n = LOAD(UPPER(cc, n)), m##n = XOR(l##n, u##n);
#define TWO_BLOCKS(i, n)                                                                           \
    do {                                                                                           \
        uint8x16_t first = ELEMENT(LOAD(data + 16 * (i)));                                         \
        uint8x16_t second = ELEMENT(LOAD(data + 16 * (i) + 16));                                   \
                                                                                                   \
        if ((i) == 0)                                                                              \
            first = XOR(first, y);                                                                 \
        ADD_PRODUCTS_OF(first, second, l##n, u##n, m##n);                                          \
    } while (0)
    POWERS(8)
    POWERS(6)
    POWERS(4)
    POWERS(2)

    do {
        uint8x16_t low = ZERO, middle = ZERO, high = ZERO;

        TWO_BLOCKS(0, 8);
        TWO_BLOCKS(2, 6);
        TWO_BLOCKS(4, 4);
        TWO_BLOCKS(6, 2);
        y = reduced(low, middle, high);
        data += 128;
    } while (--groups != 0);
    return y;
}

/* Appends whole blocks to a hash. */
NOINLINE static void hash_blocks(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    const mote_ghash_context *hash = cc;
    uint8x16_t y = ELEMENT(LOAD(cc->hash));

    if (blocks >= 8) {
        if (cc->powers_ready < 8)
            more_powers(cc);
        y = hash_groups(cc, y, data, blocks / 8);
        data += 16 * (blocks & ~(size_t)7);
        blocks &= 7;
    }
    for (; blocks >= 2; blocks -= 2, data += 32) {
        uint8x16_t first = XOR(y, ELEMENT(LOAD(data))), second = ELEMENT(LOAD(data + 16));
        uint8x16_t low = ZERO, middle = ZERO, high = ZERO;

        ADD_PRODUCTS(first, second, 2);
        y = reduced(low, middle, high);
    }
    if (blocks != 0)
        y = times(XOR(y, ELEMENT(LOAD(data))), POWER_BEFORE(cc, 2));
    STORE(cc->hash, ELEMENT(y));
}

#endif
