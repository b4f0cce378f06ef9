/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.  ADAPTER_CTR: its function for the processor.
 */
#include "aes_ctr.h"

#include "../ctr.h"

void _gcry_aes_ppc8_setkey(RIJNDAEL_context *cc, const unsigned char *key);
void ADAPTER_CTR(void *cc, unsigned char *counter, void *dst, const void *src, size_t blocks);

/* It wipes the stack with a function of its own. */
void _gcry_fast_wipememory2(void *where, int byte, size_t len) {
    volatile unsigned char *to = where;

    while (len-- != 0)
        *to++ = (unsigned char)byte;
}

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    cc->keys.rounds = (int)key_bits / 32 + 6;
    _gcry_aes_ppc8_setkey(&cc->keys, key);
    return 0;
}

static void adapter_blocks(const adapter_context *cc, unsigned char counter[16], const void *src,
                           void *dst, size_t len) {
    ADAPTER_CTR((void *)&cc->keys, counter, dst, src, len / 16);
}
