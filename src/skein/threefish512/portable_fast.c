/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-512 in portable C, unrolled: for hosts and large cores.  Nearly all of it is in
 * skein/threefish_fast.h.
 */
#include "mote/threefish512.h"

typedef mote_threefish512_context context;

#define WORDS 8

#include "skein/threefish_cipher_fast.h"

void mote_threefish512_init(context *cc, const void *key) {
    set_key(cc, key);
}

void mote_threefish512_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    encrypt_block(cc, tweak, src, dst);
}

void mote_threefish512_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    decrypt_block(cc, tweak, src, dst);
}
