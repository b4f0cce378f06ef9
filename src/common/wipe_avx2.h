/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Nothing secret stays behind, with AVX2 of amd64: zeros in an object, and on the stack of functions that have
 * returned.
 *
 * A private header, for files that may use AVX2.  The source includes it after
 *
 *     #define STACK_BYTES 512              of the deepest of these functions, a multiple of 32
 */
#ifndef MOTE_WIPE_AVX2_H
#define MOTE_WIPE_AVX2_H

#include <immintrin.h>
#include <stddef.h>

/* Fills an object with zeros, although nobody reads it any more: a multiple of 16 bytes. */
__attribute__((__noinline__, __unused__, __target__("avx2"))) static void wipe(void *object,
                                                                               size_t bytes) {
    unsigned char *p = (unsigned char *)object;

    /* Without the statement in the loop it would be a call of memset. */
    for (; bytes >= 32; bytes -= 32, p += 32) {
        _mm256_storeu_si256((__m256i *)(void *)p, _mm256_setzero_si256());
        __asm__ __volatile__("");
    }
    if (bytes != 0)
        _mm_storeu_si128((__m128i *)(void *)p, _mm_setzero_si128());
    __asm__ __volatile__("" : : "r"(object) : "memory");
}

__attribute__((__noinline__, __unused__, __target__("avx2"))) static void wipe_below(void) {
    unsigned char below[STACK_BYTES];

    wipe(below, sizeof below);
}

/* Not as the last thing of a function: compilers would leave its frame before the call. */
#define wipe_stack()                                                                               \
    do {                                                                                           \
        wipe_below();                                                                              \
        __asm__ __volatile__("");                                                                  \
    } while (0)

#endif
