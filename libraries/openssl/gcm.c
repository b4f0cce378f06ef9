/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM by OpenSSL's assembly for POWER8: AES in counter mode and GHASH, one after the other.
 */
#include "../gcm.h"

#include "../gcm_blocks.h"

int aes_p8_set_encrypt_key(const unsigned char *key, int bits, void *keys);
void aes_p8_ctr32_encrypt_blocks(const unsigned char *src, unsigned char *dst, size_t blocks,
                                 const void *keys, const unsigned char counter[16]);
void gcm_init_p8(void *table, const unsigned long long key[2]);
void gcm_ghash_p8(void *hash, const void *table, const unsigned char *blocks, size_t len);

static int adapter_keys(adapter_context *cc, const unsigned char *key, unsigned key_bits) {
    return aes_p8_set_encrypt_key(key, (int)key_bits, &cc->aes);
}

static void adapter_counted(adapter_context *cc, const unsigned char counter[16],
                            const unsigned char *src, unsigned char *dst, size_t n) {
    aes_p8_ctr32_encrypt_blocks(src, dst, n, &cc->aes, counter);
}

/* It takes the key as two numbers, the higher first. */
static void adapter_key(adapter_context *cc, const unsigned char key[16]) {
    unsigned long long words[2] = {0, 0};
    int i;

    for (i = 0; i < 16; i++)
        words[i / 8] = words[i / 8] << 8 | key[i];
    gcm_init_p8(cc->table, words);
}

static void adapter_blocks(adapter_context *cc, const unsigned char *blocks, size_t n) {
    gcm_ghash_p8(cc->hash, cc->table, blocks, 16 * n);
}
