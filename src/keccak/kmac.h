/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of KMAC128 and KMAC256 share.
 *
 * A private header.  The source includes it after keccak/small.h or keccak/fast.h and
 *
 *     #define SUFFIX 4                     00, and the first 1 of the padding
 *     #define LEAVES_LANES                 if the permutation leaves the lanes on the stack
 *
 * Names are those of SP 800-185, section 4.3: K, X, L and S.
 */
#ifndef MOTE_KECCAK_KMAC_H
#define MOTE_KECCAK_KMAC_H

#include "keccak/customized.h"
#include "mote/memory.h"

/* The longest code that check compares, in bytes. */
#define LARGEST_MAC 64

/* Of a function that check calls as others do: what it leaves on the stack is at the same places. */
#if defined __GNUC__ || defined __clang__
#define ONE_COPY __attribute__((__noinline__))
#else
#define ONE_COPY
#endif

/* The first block: cSHAKE's function name and S. */
static void customize(context *cc, unsigned rate, const void *data, size_t len) {
    unsigned char name[4];

    init(cc, rate, 0);
    begin_block(cc);
    name[0] = 'K';
    name[1] = 'M';
    name[2] = 'A';
    name[3] = 'C';
    add_string(cc, name, 4);
    add_string(cc, data, len);
    end_block(cc);
}

/* K, in blocks of its own */
static void set_key(context *cc, unsigned out_size, const void *key, size_t key_len) {
    cc->out_size = out_size;
    begin_block(cc);
    add_string(cc, key, key_len);
    end_block(cc);
}

/* L behind X, or 0 where the output may have any length; and the output. */
ONE_COPY static void make(context *cc, unsigned encoded_bytes, void *dst) {
    add_length(cc, encoded_bytes, 1);
    finish(cc, 0, 0, dst);
    mote_wipe(cc, sizeof *cc);
}

static int check(context *cc, const void *mac, size_t mac_len) {
    unsigned char right[LARGEST_MAC];
    unsigned size = cc->out_size >> 3;
#ifdef LEAVES_LANES
    unsigned rate = cc->rate;
#endif
    int result = MOTE_KMAC_WRONG_MAC;

    if (mac_len == size && size <= LARGEST_MAC) {
        make(cc, size, right);
        result = mote_compare(right, mac, mac_len);
#ifdef LEAVES_LANES
        /* Who is told that a code is wrong must not find the right one: another takes its place. */
        init(cc, rate, size << 3);
        make(cc, size, right);
#endif
        mote_wipe(right, sizeof right);
    }
    mote_wipe(cc, sizeof *cc);
    return result;
}

#endif
