/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum of two messages one behind the other; for a source that has the constants, and
 * COMBINE, the function's name.
 *
 * A private header.
 */
#ifndef MOTE_CRC32_COMBINE_H
#define MOTE_CRC32_COMBINE_H

#include "common/small.h"

/* A remainder times x, modulo the polynomial. */
#define TIMES_X(r) ((r) >> 1 ^ (POLYNOMIAL & (0 - ((r) & 1))))

/* The product of two remainders: Horner's rule from x^0 of a on. */
static u32 multiply(u32 a, u32 b) {
    u32 product = 0;

    while (a != 0) {
        if ((a & 0x80000000) != 0)
            product ^= b;
        a = T32(a << 1);
        b = TIMES_X(b);
    }
    return product;
}

/*
 * Behind the first message come 8 * second_len bits: first * x^(8 * second_len).  The all ones that
 * begin and end each of the three checksums cancel out.
 */
mote_u32 COMBINE(mote_u32 first, mote_u32 second, size_t second_len) {
    u32 power = (u32)0x80000000 >> 8; /* x^8 */

    while (second_len != 0) {
        if ((second_len & 1) != 0)
            first = multiply(first, power);
        power = multiply(power, power);
        second_len >>= 1;
    }
    return first ^ second;
}

#endif
