/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Nothing secret stays in memory that functions had and gave back.
 *
 * A private header.  The source includes it after
 *
 *     #define STACK_BYTES 400    bytes of stack below the caller of wipe_stack that may hold secrets
 *
 * What works on secrets is a function of its own (APART), so that its stack is below its caller's,
 * who then calls wipe_stack.  Where locals lie at fixed addresses instead (SDCC for the 8051), each
 * array ends with WIPE(array).
 */
#ifndef MOTE_WIPE_H
#define MOTE_WIPE_H

#ifdef __GNUC__
#define APART __attribute__((__noinline__))
#elif defined _MSC_VER
#define APART __declspec(noinline)
#else
#define APART
#endif

/* Zeros, which no compiler may leave out although nobody reads them. */
static void wipe(void *object, unsigned bytes) {
    volatile unsigned char *p = (volatile unsigned char *)object;

    do {
        *p++ = 0;
    } while (--bytes != 0);
}

#ifdef __SDCC_mcs51
#define WIPE(array) wipe(array, sizeof array)
#define wipe_stack()
#else
#define WIPE(array) ((void)0)

APART static void wipe_stack(void) {
    unsigned char below[STACK_BYTES];

    wipe(below, sizeof below);
}
#endif

#endif
