/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * memcpy of a few aligned words for RISC-V with 64 bits, where the C library's takes longer to see what is to do
 * than to do it.
 *
 * A private header; the source includes it before the others that call memcpy.
 */
#ifndef MOTE_COMMON_COPY_RV64_H
#define MOTE_COMMON_COPY_RV64_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((__may_alias__)) copied_word;

__attribute__((__unused__)) static void *copy_words(void *dst, const void *src, size_t len) {
    copied_word *to = (copied_word *)dst;
    const copied_word *from = (const copied_word *)src;
    uint32_t a, b, c, d;

    if (((size_t)dst % 4 | (size_t)src % 4 | len % 16) != 0 || len > 256) {
        return memcpy(dst, src, len);
    }
    for (; len != 0; len -= 16, to += 4, from += 4) {
        a = from[0];
        b = from[1];
        c = from[2];
        d = from[3];
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
        /* Else compilers see memcpy in it. */
        __asm__ __volatile__("" : : : "memory");
    }
    return dst;
}

/* Of a constant size that is less compilers know what is best. */
#define memcpy(dst, src, len)                                                                      \
    (__builtin_constant_p(len) && (len) < 32 ? __builtin_memcpy(dst, src, len)                     \
                                             : copy_words(dst, src, len))

#endif
