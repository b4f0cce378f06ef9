/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/chacha20_poly1305.h for adapters around a library that has them, too.  The
 * adapter defines adapter_context before this file, and adapter_final behind it: the tag.
 */
#ifndef ADAPTER_AEAD_H
#define ADAPTER_AEAD_H

#include <stddef.h>

void adapter_init(adapter_context *cc, const unsigned char *key, const unsigned char *nonce);
int adapter_aad(adapter_context *cc, const unsigned char *data, size_t len);
int adapter_encrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len);
int adapter_decrypt(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len);
static void adapter_final(adapter_context *cc, unsigned char tag[16]);

int adapter_tag(adapter_context *cc, unsigned char *tag) {
    adapter_final(cc, tag);
    return 0;
}

int adapter_check(adapter_context *cc, const unsigned char *tag) {
    unsigned char own[16], differs = 0;
    int i;

    adapter_final(cc, own);
    for (i = 0; i < 16; i++)
        differs |= own[i] ^ tag[i];
    return differs == 0 ? 0 : -5;
}

#endif
