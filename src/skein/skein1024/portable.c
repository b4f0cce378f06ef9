/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Skein-1024 in portable C: small code, nearly all of it in skein/skein_small.h and skein/threefish_small.h.
 */
#include "mote/skein1024.h"

typedef mote_skein1024_context context;

#define WORDS 16

#include "skein/skein_small.h"

void mote_skein1024_init_keyed(context *cc, unsigned out_size, const void *key, size_t key_len) {
    init_keyed(cc, out_size, key, key_len);
}

void mote_skein1024_init(context *cc, unsigned out_size) {
    init_keyed(cc, out_size, cc, 0);
}

void mote_skein1024_personalize(context *cc, const void *data, size_t len) {
    personalize(cc, data, len);
}

void mote_skein1024(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_skein1024_close(context *cc, unsigned ub, unsigned n, void *dst) {
    finish(cc, ub, n, dst);
}
