/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What programs do with secrets beside computing: compare them and wipe them.
 *
 *     unsigned char mac[32] = {1}, received[32] = {1};
 *     if (mote_compare(mac, received, 32) != 0)
 *         return 1;  they differ
 *     mote_wipe(mac, sizeof mac);
 *
 * Both are of this header alone; nothing has to be linked.
 */
#ifndef MOTE_MEMORY_H
#define MOTE_MEMORY_H

#include "mote/interface.h"

#if defined __GNUC__ || defined __clang__
#define MOTE_MEMORY_FUNCTION static __inline__ __attribute__((__unused__))
#elif defined __cplusplus || (defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L)
#define MOTE_MEMORY_FUNCTION static inline
#else
#define MOTE_MEMORY_FUNCTION static
#endif

#ifdef __cplusplus
#define MOTE_MEMORY_CAST(type, pointer) static_cast<type>(pointer)
#else
#define MOTE_MEMORY_CAST(type, pointer) (pointer)
#endif

/*
 * Whether len bytes at a and b are the same: 0 if they are, otherwise -1.  With len 0 they are, and
 * both may be null.  The time depends on len alone: memcmp would tell how many bytes at the beginning
 * of a guess were right.
 */
MOTE_CHECKED MOTE_MEMORY_FUNCTION int mote_compare(const void *a, const void *b, size_t len) {
    /* Volatile, so that no compiler stops at the first difference. */
    const volatile unsigned char *p = MOTE_MEMORY_CAST(const volatile unsigned char *, a);
    const volatile unsigned char *q = MOTE_MEMORY_CAST(const volatile unsigned char *, b);
    int difference = 0;

    while (len-- != 0) {
        int one = *p++;

        difference |= one ^ *q++;
    }
    /* From 0 to 255: but for 0 the sum has its bit 8 set. */
    return -((difference + 255) >> 8);
}

/*
 * Fills len bytes at p with zeros.  A compiler leaves memset out where nobody reads what it wrote,
 * as before the end of a function or before free; it cannot leave out this, not even when it sees
 * the whole program.  Copies of a secret that the compiler made, in registers or elsewhere on the
 * stack, are not wiped by this.
 */
MOTE_MEMORY_FUNCTION void mote_wipe(void *p, size_t len) {
    volatile unsigned char *q = MOTE_MEMORY_CAST(volatile unsigned char *, p);

    while (len-- != 0)
        *q++ = 0;
}

#endif
