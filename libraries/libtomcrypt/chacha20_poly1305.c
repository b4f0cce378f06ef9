/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See chacha20_poly1305.h.
 */
#include "chacha20_poly1305.h"

#include "../aead.h"

void adapter_init(adapter_context *cc, const unsigned char *key, const unsigned char *nonce) {
    (void)chacha20poly1305_init(cc, key, 32);
    (void)chacha20poly1305_setiv(cc, nonce, 12);
}

int adapter_aad(adapter_context *cc, const unsigned char *data, size_t len) {
    return chacha20poly1305_add_aad(cc, data, len);
}

int adapter_encrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    return chacha20poly1305_encrypt(cc, src, len, dst);
}

int adapter_decrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    return chacha20poly1305_decrypt(cc, src, len, dst);
}

static void adapter_final(adapter_context *cc, unsigned char tag[16]) {
    unsigned long bytes = 16;

    (void)chacha20poly1305_done(cc, tag, &bytes);
}
