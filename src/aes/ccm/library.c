/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_ccm_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/ccm.h"

#include "mote/cpu.h"

#include "common/choice.h"

CHOICE(int, mote_ccm_init, (mote_ccm_context * cc, const void *key, unsigned key_bits),
       (cc, key, key_bits))

CHOICE(int, mote_ccm_start,
       (mote_ccm_context * cc, const void *nonce, size_t nonce_len, size_t aad_len, size_t len,
        size_t tag_len),
       (cc, nonce, nonce_len, aad_len, len, tag_len))

CHOICE(int, mote_ccm_aad, (mote_ccm_context * cc, const void *data, size_t len), (cc, data, len))

CHOICE(int, mote_ccm_encrypt, (mote_ccm_context * cc, const void *src, void *dst, size_t len),
       (cc, src, dst, len))

CHOICE(int, mote_ccm_decrypt, (mote_ccm_context * cc, const void *src, void *dst, size_t len),
       (cc, src, dst, len))

CHOICE(int, mote_ccm_tag, (mote_ccm_context * cc, void *tag), (cc, tag))

CHOICE(int, mote_ccm_check, (mote_ccm_context * cc, const void *tag), (cc, tag))

CHOICE(int, mote_ccm_seal,
       (mote_ccm_context * cc, const void *nonce, size_t nonce_len, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, void *tag, size_t tag_len),
       (cc, nonce, nonce_len, aad, aad_len, src, dst, len, tag, tag_len))

CHOICE(int, mote_ccm_open,
       (mote_ccm_context * cc, const void *nonce, size_t nonce_len, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, const void *tag, size_t tag_len),
       (cc, nonce, nonce_len, aad, aad_len, src, dst, len, tag, tag_len))
