/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Speck128/128 with AltiVec, before POWER8: eight blocks at a time.
 */
#include "mote/speck128.h"

typedef mote_speck128_context context;
#define CIPHER(function) mote_speck128_##function
#define ROUNDS 32

/* A round with the key k: vperm, 4 for the sum, vxor; 3 for the rotation, vxor.  And its inverse. */
#define FORWARD(x, y, k)                                                                           \
    (x = vec_xor(vector_add64(vec_perm(x, x, RIGHT8), y), k), y = vec_xor(VECTOR_ROTL64(y, 3), x))
#define BACK(x, y, k)                                                                              \
    (y = vec_xor(y, x), y = VECTOR_ROTR64(y, 3), x = vector_sub64(vec_xor(x, k), y),               \
     x = vec_perm(x, x, LEFT8))
#define TWO_ROUNDS(x, y, k, l) (FORWARD(x, y, k), FORWARD(x, y, l))
#define TWO_ROUNDS_BACK(x, y, k, l) (BACK(x, y, l), BACK(x, y, k))

#include "speck_simon/speck_schedule.h"

#include "speck_simon/altivec.h"
