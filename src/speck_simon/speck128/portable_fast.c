/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Speck128/128 in portable C with words of 64 bits.
 */
#include "mote/speck128.h"

typedef mote_speck128_context context;
#define CIPHER(function) mote_speck128_##function
#define ROUNDS 32

/* A round with the key k, and its inverse. */
#define FORWARD(x, y, k) (x = (ROTR64(x, 8) + y) ^ (k), y = ROTL64(y, 3) ^ x)
#define BACK(x, y, k) (y = ROTR64(y ^ x, 3), x = ROTL64((x ^ (k)) - y, 8))
#define TWO_ROUNDS(x, y, k, l) (FORWARD(x, y, k), FORWARD(x, y, l))
#define TWO_ROUNDS_BACK(x, y, k, l) (BACK(x, y, l), BACK(x, y, k))

#include "speck_simon/speck_schedule.h"

#include "speck_simon/fast.h"
