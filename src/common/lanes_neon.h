/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Words of many messages side by side in vectors of AArch64: a word of each in a vector, its lane.  The names
 * are those of common/lanes_amd64.h.
 *
 * A private header.  The source defines before it
 *
 *     #define WORD_BITS 32     or 64
 */
#ifndef MOTE_LANES_NEON_H
#define MOTE_LANES_NEON_H

#include "common/aarch64_neon.h"

#define LANES_NEON
#define FEATURES
#define LANES (128 / WORD_BITS)
#if WORD_BITS == 32
typedef uint32x4_t vector;
#define OP(name) name##_u32
#define OF_BYTES(x) vreinterpretq_u32_u8(x)
#define BYTES_OF(x) vreinterpretq_u8_u32(x)
#define ALL(x) vdupq_n_u32((uint32_t)(x))
static const uint32_t LANE_BITS[LANES] = {1, 2, 4, 8};
#else
typedef uint64x2_t vector;
#define OP(name) name##_u64
#define OF_BYTES(x) vreinterpretq_u64_u8(x)
#define BYTES_OF(x) vreinterpretq_u8_u64(x)
#define ALL(x) vdupq_n_u64((uint64_t)(x))
static const uint64_t LANE_BITS[LANES] = {1, 2};
#endif

#define LOADED(p) OF_BYTES(vld1q_u8((const unsigned char *)(const void *)(p)))
#define KEEP(p, x) vst1q_u8((unsigned char *)(void *)(p), BYTES_OF(x))
#define ADD(x, y) OP(vaddq)(x, y)
#define XOR(x, y) OP(veorq)(x, y)
#define XOR3(x, y, z) XOR(XOR(x, y), z)
/* A shift comes before one that inserts. */
#define ROTR(x, n)                                                                                 \
    __extension__({                                                                                \
        const vector once_ = (x);                                                                  \
                                                                                                   \
        OP(vsriq_n)(OP(vshlq_n)(once_, WORD_BITS - (n)), once_, n);                                \
    })
#define SHUFFLED_BYTES(x, order) OF_BYTES(vqtbl1q_u8(BYTES_OF(x), order))
/* x, but y in lanes of the mask */
#define BLENDED(mask, x, y) OP(vbslq)(OP(vtstq)(ALL(mask), OP(vld1q)(LANE_BITS)), y, x)

/*
 * Words of the 16 bytes at at[lane] + from, of all lanes, in the vectors at x: four of 32 bits, or two of 64.
 * `order` says how the bytes of a word lie.
 */
#if WORD_BITS == 32
#define WORDS_OF_16_BYTES 4
#define LOW_PAIRS(x, y)                                                                            \
    vreinterpretq_u32_u64(vzip1q_u64(vreinterpretq_u64_u32(x), vreinterpretq_u64_u32(y)))
#define HIGH_PAIRS(x, y)                                                                           \
    vreinterpretq_u32_u64(vzip2q_u64(vreinterpretq_u64_u32(x), vreinterpretq_u64_u32(y)))
#define TAKE_WORDS(x, at, from, ORDER)                                                             \
    do {                                                                                           \
        vector r0 = ORDER(LOADED((at)[0] + (from))), r1 = ORDER(LOADED((at)[1] + (from)));         \
        vector r2 = ORDER(LOADED((at)[2] + (from))), r3 = ORDER(LOADED((at)[3] + (from)));         \
        vector s0 = vzip1q_u32(r0, r1), s1 = vzip2q_u32(r0, r1);                                   \
        vector s2 = vzip1q_u32(r2, r3), s3 = vzip2q_u32(r2, r3);                                   \
                                                                                                   \
        (x)[0] = LOW_PAIRS(s0, s2);                                                                \
        (x)[1] = HIGH_PAIRS(s0, s2);                                                               \
        (x)[2] = LOW_PAIRS(s1, s3);                                                                \
        (x)[3] = HIGH_PAIRS(s1, s3);                                                               \
    } while (0)
#else
#define WORDS_OF_16_BYTES 2
#define TAKE_WORDS(x, at, from, ORDER)                                                             \
    do {                                                                                           \
        vector r0 = ORDER(LOADED((at)[0] + (from))), r1 = ORDER(LOADED((at)[1] + (from)));         \
                                                                                                   \
        (x)[0] = vzip1q_u64(r0, r1);                                                               \
        (x)[1] = vzip2q_u64(r0, r1);                                                               \
    } while (0)
#endif

/* The opposite: words of all lanes, four of 32 bits or two of 64, to the 16 bytes at (to)[lane][from]. */
#if WORD_BITS == 32
#define PUT_WORDS(to, from, x, ORDER)                                                              \
    do {                                                                                           \
        vector r0 = ORDER((x)[0]), r1 = ORDER((x)[1]), r2 = ORDER((x)[2]), r3 = ORDER((x)[3]);     \
        vector s0 = vzip1q_u32(r0, r1), s1 = vzip2q_u32(r0, r1);                                   \
        vector s2 = vzip1q_u32(r2, r3), s3 = vzip2q_u32(r2, r3);                                   \
                                                                                                   \
        KEEP(&(to)[0][from], LOW_PAIRS(s0, s2));                                                   \
        KEEP(&(to)[1][from], HIGH_PAIRS(s0, s2));                                                  \
        KEEP(&(to)[2][from], LOW_PAIRS(s1, s3));                                                   \
        KEEP(&(to)[3][from], HIGH_PAIRS(s1, s3));                                                  \
    } while (0)
#else
#define PUT_WORDS(to, from, x, ORDER)                                                              \
    do {                                                                                           \
        vector r0 = ORDER((x)[0]), r1 = ORDER((x)[1]);                                             \
                                                                                                   \
        KEEP(&(to)[0][from], vzip1q_u64(r0, r1));                                                  \
        KEEP(&(to)[1][from], vzip2q_u64(r0, r1));                                                  \
    } while (0)
#endif

#endif
