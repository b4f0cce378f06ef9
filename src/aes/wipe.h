/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Nothing secret stays behind: on the stack, where the functions that have returned had it.
 *
 * A private header.  The source includes it after
 *
 *     #define STACK_BYTES 320              of the deepest of these functions
 *     #define NOINLINE ...                 those have to be functions, below their caller's frame
 */
#ifndef MOTE_AES_WIPE_H
#define MOTE_AES_WIPE_H

/* Fills an object with zeros, although nobody reads it any more. */
#if defined __GNUC__ && (defined __x86_64__ || defined __aarch64__ || defined __powerpc64__)
/* Where memset takes many bytes at once.  The statement behind it might read them, for all that
   compilers know. */
NOINLINE static void wipe(void *object, size_t bytes) {
    memset(object, 0, bytes);
    __asm__ __volatile__("" : : "r"(object) : "memory");
}
#else
NOINLINE static void wipe(void *object, size_t bytes) {
    volatile unsigned char *p = (volatile unsigned char *)object;

    while (bytes-- != 0)
        *p++ = 0;
}
#endif

#ifdef __SDCC_mcs51
/* Here locals lie at fixed addresses, which other functions take over. */
#define wipe_stack()
#else
NOINLINE static void wipe_below(void) {
    unsigned char below[STACK_BYTES];

    wipe(below, sizeof below);
}

/* Not as the last thing of a function: compilers would leave its frame before the call. */
#ifdef __GNUC__
#define wipe_stack()                                                                               \
    do {                                                                                           \
        wipe_below();                                                                              \
        __asm__ __volatile__("");                                                                  \
    } while (0)
#else
#define wipe_stack() wipe_below()
#endif
#endif

#endif
