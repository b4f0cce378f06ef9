/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The multiplication of GHASH for the small implementations: bit by bit.
 *
 * A private header; mote/gcm.h and common/small.h come before it.
 */
#ifndef MOTE_GHASH_SMALL_H
#define MOTE_GHASH_SMALL_H

/* A part of an element of GF(2^128), the first one with the coefficients of 1, x, x^2 ... */
#if UINT_MAX > 0xFFFF
typedef u32 part;
#define PART_BYTES 4
#else
typedef unsigned char part;
#define PART_BYTES 1
#endif
#define PARTS (16 / PART_BYTES)

#define PREPARE_KEY(cc)

/*
 * y = y * h: NIST SP 800-38D, section 6.3, by Horner's rule: from the last coefficient of y to the
 * first, z is multiplied with x, and h added where the coefficient is 1.
 */
NOINLINE static void multiply(unsigned char *y, const unsigned char *h) {
    part z[PARTS], k[PARTS], mask, carry, t;
    unsigned char byte, bits;
    unsigned i, j;

    memset(z, 0, sizeof z);
    for (i = 0; i != PARTS; i++) {
        t = 0;
        for (j = 0; j != PART_BYTES; j++)
            t = (part)(t << 4 << 4 | h[PART_BYTES * i + j]);
        k[i] = t;
    }
    for (i = 16; i-- != 0;) {
        byte = y[i];
        for (bits = 8; bits != 0; bits--) {
            mask = (part)(0 - (part)(byte & 1));
            byte >>= 1;
            carry = 0;
            for (j = 0; j != PARTS; j++) {
                t = z[j];
                z[j] = (part)((t >> 1 | carry) ^ (k[j] & mask));
                carry = (part)(t << (8 * PART_BYTES - 1));
            }
            /* x^128 = x^7 + x^2 + x + 1 */
            z[0] ^= (part)(((part)0xE1 << (8 * PART_BYTES - 8)) &
                           (0 - (part)(carry >> (8 * PART_BYTES - 1))));
        }
    }
    for (i = 0; i != 16; i++)
        y[i] = (unsigned char)(z[i / PART_BYTES] >> 8 * (PART_BYTES - 1 - i % PART_BYTES));
    wipe(k, sizeof k);
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
