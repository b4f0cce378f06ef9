/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of TupleHash128 and TupleHash256 share.
 *
 * A private header.  The source includes it after keccak/small.h or keccak/fast.h and
 *
 *     typedef mote_xxx_context context;
 *     #define SUFFIX 4                     00, and the first 1 of the padding
 *
 * Names are those of SP 800-185, section 5.3: X, L and S.
 */
#ifndef MOTE_KECCAK_TUPLEHASH_H
#define MOTE_KECCAK_TUPLEHASH_H

#include "keccak/customized.h"

/* The first block: cSHAKE's function name and S. */
static void start(context *cc, unsigned rate, unsigned out_size, const void *data, size_t len) {
    unsigned char name[9];

    init(cc, rate, out_size);
    begin_block(cc);
    name[0] = 'T';
    name[1] = 'u';
    name[2] = 'p';
    name[3] = 'l';
    name[4] = 'e';
    name[5] = 'H';
    name[6] = 'a';
    name[7] = 's';
    name[8] = 'h';
    add_string(cc, name, 9);
    add_string(cc, data, len);
    end_block(cc);
}

/* L behind the tuple, or 0 where the output may have any length; and the output. */
static void end(context *cc, unsigned encoded_bytes, void *dst) {
    add_length(cc, encoded_bytes, 1);
    finish(cc, 0, 0, dst);
}

#endif
