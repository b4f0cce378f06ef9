/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH with AVX-512 of amd64, in C.
 *
 * Names are those of the JH specification (16 January 2011), sections 3 to 6.  Nearly all of it is in jh/amd64.h.  One
 * instruction computes any function of three vectors.
 */
#include "mote/jh.h"

typedef mote_jh_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "jh/fast.h"

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512vl")))

/* Functions of three vectors: x ^ (~y & z), x ^ (y & z), x ^ (y & ~z), ~x ^ (~y & z), x ^ (y | z), x ^ y ^ z, and
 * y or z as x says */
#define TERNARY(x, y, z, values) _mm_ternarylogic_epi64(x, y, z, values)
#define ADD_NOT_AND(x, y, z) TERNARY(x, y, z, 0xD2)
#define ADD_AND(x, y, z) TERNARY(x, y, z, 0x78)
#define ADD_AND_NOT(x, y, z) TERNARY(x, y, z, 0xB4)
#define NOT_ADD_NOT_AND(x, y, z) TERNARY(x, y, z, 0x2D)
#define ADD_OR(x, y, z) TERNARY(x, y, z, 0x1E)
#define ADD_BOTH(x, y, z) TERNARY(x, y, z, 0x96)
#define CHOSEN(x, y, z) TERNARY(x, y, z, 0xCA)

/* Those of jh/fast.h; m3 is complemented where it is taken first. */
#undef SUBSTITUTE
#define SUBSTITUTE(m0, m1, m2, m3, c)                                                              \
    (m0 = ADD_NOT_AND(m0, m2, c), t = ADD_AND(c, m0, m1), m0 = ADD_AND_NOT(m0, m2, m3),            \
     m3 = NOT_ADD_NOT_AND(m3, m1, m2), m1 = ADD_AND(m1, m0, m2), m2 = ADD_AND_NOT(m2, m0, m3),     \
     m0 = ADD_OR(m0, m1, m3), m3 = ADD_AND(m3, m1, m2), m1 = ADD_AND(m1, t, m0), m2 ^= t)
#undef ADD_DOUBLE
#define ADD_DOUBLE(d0, d1, d2, d3, s0, s1, s2, s3)                                                 \
    (d0 ^= s1, d1 ^= s2, d2 = ADD_BOTH(d2, s0, s3), d3 ^= s0)

#define FLIP(x, n, mask) CHOSEN(mask, _mm_srli_epi64(x, n), _mm_slli_epi64(x, n))

#include "jh/amd64.h"
