/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See ccm.h.
 */
#include "ccm.h"

#include <string.h>

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    mbedtls_ccm_init(&cc->state);
    return mbedtls_ccm_setkey(&cc->state, MBEDTLS_CIPHER_ID_AES, key, key_bits) == 0 ? 0 : -1;
}

/* It encrypts what it takes the tag of already at its start, and so has to know the direction. */
static int begin(adapter_context *cc, int mode) {
    int wrong = 0;

    if (!cc->begun) {
        cc->begun = 1;
        wrong = mbedtls_ccm_starts(&cc->state, mode, cc->nonce, cc->nonce_bytes);
        if (wrong == 0)
            wrong = mbedtls_ccm_set_lengths(&cc->state, cc->aad_bytes, cc->bytes, cc->tag_bytes);
    }
    /* Until a text comes, the direction may be another. */
    cc->state.MBEDTLS_PRIVATE(mode) = (unsigned char)mode;
    return wrong;
}

int adapter_start(adapter_context *cc, const void *nonce, size_t nonce_len, size_t aad_len,
                  size_t len, size_t tag_len) {
    memcpy(cc->nonce, nonce, nonce_len);
    cc->nonce_bytes = nonce_len;
    cc->aad_bytes = aad_len;
    cc->bytes = len;
    cc->tag_bytes = tag_len;
    cc->begun = 0;
    return 0;
}

int adapter_aad(adapter_context *cc, const void *data, size_t len) {
    int wrong = begin(cc, MBEDTLS_CCM_ENCRYPT);

    return wrong != 0 || len == 0 ? wrong : mbedtls_ccm_update_ad(&cc->state, data, len);
}

static int crypt(adapter_context *cc, const void *src, void *dst, size_t len, int mode) {
    int wrong = begin(cc, mode);
    size_t written;

    return wrong != 0 || len == 0 ? wrong
                                  : mbedtls_ccm_update(&cc->state, src, len, dst, len, &written);
}

int adapter_encrypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    return crypt(cc, src, dst, len, MBEDTLS_CCM_ENCRYPT);
}

int adapter_decrypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    return crypt(cc, src, dst, len, MBEDTLS_CCM_DECRYPT);
}

int adapter_tag(adapter_context *cc, void *tag) {
    int wrong = begin(cc, MBEDTLS_CCM_ENCRYPT);

    return wrong != 0 ? wrong : mbedtls_ccm_finish(&cc->state, tag, cc->tag_bytes);
}

int adapter_check(adapter_context *cc, const void *tag) {
    unsigned char own[16], differs = 0;
    size_t i;

    (void)adapter_tag(cc, own);
    for (i = 0; i != cc->tag_bytes; i++)
        differs |= own[i] ^ ((const unsigned char *)tag)[i];
    return differs == 0 ? 0 : -5;
}
