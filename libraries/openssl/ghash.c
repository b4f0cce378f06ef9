/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH by OpenSSL's assembly for POWER8.
 */
#include "../ghash.h"

#include "../ghash_blocks.h"

void gcm_init_p8(void *table, const unsigned long long key[2]);
void gcm_ghash_p8(void *hash, const void *table, const unsigned char *blocks, size_t len);

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
