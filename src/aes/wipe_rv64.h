/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * aes/wipe.h for RISC-V with 64 bits: stores of eight bytes, where one byte at a time takes as long as a block
 * of a cipher.
 *
 * A private header.  The source includes it behind common/fast.h and
 *
 *     #define STACK_BYTES 256              as for aes/wipe.h
 *     #define NOINLINE ...
 */
#ifndef MOTE_AES_WIPE_RV64_H
#define MOTE_AES_WIPE_RV64_H

/* Fills an object with zeros, although nobody reads it any more. */
NOINLINE static void wipe(void *object, size_t bytes) {
    typedef volatile u64 __attribute__((__may_alias__)) word;
    volatile unsigned char *p = (volatile unsigned char *)object;

    for (; bytes != 0 && (size_t)p % 8 != 0; bytes--)
        *p++ = 0;
    for (; bytes >= 32; bytes -= 32, p += 32) {
        word *words = (word *)(volatile void *)p;

        words[0] = 0;
        words[1] = 0;
        words[2] = 0;
        words[3] = 0;
    }
    for (; bytes != 0; bytes--)
        *p++ = 0;
}

NOINLINE static void wipe_below(void) {
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
