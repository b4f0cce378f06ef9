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

#include "blake/placed32_avx2.h"
#include "blake/rounds_fast.h"

/* The words of rounds 2 to 9: rows of sigma are written down there, for whatever ROUND is. */
#undef ROUND
#define ROUND PLACE_ROW
#define PLACING_OF(round)                                                                          \
    PLACING place_##round(u32 *to, const unsigned char *data) {                                    \
        ROUND##round;                                                                              \
    }
PLACING_OF(2)
PLACING_OF(3)
PLACING_OF(4)
PLACING_OF(5)
PLACING_OF(6)
PLACING_OF(7)
PLACING_OF(8)
PLACING_OF(9)

#include "blake/rounds32_avx2.h"

#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    words = WORDS(i, j, k, l, i2, j2, k2, l2);                                                     \
    G

#define BLAKE_VARIABLES                                                                            \
    const __m128i by_16 = BY_16, by_8 = BY_8;                                                      \
    __m256i which, words;                                                                          \
    u32 placed[8 * 16];

#define PLACED(round) (placed + 16 * ((round) - 2))
#define PLACE_WORDS(round) place_##round(PLACED(round), data)
#undef TEN_ROUNDS
#define TEN_ROUNDS                                                                                 \
    PLACE_WORDS(2);                                                                                \
    ROUND0;                                                                                        \
    PLACE_WORDS(3);                                                                                \
    PLACE_WORDS(4);                                                                                \
    ROUND1;                                                                                        \
    PLACE_WORDS(5);                                                                                \
    PLACED_ROUND(PLACED(2));                                                                       \
    PLACE_WORDS(6);                                                                                \
    PLACED_ROUND(PLACED(3));                                                                       \
    PLACE_WORDS(7);                                                                                \
    PLACED_ROUND(PLACED(4));                                                                       \
    PLACE_WORDS(8);                                                                                \
    PLACED_ROUND(PLACED(5));                                                                       \
    PLACE_WORDS(9);                                                                                \
    PLACED_ROUND(PLACED(6));                                                                       \
    PLACED_ROUND(PLACED(7));                                                                       \
    PLACED_ROUND(PLACED(8));                                                                       \
    PLACED_ROUND(PLACED(9))

#include "blake/blake2s_amd64.h"
