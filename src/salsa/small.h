/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations of Salsa20 and ChaCha20 share.
 *
 * A private header; the function's own header comes before it, and where CRYPT is used
 *
 *     static void next_block(context *cc); makes a block of the key stream, and counts it
 */
#ifndef MOTE_SALSA_SMALL_H
#define MOTE_SALSA_SMALL_H

#include "common/small.h"

/* Key material lies on the stack in the frames of twenty_rounds and of what it calls. */
#define STACK_BYTES 128
#include "aes/wipe.h"

/* The words of "expand 32-byte k" */
#define SIGMA0 0x61707865
#define SIGMA1 0x3320646E
#define SIGMA2 0x79622D32
#define SIGMA3 0x6B206574

/* Bytes into words from word `at` on, the lowest byte of a word first */
NOINLINE static void set_words(u32 *words, unsigned at, const void *bytes, unsigned size) {
    const unsigned char *p = (const unsigned char *)bytes;
    unsigned i;

    for (i = 0; i != size; i++)
        SET_BYTE(words, 4 * at + i, p[i]);
}

/* The body of mote_xxx_crypt */
#define CRYPT(cc, src, dst, len)                                                                   \
    do {                                                                                           \
        const unsigned char *from = (const unsigned char *)(src);                                  \
        unsigned char *to = (unsigned char *)(dst);                                                \
                                                                                                   \
        for (; (len) != 0; (len)--) {                                                              \
            if ((cc)->left == 0)                                                                   \
                next_block(cc);                                                                    \
            *to++ = (unsigned char)(*from++ ^ GET_BYTE((cc)->key_stream, 64 - (cc)->left));        \
            (cc)->left--;                                                                          \
        }                                                                                          \
        wipe_stack();                                                                              \
    } while (0)

#endif
