/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See cmac.h.  The library calls ciphers through its table of them, in which AES is the only one.
 */
#include "cmac.h"

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    return omac_init(cc, register_cipher(&aes_enc_desc), key, key_bits / 8) == CRYPT_OK ? 0 : -1;
}

void adapter(adapter_context *cc, const void *data, size_t len) {
    (void)omac_process(cc, data, len);
}

void adapter_close(adapter_context *cc, void *dst) {
    unsigned long bytes = 16;

    (void)omac_done(cc, dst, &bytes);
}

int adapter_check(adapter_context *cc, const void *mac, size_t mac_len) {
    unsigned char own[16], differs = 0;
    size_t i;

    adapter_close(cc, own);
    for (i = 0; i != mac_len; i++)
        differs |= own[i] ^ ((const unsigned char *)mac)[i];
    return differs == 0 ? 0 : -5;
}
