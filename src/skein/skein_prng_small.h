/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The random generator of Skein-256 in small C: all of portable.c, and of portable_fast.c where a
 * kernel in assembly computes UBI.
 *
 * A private header.  The source includes it after mote/skein_prng.h, common/wipe.h,
 * skein/ubi.h and
 *
 *     #define WORDS 4            words of 64 bits in the state
 *
 * Names are those of "The Skein Hash Function Family", version 1.3, sections 3.4, 3.5 and 4.  A word
 * is two words here, the low half first.
 */
#ifndef MOTE_SKEIN_PRNG_SMALL_H
#define MOTE_SKEIN_PRNG_SMALL_H

#ifndef UBI
#define WORDS64
#endif

#include "common/small.h"

#ifndef UBI
#include "skein/threefish_small.h"
#endif

/* The types of a UBI computation (table 6), and flags beside them, in the tweak's highest word */
#define TYPE(n) ((u32)(n) << 24)
#define CONFIGURATION TYPE(4)
#define MESSAGE TYPE(48)
#define OUTPUT TYPE(63)
#define FIRST ((u32)1 << 30)
#define FINAL ((u32)1 << 31)

#define WORDS32 (2 * WORDS)

/* A block of UBI (section 3.4), with a tweak of its lowest and its highest word: G = G' of it. */
static void ubi(u32 *G, u32 *tweak, const u32 *block) {
#if defined UBI && defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    unsigned char bytes[8 * WORDS];
    unsigned i;

    for (i = 0; i != 8 * WORDS; i++)
        bytes[i] = GET_BYTE(block, i);
    UBI(G, tweak, bytes);
#elif defined UBI
    UBI(G, tweak, (const unsigned char *)block);
#else
    u32 x[WORDS32];
    unsigned i;

    memcpy(x, block, sizeof x);
    encrypt(x, G, tweak);
    for (i = 0; i != WORDS32; i++)
        G[i] = x[i] ^ block[i];
    WIPE(x);
#endif
}

/* Block `number` of the output function (section 3.5.3): G = the output for the chaining value G. */
static void output(u32 *G, size_t number) {
    u32 block[WORDS32], tweak[4];

    memset(block, 0, sizeof block);
    block[0] = T32(number);
    /* Two shifts: size_t may have but 32 bits, or 16. */
    block[1] = sizeof number > 2 ? T32(number >> 16 >> 16) : 0;
    memset(tweak, 0, sizeof tweak);
    tweak[0] = 8;
    tweak[3] = OUTPUT | FIRST | FINAL;
    ubi(G, tweak, block);
}

#if MOTE_SKEIN_PRNG_INITIAL_VALUE == 1
/* The chaining value behind the configuration of a digest of 256 bits (section 3.5.2; appendix B) */
static const u32 initial_value[WORDS32] TABLE = {0xD048B449, 0xFC9DA860, 0x9FA7D833, 0x2FCA6647,
                                                 0x6656840F, 0xB33BC389, 0xFDE8DA69, 0x6A54E920};

static void initialize(u32 *G) {
    COPY32(G, initial_value, WORDS32);
}
#else
/* The same, from the configuration string (table 7) */
static void initialize(u32 *G) {
    u32 block[WORDS32], tweak[4];

    memset(G, 0, WORDS32 * sizeof *G);
    memset(block, 0, sizeof block);
    block[0] = 0x33414853;
    block[1] = 1;
    block[2] = 256;
    memset(tweak, 0, sizeof tweak);
    tweak[0] = 32;
    tweak[3] = CONFIGURATION | FIRST | FINAL;
    ubi(G, tweak, block);
}
#endif

/* The state becomes the Skein-256 hash of the state and the seed. */
APART static void add_seed(mote_skein_prng_context *cc, const unsigned char *bytes, size_t len) {
    u32 G[WORDS32], block[WORDS32], tweak[4];
    unsigned i;

#if MOTE_SKEIN_PRNG_INITIAL_VALUE == 2
    memcpy(G, cc->initial_value, sizeof G);
#else
    initialize(G);
#endif
    /* The message: the state, a block of its own, and the seed */
    memset(tweak, 0, sizeof tweak);
    tweak[0] = 8 * WORDS;
    tweak[3] = MESSAGE | FIRST;
    ubi(G, tweak, cc->S);
    tweak[3] = MESSAGE;
    do {
        memset(block, 0, sizeof block);
        i = 0;
        do {
            SET_BYTE(block, i, *bytes);
            bytes++;
            i++;
        } while (--len != 0 && i != 8 * WORDS);
        tweak[0] = T32(tweak[0] + i);
        if (tweak[0] < i)
            tweak[1]++;
        if (len == 0)
            tweak[3] |= FINAL;
        ubi(G, tweak, block);
    } while (len != 0);
    output(G, 0);
    memcpy(cc->S, G, sizeof G);
    WIPE(G);
    WIPE(block);
}

/* The output function of the state, from its second block on; its first is the next state. */
APART static void request(mote_skein_prng_context *cc, unsigned char *out, size_t len) {
    u32 r[WORDS32];
    size_t number = 0;
    unsigned i;

    /* Block 0, the next state, is the last to be computed: until then there is but one state. */
    while (len != 0) {
        number++;
        memcpy(r, cc->S, sizeof r);
        output(r, number);
        i = 0;
        do {
            *out = GET_BYTE(r, i);
            out++;
        } while (--len != 0 && ++i != 8 * WORDS);
    }
    output(cc->S, 0);
    WIPE(r);
}

void mote_skein_prng_init(mote_skein_prng_context *cc) {
    memset(cc->S, 0, sizeof cc->S);
#if MOTE_SKEIN_PRNG_INITIAL_VALUE == 2
    initialize(cc->initial_value);
#endif
}

void mote_skein_prng_seed(mote_skein_prng_context *cc, const void *data, size_t len) {
    if (len != 0) {
        add_seed(cc, (const unsigned char *)data, len);
        wipe_stack();
    }
}

int mote_skein_prng_generate(mote_skein_prng_context *cc, void *dst, size_t len) {
    u32 seeded = 0;
    unsigned i;

    for (i = 0; i != WORDS32; i++)
        seeded |= cc->S[i];
    if (seeded == 0) {
        if (len != 0)
            memset(dst, 0, len);
        return MOTE_SKEIN_PRNG_UNSEEDED;
    }
    request(cc, (unsigned char *)dst, len);
    wipe_stack();
    return 0;
}

#endif
