/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A text that lies partly where its result is to be: the library moves it there first, and the
 * implementations work in place.
 *
 * A private header, for a library.c.
 */
#ifndef MOTE_OVERLAP_H
#define MOTE_OVERLAP_H

#include <string.h>

/* Whether len bytes at src and at dst share some and are not the same. */
static int overlaps(const void *src, const void *dst, size_t len) {
    size_t from = (size_t)src, to = (size_t)dst;

    return from != to && (from < to ? to - from : from - to) < len;
}

/* Where the text is: at src, or now at dst. */
static const void *moved(const void *src, void *dst, size_t len) {
    if (!overlaps(src, dst, len))
        return src;
    memmove(dst, src, len);
    return dst;
}

#endif
