/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/cmac.h.
 *
 * A private header; before it comes what aes/chained.h asks for.
 */
#ifndef MOTE_AES_CMAC_H
#define MOTE_AES_CMAC_H

#include "aes/chained.h"

/* The product of a block with u in GF(2^128): SP 800-38B, section 6.1, steps 2 and 3 */
static void double_block(unsigned char *block) {
    unsigned carry = 0, i = 16;

    do {
        carry |= (unsigned)block[--i] << 1;
        block[i] = (unsigned char)carry;
        carry >>= 8;
    } while (i != 0);
    block[15] ^= (unsigned char)(0x87 & (0 - carry));
}

static void start_sum(mote_cmac_context *cc) {
    memset(cc->sum, 0, 16);
    cc->filled = 0;
}

int mote_cmac_init(mote_cmac_context *cc, const void *key, unsigned key_bits) {
    if (key_bits != 128 && key_bits != 192 && key_bits != 256)
        return MOTE_CMAC_WRONG_KEY_SIZE;
    cc->key.rounds = 6 + key_bits / 32;
    expand_key(cc->key.round_keys, (const unsigned char *)key, key_bits / 8, cc->key.rounds);
    start_sum(cc);
    wipe_stack();
    return 0;
}

/* Section 6.2, steps 5 and 6.  A full block waits: whether it is the last one, which has a subkey
 * added, only the next byte or the end tells. */
void mote_cmac(mote_cmac_context *cc, const void *data, size_t len) {
    const unsigned char *MEMORY from = (const unsigned char *)data;
    schedule key;

    PREPARE(key, &cc->key);
#ifdef CHAIN_BLOCKS
    for (; len != 0 && (cc->filled & 15) != 0; len--)
        cc->sum[cc->filled++] ^= *from++;
    if (len >= 16 && cc->filled == 0) {
        for (; cc->filled != 16; len--)
            cc->sum[cc->filled++] ^= *from++;
    }
    if (len >= 16) {
        chain_blocks(&key, cc->sum, from, len / 16);
        from += len / 16 * 16;
        len %= 16;
    }
#endif
    for (; len != 0; len--) {
        if (cc->filled == 16) {
            ENCRYPT_ONE(&key, cc->sum);
            cc->filled = 0;
        }
        cc->sum[cc->filled++] ^= *from++;
    }
    wipe(&key, sizeof key);
    wipe_stack();
}

/* The code, in mac: the rest of section 6.2.  The key stays, and the next message may come. */
NOINLINE static void finish(mote_cmac_context *cc, const schedule *key, unsigned char *mac) {
    unsigned filled = cc->filled, i;

    memcpy(mac, cc->sum, 16);
    start_sum(cc);
    ENCRYPT_ONE(key, cc->sum);
    double_block(cc->sum);
    if (filled != 16) {
        double_block(cc->sum);
        mac[filled] ^= 0x80;
    }
    for (i = 0; i != 16; i++)
        cc->sum[i] ^= mac[i];
    ENCRYPT_ONE(key, cc->sum);
    memcpy(mac, cc->sum, 16);
    start_sum(cc);
}

void mote_cmac_close(mote_cmac_context *cc, void *dst) {
    schedule key;

    PREPARE(key, &cc->key);
    finish(cc, &key, (unsigned char *)dst);
    wipe(&key, sizeof key);
    wipe_stack();
}

int mote_cmac_check(mote_cmac_context *cc, const void *mac, size_t mac_len) {
    unsigned char whole[16], difference = 0;
    unsigned i;

    if (mac_len < 4 || mac_len > 16) {
        start_sum(cc);
        return MOTE_CMAC_WRONG_TAG_SIZE;
    }
    mote_cmac_close(cc, whole);
    for (i = 0; i != (unsigned)mac_len; i++)
        difference |= (unsigned char)(whole[i] ^ ((const unsigned char *)mac)[i]);
    wipe(whole, 16);
    return difference == 0 ? 0 : MOTE_CMAC_WRONG_TAG;
}

#endif
