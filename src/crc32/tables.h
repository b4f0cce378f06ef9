/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Tables of remainders, built by the compiler: the word for a byte is the sum of the words for its
 * bits, which are powers of x.  See combine.h for what the source has to define.
 *
 * A private header.
 */
#ifndef MOTE_CRC32_TABLES_H
#define MOTE_CRC32_TABLES_H

#include "crc32/combine.h"

/* The sum of the words a to d, or h, for the bits of a byte from the highest on. */
#define SUM4(i, a, b, c, d)                                                                        \
    (((i) & 8 ? a : 0) ^ ((i) & 4 ? b : 0) ^ ((i) & 2 ? c : 0) ^ ((i) & 1 ? d : 0))
#define SUM8(i, a, b, c, d, e, f, g, h) (SUM4((i) >> 4, a, b, c, d) ^ SUM4(i, e, f, g, h))

/* WORD of all numbers of 4 bits, and of 8. */
#define WORDS4(i) WORD(i), WORD((i) + 1), WORD((i) + 2), WORD((i) + 3)
#define WORDS16(i) WORDS4(i), WORDS4((i) + 4), WORDS4((i) + 8), WORDS4((i) + 12)
#define WORDS64(i) WORDS16(i), WORDS16((i) + 16), WORDS16((i) + 32), WORDS16((i) + 48)
#define WORDS256 WORDS64(0), WORDS64(64), WORDS64(128), WORDS64(192)

#endif
