/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in counter mode alone, in portable C: small code, in constant time.  The round keys are computed
 * with the rounds; the S-box takes the word that they need with the state.
 */
#include "mote/aes_ctr.h"

#include "common/small.h"

#define ROUNDS_IN_C
#define KEY_WORD
#include "aes/rounds_small.h"

/* The stack that the functions below leave key material in */
#ifdef __AVR__
#define STACK_BYTES 112
#else
#define STACK_BYTES 320
#endif
#include "aes/wipe.h"

int mote_aes_ctr_init(mote_aes_ctr_context *cc, const void *key, unsigned key_bits,
                      const void *counter) {
    if (key_bits != 128 && key_bits != 256)
        return MOTE_AES_CTR_WRONG_KEY_SIZE;
    memcpy(cc->key, key, key_bits / 8);
    memcpy(cc->counter, counter, 16);
    cc->key_bits = key_bits;
    cc->left = 0;
    return 0;
}

/*
 * The cipher, in place: sections 5.1 and 5.2.  Behind the state there is room for a word of the key.
 * A key of 256 bits is two round keys, and each new one takes the place of the older.
 */
NOINLINE static void encrypt_block(const mote_aes_ctr_context *cc, unsigned char *s) {
    unsigned char k[32], constant = 1;
    unsigned other = cc->key_bits >> 4 & 16, rounds = cc->key_bits / 32 + 6, round = 0, at = 0;
    unsigned next, i;

    memcpy(k, cc->key, 32);
    for (;;) {
        xor_block(s, k + at);
        if (round == rounds)
            break;
        round++;
        /* The round key's last word, after RotWord for the first half of a key */
        next = at ^ other;
        for (i = 0; i != 4; i++)
            s[16 + i] = k[at + 12 + ((i + (next == 0)) & 3)];
        substitute(s, 5);
        if (round != rounds)
            mix_columns(s);
        at = next;
        if (round == 1 && at != 0)
            continue;
        if (at == 0) {
            k[0] ^= constant;
            constant = times_x(constant);
        }
        for (i = 0; i != 4; i++)
            k[at + i] ^= s[16 + i];
        for (; i != 16; i++)
            k[at + i] ^= k[at + i - 4];
    }
}

/* A block of the key stream: SP 800-38A, section 6.5 */
static void next_block(mote_aes_ctr_context *cc) {
    unsigned carry = 1, i = 16;

    memcpy(cc->key_stream, cc->counter, 16);
    do {
        i--;
        carry += cc->counter[i];
        cc->counter[i] = (unsigned char)carry;
        carry >>= 8;
    } while (i != 0);
    encrypt_block(cc, cc->key_stream);
    cc->left = 16;
}

void mote_aes_ctr_crypt(mote_aes_ctr_context *cc, const void *src, void *dst, size_t len) {
    const unsigned char *MEMORY from = (const unsigned char *)src;
    unsigned char *MEMORY to = (unsigned char *)dst;

    for (; len != 0; len--) {
        if (cc->left == 0)
            next_block(cc);
        *to++ = (unsigned char)(*from++ ^ cc->key_stream[16 - cc->left--]);
    }
    wipe_stack();
}
