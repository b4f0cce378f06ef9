/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum by bytes, with a table of 1024 bytes.  See bitwise.h for what the source has to
 * define.
 *
 * A private header.
 */
#include "crc32/tables.h"

#define WORD(i) SUM8(i, X32, X33, X34, X35, X36, X37, X38, X39)
static const u32 table[256] TABLE = {WORDS256};

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;

    crc = T32(~crc);
    while (len != 0) {
        crc = crc >> 8 ^ READ32(table, (unsigned char)(crc ^ *bytes));
        bytes++;
        len--;
    }
    return T32(~crc);
}
