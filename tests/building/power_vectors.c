/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * mote/power_vectors.h at every place: what is loaded and stored, and that nothing else is touched.
 * With an argument a load and, with two, a store that are not aligned, which have to be refused.
 */
#include "mote/power_vectors.h"

#include <stdio.h>
#include <string.h>

#define ROOM 64

static int differs(const unsigned char *where, int at) {
    int i;

    for (i = 0; i < ROOM; i++)
        if (where[i] != (i < at || i >= at + 16 ? 0xEE : i - at + 1))
            return 1;
    return 0;
}

int main(int count, char **arguments) {
    unsigned char *from = (unsigned char *)mote_vector_alloc(ROOM);
    unsigned char *to = (unsigned char *)mote_vector_alloc(ROOM);
    unsigned char *empty = (unsigned char *)mote_vector_alloc(0);
    unsigned word;
    int i, at, wrong = 0;
    mote_vector value;

    (void)arguments;
    if (from == NULL || to == NULL || empty == NULL)
        return 2;
    wrong += !mote_vector_is_aligned(from, 0) || !mote_vector_is_aligned(to + 3, 13);
    wrong += !mote_vector_is_aligned(from + 16, -16) || mote_vector_is_aligned(to, 8);
    for (at = 0; at <= ROOM - 16; at++) {
        for (i = 0; i < 16; i++)
            from[at + i] = (unsigned char)(i + 1);
        value = mote_vector_load_any(from + at - 5, 5);
        memcpy(&word, from + at, 4);
        wrong += word != vec_extract(value, 0);
        memset(to, 0xEE, ROOM);
        mote_vector_store_any(value, to + at - 7, 7);
        wrong += differs(to, at);
        if (mote_vector_is_aligned(from, at)) {
            value = mote_vector_load(from, at);
            wrong += word != vec_extract(value, 0);
            memset(to, 0xEE, ROOM);
            mote_vector_store(value, to, at);
            wrong += differs(to, at);
        }
    }
    value = mote_vector_load(from + 4, count == 2 ? 4 : 12);
    mote_vector_store(value, to + 4, count == 3 ? 4 : 12);
    mote_vector_free(from);
    mote_vector_free(to);
    mote_vector_free(empty);
    mote_vector_free(NULL);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
