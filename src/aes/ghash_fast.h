/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The multiplication of GHASH for the fast implementations in portable C: by multiplications of
 * integers where those have 64 bits, by a comb elsewhere.
 *
 * A private header; mote/ghash.h and common/fast.h come before it.
 *
 * Many processors of 32 bits multiply faster if a factor is small; the comb takes the same time for
 * all, and on none is slower.
 *
 * Source: NIST SP 800-38D, section 6.3.
 */
#ifndef MOTE_GHASH_FAST_H
#define MOTE_GHASH_FAST_H

#define PREPARE_KEY(cc)

#if ((ULONG_MAX >> 31) >> 31) == 3 || defined _WIN64

/*
 * A product of polynomials over GF(2) is one of integers without carries.  Of each factor every
 * fourth bit is taken: there is room for the carries of eight (or, at the top of a word, any number
 * of) products, and only the lowest bit of each four counts.  The low half of a product is computed
 * so; the high half is the low half of that of the factors with their bits in reverse order.
 * Constant time where the processor multiplies in constant time.
 *
 * Source: A. Karatsuba, Yu. Ofman (1962) for three products instead of four.
 */
#define PART_BITS 64
#define PART_BYTES 8
#define PARTS 2
#define FOURTHS C64(0x11111111, 0x11111111)

/* The low half of a product of polynomials; bit i is the coefficient of x^i. */
NOINLINE static u64 low_product(u64 x, u64 y) {
    u64 x0 = x & FOURTHS, x1 = x & FOURTHS << 1, x2 = x & FOURTHS << 2, x3 = x & FOURTHS << 3;
    u64 y0 = y & FOURTHS, y1 = y & FOURTHS << 1, y2 = y & FOURTHS << 2, y3 = y & FOURTHS << 3;

    return (((x0 * y0) ^ (x1 * y3) ^ (x2 * y2) ^ (x3 * y1)) & FOURTHS) |
           (((x0 * y1) ^ (x1 * y0) ^ (x2 * y3) ^ (x3 * y2)) & FOURTHS << 1) |
           (((x0 * y2) ^ (x1 * y1) ^ (x2 * y0) ^ (x3 * y3)) & FOURTHS << 2) |
           (((x0 * y3) ^ (x1 * y2) ^ (x2 * y1) ^ (x3 * y0)) & FOURTHS << 3);
}

/* Bits in reverse order */
static u64 reversed(u64 x) {
    u64 mask = ~(u64)0;
    unsigned distance;

    for (distance = PART_BITS / 2; distance != 0; distance >>= 1) {
        mask ^= mask << distance;
        x = (x >> distance & mask) | (x & mask) << distance;
    }
    return x;
}

/* y = y * h, both as numbers with the coefficient of x^0 in the highest bit */
NOINLINE static void multiply(unsigned char *y, const unsigned char *h) {
    u64 a[PARTS], b[PARTS], ra[PARTS], rb[PARTS], z[2 * PARTS], r[2 * PARTS], low, high, carry;
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

#else

/* Add the sum to word k of the product, then multiply that with x: a shift by one bit. */
#define ADD_AND_SHIFT(k, sum)                                                                      \
    do {                                                                                           \
        t = z[k] ^ (sum);                                                                          \
        z[k] = t << 1 | carry;                                                                     \
        carry = t >> 31;                                                                           \
    } while (0)

/*
 * y = y * h, both as numbers with the coefficient of x^0 in the highest bit.
 *
 * By a comb: one bit of each word of y at a time adds h in that word's place of a product of 256 bits
 * (word 0 has the lowest degrees), which is then shifted by one bit.
 *
 * Source: J. Lopez, R. Dahab, "High-speed software multiplication in F_2^m" (2000), section 3.
 */
NOINLINE static void multiply(unsigned char *y, const unsigned char *h) {
    u32 z[8], a[4], k[4], m0, m1, m2, m3, t, carry;
    unsigned i;

    for (i = 0; i != 8; i++)
        z[i] = 0;
    for (i = 0; i != 4; i++) {
        a[i] = get_be32(y + 4 * i);
        k[i] = get_be32(h + 4 * i);
    }
    for (i = 32; i != 0; i--) {
        m0 = 0 - (a[0] >> 31);
        m1 = 0 - (a[1] >> 31);
        m2 = 0 - (a[2] >> 31);
        m3 = 0 - (a[3] >> 31);
        a[0] <<= 1;
        a[1] <<= 1;
        a[2] <<= 1;
        a[3] <<= 1;
        carry = 0;
        ADD_AND_SHIFT(7, m3 & k[3]);
        ADD_AND_SHIFT(6, (m3 & k[2]) ^ (m2 & k[3]));
        ADD_AND_SHIFT(5, (m3 & k[1]) ^ (m2 & k[2]) ^ (m1 & k[3]));
        ADD_AND_SHIFT(4, (m3 & k[0]) ^ (m2 & k[1]) ^ (m1 & k[2]) ^ (m0 & k[3]));
        ADD_AND_SHIFT(3, (m2 & k[0]) ^ (m1 & k[1]) ^ (m0 & k[2]));
        ADD_AND_SHIFT(2, (m1 & k[0]) ^ (m0 & k[1]));
        ADD_AND_SHIFT(1, m0 & k[0]);
        z[0] = z[0] << 1 | carry;
    }
    /* Degrees of 128 and more: x^128 = x^7 + x^2 + x + 1 */
    for (i = 8; i-- != 4;) {
        t = z[i];
        z[i - 4] ^= t ^ t >> 1 ^ t >> 2 ^ t >> 7;
        z[i - 3] ^= t << 31 ^ t << 30 ^ t << 25;
    }
    for (i = 0; i != 4; i++)
        put_be32(y + 4 * i, z[i]);
    wipe(k, sizeof k);
}

#endif

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
