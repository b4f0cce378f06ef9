/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GCM by Libgcrypt's functions for POWER8: AES in counter mode and GHASH, one after the other.
 */
#include "../gcm.h"

#include "../gcm_blocks.h"

void _gcry_aes_ppc8_setkey(RIJNDAEL_context *keys, const unsigned char *key);
void _gcry_aes_ppc8_ctr_enc(void *keys, unsigned char *counter, void *dst, const void *src,
                            size_t blocks);
void _gcry_ghash_setup_ppc_vpmsum(void *table, void *key);
unsigned _gcry_ghash_ppc_vpmsum(unsigned char *hash, void *table, const unsigned char *blocks,
                                size_t n);

/* It wipes the stack with a function of its own. */
void _gcry_fast_wipememory2(void *where, int byte, size_t len) {
    volatile unsigned char *to = where;

    while (len-- != 0)
        *to++ = (unsigned char)byte;
}

static int adapter_keys(adapter_context *cc, const unsigned char *key, unsigned key_bits) {
    cc->aes.keys.rounds = (int)key_bits / 32 + 6;
    _gcry_aes_ppc8_setkey(&cc->aes.keys, key);
    return 0;
}

/* Its counter has 128 bits: as far as 32 of them reach, then on from there. */
static void adapter_counted(adapter_context *cc, const unsigned char counter[16],
                            const unsigned char *src, unsigned char *dst, size_t n) {
    unsigned char given[16] __attribute__((aligned(16)));
    size_t number = (size_t)counter[12] << 24 | (size_t)counter[13] << 16 |
                    (size_t)counter[14] << 8 | counter[15];
    size_t first = ((size_t)1 << 32) - number;

    first = n < first ? n : first;
    memcpy(given, counter, 16);
    _gcry_aes_ppc8_ctr_enc(&cc->aes.keys, given, dst, src, first);
    if (n != first) {
        memcpy(given, counter, 12);
        memset(given + 12, 0, 4);
        _gcry_aes_ppc8_ctr_enc(&cc->aes.keys, given, dst + 16 * first, src + 16 * first, n - first);
    }
}

static void adapter_key(adapter_context *cc, const unsigned char key[16]) {
    unsigned char given[16] __attribute__((aligned(16)));

    memcpy(given, key, 16);
    _gcry_ghash_setup_ppc_vpmsum(cc->table, given);
}

static void adapter_blocks(adapter_context *cc, const unsigned char *blocks, size_t n) {
    (void)_gcry_ghash_ppc_vpmsum(cc->hash, cc->table, blocks, n);
}
