/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See ccm.h.  The library calls ciphers through its table of them, in which AES is the only one.
 */
#include "ccm.h"

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    cc->key_bytes = (int)(key_bits / 8);
    if (key_bits != 128 && key_bits != 192 && key_bits != 256)
        return -1;
    memcpy(cc->key, key, key_bits / 8);
    return 0;
}

int adapter_start(adapter_context *cc, const void *nonce, size_t nonce_len, size_t aad_len,
                  size_t len, size_t tag_len) {
    int wrong = ccm_init(&cc->state, register_cipher(&aes_enc_desc), cc->key, cc->key_bytes,
                         (int)len, (int)tag_len, (int)aad_len);

    cc->tag_bytes = tag_len;
    return wrong != 0 ? wrong : ccm_add_nonce(&cc->state, nonce, nonce_len);
}

int adapter_aad(adapter_context *cc, const void *data, size_t len) {
    return ccm_add_aad(&cc->state, data, len);
}

int adapter_encrypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    return ccm_process(&cc->state, (unsigned char *)src, len, dst, CCM_ENCRYPT);
}

int adapter_decrypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    return ccm_process(&cc->state, dst, len, (unsigned char *)src, CCM_DECRYPT);
}

int adapter_tag(adapter_context *cc, void *tag) {
    unsigned long bytes = cc->tag_bytes;

    return ccm_done(&cc->state, tag, &bytes);
}

int adapter_check(adapter_context *cc, const void *tag) {
    unsigned char own[16], differs = 0;
    unsigned long i;

    (void)adapter_tag(cc, own);
    for (i = 0; i != cc->tag_bytes; i++)
        differs |= own[i] ^ ((const unsigned char *)tag)[i];
    return differs == 0 ? 0 : -5;
}
