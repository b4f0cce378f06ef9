/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-256 in portable C, unrolled: for hosts and large cores.  Nearly all of it is in
 * skein/threefish_fast.h.
 */
#include "mote/threefish256.h"

typedef mote_threefish256_context context;

#define WORDS 4

#include "skein/threefish_cipher_fast.h"

void mote_threefish256_init(context *cc, const void *key) {
    set_key(cc, key);
}

void mote_threefish256_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    encrypt_block(cc, tweak, src, dst);
}

void mote_threefish256_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    decrypt_block(cc, tweak, src, dst);
}
