/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum by half bytes, with a table of 64 bytes.  See bitwise.h for what the source has to
 * define.
 *
 * A private header.
 */
#include "crc32/tables.h"

#define WORD(i) SUM4(i, X32, X33, X34, X35)
static const u32 table[16] TABLE = {WORDS16(0)};

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;

    crc = T32(~crc);
    while (len != 0) {
        crc ^= *bytes;
        bytes++;
        crc = crc >> 4 ^ READ32(table, (unsigned char)crc & 15);
        crc = crc >> 4 ^ READ32(table, (unsigned char)crc & 15);
        len--;
    }
    return T32(~crc);
}
