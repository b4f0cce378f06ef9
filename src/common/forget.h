/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Zeros in an object of a function that returns, which no compiler may leave out although nobody reads them.
 *
 * A private header, for objects that are too large for single bytes (common/wipe.h).
 */
#ifndef MOTE_FORGET_H
#define MOTE_FORGET_H

#include <string.h>

#ifdef __GNUC__
#define FORGET(object)                                                                             \
    do {                                                                                           \
        memset(&(object), 0, sizeof(object));                                                      \
        __asm__ __volatile__("" : : "r"(&(object)) : "memory");                                    \
    } while (0)
#else
#define FORGET(object)                                                                             \
    do {                                                                                           \
        volatile unsigned char *forgotten = (volatile unsigned char *)&(object);                   \
        size_t place;                                                                              \
        for (place = 0; place < sizeof(object); place++)                                           \
            forgotten[place] = 0;                                                                  \
    } while (0)
#endif

#endif
