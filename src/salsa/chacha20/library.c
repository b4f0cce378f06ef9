/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_chacha20_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/chacha20.h"

#include "mote/cpu.h"

#include "common/choice.h"
#include "common/overlap.h"

ACTION(mote_chacha20_init,
       (mote_chacha20_context * cc, const void *key, const void *nonce, mote_u32 counter),
       (cc, key, nonce, counter))

/* Of a text of a few blocks a frame, which the move would need, takes as long as a part of one. */
ACTION_AS(static, crypt, mote_chacha20_crypt,
          (mote_chacha20_context * cc, const void *src, void *dst, size_t len), (cc, src, dst, len))

SELDOM static void crypt_at_dst(mote_chacha20_context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, moved(src, dst, len), dst, len);
}

void mote_chacha20_crypt(mote_chacha20_context *cc, const void *src, void *dst, size_t len) {
    if (overlaps(src, dst, len))
        crypt_at_dst(cc, src, dst, len);
    else
        crypt(cc, src, dst, len);
}
