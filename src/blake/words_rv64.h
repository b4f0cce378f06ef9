/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The words of a block of BLAKE2s or BLAKE3 for RISC-V with 64 bits: read where they are used.  31 registers
 * hold the state and not the message beside it; what a compiler keeps of that it stores and loads again.
 *
 * A private header.
 */
#ifndef MOTE_BLAKE_WORDS_RV64_H
#define MOTE_BLAKE_WORDS_RV64_H

/* The lowest byte of a word comes first here. */
#define WORDS_LIE_IN_ORDER

typedef volatile u32 __attribute__((__may_alias__)) word;

/* The block's words: where it lies, if that is aligned, or in the copy. */
static const word *words_of(const unsigned char *data, u32 *copy) {
    unsigned i;

    if ((size_t)data % 4 == 0)
        return (const word *)(const void *)data;
    for (i = 0; i < 16; i++)
        copy[i] = (u32)data[4 * i] | (u32)data[4 * i + 1] << 8 | (u32)data[4 * i + 2] << 16 |
                  (u32)data[4 * i + 3] << 24;
    return copy;
}

#endif
