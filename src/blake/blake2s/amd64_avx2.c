/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s with AVX2 of amd64, in C.
 *
 * Names are those of RFC 7693, sections 3.1 and 3.2.  Each row of four words of the state is a vector, so
 * four functions G go side by side.
 */
#include "mote/blake2s.h"

typedef mote_blake2s_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "blake/rounds32_avx2.h"

#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    words = WORDS(i, j, k, l, i2, j2, k2, l2);                                                     \
    G

#define BLAKE_VARIABLES                                                                            \
    const __m128i by_16 = BY_16, by_8 = BY_8;                                                      \
    __m256i which, words;

#include "blake/blake2s_amd64.h"
