/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes with VAES and AVX-512 of amd64, in constant time.
 */
#include "mote/aes.h"

#define STACK_BYTES 384
#define DECRYPT
#include "aes/amd64_avx512.h"

#include "aes/ctr.h"

/*
 * Counter mode for whole blocks, if there are no other ones: whether it was done.  Less than 32 blocks, of which a
 * text may have few, leave nothing on the stack.
 */
NOINLINE WIDE4 static int ctr_whole(const schedule *key, mote_aes_ctr_state *state, const void *src,
                                    void *dst, size_t len, unsigned fixed) {
    const size_t blocks = len / 16;

    if (len % 16 != 0 || state->left != 0 || len == 0)
        return 0;
    if (blocks >= 32) {
        ctr_blocks(key, state->counter, (const unsigned char *)src, (unsigned char *)dst, blocks,
                   fixed);
        wipe_little();
    } else if (fixed != 0) {
        ctr_few((*key)->round_keys, (*key)->rounds, state->counter, (const unsigned char *)src,
                (unsigned char *)dst, blocks, 1);
    } else {
        ctr_few((*key)->round_keys, (*key)->rounds, state->counter, (const unsigned char *)src,
                (unsigned char *)dst, blocks, 0);
    }
    return 1;
}

/* The functions then return, as what they have of a key is an address. */
#define crypt_ctr(key, state, src, dst, len, fixed)                                                \
    if (ctr_whole(key, state, src, dst, len, fixed))                                               \
        return;                                                                                    \
    crypt_ctr(key, state, src, dst, len, fixed)
#define cbc_decrypt_blocks(key, iv, src, dst, blocks)                                              \
    cbc_decrypt_blocks(key, iv, src, dst, blocks);                                                 \
    return

#include "aes/modes.h"
