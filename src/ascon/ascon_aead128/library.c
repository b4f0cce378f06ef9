/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-AEAD128 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_ascon_aead128_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/ascon_aead128.h"

#include "mote/cpu.h"

#include "common/choice.h"

typedef mote_ascon_aead128_context context;

ACTION(mote_ascon_aead128_init, (context * cc, const void *key, const void *nonce),
       (cc, key, nonce))

CHOICE(int, mote_ascon_aead128_aad, (context * cc, const void *data, size_t len), (cc, data, len))

CHOICE(int, mote_ascon_aead128_encrypt, (context * cc, const void *src, void *dst, size_t len),
       (cc, src, dst, len))

CHOICE(int, mote_ascon_aead128_decrypt, (context * cc, const void *src, void *dst, size_t len),
       (cc, src, dst, len))

CHOICE(int, mote_ascon_aead128_tag, (context * cc, void *tag), (cc, tag))

CHOICE(int, mote_ascon_aead128_check, (context * cc, const void *tag), (cc, tag))

ACTION(mote_ascon_aead128_seal,
       (context * cc, const void *key, const void *nonce, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, void *tag),
       (cc, key, nonce, aad, aad_len, src, dst, len, tag))

CHOICE(int, mote_ascon_aead128_open,
       (context * cc, const void *key, const void *nonce, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, const void *tag),
       (cc, key, nonce, aad, aad_len, src, dst, len, tag))
