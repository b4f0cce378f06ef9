/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum by 8 bytes, each with a table of its own: 8192 bytes.  See bitwise.h for what the
 * source has to define.
 *
 * Source: M. E. Kounavis, F. L. Berry, "A Systematic Approach to Building High Performance
 * Software-Based CRC Generators", ISCC 2005 (slicing by 8).
 *
 * A private header.
 */
#include "crc32/tables.h"

/* Table n: the byte, and n bytes of zeros behind it. */
static const u32 table[8][256] TABLE = {
#define WORD(i) SUM8(i, X32, X33, X34, X35, X36, X37, X38, X39)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X40, X41, X42, X43, X44, X45, X46, X47)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X48, X49, X50, X51, X52, X53, X54, X55)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X56, X57, X58, X59, X60, X61, X62, X63)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X64, X65, X66, X67, X68, X69, X70, X71)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X72, X73, X74, X75, X76, X77, X78, X79)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X80, X81, X82, X83, X84, X85, X86, X87)
    {WORDS256},
#undef WORD
#define WORD(i) SUM8(i, X88, X89, X90, X91, X92, X93, X94, X95)
    {WORDS256},
};

#ifdef SLICING_RV64
#include "crc32/slicing_rv64.h"
#else
mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data;

    crc = T32(~crc);
    while (len >= 8) {
        crc ^= p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
        crc = READ32(table[7], crc & 0xFF) ^ READ32(table[6], crc >> 8 & 0xFF) ^
              READ32(table[5], crc >> 16 & 0xFF) ^ READ32(table[4], crc >> 24) ^
              READ32(table[3], p[4]) ^ READ32(table[2], p[5]) ^ READ32(table[1], p[6]) ^
              READ32(table[0], p[7]);
        p += 8;
        len -= 8;
    }
    while (len != 0) {
        crc = crc >> 8 ^ READ32(table[0], (crc ^ *p) & 0xFF);
        p++;
        len--;
    }
    return T32(~crc);
}
#endif
