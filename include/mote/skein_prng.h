/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The random generator of Skein, with a state of 256 bits: from a seed as many bytes as are wanted,
 * which nobody can tell from random ones who does not know the seed.
 *
 * Status: candidate, as Skein-256 is (mote/skein256.h).  The bytes are no better than the seed: give
 * it at least 256 bits of entropy before the first request.
 * Specification: "The Skein Hash Function Family", N. Ferguson, S. Lucks, B. Schneier, D. Whiting,
 * M. Bellare, T. Kohno, J. Callas, J. Walker, version 1.3, 1 October 2010, section 4, "Skein as a
 * PRNG".
 * Interface: mote/interface.h, which says what the functions do.
 *
 *     mote_skein_prng_context cc;
 *     unsigned char noise[32] = {1}, key[16];
 *     mote_skein_prng_init(&cc);
 *     mote_skein_prng_seed(&cc, noise, sizeof noise);         as often as there is some
 *     if (mote_skein_prng_generate(&cc, key, sizeof key) != 0)
 *         return 1;                                           there was no seed
 *
 * Each request takes the time of a Threefish encryption for every 32 bytes and of one more: it is
 * faster to ask once for many bytes.
 */
#ifndef MOTE_SKEIN_PRNG_H
#define MOTE_SKEIN_PRNG_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Every seed begins with the same chaining value.  A program may choose where its small code
 * (portable.c, alone or with a kernel) has it from, by this macro, alike in all of its sources: 0, it
 * is computed each time; 1, it is a table of constants; 2, mote_skein_prng_init computes it, and the
 * context keeps it.  The other files have a table in any case.
 */
#ifndef MOTE_SKEIN_PRNG_INITIAL_VALUE
#define MOTE_SKEIN_PRNG_INITIAL_VALUE 1
#endif

typedef struct {
    mote_u32 S[8]; /* the state, low halves of the words first; all zeros before the first seed */
#if MOTE_SKEIN_PRNG_INITIAL_VALUE == 2
    mote_u32 initial_value[8]; /* the chaining value, low halves first */
#endif
} mote_skein_prng_context;

/* What mote_skein_prng_generate returns before the first seed. */
#define MOTE_SKEIN_PRNG_UNSEEDED (-1)

/* Starts a generator without a seed, whatever was in *cc before. */
void mote_skein_prng_init(mote_skein_prng_context *cc);

/*
 * Adds len bytes of seed at data to what the state already has: the state becomes the Skein-256 hash
 * of the state and the seed, so that no seed, known or chosen by others, makes it easier to guess.
 * Of a length of 0 nothing changes.
 */
void mote_skein_prng_seed(mote_skein_prng_context *cc, const void *data, size_t len);

/*
 * Writes len bytes at dst, outside *cc; any length that size_t has.  The state is overwritten, also
 * with len 0: who learns it afterwards cannot find out what was generated before.  Returns 0; or
 * MOTE_SKEIN_PRNG_UNSEEDED before the first seed, with zeros at dst and the state as it was.
 */
MOTE_CHECKED int mote_skein_prng_generate(mote_skein_prng_context *cc, void *dst, size_t len);

#ifdef __cplusplus
}
#endif

#endif
