/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Simon128/128 in portable C: small code, words of 32 bits.
 */
#include "mote/simon128.h"

typedef mote_simon128_context context;
#define CIPHER(function) mote_simon128_##function
#define ROUNDS 68

#include "speck_simon/small.h"

/* y ^= f(x) ^ k with f(x) = (x <<< 1 & x <<< 8) ^ x <<< 2. */
NOINLINE static void half_round(u32 *y, const u32 *x, const u32 *key) {
    u32 a[2], b[2];

    a[0] = b[0] = x[0];
    a[1] = b[1] = x[1];
    xor_rotr64(a, zero, 63);
    xor_rotr64(b, zero, 56);
    b[0] &= a[0];
    b[1] &= a[1];
    xor_rotr64(a, zero, 63);
    y[0] ^= a[0] ^ b[0] ^ key[0];
    y[1] ^= a[1] ^ b[1] ^ key[1];
}

static void two_rounds(u32 *x, u32 *y, const u32 *keys) {
    half_round(y, x, keys);
    half_round(x, y, keys + 2);
}

static void two_rounds_back(u32 *x, u32 *y, const u32 *keys) {
    half_round(x, y, keys + 2);
    half_round(y, x, keys);
}

/* k[i + 2] = c ^ z[i] ^ k[i] ^ (k[i + 1] >>> 3) ^ (k[i + 1] >>> 4), where c is 2^64 - 4. */
static void expand(u32 *keys) {
    /* The sequence z2 of 62 bits from its first bit on; it begins again behind them. */
    static const unsigned char z[8] TABLE = {0xF5, 0x0E, 0x2C, 0x19, 0x85, 0xF8, 0x69, 0x33};
    u32 t[2];
    unsigned char i, bit;

    for (i = 0; i < ROUNDS - 2; i++) {
        bit = (unsigned char)(i < 62 ? i : i - 62);
        t[0] = keys[2];
        t[1] = keys[3];
        xor_rotr64(t, zero, 1);
        t[0] ^= keys[2];
        t[1] ^= keys[3];
        xor_rotr64(t, zero, 3);
        bit = READ8(z, bit >> 3) >> (bit & 7) & 1;
        keys[4] = T32(~(t[0] ^ keys[0])) ^ 3 ^ bit;
        keys[5] = T32(~(t[1] ^ keys[1]));
        keys += 2;
    }
}
