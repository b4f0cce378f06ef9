/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_gcm_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/gcm.h"

#include "mote/cpu.h"

#include "common/choice.h"
#include "common/overlap.h"

/* Whether a text of len bytes, which are not 0, is refused: at most 2^36 - 32 are allowed. */
#define IS_TOO_LONG(len) (((len) - 1) >> 4 > 0xFFFFFFFD)

CHOICE(int, mote_gcm_init, (mote_gcm_context * cc, const void *key, unsigned key_bits),
       (cc, key, key_bits))

CHOICE(int, mote_gcm_start, (mote_gcm_context * cc, const void *iv, size_t iv_len),
       (cc, iv, iv_len))

CHOICE(int, mote_gcm_aad, (mote_gcm_context * cc, const void *data, size_t len), (cc, data, len))

/* As moved, unless the same call without a text is refused. */
static const void *piece(int (*call)(mote_gcm_context *, const void *, void *, size_t),
                         mote_gcm_context *cc, const void *src, void *dst, size_t len) {
    if (!overlaps(src, dst, len) || IS_TOO_LONG(len) || call(cc, src, dst, 0) != 0)
        return src;
    return moved(src, dst, len);
}

CHOICE(int, mote_gcm_encrypt, (mote_gcm_context * cc, const void *src, void *dst, size_t len),
       (cc, piece(mote_gcm_encrypt, cc, src, dst, len), dst, len))

CHOICE(int, mote_gcm_decrypt, (mote_gcm_context * cc, const void *src, void *dst, size_t len),
       (cc, piece(mote_gcm_decrypt, cc, src, dst, len), dst, len))

CHOICE(int, mote_gcm_tag, (mote_gcm_context * cc, void *tag, size_t tag_len), (cc, tag, tag_len))

CHOICE(int, mote_gcm_check, (mote_gcm_context * cc, const void *tag, size_t tag_len),
       (cc, tag, tag_len))

/* The same for a text that comes whole. */
static const void *whole(mote_gcm_context *cc, const void *iv, size_t iv_len, const void *aad,
                         size_t aad_len, const void *src, void *dst, size_t len, size_t tag_len) {
    unsigned char tag[16];

    if (!overlaps(src, dst, len) || IS_TOO_LONG(len) ||
        mote_gcm_seal(cc, iv, iv_len, aad, aad_len, src, dst, 0, tag, tag_len) != 0)
        return src;
    return moved(src, dst, len);
}

CHOICE(int, mote_gcm_seal,
       (mote_gcm_context * cc, const void *iv, size_t iv_len, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, void *tag, size_t tag_len),
       (cc, iv, iv_len, aad, aad_len, whole(cc, iv, iv_len, aad, aad_len, src, dst, len, tag_len),
        dst, len, tag, tag_len))

CHOICE(int, mote_gcm_open,
       (mote_gcm_context * cc, const void *iv, size_t iv_len, const void *aad, size_t aad_len,
        const void *src, void *dst, size_t len, const void *tag, size_t tag_len),
       (cc, iv, iv_len, aad, aad_len, IS_TOO_LONG(len) ? src : moved(src, dst, len), dst, len, tag,
        tag_len))
