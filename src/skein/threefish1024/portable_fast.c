/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-1024 in portable C, unrolled: for hosts and large cores.  Nearly all of it is in
 * skein/threefish_fast.h.
 */
#include "mote/threefish1024.h"

typedef mote_threefish1024_context context;

#define WORDS 16

#include "skein/threefish_cipher_fast.h"

void mote_threefish1024_init(context *cc, const void *key) {
    set_key(cc, key);
}

void mote_threefish1024_encrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    encrypt_block(cc, tweak, src, dst);
}

void mote_threefish1024_decrypt(const context *cc, const void *tweak, const void *src, void *dst) {
    decrypt_block(cc, tweak, src, dst);
}
