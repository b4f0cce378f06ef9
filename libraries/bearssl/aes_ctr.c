/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.  BearSSL encrypts in place, from a whole block on.
 */
#include "aes_ctr.h"

#include "../ctr.h"

#ifdef ADAPTER_CT
#define INIT br_aes_ct_ctr_init
#define RUN br_aes_ct_ctr_run
#else
#define INIT br_aes_small_ctr_init
#define RUN br_aes_small_ctr_run
#endif

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    INIT(&cc->keys, key, key_bits / 8);
    return 0;
}

static void adapter_blocks(const adapter_context *cc, unsigned char counter[16], const void *src,
                           void *dst, size_t len) {
    unsigned long next = (unsigned long)counter[12] << 24 | (unsigned long)counter[13] << 16 |
                         (unsigned long)counter[14] << 8 | counter[15];
    if (src != dst)
        memcpy(dst, src, len);
    next = RUN(&cc->keys, counter, next, dst, len);
    counter[12] = (unsigned char)(next >> 24);
    counter[13] = (unsigned char)(next >> 16);
    counter[14] = (unsigned char)(next >> 8);
    counter[15] = (unsigned char)next;
}
