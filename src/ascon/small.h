/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of Ascon-Hash256 and Ascon-XOF128 share: the
 * permutation Ascon-p[12] in words of 32 bits, and the sponge; and Ascon-AEAD128, which defines
 * ASCON_AEAD and has the permutation alone, with the first round constant as an argument.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields S (10 of u32), ptr, out_size
 *     #define IV_LOW 0x00CC0002            the initial value's halves
 *     #define IV_HIGH 0x00000801
 *
 * Names are those of NIST SP 800-232, section 3.  A word is two words here, the low half first.
 */
#ifndef MOTE_ASCON_H
#define MOTE_ASCON_H

#define WORDS64
#include "common/small.h"

/* The rotations of section 3.4, by a and b, as (b - a, a): the word is rotated, xored and rotated.
 */
static const unsigned char rotations[10] TABLE = {9, 19, 22, 39, 5, 1, 7, 10, 34, 7};

#ifdef ASCON_AEAD
/* Ascon-p[12] with 0xF0 as constant, Ascon-p[8] with 0xB4 */
NOINLINE static void permute(u32 *S, unsigned constant) {
    u32 x[7], t[2];
    unsigned i, j;
#else
/* Ascon-p[12] */
NOINLINE static void permute(u32 *S) {
    u32 x[7], t[2];
    unsigned constant = 0xF0, i, j;
#endif

    do {
        /* Constant-addition layer (section 3.2) */
        S[4] ^= constant;
        /* Substitution layer (section 3.3), on the low halves, then on the high ones */
        for (j = 0; j < 2; j++) {
            S[0] ^= S[8];
            S[8] ^= S[6];
            S[4] ^= S[2];
            for (i = 0; i < 5; i++)
                x[i] = S[2 * i];
            /* The five words are a cycle. */
            x[5] = x[0];
            x[6] = x[1];
            for (i = 0; i < 5; i++)
                S[2 * i] = x[i] ^ (~x[i + 1] & x[i + 2]);
            S[2] ^= S[0];
            S[0] ^= S[8];
            S[6] ^= S[4];
            S[4] = T32(~S[4]);
            S++;
        }
        S -= 2;
        /* Linear diffusion layer (section 3.4) */
        for (i = 0; i < 10; i += 2) {
            t[0] = t[1] = 0;
            xor_rotr64(t, S + i, READ8(rotations, i));
            xor_rotr64(t, S + i, READ8(rotations, i + 1));
            S[i] ^= t[0];
            S[i + 1] ^= t[1];
        }
        constant -= 15;
    } while (constant != 0x3C);
}

#ifndef ASCON_AEAD

#define STATE cc->S
#define RATE 8
#include "common/sponge.h"

static void init(context *cc, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->S[0] = IV_LOW;
    cc->S[1] = IV_HIGH;
    permute(cc->S);
    cc->out_size = out_size;
}

static void finish(context *cc, void *dst) {
    add_to_state(cc, 1);
    squeeze(cc, (unsigned char *)dst, cc->out_size >> 3);
}

#endif

#endif
