/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Zeros in an object of a function that returns, which no compiler may leave out although nobody reads them.
 *
 * A private header, for objects that are too large for single bytes (common/wipe.h).
 */
#ifndef MOTE_FORGET_H
#define MOTE_FORGET_H

#include <stddef.h>
#include <string.h>

#define FORGET(object) forget(&(object), sizeof(object))

#ifdef __GNUC__
__attribute__((__unused__, __always_inline__)) static __inline__ void forget(void *object,
                                                                             size_t bytes) {
    unsigned char *p = (unsigned char *)object;

    /* Of a context: for some hundred bytes at once compilers take an instruction that is slow to start. */
    for (; bytes >= 32 && bytes < 512; bytes -= 32, p += 32) {
        memset(p, 0, 32);
        __asm__ __volatile__("" : : "r"(p) : "memory");
    }
    memset(p, 0, bytes);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}
#else
static void forget(void *object, size_t bytes) {
    volatile unsigned char *p = (volatile unsigned char *)object;

    while (bytes-- != 0)
        *p++ = 0;
}
#endif

#endif
