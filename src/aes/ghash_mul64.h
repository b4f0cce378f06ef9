/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH by multiplications of integers of 64 bits: as in ghash_fast.h, and what follows from the key is made once
 * for all blocks of a call.
 *
 * A private header; mote/ghash.h, common/fast.h and aes/wipe.h, or its like, come before it.
 *
 * A product of polynomials over GF(2) is one of integers without carries.  Of each factor every fourth bit is taken:
 * there is room for the carries of eight (or, at the top of a word, any number of) products, and only the lowest
 * bit of each four counts.  The low half of a product is computed so; the high half is the low half of that of
 * the factors with their bits in reverse order.  Constant time where the processor multiplies in constant time.
 *
 * Operations for a block: 6 times 43 for the halves of products, 270 for orders of bits, 50 for the rest.
 *
 * Source: NIST SP 800-38D, section 6.3; A. Karatsuba, Yu. Ofman (1962) for three products instead of four.
 */
#ifndef MOTE_GHASH_MUL64_H
#define MOTE_GHASH_MUL64_H

#define PREPARE_KEY(cc)

#define FOURTHS C64(0x11111111, 0x11111111)

/* A factor, by which others are multiplied: its bits 0, 4, ..., then bits 1, 5, ..., and so on */
typedef struct {
    u64 parts[4];
} factor;

SMALL void take_apart(factor *f, u64 x) {
    f->parts[0] = x & FOURTHS;
    f->parts[1] = x & FOURTHS << 1;
    f->parts[2] = x & FOURTHS << 2;
    f->parts[3] = x & FOURTHS << 3;
}

/* The low half of a product of polynomials; bit i is the coefficient of x^i. */
NOINLINE static u64 low_product(u64 x, const factor *f) {
    const u64 y0 = f->parts[0], y1 = f->parts[1], y2 = f->parts[2], y3 = f->parts[3];
    u64 x0 = x & FOURTHS, x1 = x & FOURTHS << 1, x2 = x & FOURTHS << 2, x3 = x & FOURTHS << 3;

    return (((x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1)) & FOURTHS) |
           (((x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2)) & FOURTHS << 1) |
           (((x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3)) & FOURTHS << 2) |
           (((x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0)) & FOURTHS << 3);
}

/* Groups of so many bits in the opposite order, in pairs of them; of a word that is twice the mask */
#define EXCHANGED(x, distance, mask)                                                               \
    (((x) >> (distance) & C64(mask, mask)) | ((x) & C64(mask, mask)) << (distance))

/* The bits of each byte in reverse order */
SMALL u64 bytes_reversed(u64 x) {
    x = EXCHANGED(x, 1, 0x55555555);
    x = EXCHANGED(x, 2, 0x33333333);
    return EXCHANGED(x, 4, 0x0F0F0F0F);
}

/* All bits */
SMALL u64 reversed(u64 x) {
    x = bytes_reversed(x);
    x = EXCHANGED(x, 8, 0x00FF00FF);
    x = EXCHANGED(x, 16, 0x0000FFFF);
    return x >> 32 | x << 32;
}

/* What a block is multiplied by: both halves of the key and their sum, bit i for x^i; and the same in reverse order. */
typedef struct {
    factor low, high, sum, reverse_low, reverse_high, reverse_sum;
} key_factors;

SMALL void prepare_factors(key_factors *k, const unsigned char *key) {
    const u64 low = bytes_reversed(get_le64(key)), high = bytes_reversed(get_le64(key + 8));
    const u64 reverse_low = get_be64(key), reverse_high = get_be64(key + 8);

    take_apart(&k->low, low);
    take_apart(&k->high, high);
    take_apart(&k->sum, low ^ high);
    take_apart(&k->reverse_low, reverse_low);
    take_apart(&k->reverse_high, reverse_high);
    take_apart(&k->reverse_sum, reverse_low ^ reverse_high);
}

/* A half of a block at an address of halves or not */
SMALL u64 message_half(const unsigned char *p) {
    typedef u64 __attribute__((__may_alias__)) half_block;

    return ((size_t)p & 7) == 0 ? *(const half_block *)(const void *)p : get_le64(p);
}

/* Appends whole blocks to a hash. */
NOINLINE static void hash_blocks(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    u64 x, y, rx, ry, z0, z1, z2, z3, r0, r1, r2;
    key_factors k;

    prepare_factors(&k, cc->key);
    z0 = bytes_reversed(get_le64(cc->hash));
    z1 = bytes_reversed(get_le64(cc->hash + 8));
    for (; blocks != 0; blocks--, data += 16) {
        x = z0 ^ bytes_reversed(message_half(data));
        y = z1 ^ bytes_reversed(message_half(data + 8));
        rx = reversed(x);
        ry = reversed(y);
        z0 = low_product(x, &k.low);
        z2 = low_product(y, &k.high);
        z1 = z0 ^ z2 ^ low_product(x ^ y, &k.sum);
        r0 = low_product(rx, &k.reverse_low);
        r2 = low_product(ry, &k.reverse_high);
        r1 = r0 ^ r2 ^ low_product(rx ^ ry, &k.reverse_sum);
        z1 ^= reversed(r0) >> 1;
        z2 ^= reversed(r1) >> 1;
        z3 = reversed(r2) >> 1;
        /* Degrees of 128 and more: x^128 = x^7 + x^2 + x + 1 */
        z1 ^= z3 ^ z3 << 1 ^ z3 << 2 ^ z3 << 7;
        z2 ^= z3 >> 63 ^ z3 >> 62 ^ z3 >> 57;
        z0 ^= z2 ^ z2 << 1 ^ z2 << 2 ^ z2 << 7;
        z1 ^= z2 >> 63 ^ z2 >> 62 ^ z2 >> 57;
    }
    put_le64(cc->hash, bytes_reversed(z0));
    put_le64(cc->hash + 8, bytes_reversed(z1));
    wipe(&k, sizeof k);
}

/* The hash, to which a block that is not whole was added, times the key: as if a block of zeros came. */
#define HASH_WAITING(cc) hash_waiting(cc)
static void hash_waiting(mote_ghash_context *cc) {
    static const unsigned char zeros[16] = {0};

    hash_blocks(cc, zeros, 1);
}

#endif
