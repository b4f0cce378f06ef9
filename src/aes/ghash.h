/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/ghash.h.
 *
 * A private header; before it comes what aes/hash.h asks for, and wipe.h.
 */
#ifndef MOTE_AES_GHASH_H
#define MOTE_AES_GHASH_H

#include "aes/hash.h"

void mote_ghash_init(mote_ghash_context *cc, const void *key) {
    start_hash(cc, key);
    wipe_stack();
}

void mote_ghash(mote_ghash_context *cc, const void *data, size_t len) {
    append(cc, data, len);
    wipe_stack();
}

void mote_ghash_close(mote_ghash_context *cc, void *dst) {
    fill_block(cc);
    memcpy(dst, cc->hash, 16);
    wipe_stack();
}

#endif
