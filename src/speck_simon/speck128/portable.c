/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Speck128/128 in portable C: small code, words of 32 bits.
 */
#include "mote/speck128.h"

typedef mote_speck128_context context;
#define CIPHER(function) mote_speck128_##function
#define ROUNDS 32

#include "speck_simon/small.h"

/* A round with the key k: x = (x >>> 8) + y ^ k, y = (y <<< 3) ^ x. */
NOINLINE static void forward(u32 *x, u32 *y, u32 low, u32 high) {
    xor_rotr64(x, zero, 8);
    add64(x, y);
    x[0] ^= low;
    x[1] ^= high;
    xor_rotr64(y, zero, 61);
    y[0] ^= x[0];
    y[1] ^= x[1];
}

/* Its inverse.  x - y is the complement of the sum of y and the complement of x. */
NOINLINE static void back(u32 *x, u32 *y, const u32 *key) {
    xor_rotr64(y, x, 3);
    x[0] = T32(~(x[0] ^ key[0]));
    x[1] = T32(~(x[1] ^ key[1]));
    add64(x, y);
    x[0] = T32(~x[0]);
    x[1] = T32(~x[1]);
    xor_rotr64(x, zero, 56);
}

static void two_rounds(u32 *x, u32 *y, const u32 *keys) {
    forward(x, y, keys[0], keys[1]);
    forward(x, y, keys[2], keys[3]);
}

static void two_rounds_back(u32 *x, u32 *y, const u32 *keys) {
    back(x, y, keys + 2);
    back(x, y, keys);
}

/* The schedule is made of the same rounds, with their numbers for keys. */
static void expand(u32 *keys) {
    u32 l[2];
    unsigned char i;

    l[0] = keys[2];
    l[1] = keys[3];
    for (i = 0; i < ROUNDS - 1; i++) {
        keys[2] = keys[0];
        keys[3] = keys[1];
        keys += 2;
        forward(l, keys, i, 0);
    }
}
