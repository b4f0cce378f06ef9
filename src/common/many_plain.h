/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Many messages hashed one by one.
 *
 * A private header.  The source defines CONTEXT, INIT, UPDATE and CLOSE, the type and the functions of the
 * hash function.
 */
#ifndef MOTE_MANY_PLAIN_H
#define MOTE_MANY_PLAIN_H

#include <stddef.h>

#include "common/forget.h"

static void each_alone(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                       unsigned char *dst) {
    CONTEXT cc;
    size_t i;

    for (i = 0; i < count; i++) {
        INIT(&cc, out_size);
        UPDATE(&cc, data[i], len[i]);
        CLOSE(&cc, 0, 0, dst);
        dst += out_size / 8;
    }
    FORGET(cc);
}

#endif
