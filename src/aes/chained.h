/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A block at a time, or two, encrypted in place: for modes in which a block needs the one before.
 *
 * A private header; before it comes, with CHAINED defined, small.h or fast.h, or that of a processor's
 * instructions:
 *
 *     ENCRYPT_ONE(key, s)                  a block
 *     ENCRYPT_FEW(key, s, n)               n of them, 1 or 2
 */
#ifndef MOTE_AES_CHAINED_H
#define MOTE_AES_CHAINED_H

#ifdef AES_ENCRYPT_BLOCKS
#define ENCRYPT_ONE(key, s) ENCRYPT(key, s, s, 1)
#define ENCRYPT_FEW(key, s, n) ENCRYPT(key, s, s, n)
#else
#if BLOCKS == 1
#define ENCRYPT_ONE(key, s) encrypt_blocks(key, s)
#define ENCRYPT_FEW(key, s, n)                                                                     \
    do {                                                                                           \
        encrypt_blocks(key, s);                                                                    \
        if ((n) != 1)                                                                              \
            encrypt_blocks(key, (s) + 16);                                                         \
    } while (0)
#else
#define ENCRYPT_ONE(key, s) encrypt_few(key, s, 1)
#define ENCRYPT_FEW(key, s, n) encrypt_few(key, s, n)

/* The blocks that are encrypted with them are of no account. */
static void encrypt_few(const schedule *key, unsigned char *blocks, unsigned n) {
    unsigned char s[16 * BLOCKS];

    memset(s, 0, sizeof s);
    memcpy(s, blocks, 16 * n);
    encrypt_blocks(key, s);
    memcpy(blocks, s, 16 * n);
    wipe(s, sizeof s);
}
#endif
#endif

#endif
