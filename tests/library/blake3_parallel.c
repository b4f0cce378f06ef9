/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 on threads that the caller brings, beside BLAKE3 on one:
 *
 *     blake3_parallel MESSAGES     of pseudo-random sizes, cut anywhere; 1 if a digest is wrong
 */
#include "mote/blake3_parallel.h"

#include "on_threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST ((size_t)6 << 20)

static unsigned char message[LONGEST];
static unsigned long calls;

int main(int argc, char **argv) {
    static const unsigned char key[32] = "a key of thirty-two bytes, all.";
    unsigned long turn, turns = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    unsigned char expected[100], made[100];
    mote_blake3_context one, several;
    size_t before, len, behind, i;

    for (i = 0; i < LONGEST; i++)
        message[i] = (unsigned char)(i * 31 + (i >> 8) * 7 + (i >> 16));
    for (turn = 0; turn < turns; turn++) {
        before = below(turn % 3 != 0 ? 3000 : 200000);
        if (turn % 4 == 0)
            before = 1024 * below(200);
        len = below(turn % 2 != 0 ? (size_t)4 << 20 : 600000);
        if (turn % 5 == 0)
            len = 65536 * below(60);
        behind = below(2000);
        if (turn % 2 != 0) {
            mote_blake3_init_keyed(&one, 800, key);
            mote_blake3_init_keyed(&several, 800, key);
        } else {
            mote_blake3_init(&one, 800);
            mote_blake3_init(&several, 800);
        }
        mote_blake3(&one, message, before + len + behind);
        mote_blake3_close(&one, 0, 0, expected);
        mote_blake3(&several, message, before);
        mote_blake3_parallel(&several, message + before, len,
                             turn % 3 != 0 ? on_threads : backwards, &calls);
        mote_blake3(&several, message + before + len, behind);
        mote_blake3_close(&several, 0, 0, made);
        if (memcmp(expected, made, sizeof made) != 0) {
            printf("wrong: %lu bytes, %lu in parallel, %lu\n", (unsigned long)before,
                   (unsigned long)len, (unsigned long)behind);
            return 1;
        }
    }
    printf("%lu\n", calls);
    return 0;
}
