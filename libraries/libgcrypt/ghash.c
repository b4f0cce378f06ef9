/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH by Libgcrypt's functions for POWER8.
 */
#include "../ghash.h"

#include "../ghash_blocks.h"

void _gcry_ghash_setup_ppc_vpmsum(void *table, void *key);
unsigned _gcry_ghash_ppc_vpmsum(unsigned char *hash, void *table, const unsigned char *blocks,
                                size_t n);

static void adapter_key(adapter_context *cc, const unsigned char key[16]) {
    unsigned char given[16] __attribute__((aligned(16)));

    memcpy(given, key, 16);
    _gcry_ghash_setup_ppc_vpmsum(cc->table, given);
}

static void adapter_blocks(adapter_context *cc, const unsigned char *blocks, size_t n) {
    (void)_gcry_ghash_ppc_vpmsum(cc->hash, cc->table, blocks, n);
}
