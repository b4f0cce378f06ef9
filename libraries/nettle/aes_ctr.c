/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.
 */
#include "aes_ctr.h"

#include "../block_ctr.h"

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    (void)key_bits;
    aes128_set_encrypt_key(&cc->keys, key);
    return 0;
}

static void adapter_block(const adapter_context *cc, const unsigned char *src, unsigned char *dst) {
    aes128_encrypt(&cc->keys, 16, dst, src);
}
