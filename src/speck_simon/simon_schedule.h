/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The key schedule of Simon128/128 for schedule.h: k[i + 2] = c ^ z[i] ^ k[i] ^ (k[i + 1] >>> 3) ^
 * (k[i + 1] >>> 4), where c is 2^64 - 4, and z the sequence z2 of 62 bits, again and again.
 *
 * A private header.
 */
#define EXPAND(k)                                                                                  \
    do {                                                                                           \
        /* z[0] is the lowest bit; from z[62] on it begins again: z[64] is 1, z[65] is 0. */       \
        static const u32 z[3] = {0x192C0EF5, 0x7369F885, 1};                                       \
        unsigned number;                                                                           \
                                                                                                   \
        for (number = 0; number < ROUNDS - 2; number++) {                                          \
            u64 next = k[number + 1];                                                              \
                                                                                                   \
            next = ROTR64(next, 3) ^ ROTR64(next, 4) ^ (z[number >> 5] >> (number & 31) & 1);      \
            k[number + 2] = ~(next ^ k[number]) ^ 3;                                               \
        }                                                                                          \
    } while (0)
