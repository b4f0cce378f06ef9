/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH with AVX2 of amd64, in C.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6.  Nearly all of it is in jh/amd64.h.
 */
#include "mote/jh.h"

typedef mote_jh_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "jh/fast.h"

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2")))

#define FLIP(x, n, mask)                                                                           \
    _mm_or_si128(_mm_and_si128(_mm_srli_epi64(x, n), mask),                                        \
                 _mm_slli_epi64(_mm_and_si128(x, mask), n))

#include "jh/amd64.h"
