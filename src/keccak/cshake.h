/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of cSHAKE128 and cSHAKE256 share: the strings before the message.
 *
 * A private header.  The source includes it after keccak/small.h or keccak/fast.h and
 *
 *     typedef mote_xxx_context context;    with the field suffix, too
 *     #define SUFFIX cc->suffix
 *
 * Names are those of SP 800-185, section 3.3: N and S.
 */
#ifndef MOTE_KECCAK_CSHAKE_H
#define MOTE_KECCAK_CSHAKE_H

#include "keccak/customized.h"

/* What follows the message, and the first 1 of the padding: 1111, or 00 behind a string. */
#define PLAIN 0x1F
#define CUSTOMIZED 4

/* N, with which the block of strings begins */
static void start(context *cc, const void *data, size_t len) {
    cc->suffix = CUSTOMIZED;
    begin_block(cc);
    add_string(cc, data, len);
}

/* S, with which it ends; without N and S there is no such block. */
static void customize(context *cc, const void *data, size_t len) {
    if (cc->suffix != CUSTOMIZED) {
        if (len == 0)
            return;
        start(cc, data, 0);
    }
    add_string(cc, data, len);
    end_block(cc);
}

#endif
