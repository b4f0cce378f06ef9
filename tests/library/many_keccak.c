/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3 and SHAKE of many messages beside one by one: 1 if a digest is wrong.
 */
#include "mote/sha3_many.h"
#include "mote/shake128_many.h"
#include "mote/shake256_many.h"

#include <stdio.h>
#include <string.h>

#define MOST 9
#define LONGEST 700
#define MOST_BYTES 400

static unsigned char text[MOST * LONGEST];
static unsigned long seed = 1;

static size_t below(size_t limit) {
    seed = (seed * 69069 + 1) & 0xFFFFFFFF;
    return (size_t)((seed >> 7) % limit);
}

/* The digests of all, then one by one. */
#define BOTH(name)                                                                                 \
    do {                                                                                           \
        mote_##name##_context cc;                                                                  \
                                                                                                   \
        mote_##name##_many(8 * bytes, count, data, len, made);                                     \
        for (i = 0; i < count; i++) {                                                              \
            mote_##name##_init(&cc, 8 * bytes);                                                    \
            mote_##name(&cc, data[i], len[i]);                                                     \
            mote_##name##_close(&cc, 0, 0, right + i * bytes);                                     \
        }                                                                                          \
    } while (0)

int main(void) {
    static unsigned char made[MOST * MOST_BYTES + 16], right[MOST * MOST_BYTES + 16];
    static const unsigned rates[3] = {136, 168, 136}, digests[4] = {28, 32, 48, 64};
    const void *data[MOST];
    size_t len[MOST], count, i;
    unsigned turn, bytes;

    for (i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)(i * 31 + (i >> 8) * 7);
    for (turn = 0; turn < 600; turn++) {
        count = turn / 3 % (MOST + 1);
        bytes = turn % 3 == 0 ? digests[below(4)] : 1 + (unsigned)below(MOST_BYTES);
        for (i = 0; i < count; i++) {
            len[i] = turn % 5 == 0 ? rates[turn % 3] * below(5) : below(LONGEST);
            data[i] = len[i] == 0 && turn % 4 == 0 ? NULL : text + i * LONGEST;
        }
        /* Nothing is written behind the digests. */
        memset(made, 0xA5, sizeof made);
        memset(right, 0xA5, sizeof right);
        if (turn % 3 == 0)
            BOTH(sha3);
        else if (turn % 3 == 1)
            BOTH(shake128);
        else
            BOTH(shake256);
        if (memcmp(made, right, count * bytes + 16) != 0) {
            printf("wrong: %lu messages, turn %u\n", (unsigned long)count, turn);
            return 1;
        }
    }
    return 0;
}
