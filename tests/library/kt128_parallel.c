/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT128 on threads that the caller brings, beside KT128 on one:
 *
 *     kt128_parallel MESSAGES     of pseudo-random sizes, cut anywhere; 1 if a digest is wrong
 */
#include "mote/kt128_parallel.h"

#include "on_threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST ((size_t)20 << 20)

static unsigned char message[LONGEST];
static unsigned long calls;

int main(int argc, char **argv) {
    unsigned long turn, turns = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    unsigned char expected[200], made[200];
    mote_kt128_context one, several;
    size_t before, len, behind, custom, i;

    for (i = 0; i < LONGEST; i++)
        message[i] = (unsigned char)(i * 31 + (i >> 8) * 7 + (i >> 16));
    for (turn = 0; turn < turns; turn++) {
        before = below(turn % 3 != 0 ? 20000 : 200000);
        if (turn % 4 == 0)
            before = turn == 0 ? 0 : 8192 * below(4) + turn % 8 / 4;
        len = below(turn % 2 != 0 ? (size_t)2 << 20 : 600000);
        if (turn % 5 == 0)
            len = 8192 * (20 + below(40));
        if (turn == 7)
            len = (size_t)19 << 20;
        behind = turn % 7 != 0 ? below(20000) : 0;
        custom = turn % 3 == 0 ? below(20000) : 0;
        mote_kt128_init(&one, 1600);
        mote_kt128_init(&several, 1600);
        mote_kt128(&one, message, before + len + behind);
        mote_kt128(&several, message, before);
        mote_kt128_parallel(&several, message + before, len, turn % 3 != 0 ? on_threads : backwards,
                            &calls);
        mote_kt128(&several, message + before + len, behind);
        if (custom != 0) {
            mote_kt128_customize(&one, message, custom);
            mote_kt128_customize(&several, message, custom);
        }
        mote_kt128_close(&one, 0, 0, expected);
        mote_kt128_close(&several, 0, 0, made);
        if (memcmp(expected, made, sizeof made) != 0) {
            printf("wrong: %lu bytes, %lu in parallel, %lu, customization of %lu\n",
                   (unsigned long)before, (unsigned long)len, (unsigned long)behind,
                   (unsigned long)custom);
            return 1;
        }
    }
    printf("%lu\n", calls);
    return 0;
}
