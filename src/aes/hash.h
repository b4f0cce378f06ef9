/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH of data that comes in pieces: NIST SP 800-38D, section 6.4.
 *
 * A private header; before it come, in ghash_small.h or ghash_fast.h,
 *
 *     #define PREPARE_KEY(cc) ...          what is computed once from a hash key
 *     hash_blocks                          appends whole blocks
 *     #define HASH_WAITING(cc) ...         multiplies a hash to which a block has been added already
 */
#ifndef MOTE_AES_HASH_H
#define MOTE_AES_HASH_H

static void start_hash(mote_ghash_context *cc, const void *key) {
    memcpy(cc->key, key, 16);
    memset(cc->hash, 0, 16);
    cc->waiting = 0;
    PREPARE_KEY(cc);
}

/* The block that waits, with zeros behind it */
static void fill_block(mote_ghash_context *cc) {
    if (cc->waiting != 0) {
        HASH_WAITING(cc);
        cc->waiting = 0;
    }
}

NOINLINE static void append(mote_ghash_context *cc, const void *bytes, size_t len) {
    const unsigned char *data = (const unsigned char *)bytes;
    size_t blocks;

    while (len != 0) {
        if (cc->waiting == 0 && len >= 16) {
            blocks = len / 16;
            hash_blocks(cc, data, blocks);
            data += 16 * blocks;
            len -= 16 * blocks;
            continue;
        }
        cc->hash[cc->waiting++] ^= *data++;
        len--;
        if (cc->waiting == 16)
            fill_block(cc);
    }
}

#endif
