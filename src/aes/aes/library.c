/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_aes_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/aes.h"

#include "mote/cpu.h"

#include "common/choice.h"
#include "common/overlap.h"

CHOICE(int, mote_aes_init, (mote_aes_context * cc, const void *key, unsigned key_bits),
       (cc, key, key_bits))

ACTION(mote_aes_ecb_encrypt,
       (const mote_aes_context *cc, const void *src, void *dst, size_t blocks),
       (cc, moved(src, dst, 16 * blocks), dst, blocks))

ACTION(mote_aes_ecb_decrypt,
       (const mote_aes_context *cc, const void *src, void *dst, size_t blocks),
       (cc, moved(src, dst, 16 * blocks), dst, blocks))

ACTION(mote_aes_cbc_encrypt,
       (const mote_aes_context *cc, void *iv, const void *src, void *dst, size_t blocks),
       (cc, iv, moved(src, dst, 16 * blocks), dst, blocks))

ACTION(mote_aes_cbc_decrypt,
       (const mote_aes_context *cc, void *iv, const void *src, void *dst, size_t blocks),
       (cc, iv, moved(src, dst, 16 * blocks), dst, blocks))

ACTION(mote_aes_ctr_start, (mote_aes_ctr_state * state, const void *counter), (state, counter))

/* Of a text of a few blocks a frame, which the move would need, takes as long as one of them. */
#define COUNTER_MODE(name, here, at_dst)                                                           \
    ACTION_AS(static, here, name,                                                                  \
              (const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src, void *dst,  \
               size_t len),                                                                        \
              (cc, state, src, dst, len))                                                          \
    SELDOM static void at_dst(const mote_aes_context *cc, mote_aes_ctr_state *state,               \
                              const void *src, void *dst, size_t len) {                            \
        here(cc, state, moved(src, dst, len), dst, len);                                           \
    }                                                                                              \
    void name(const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src, void *dst,   \
              size_t len) {                                                                        \
        if (overlaps(src, dst, len))                                                               \
            at_dst(cc, state, src, dst, len);                                                      \
        else                                                                                       \
            here(cc, state, src, dst, len);                                                        \
    }
COUNTER_MODE(mote_aes_ctr, ctr, ctr_at_dst)
COUNTER_MODE(mote_aes_ctr32, ctr32, ctr32_at_dst)

CHOICE(int, mote_aes_xts_init, (mote_aes_xts_context * cc, const void *key, unsigned key_bits),
       (cc, key, key_bits))

/* As moved; a length that is refused moves nothing. */
static const void *unit(const void *src, void *dst, size_t len) {
    return len < 16 || len > (size_t)1 << 24 ? src : moved(src, dst, len);
}

CHOICE(int, mote_aes_xts_encrypt,
       (const mote_aes_xts_context *cc, const void *tweak, const void *src, void *dst, size_t len),
       (cc, tweak, unit(src, dst, len), dst, len))

CHOICE(int, mote_aes_xts_decrypt,
       (const mote_aes_xts_context *cc, const void *tweak, const void *src, void *dst, size_t len),
       (cc, tweak, unit(src, dst, len), dst, len))
