/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Simon128/128 in portable C with words of 64 bits.
 */
#include "mote/simon128.h"

typedef mote_simon128_context context;
#define CIPHER(function) mote_simon128_##function
#define ROUNDS 68

/* A round leaves x as y: two of them exchange nothing. */
#define HALF(y, x, k) (y ^= (ROTL64(x, 1) & ROTL64(x, 8)) ^ ROTL64(x, 2) ^ (k))
#define TWO_ROUNDS(x, y, k, l) (HALF(y, x, k), HALF(x, y, l))
#define TWO_ROUNDS_BACK(x, y, k, l) (HALF(x, y, l), HALF(y, x, k))

#include "speck_simon/simon_schedule.h"

#include "speck_simon/fast.h"
