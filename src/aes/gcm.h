/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/gcm.h.
 *
 * A private header; before it come what aes/modes.h asks for (small.h or fast.h), and
 *
 *     #define PREPARE_KEY(cc) ...          what is computed once from a hash key
 *     hash_blocks                          whole blocks (ghash_small.h or ghash_fast.h)
 *
 * A source that encrypts and hashes in one loop defines STITCHED, and crypt_and_hash: as much of the
 * text as it takes, with no block that waits; how many bytes it took.  START_WITH_12(cc, iv) is what
 * starts with an initialization vector of 12 bytes where that has code of its own.
 */
#ifndef MOTE_AES_GCM_H
#define MOTE_AES_GCM_H

#include "aes/ctr.h"
#include "aes/hash.h"

/* What mote_gcm_context.phase is */
#define KEY_IS_SET 1
#define TAKES_AAD 2
#define ENCRYPTS 3
#define DECRYPTS 4

/*
 * Adds len bytes to a number of bits, big-endian in 8 bytes; not 0, and nothing is added, if that
 * is beyond the limit: 2^64 - 1 or, of a text, 2^39 - 256 (SP 800-38D, section 5.2.1.1).
 */
#ifdef VECTORS
static int count(unsigned char *bits, size_t len, int text) {
    unsigned long long sum, before;

#define PLACED(i) (unsigned long long)bits[i] << (56 - 8 * (i))
    before = PLACED(0) | PLACED(1) | PLACED(2) | PLACED(3) | PLACED(4) | PLACED(5) | PLACED(6) |
             PLACED(7);
#undef PLACED
    sum = before + ((unsigned long long)len << 3);
    if (len >> 61 != 0 || sum < before || (text && sum > 0x7FFFFFFF00))
        return -1;
#define PUT_SUM(i) bits[i] = (unsigned char)(sum >> (56 - 8 * (i)));
    PUT_SUM(0)
    PUT_SUM(1)
    PUT_SUM(2)
    PUT_SUM(3)
    PUT_SUM(4)
    PUT_SUM(5)
    PUT_SUM(6)
    PUT_SUM(7)
#undef PUT_SUM
    return 0;
}
#else
NOINLINE static int count(unsigned char *bits, size_t len, int text) {
    unsigned char sum[8];
    unsigned i = 7, carry = bits[7] + ((unsigned)(len & 31) << 3);

    len >>= 5;
    for (;;) {
        sum[i] = (unsigned char)carry;
        carry >>= 8;
        if (i == 0)
            break;
        carry += bits[--i] + (unsigned)(len & 0xFF);
        len >>= 4;
        len >>= 4;
    }
    if (carry != 0 || len != 0)
        return -1;
    if (text && ((sum[0] | sum[1] | sum[2] | (sum[3] & 0x80)) != 0 ||
                 (sum[3] == 0x7F && (sum[4] & sum[5] & sum[6]) == 0xFF && sum[7] != 0)))
        return -1;
    memcpy(bits, sum, 8);
    return 0;
}
#endif

/* One block, encrypted in place; with vectors that takes no stack but what the caller wipes. */
static void encrypt_one(const mote_aes_context *cc, unsigned char *block) {
    unsigned char s[16 * BLOCKS];
    schedule key;

    PREPARE(key, cc);
    SET_ALL(s);
    memcpy(s, block, 16);
    encrypt_blocks(&key, s);
    memcpy(block, s, 16);
    wipe(s, sizeof s);
    wipe(&key, sizeof key);
#ifndef VECTORS
    wipe_stack();
#endif
}

int mote_gcm_init(mote_gcm_context *cc, const void *key, unsigned key_bits) {
    unsigned char h[16];

    cc->phase = 0;
    if (key_bits != 128 && key_bits != 192 && key_bits != 256)
        return MOTE_GCM_WRONG_KEY_SIZE;
    cc->key.rounds = 6 + key_bits / 32;
    expand_key(cc->key.round_keys, (const unsigned char *)key, key_bits / 8, cc->key.rounds);
    memset(h, 0, 16);
    encrypt_one(&cc->key, h);
    start_hash(&cc->hash, h);
    cc->phase = KEY_IS_SET;
    wipe(h, 16);
    wipe_stack();
    return 0;
}

int mote_gcm_start(mote_gcm_context *cc, const void *iv, size_t iv_len) {
    if (cc->phase == 0 || cc->phase > DECRYPTS)
        return MOTE_GCM_WRONG_ORDER;
    cc->phase = KEY_IS_SET;
    memset(cc->lengths, 0, 16);
    if (iv_len == 0 || count(cc->lengths + 8, iv_len, 0) != 0)
        return MOTE_GCM_WRONG_LENGTH;
    memset(cc->hash.hash, 0, 16);
    cc->hash.waiting = 0;
#ifdef START_WITH_12
    if (iv_len == 12)
        START_WITH_12(cc, (const unsigned char *)iv);
    else
#endif
    {
        /* J0: section 7.1, step 2 */
        if (iv_len == 12) {
            memcpy(cc->text.counter, iv, 12);
            memset(cc->text.counter + 12, 0, 3);
            cc->text.counter[15] = 1;
        } else {
            append(&cc->hash, iv, iv_len);
            fill_block(&cc->hash);
            hash_blocks(&cc->hash, cc->lengths, 1);
            memcpy(cc->text.counter, cc->hash.hash, 16);
            memset(cc->hash.hash, 0, 16);
        }
        memcpy(cc->mask, cc->text.counter, 16);
        encrypt_one(&cc->key, cc->mask);
        increment(cc->text.counter, 12);
    }
    cc->text.left = 0;
    memset(cc->lengths, 0, 16);
    cc->phase = TAKES_AAD;
    wipe_stack();
    return 0;
}

int mote_gcm_aad(mote_gcm_context *cc, const void *data, size_t len) {
    if (cc->phase != TAKES_AAD)
        return MOTE_GCM_WRONG_ORDER;
    if (count(cc->lengths, len, 0) != 0)
        return MOTE_GCM_WRONG_LENGTH;
#ifdef NOTHING_TO_WIPE
    if (len == 0)
        return 0;
#endif
    append(&cc->hash, data, len);
    wipe_stack();
    return 0;
}

/* Whether text may come that goes this way; the data before it is complete then. */
NOINLINE static int begin_text(mote_gcm_context *cc, unsigned phase, size_t len) {
    if (cc->phase != TAKES_AAD && cc->phase != phase)
        return MOTE_GCM_WRONG_ORDER;
    if (count(cc->lengths + 8, len, 1) != 0)
        return MOTE_GCM_WRONG_LENGTH;
    if (cc->phase == TAKES_AAD)
        fill_block(&cc->hash);
    cc->phase = phase;
    return 0;
}

/* The text behind what is hashed and encrypted together */
static void crypt_text(mote_gcm_context *cc, const void *src, void *dst, size_t len, int back) {
    const unsigned char *MEMORY from = (const unsigned char *)src;
    unsigned char *MEMORY to = (unsigned char *)dst;
    schedule key;

    PREPARE(key, &cc->key);
#ifdef STITCHED
    /* Without a text from and to may be null, to which nothing can be added, not even 0. */
    if (cc->hash.waiting == 0 && len != 0) {
        size_t done = crypt_and_hash(&key, cc, from, to, len, back);

        from += done;
        to += done;
        len -= done;
    }
#endif
    if (back)
        append(&cc->hash, from, len);
    crypt_ctr(&key, &cc->text, from, to, len, 12);
    if (!back)
        append(&cc->hash, to, len);
    wipe(&key, sizeof key);
    wipe_stack();
}

int mote_gcm_encrypt(mote_gcm_context *cc, const void *src, void *dst, size_t len) {
    int wrong = begin_text(cc, ENCRYPTS, len);

    if (wrong == 0)
        crypt_text(cc, src, dst, len, 0);
    return wrong;
}

int mote_gcm_decrypt(mote_gcm_context *cc, const void *src, void *dst, size_t len) {
    int wrong = begin_text(cc, DECRYPTS, len);

    if (wrong == 0)
        crypt_text(cc, src, dst, len, 1);
    return wrong;
}

/* The whole tag, which ends the computation; or what is wrong. */
static int finish(mote_gcm_context *cc, unsigned char *tag, size_t tag_len) {
#ifndef ADD_BLOCKS
    unsigned i;
#endif

    if (tag_len != 4 && tag_len != 8 && (tag_len < 12 || tag_len > 16))
        return MOTE_GCM_WRONG_TAG_SIZE;
    if (cc->phase == KEY_IS_SET || cc->phase == 0)
        return MOTE_GCM_WRONG_ORDER;
    fill_block(&cc->hash);
    hash_blocks(&cc->hash, cc->lengths, 1);
#ifdef ADD_BLOCKS
    /* Of words, where the source has them */
    ADD_BLOCKS(tag, cc->hash.hash, cc->mask);
#else
    for (i = 0; i != 16; i++)
        tag[i] = (unsigned char)(cc->hash.hash[i] ^ cc->mask[i]);
#endif
    cc->phase = KEY_IS_SET;
    wipe(cc->mask, 16);
    wipe(&cc->text, sizeof cc->text);
    return 0;
}

int mote_gcm_tag(mote_gcm_context *cc, void *tag, size_t tag_len) {
    unsigned char whole[16];
    int wrong = finish(cc, whole, tag_len);

    if (wrong != 0)
        return wrong;
    memcpy(tag, whole, tag_len);
    wipe(whole, 16);
    wipe_stack();
    return 0;
}

int mote_gcm_check(mote_gcm_context *cc, const void *tag, size_t tag_len) {
    unsigned char whole[16], difference = 0;
    int wrong = finish(cc, whole, tag_len);
    unsigned i;

    if (wrong != 0)
        return wrong;
    for (i = 0; i != (unsigned)tag_len; i++)
        difference |= (unsigned char)(whole[i] ^ ((const unsigned char *)tag)[i]);
    wipe(whole, 16);
    wipe_stack();
    return difference == 0 ? 0 : MOTE_GCM_WRONG_TAG;
}

int mote_gcm_seal(mote_gcm_context *cc, const void *iv, size_t iv_len, const void *aad,
                  size_t aad_len, const void *src, void *dst, size_t len, void *tag,
                  size_t tag_len) {
    int wrong = mote_gcm_start(cc, iv, iv_len);

    if (wrong == 0)
        wrong = mote_gcm_aad(cc, aad, aad_len);
    if (wrong == 0 && tag_len != 4 && tag_len != 8 && (tag_len < 12 || tag_len > 16))
        wrong = MOTE_GCM_WRONG_TAG_SIZE;
    if (wrong == 0)
        wrong = mote_gcm_encrypt(cc, src, dst, len);
    if (wrong == 0)
        wrong = mote_gcm_tag(cc, tag, tag_len);
    return wrong;
}

int mote_gcm_open(mote_gcm_context *cc, const void *iv, size_t iv_len, const void *aad,
                  size_t aad_len, const void *src, void *dst, size_t len, const void *tag,
                  size_t tag_len) {
    int wrong = mote_gcm_start(cc, iv, iv_len);

    if (wrong == 0)
        wrong = mote_gcm_aad(cc, aad, aad_len);
    if (wrong == 0)
        wrong = mote_gcm_decrypt(cc, src, dst, len);
    if (wrong == 0)
        wrong = mote_gcm_check(cc, tag, tag_len);
    if (wrong != 0 && len != 0)
        memset(dst, 0, len);
    return wrong;
}

#endif
