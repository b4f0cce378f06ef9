/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of sponge functions share: the way of bytes into the
 * state and out of it.
 *
 * A private header.  The source includes it after common/small.h and
 *
 *     typedef mote_xxx_context context;    with the field ptr, the place in the state
 *     #define STATE cc->A                  an array of u32; word of 64 bits with the low half first
 *     #define RATE cc->rate                bytes of the state that take the message
 *     static void permute(u32 *state);     the permutation
 */
#ifndef MOTE_SPONGE_H
#define MOTE_SPONGE_H

/* Adds a byte to the state at its place. */
static void add_to_state(context *cc, unsigned byte) {
    unsigned i = cc->ptr;

    SET_BYTE(STATE, i, GET_BYTE(STATE, i) ^ byte);
}

/* On to the next byte of the state, message or output. */
NOINLINE static void step(context *cc) {
    if (++cc->ptr == RATE) {
        permute(STATE);
        cc->ptr = 0;
    }
}

static void update(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;

    while (len != 0) {
        add_to_state(cc, *bytes);
        step(cc);
        bytes++;
        len--;
    }
}

/* Permutes the state, and writes len bytes of output, at least one. */
static void squeeze(context *cc, unsigned char *out, unsigned len) {
    cc->ptr = RATE - 1;
    do {
        step(cc);
        *out = GET_BYTE(STATE, cc->ptr);
        out++;
    } while (--len != 0);
}

#endif
