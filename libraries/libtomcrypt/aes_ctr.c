/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See aes_ctr.h.
 */
#include "aes_ctr.h"

#include "../block_ctr.h"

int rijndael_enc_setup(const unsigned char *key, int keylen, int num_rounds, symmetric_key *skey);
int rijndael_enc_ecb_encrypt(const unsigned char *pt, unsigned char *ct, symmetric_key *skey);

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    return rijndael_enc_setup(key, (int)(key_bits / 8), 0, &cc->keys);
}

static void adapter_block(const adapter_context *cc, const unsigned char *src, unsigned char *dst) {
    (void)rijndael_enc_ecb_encrypt(src, dst, (symmetric_key *)&cc->keys);
}
