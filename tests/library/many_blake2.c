/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s and BLAKE2b of many messages beside one by one: 1 if a digest is wrong.
 */
#include "mote/blake2b_many.h"
#include "mote/blake2s_many.h"

#include <stdio.h>
#include <string.h>

#define MOST 21
#define LONGEST 700

static unsigned char text[MOST * LONGEST];
static unsigned long seed = 1;

static size_t below(size_t limit) {
    seed = (seed * 69069 + 1) & 0xFFFFFFFF;
    return (size_t)((seed >> 7) % limit);
}

int main(void) {
    unsigned char made[MOST * 64 + 16], right[64];
    const void *data[MOST];
    size_t len[MOST], count, i;
    unsigned turn, bits;
    mote_blake2s_context s;
    mote_blake2b_context b;

    for (i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)(i * 31 + (i >> 8) * 7);
    for (turn = 0; turn < 600; turn++) {
        const int is_s = turn % 2 != 0;

        count = turn % 50 / 2 < MOST ? turn % 50 / 2 : MOST;
        bits = 8 * (unsigned)(turn % 3 == 0 ? 1 + below(32) : is_s ? 32 : 64);
        for (i = 0; i < count; i++) {
            len[i] = turn % 5 == 0 ? 64 * below(8) : below(LONGEST);
            data[i] = len[i] == 0 && turn % 4 == 0 ? NULL : text + i * LONGEST;
        }
        memset(made, 0xA5, sizeof made);
        if (is_s)
            mote_blake2s_many(bits, count, data, len, made);
        else
            mote_blake2b_many(bits, count, data, len, made);
        for (i = 0; i <= count; i++) {
            memset(right, 0xA5, sizeof right);
            if (i == count)
                ; /* nothing is written behind the digests */
            else if (is_s) {
                mote_blake2s_init(&s, bits);
                mote_blake2s(&s, data[i], len[i]);
                mote_blake2s_close(&s, 0, 0, right);
            } else {
                mote_blake2b_init(&b, bits);
                mote_blake2b(&b, data[i], len[i]);
                mote_blake2b_close(&b, 0, 0, right);
            }
            if (memcmp(made + i * bits / 8, right, i == count ? 16 : bits / 8) != 0) {
                printf("wrong: message %lu of %lu, turn %u\n", (unsigned long)i,
                       (unsigned long)count, turn);
                return 1;
            }
        }
    }
    return 0;
}
