/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Setting the key, for the implementations of Speck and Simon with words of 64 bits.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;
 *     #define CIPHER(function) mote_xxx_##function
 *     #define ROUNDS 32                    an even number
 *     #define EXPAND(k) ...                from the key, k[0] and k[1], to all round keys
 */
#include "common/fast.h"

void CIPHER(init)(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    u64 k[ROUNDS];
    unsigned i;

    k[0] = get_le64(bytes);
    k[1] = get_le64(bytes + 8);
    EXPAND(k);
    for (i = 0; i < ROUNDS; i++)
        SPLIT64(cc->round_keys + 2 * i, k[i]);
}
