/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-1024 in portable C: small code, nearly all of it in skein/threefish_small.h.
 */
#include "mote/threefish1024.h"

typedef mote_threefish1024_context context;

#define WORDS 16

#include "skein/threefish_cipher_small.h"

void mote_threefish1024_init(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i != 8 * WORDS; i++)
        SET_BYTE(cc->key, i, bytes[i]);
}

void mote_threefish1024_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 0);
}

void mote_threefish1024_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 1);
}
