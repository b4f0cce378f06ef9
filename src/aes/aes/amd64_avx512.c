/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes with VAES and AVX-512 of amd64, in constant time.
 */
#include "mote/aes.h"

/* XTS has eight tweaks beside its states. */
#define STACK_BYTES 768
#define DECRYPT
#include "aes/amd64_avx512.h"

#include "aes/ctr.h"

/* What counter mode leaves on the stack, of 32 blocks or more */
NOINLINE WIDE4 static void wipe_little(void) {
    unsigned char below[256] __attribute__((__aligned__(64)));
    unsigned i;

    /* Without the statement in the loop it would be a call of memset, or an instruction for strings. */
    for (i = 0; i != sizeof below; i += 64) {
        _mm512_store_si512((void *)(below + i), _mm512_setzero_si512());
        __asm__ __volatile__("");
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

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

/* The function then returns, as what it has of a key is an address. */
#define crypt_ctr(key, state, src, dst, len, fixed)                                                \
    if (ctr_whole(key, state, src, dst, len, fixed))                                               \
        return;                                                                                    \
    crypt_ctr(key, state, src, dst, len, fixed)

#include "aes/modes.h"
