/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.  The names are those of include/crypto/aes_platform.h.
 */
#include "aes_ctr.h"

#include "../ctr.h"

int aes_p8_set_encrypt_key(const unsigned char *key, int bits, adapter_context *cc);
void aes_p8_ctr32_encrypt_blocks(const unsigned char *src, unsigned char *dst, size_t blocks,
                                 const adapter_context *cc, const unsigned char counter[16]);

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    return aes_p8_set_encrypt_key(key, (int)key_bits, cc);
}

/* The counter has 32 bits, and is the caller's: this function reads it alone. */
static void adapter_blocks(const adapter_context *cc, unsigned char counter[16], const void *src,
                           void *dst, size_t len) {
    size_t n = len / 16;
    int i;

    aes_p8_ctr32_encrypt_blocks(src, dst, n, cc, counter);
    for (i = 16; --i >= 12; n >>= 8) {
        n += counter[i];
        counter[i] = (unsigned char)n;
    }
}
