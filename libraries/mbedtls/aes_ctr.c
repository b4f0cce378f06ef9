/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.
 */
#include "aes_ctr.h"

#include "../ctr.h"

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    mbedtls_aes_init(&cc->keys);
    return mbedtls_aes_setkey_enc(&cc->keys, key, key_bits);
}

static void adapter_blocks(const adapter_context *cc, unsigned char counter[16], const void *src,
                           void *dst, size_t len) {
    unsigned char key_stream[16];
    size_t used = 0;
    adapter_context *given = (adapter_context *)cc;

    (void)mbedtls_aes_crypt_ctr(&given->keys, len, &used, counter, key_stream, src, dst);
}
