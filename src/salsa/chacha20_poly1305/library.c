/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_chacha20_poly1305_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/chacha20_poly1305.h"

#include "mote/cpu.h"

#include "common/choice.h"

typedef mote_chacha20_poly1305_context context;

ACTION(mote_chacha20_poly1305_init, (context * cc, const void *key, const void *nonce),
       (cc, key, nonce))

CHOICE(int, mote_chacha20_poly1305_aad, (context * cc, const void *data, size_t len),
       (cc, data, len))

CHOICE(int, mote_chacha20_poly1305_encrypt, (context * cc, const void *src, void *dst, size_t len),
       (cc, src, dst, len))

CHOICE(int, mote_chacha20_poly1305_decrypt, (context * cc, const void *src, void *dst, size_t len),
       (cc, src, dst, len))

CHOICE(int, mote_chacha20_poly1305_tag, (context * cc, void *tag), (cc, tag))

CHOICE(int, mote_chacha20_poly1305_check, (context * cc, const void *tag), (cc, tag))
CHOICE(int, mote_chacha20_poly1305_seal,
       (context * cc, const void *key, const void *nonce, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, void *tag),
       (cc, key, nonce, aad, aad_len, src, dst, len, tag))

CHOICE(int, mote_chacha20_poly1305_open,
       (context * cc, const void *key, const void *nonce, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, const void *tag),
       (cc, key, nonce, aad, aad_len, src, dst, len, tag))
