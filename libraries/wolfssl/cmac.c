/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See cmac.h.
 */
#include "cmac.h"

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    return wc_InitCmac(cc, key, key_bits / 8, WC_CMAC_AES, NULL) == 0 ? 0 : -1;
}

void adapter(adapter_context *cc, const void *data, size_t len) {
    (void)wc_CmacUpdate(cc, data, (word32)len);
}

void adapter_close(adapter_context *cc, void *dst) {
    word32 bytes = 16;

    (void)wc_CmacFinal(cc, dst, &bytes);
}

int adapter_check(adapter_context *cc, const void *mac, size_t mac_len) {
    unsigned char own[16], differs = 0;
    size_t i;

    adapter_close(cc, own);
    for (i = 0; i != mac_len; i++)
        differs |= own[i] ^ ((const unsigned char *)mac)[i];
    return differs == 0 ? 0 : -5;
}
