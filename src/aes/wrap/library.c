/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_aes_wrap_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/aes_wrap.h"

#include "mote/cpu.h"

#include "common/choice.h"

CHOICE(int, mote_aes_wrap_init, (mote_aes_wrap_context * cc, const void *key, unsigned key_bits),
       (cc, key, key_bits))

CHOICE(int, mote_aes_wrap_encrypt,
       (const mote_aes_wrap_context *cc, const void *src, void *dst, size_t secret_len),
       (cc, src, dst, secret_len))

CHOICE(int, mote_aes_wrap_decrypt,
       (const mote_aes_wrap_context *cc, const void *src, void *dst, size_t wrapped_len),
       (cc, src, dst, wrapped_len))
