/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The multiplication of GHASH for the fast implementations in portable C, by multiplications of
 * integers.
 *
 * A private header; mote/ghash.h and common/fast.h come before it.
 *
 * A product of polynomials over GF(2) is one of integers without carries.  Of each factor every
 * fourth bit is taken: there is room for the carries of eight (or, at the top of a word, any number
 * of) products, and only the lowest bit of each four counts.  The low half of a product is computed so;
 * the high half is the low half of that of the factors with their bits in reverse order.  Constant
 * time where the processor multiplies in constant time.
 *
 * Source: NIST SP 800-38D, section 6.3; A. Karatsuba, Yu. Ofman (1962) for three products
 * instead of four.
 */
#ifndef MOTE_GHASH_FAST_H
#define MOTE_GHASH_FAST_H

#define PREPARE_KEY(cc)

/* A part of an element: as wide as the processor multiplies. */
#if ((ULONG_MAX >> 31) >> 31) == 3 || defined _WIN64
typedef u64 part;
#define PART_BYTES 8
#define FOURTHS C64(0x11111111, 0x11111111)
#else
typedef u32 part;
#define PART_BYTES 4
#define FOURTHS ((part)0x11111111)
#endif
#define PART_BITS (8 * PART_BYTES)
#define PARTS (16 / PART_BYTES)

/* The low half of a product of polynomials; bit i is the coefficient of x^i. */
NOINLINE static part low_product(part x, part y) {
    part x0 = x & FOURTHS, x1 = x & FOURTHS << 1, x2 = x & FOURTHS << 2, x3 = x & FOURTHS << 3;
    part y0 = y & FOURTHS, y1 = y & FOURTHS << 1, y2 = y & FOURTHS << 2, y3 = y & FOURTHS << 3;

    return (((x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1)) & FOURTHS) |
           (((x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2)) & FOURTHS << 1) |
           (((x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3)) & FOURTHS << 2) |
           (((x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0)) & FOURTHS << 3);
}

/* Bits in reverse order */
static part reversed(part x) {
    part mask = ~(part)0;
    unsigned distance;

    for (distance = PART_BITS / 2; distance != 0; distance >>= 1) {
        mask ^= mask << distance;
        x = (x >> distance & mask) | (x & mask) << distance;
    }
    return x;
}

/* y = y * h, both as numbers with the coefficient of x^0 in the highest bit */
NOINLINE static void multiply(unsigned char *y, const unsigned char *h) {
    part a[PARTS], b[PARTS], ra[PARTS], rb[PARTS], z[2 * PARTS], r[2 * PARTS], low, high, carry;
    unsigned i, j, n;

    /* Part 0 has the coefficients of the lowest degrees; a is in reverse order, as the bytes are. */
    for (i = 0; i != PARTS; i++) {
        a[i] = b[i] = 0;
        for (j = 0; j != PART_BYTES; j++) {
            a[i] = a[i] << 8 | y[PART_BYTES * i + j];
            b[i] = b[i] << 8 | h[PART_BYTES * i + j];
        }
        ra[i] = reversed(a[i]);
        rb[i] = reversed(b[i]);
    }
    for (i = 0; i != 2 * PARTS; i++)
        z[i] = r[i] = 0;
    /* Pairs of parts, the sums of two of them by Karatsuba's way; r has high halves in reverse. */
    for (i = 0; i != PARTS; i++)
        for (j = i; j != PARTS; j++) {
            if (i == j) {
                low = low_product(ra[i], rb[i]);
                high = low_product(a[i], b[i]);
                /* a_i b_i itself, and what the sums of this part with every other one hold of it */
                for (n = 0; n != PARTS; n++) {
                    z[i + n] ^= low;
                    r[i + n] ^= high;
                }
            } else {
                z[i + j] ^= low_product(ra[i] ^ ra[j], rb[i] ^ rb[j]);
                r[i + j] ^= low_product(a[i] ^ a[j], b[i] ^ b[j]);
            }
        }
    for (i = 0; i != 2 * PARTS - 1; i++)
        z[i + 1] ^= reversed(r[i]) >> 1;
    /* Degrees of 128 and more: x^128 = x^7 + x^2 + x + 1 */
    for (i = 2 * PARTS; i-- != PARTS;) {
        low = z[i];
        z[i - PARTS] ^= low ^ low << 1 ^ low << 2 ^ low << 7;
        carry = low >> (PART_BITS - 1) ^ low >> (PART_BITS - 2) ^ low >> (PART_BITS - 7);
        z[i - PARTS + 1] ^= carry;
    }
    for (i = 0; i != PARTS; i++) {
        a[i] = reversed(z[i]);
        for (j = PART_BYTES; j-- != 0; a[i] >>= 8)
            y[PART_BYTES * i + j] = (unsigned char)a[i];
    }
    wipe(b, sizeof b);
    wipe(rb, sizeof rb);
}

#define HASH_WAITING(cc) multiply((cc)->hash, (cc)->key)

/* Appends whole blocks to a hash. */
NOINLINE static void hash_blocks(mote_ghash_context *cc, const unsigned char *data, size_t blocks) {
    unsigned i;

    for (; blocks != 0; blocks--, data += 16) {
        for (i = 0; i != 16; i++)
            cc->hash[i] ^= data[i];
        multiply(cc->hash, cc->key);
    }
}

#endif
