/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See chacha20_poly1305.h.
 */
#include "chacha20_poly1305.h"

#include "../aead.h"

void adapter_init(adapter_context *cc, const unsigned char *key, const unsigned char *nonce) {
    (void)wc_ChaCha20Poly1305_Init(cc, key, nonce, CHACHA20_POLY1305_AEAD_ENCRYPT);
}

int adapter_aad(adapter_context *cc, const unsigned char *data, size_t len) {
    return len == 0 ? 0 : wc_ChaCha20Poly1305_UpdateAad(cc, data, (word32)len);
}

/* It takes no null pointer, and has to be told of a text of no bytes. */
static int crypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len,
                 int encrypts) {
    unsigned char none[1] = {0};

    cc->isEncrypt = (unsigned)encrypts & 1;
    if (len == 0)
        return wc_ChaCha20Poly1305_UpdateData(cc, none, none, 0);
    return wc_ChaCha20Poly1305_UpdateData(cc, src, dst, (word32)len);
}

int adapter_encrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    return crypt(cc, src, dst, len, 1);
}

int adapter_decrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    return crypt(cc, src, dst, len, 0);
}

static void adapter_final(adapter_context *cc, unsigned char tag[16]) {
    (void)wc_ChaCha20Poly1305_Final(cc, tag);
}
