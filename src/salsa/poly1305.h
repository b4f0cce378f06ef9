/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Poly1305 in portable C, behind mote/poly1305.h: clamp, append and finish, on how blocks are added,
 * which poly1305_small.h, poly1305_fast.h, poly1305_avx512.h or a kernel says:
 *
 *     static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
 *                            unsigned char above);    blocks of 16 bytes; above: 1, the bit 2^128
 *
 * poly1305_wide.h has finish of its own, too, and poly1305_avx512.h clamp and finish.
 *
 * Names are those of RFC 8439, section 2.5.  A private header.
 */
#ifndef MOTE_SALSA_POLY1305_H
#define MOTE_SALSA_POLY1305_H

#define BITS26 0x3FFFFFF

/* Where there are no products of 64 bits */
#if (defined __thumb__ && !defined __thumb2__) || (defined __riscv && !defined __riscv_mul)
#define NARROW_PRODUCTS
#endif

#if !defined POLY1305_WIDE && !defined POLY1305_AVX512
/* Words of 26 bits again: what is above bit 130 comes back five times, as 2^130 is 5 */
NOINLINE static void carry(u32 *h) {
    u32 above = 0;
    unsigned i;

    for (i = 0; i != 5; i++) {
        above += h[i];
        h[i] = above & BITS26;
        above >>= 26;
    }
    h[0] += above + (above << 2);
}
#endif

#ifdef POLY1305_BLOCKS
/* Blocks are added by a kernel in assembly. */
void mote_poly1305_blocks(mote_u32 *cc, const unsigned char *data, size_t blocks, unsigned above);
#define RUNS_OF_BLOCKS

static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                       unsigned char above) {
    mote_poly1305_blocks(cc->h, data, blocks, above);
}
#else
#ifdef POLY1305_WIDE
#include "salsa/poly1305_wide.h"
#define RUNS_OF_BLOCKS
#else
#if (!defined POLY1305_FAST && !defined POLY1305_AVX512) || defined NARROW_PRODUCTS
/* Adds a number of 128 bits at p, the lowest byte first, and the same times 2^128 */
NOINLINE static void add_number(u32 *h, const unsigned char *p, unsigned char above) {
    unsigned char i, shift = 0;

    for (i = 0; i != 4; i++) {
        *h++ += ((u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24) >> shift & BITS26;
        p += 3;
        shift += 2;
    }
    *h += (u32)p[1] | (u32)p[2] << 8 | (u32)p[3] << 16 | (u32)above << 24;
}
#endif

#ifdef POLY1305_AVX512
#include "salsa/poly1305_avx512.h"
#define RUNS_OF_BLOCKS
#else
#ifdef POLY1305_FAST
#include "salsa/poly1305_fast.h"
#define RUNS_OF_BLOCKS
#else
#include "salsa/poly1305_small.h"
#endif
#endif
#endif
#endif

#ifndef POLY1305_AVX512
/* Clears bits of r (section 2.5) */
static void clamp(mote_poly1305_context *cc) {
    unsigned char i;

    for (i = 3; i != 15; i += 4) {
        cc->r[i] &= 15;
        cc->r[i + 1] &= 252;
    }
    cc->r[15] &= 15;
}
#endif

NOINLINE static void append(mote_poly1305_context *cc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data;

    while (len != 0) {
#ifdef RUNS_OF_BLOCKS
        if (cc->ptr == 0 && len >= 16) {
            add_blocks(cc, p, len >> 4, 1);
            p += len & ~(size_t)15;
            len &= 15;
            continue;
        }
#endif
        cc->block[cc->ptr++] = *p++;
        len--;
        if (cc->ptr == 16) {
            cc->ptr = 0;
            add_blocks(cc, cc->block, 1, 1);
        }
    }
}

#if !defined POLY1305_WIDE && !defined POLY1305_AVX512
/* The tag: h, less 2^130 - 5 where it is as large, and s */
NOINLINE static void finish_code(mote_poly1305_context *cc, unsigned char *tag) {
    u32 reduced[5], above = 5, sum = 0, left = 0;
    unsigned i, bits = 0, k = 0;

    if (cc->ptr != 0) {
        cc->block[cc->ptr] = 1;
        memset(cc->block + cc->ptr + 1, 0, 15u - cc->ptr);
        add_blocks(cc, cc->block, 1, 0);
    }
    carry(cc->h);
    carry(cc->h);
    for (i = 0; i != 5; i++) {
        above += cc->h[i];
        reduced[i] = above & BITS26;
        above >>= 26;
    }
    above = (u32)0 - above;
    for (i = 0; i != 5; i++)
        cc->h[i] ^= (cc->h[i] ^ reduced[i]) & above;
    for (i = 0; i != 16; i++) {
        if (bits < 8) {
            left |= cc->h[k++] << bits;
            bits += 26;
        }
        sum += (left & 0xFF) + cc->s[i];
        tag[i] = (unsigned char)sum;
        sum >>= 8;
        left >>= 8;
        bits -= 8;
    }
    wipe(reduced, sizeof reduced);
}
#endif

#endif
