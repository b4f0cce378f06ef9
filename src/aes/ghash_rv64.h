/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with carry-less products of RISC-V (Zbc or Zbkc): four blocks, and one reduction for them.
 *
 * A private header; mote/ghash.h and aes/rv64_words.h come before it.
 *
 * With its bytes in reverse order (rev8) an element is a number whose highest bit is the coefficient of
 * x^0.  So a product of two numbers is that of the elements, one bit too low; the key is multiplied by
 * x beforehand, modulo the polynomial, which makes up for it.  The product modulo x^128 + x^7 + x^2 +
 * x + 1 are the upper 128 bits, and the lower 128 come to them in two steps, of 64 bits each: 0xC2 in
 * the highest byte is 1 + x + x^6, and a whole word higher is 1.
 *
 * Instructions for a block: 2 loads, 2 rev8, 8 products, 10 xors; 2 loads of a power of the key; a
 * quarter of the reduction, 3, and of the loop.
 *
 * Source: NIST SP 800-38D, section 6.4; S. Gueron, M. Kounavis, Intel Carry-Less Multiplication
 * Instruction and its Usage for Computing the GCM Mode (2010), for numbers in reverse order.
 */
#ifndef MOTE_GHASH_RV64_H
#define MOTE_GHASH_RV64_H

#define PREPARE_KEY(cc)
#define HASH_WAITING(cc) hash_waiting(cc)

INLINE u64 clmul(u64 x, u64 y) {
    u64 z;

    __asm__("clmul %0,%1,%2" : "=r"(z) : "r"(x), "r"(y));
    return z;
}

INLINE u64 clmulh(u64 x, u64 y) {
    u64 z;

    __asm__("clmulh %0,%1,%2" : "=r"(z) : "r"(x), "r"(y));
    return z;
}

/* The number of an element */
typedef struct {
    u64 low, high;
} element;

/* The sums of products, from the lowest word on */
typedef struct {
    u64 w0, w1, w2, w3;
} product;

#define REDUCTION C64(0xC2000000, 0)

INLINE element element_of(const unsigned char *p) {
    element x;

    x.high = __builtin_bswap64(get_half(p));
    x.low = __builtin_bswap64(get_half(p + 8));
    return x;
}

/* The key times x */
INLINE element key_of(const mote_ghash_context *cc) {
    element h = element_of(cc->key);
    u64 carry = (u64)0 - (h.high >> 63);

    h.high = (h.high << 1 | h.low >> 63) ^ (carry & REDUCTION);
    h.low = h.low << 1 ^ (carry & 1);
    return h;
}

INLINE void add_product(product *sum, element x, element y) {
    sum->w0 ^= clmul(x.low, y.low);
    sum->w1 ^= clmulh(x.low, y.low) ^ clmul(x.low, y.high) ^ clmul(x.high, y.low);
    sum->w2 ^= clmul(x.high, y.high) ^ clmulh(x.low, y.high) ^ clmulh(x.high, y.low);
    sum->w3 ^= clmulh(x.high, y.high);
}

INLINE element reduced(product sum) {
    element x;

    sum.w1 ^= clmul(sum.w0, REDUCTION);
    sum.w2 ^= sum.w0 ^ clmulh(sum.w0, REDUCTION);
    x.low = sum.w2 ^ clmul(sum.w1, REDUCTION);
    x.high = sum.w3 ^ sum.w1 ^ clmulh(sum.w1, REDUCTION);
    return x;
}

INLINE element times(element x, element y) {
    product sum = {0, 0, 0, 0};

    add_product(&sum, x, y);
    return reduced(sum);
}

/* The hash that is at hand, to which a block is added. */
INLINE element block_of(const unsigned char *data, const int halves) {
    element x;

    x.high = __builtin_bswap64(halves ? *(const half *)(const void *)data : half_at(data));
    x.low = __builtin_bswap64(halves ? *(const half *)(const void *)(data + 8) : half_at(data + 8));
    return x;
}

INLINE element with(element x, element y) {
    x.low ^= y.low;
    x.high ^= y.high;
    return x;
}

INLINE element hash_some(element hash, element h, const unsigned char *data, size_t blocks,
                         const int halves) {
    if (blocks >= 8) {
        element h2 = times(h, h), h3 = times(h2, h), h4 = times(h3, h);

        for (; blocks >= 4; blocks -= 4, data += 64) {
            product sum = {0, 0, 0, 0};

            add_product(&sum, with(hash, block_of(data, halves)), h4);
            add_product(&sum, block_of(data + 16, halves), h3);
            add_product(&sum, block_of(data + 32, halves), h2);
            add_product(&sum, block_of(data + 48, halves), h);
            hash = reduced(sum);
        }
    }
    for (; blocks != 0; blocks--, data += 16)
        hash = times(with(hash, block_of(data, halves)), h);
    return hash;
}

/* Appends whole blocks to a hash. */
NOINLINE static void hash_blocks(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    element hash = element_of(cc->hash), h = key_of(cc);

    if (ALIGNED(data))
        hash = hash_some(hash, h, data, blocks, 1);
    else
        hash = hash_some(hash, h, data, blocks, 0);
    put_half(cc->hash, __builtin_bswap64(hash.high));
    put_half(cc->hash + 8, __builtin_bswap64(hash.low));
}

NOINLINE static void hash_waiting(mote_ghash_context *cc) {
    element hash = times(element_of(cc->hash), key_of(cc));

    put_half(cc->hash, __builtin_bswap64(hash.high));
    put_half(cc->hash + 8, __builtin_bswap64(hash.low));
}

#endif
