/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The key schedule of Speck128/128 for schedule.h: it is made of the rounds themselves, with their
 * numbers for keys.
 *
 * A private header.
 */
#define EXPAND(k)                                                                                  \
    do {                                                                                           \
        u64 x = k[1], y = k[0];                                                                    \
        unsigned number;                                                                           \
                                                                                                   \
        for (number = 0; number < ROUNDS - 1; number++) {                                          \
            x = (ROTR64(x, 8) + y) ^ number;                                                       \
            y = ROTL64(y, 3) ^ x;                                                                  \
            k[number + 1] = y;                                                                     \
        }                                                                                          \
    } while (0)
