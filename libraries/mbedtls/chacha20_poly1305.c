/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See chacha20_poly1305.h.
 */
#include "chacha20_poly1305.h"

#include "../aead.h"

/* Its direction is given at the start, and may be changed while nothing has been said. */
static int crypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len,
                 mbedtls_chachapoly_mode_t mode) {
    cc->MBEDTLS_PRIVATE(mode) = mode;
    return mbedtls_chachapoly_update(cc, len, src, dst);
}

void adapter_init(adapter_context *cc, const unsigned char *key, const unsigned char *nonce) {
    mbedtls_chachapoly_init(cc);
    (void)mbedtls_chachapoly_setkey(cc, key);
    (void)mbedtls_chachapoly_starts(cc, nonce, MBEDTLS_CHACHAPOLY_ENCRYPT);
}

int adapter_aad(adapter_context *cc, const unsigned char *data, size_t len) {
    return mbedtls_chachapoly_update_aad(cc, data, len);
}

int adapter_encrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    return crypt(cc, src, dst, len, MBEDTLS_CHACHAPOLY_ENCRYPT);
}

int adapter_decrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    return crypt(cc, src, dst, len, MBEDTLS_CHACHAPOLY_DECRYPT);
}

static void adapter_final(adapter_context *cc, unsigned char tag[16]) {
    (void)mbedtls_chachapoly_finish(cc, tag);
}
