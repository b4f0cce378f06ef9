/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What AES and GHASH share on AArch64: blocks of 128 bits in registers.
 *
 * A private header.
 */
#ifndef MOTE_AES_AARCH64_WORDS_H
#define MOTE_AES_AARCH64_WORDS_H

#include "common/fast.h"

#include "common/aarch64_crypto.h"

#define NOINLINE __attribute__((__noinline__))
#define INLINE static __inline__ __attribute__((__always_inline__, __unused__))
#define MEMORY

/* Fills an object with zeros, although nobody reads it any more. */
static __inline__ __attribute__((__unused__)) void wipe(void *object, size_t bytes) {
    memset(object, 0, bytes);
    __asm__ __volatile__("" : : "r"(object) : "memory");
}

#define EIGHT(step) step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7)

/* The stack on which a compiler may have put what found no register: eight times 64 bytes */
#define STACK_BYTES 512
#define WIPE64(i)                                                                                  \
    vst1q_u8(below + 64 * (i), vdupq_n_u8(0));                                                     \
    vst1q_u8(below + 64 * (i) + 16, vdupq_n_u8(0));                                                \
    vst1q_u8(below + 64 * (i) + 32, vdupq_n_u8(0));                                                \
    vst1q_u8(below + 64 * (i) + 48, vdupq_n_u8(0));
NOINLINE __attribute__((__unused__)) static void wipe_below(void) {
    unsigned char below[STACK_BYTES];

    EIGHT(WIPE64)
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

/* Not as the last thing of a function: compilers would leave its frame before the call. */
#define wipe_stack()                                                                               \
    do {                                                                                           \
        wipe_below();                                                                              \
        __asm__ __volatile__("");                                                                  \
    } while (0)

#define LOAD(p) vld1q_u8(p)
#define STORE(p, x) vst1q_u8(p, x)
#define XOR(x, y) veorq_u8(x, y)
#ifdef __ARM_FEATURE_SHA3
#define XOR3(x, y, z) veor3q_u8(x, y, z)
#else
#define XOR3(x, y, z) veorq_u8(veorq_u8(x, y), z)
#endif
#define ZERO vdupq_n_u8(0)

#define BYTES_OF(x) vreinterpretq_u8_u64(x)
#define HALVES_OF(x) vreinterpretq_u64_u8(x)

#endif
