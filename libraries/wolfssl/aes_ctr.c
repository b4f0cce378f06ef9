/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.
 */
#include "aes_ctr.h"

#include "../block_ctr.h"

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    memset(&cc->keys, 0, sizeof cc->keys);
    return wc_AesSetKeyDirect(&cc->keys, key, key_bits / 8, NULL, AES_ENCRYPTION);
}

static void adapter_block(const adapter_context *cc, const unsigned char *src, unsigned char *dst) {
    (void)wc_AesEncryptDirect((Aes *)&cc->keys, dst, src);
}
