/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations of Speck and Simon share: see schedule.h for what the source has to
 * define, and
 *
 *     #define TWO_ROUNDS(x, y, k, l)       with the round keys k and l
 *     #define TWO_ROUNDS_BACK(x, y, k, l)  their inverse
 *
 * A private header.
 */
#include "speck_simon/schedule.h"

void CIPHER(encrypt)(const context *cc, const void *src, void *dst, size_t blocks) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst;
    unsigned i;

    for (; blocks != 0; blocks--) {
        u64 y = get_le64(from), x = get_le64(from + 8);

        for (i = 0; i < 2 * ROUNDS; i += 4) {
            u64 k = JOIN64(cc->round_keys + i), l = JOIN64(cc->round_keys + i + 2);

            TWO_ROUNDS(x, y, k, l);
        }
        put_le64(to, y);
        put_le64(to + 8, x);
        from += 16;
        to += 16;
    }
}

void CIPHER(decrypt)(const context *cc, const void *src, void *dst, size_t blocks) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst;
    unsigned i;

    for (; blocks != 0; blocks--) {
        u64 y = get_le64(from), x = get_le64(from + 8);

        for (i = 2 * ROUNDS; i != 0; i -= 4) {
            u64 k = JOIN64(cc->round_keys + i - 4), l = JOIN64(cc->round_keys + i - 2);

            TWO_ROUNDS_BACK(x, y, k, l);
        }
        put_le64(to, y);
        put_le64(to + 8, x);
        from += 16;
        to += 16;
    }
}
