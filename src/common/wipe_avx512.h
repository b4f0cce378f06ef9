/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Nothing secret stays on the stack of functions that have returned: zeros there, in lines of the cache.
 *
 * A private header, for files that may use AVX-512 of amd64.  The source includes it after
 *
 *     #define STACK_BYTES 512              of the deepest of these functions, a multiple of 64
 *
 * Of a call for a message of 64 bytes zeros in smaller pieces would be up to a third.
 */
#ifndef MOTE_WIPE_AVX512_H
#define MOTE_WIPE_AVX512_H

#include <immintrin.h>

__attribute__((__noinline__, __unused__, __target__("avx512f"))) static void wipe_below(void) {
    const __m512i zeros = _mm512_setzero_si512();
    unsigned char below[STACK_BYTES];
    unsigned char *p = below + 64 - ((size_t)below & 63);

    /* Those in the middle cross no line.  Without the statement in the loop it would be a call of memset. */
    _mm512_storeu_si512((void *)below, zeros);
    for (; p < below + STACK_BYTES - 64; p += 64) {
        _mm512_store_si512((void *)p, zeros);
        __asm__ __volatile__("");
    }
    _mm512_storeu_si512((void *)(below + STACK_BYTES - 64), zeros);
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

/* Not as the last thing of a function: compilers would leave its frame before the call. */
#define wipe_stack()                                                                               \
    do {                                                                                           \
        wipe_below();                                                                              \
        __asm__ __volatile__("");                                                                  \
    } while (0)

#endif
