/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum bit by bit: the smallest code.  See combine.h for what the source has to define, and
 * UPDATE, the function's name.
 *
 * A private header.
 */
#include "crc32/combine.h"

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned char i;

    crc = T32(~crc);
    while (len != 0) {
        crc ^= *bytes;
        bytes++;
        i = 8;
        do {
            crc = TIMES_X(crc);
        } while (--i != 0);
        len--;
    }
    return T32(~crc);
}
