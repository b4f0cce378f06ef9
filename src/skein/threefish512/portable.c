/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-512 in portable C: small code, nearly all of it in skein/threefish_small.h.
 */
#include "mote/threefish512.h"

typedef mote_threefish512_context context;

#define WORDS 8

#include "skein/threefish_cipher_small.h"

void mote_threefish512_init(context *cc, const void *key) {
    const unsigned char *bytes = (const unsigned char *)key;
    unsigned i;

    for (i = 0; i != 8 * WORDS; i++)
        SET_BYTE(cc->key, i, bytes[i]);
}

void mote_threefish512_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 0);
}

void mote_threefish512_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    crypt(cc, tweak, src, dst, 1);
}
