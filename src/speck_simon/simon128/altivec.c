/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Simon128/128 with AltiVec, before POWER8: eight blocks at a time.
 */
#include "mote/simon128.h"

typedef mote_simon128_context context;
#define CIPHER(function) mote_simon128_##function
#define ROUNDS 68

/* A round leaves x as y: two of them exchange nothing.  3 + 1 + 3 for the rotations, vand, 3 vxor. */
#define HALF(y, x, k)                                                                              \
    (y = vec_xor(vec_xor(y, k), vec_xor(vec_and(VECTOR_ROTL64(x, 1), vec_perm(x, x, LEFT8)),       \
                                        VECTOR_ROTL64(x, 2))))
#define TWO_ROUNDS(x, y, k, l) (HALF(y, x, k), HALF(x, y, l))
#define TWO_ROUNDS_BACK(x, y, k, l) (HALF(x, y, l), HALF(y, x, k))

#include "speck_simon/simon_schedule.h"

#include "speck_simon/altivec.h"
