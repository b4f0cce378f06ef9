/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Ascon-Hash256 and Ascon-XOF128 share: the
 * permutation Ascon-p[12], and the sponge.  With ASCON_ABSORB defined they are the mode of a kernel
 * in assembly, which takes in whole blocks (ascon_absorb/).
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields S (10 of u32), ptr, out_size
 *     #define INITIAL C64(..), ...         the five words of the state before the message
 *
 * Names are those of NIST SP 800-232, section 3.
 */
#ifndef MOTE_ASCON_FAST_H
#define MOTE_ASCON_FAST_H

#include "common/fast.h"

#ifdef ASCON_ABSORB

/* The absorbing of whole blocks is a kernel in assembly. */
void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks);

#else

#include "ascon/rounds_fast.h"

/* Each round leaves x2 complemented; the next one's constant, complemented, mends it. */
#define PERMUTE                                                                                    \
    (ROUND(0xF0), ROUND(~(u64)0xE1), ROUND(~(u64)0xD2), ROUND(~(u64)0xC3), ROUND(~(u64)0xB4),      \
     ROUND(~(u64)0xA5), ROUND(~(u64)0x96), ROUND(~(u64)0x87), ROUND(~(u64)0x78),                   \
     ROUND(~(u64)0x69), ROUND(~(u64)0x5A), ROUND(~(u64)0x4B), x2 = ~x2)

#endif

static const u64 initial[5] = {INITIAL};

#ifdef ASCON_ABSORB

static void absorb(context *cc, const unsigned char *data, size_t blocks) {
    mote_ascon_absorb(cc->S, data, blocks);
}

#else

/* Takes in some blocks of 8 bytes. */
static void absorb(context *cc, const unsigned char *data, size_t blocks) {
    u64 x0, x1, x2, x3, x4, t0, t1, t2, t3, t4;

    LOAD_STATE(cc->S);
    do {
        x0 ^= get_le64(data);
        PERMUTE;
        data += 8;
    } while (--blocks != 0);
    STORE_STATE(cc->S);
}

#endif

static void init(context *cc, unsigned out_size) {
    unsigned i;

    for (i = 0; i < 5; i++)
        SPLIT64(cc->S + 2 * i, initial[i]);
    cc->ptr = 0;
    cc->out_size = out_size;
}

/* The message lies in the state already as far as its block is not full. */
static void add_byte(context *cc, unsigned byte) {
    cc->S[cc->ptr >> 2] ^= (u32)byte << 8 * (cc->ptr & 3);
    cc->ptr++;
}

static void update(context *cc, const void *data, size_t len) {
    static const unsigned char zeros[8] = {0};
    const unsigned char *bytes = (const unsigned char *)data;

    while (len != 0) {
        if (cc->ptr == 0 && len >= 8) {
            absorb(cc, bytes, len / 8);
            bytes += len / 8 * 8;
            len %= 8;
            continue;
        }
        add_byte(cc, *bytes);
        bytes++;
        len--;
        if (cc->ptr == 8) {
            absorb(cc, zeros, 1);
            cc->ptr = 0;
        }
    }
}

#ifdef ASCON_ABSORB

static void finish(context *cc, void *dst) {
    static const unsigned char zeros[8] = {0};
    unsigned char *out = (unsigned char *)dst;
    unsigned left = cc->out_size / 8, i;

    add_byte(cc, 1);
    do {
        absorb(cc, zeros, 1);
        for (i = 0; i != 8 && left != 0; i++) {
            *out = (unsigned char)(cc->S[i >> 2] >> 8 * (i & 3));
            out++;
            left--;
        }
    } while (left != 0);
}

#else

static void finish(context *cc, void *dst) {
    u64 x0, x1, x2, x3, x4, t0, t1, t2, t3, t4;
    unsigned char *out = (unsigned char *)dst, block[8];
    unsigned left = cc->out_size / 8;

    add_byte(cc, 1);
    LOAD_STATE(cc->S);
    PERMUTE;
    while (left > 8) {
        put_le64(out, x0);
        out += 8;
        left -= 8;
        PERMUTE;
    }
    put_le64(block, x0);
    memcpy(out, block, left);
}

#endif

#endif
