/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/gcm.h.
 *
 * A private header; before it come what aes/modes.h asks for (small.h or fast.h), and
 *
 *     #define PREPARE_KEY(cc) ...          what is computed once from a hash key
 *     hash_blocks                          whole blocks (ghash_small.h or ghash_fast.h)
 */
#ifndef MOTE_AES_GCM_H
#define MOTE_AES_GCM_H

#include "aes/ctr.h"

/* What mote_gcm_context.phase is */
#define KEY_IS_SET 1
#define TAKES_AAD 2
#define ENCRYPTS 3
#define DECRYPTS 4

void mote_ghash_init(mote_ghash_context *cc, const void *key) {
    memcpy(cc->key, key, 16);
    memset(cc->hash, 0, 16);
    cc->waiting = 0;
    PREPARE_KEY(cc);
}

/* What is in the block that waits, with zeros behind it: as the hash has it already, a block of
 * zeros does the rest. */
static void fill_block(mote_ghash_context *cc) {
    unsigned char zeros[16];

    if (cc->waiting != 0) {
        memset(zeros, 0, 16);
        hash_blocks(cc, zeros, 1);
        cc->waiting = 0;
    }
}

NOINLINE static void append(mote_ghash_context *cc, const unsigned char *data, size_t len) {
    size_t blocks;

    while (len != 0) {
        if (cc->waiting == 0 && len >= 16) {
            blocks = len / 16;
            hash_blocks(cc, data, blocks);
            data += 16 * blocks;
            len -= 16 * blocks;
            continue;
        }
        cc->hash[cc->waiting++] ^= *data++;
        len--;
        if (cc->waiting == 16)
            fill_block(cc);
    }
}

void mote_ghash(mote_ghash_context *cc, const void *data, size_t len) {
    append(cc, (const unsigned char *)data, len);
    wipe_stack();
}

void mote_ghash_close(mote_ghash_context *cc, void *dst) {
    fill_block(cc);
    memcpy(dst, cc->hash, 16);
    wipe_stack();
}

/* Adds len to a number of bytes, unless it went beyond 2^(32 + bits) - beyond; 0 if it did not. */
static int count(mote_u32 *bytes, size_t len, unsigned bits, mote_u32 beyond) {
    /* No shift is as wide as a size_t may be. */
    mote_u32 low = (mote_u32)len & 0xFFFFFFFF, high = (mote_u32)(len >> 15 >> 15 >> 2);
    mote_u32 sum = (bytes[0] + low) & 0xFFFFFFFF;

    if (high >> bits != 0)
        return -1;
    high += bytes[1] + (sum < low);
    if (high >> bits != 0)
        return -1;
    if (high == ((mote_u32)1 << bits) - 1 && beyond != 0 && sum > 0xFFFFFFFF - beyond + 1)
        return -1;
    bytes[0] = sum;
    bytes[1] = high;
    return 0;
}

/* A block of two numbers of bits, big-endian, each of 64 bits: the lengths of SP 800-38D. */
static void append_lengths(mote_ghash_context *cc, const mote_u32 *first, const mote_u32 *second) {
    unsigned char block[16];
    const mote_u32 *bytes;
    mote_u32 low, high;
    unsigned i;

    for (i = 0; i != 16; i += 8) {
        bytes = i == 0 ? first : second;
        low = bytes[0] << 3;
        high = bytes[1] << 3 | bytes[0] >> 29;
        block[i] = (unsigned char)(high >> 24);
        block[i + 1] = (unsigned char)(high >> 16);
        block[i + 2] = (unsigned char)(high >> 8);
        block[i + 3] = (unsigned char)high;
        block[i + 4] = (unsigned char)(low >> 24);
        block[i + 5] = (unsigned char)(low >> 16);
        block[i + 6] = (unsigned char)(low >> 8);
        block[i + 7] = (unsigned char)low;
    }
    hash_blocks(cc, block, 1);
}

/* One block, encrypted in place */
static void encrypt_one(const mote_aes_context *cc, unsigned char *block) {
    unsigned char s[16 * BLOCKS];
    schedule key;

    PREPARE(key, cc);
    memcpy(s, block, 16);
    encrypt_blocks(&key, s);
    memcpy(block, s, 16);
    wipe(s, 16);
    wipe(&key, sizeof key);
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
    mote_ghash_init(&cc->hash, h);
    cc->phase = KEY_IS_SET;
    wipe(h, 16);
    wipe_stack();
    return 0;
}

int mote_gcm_start(mote_gcm_context *cc, const void *iv, size_t iv_len) {
    mote_u32 bytes[2], none[2];

    if (cc->phase == 0 || cc->phase > DECRYPTS)
        return MOTE_GCM_WRONG_ORDER;
    cc->phase = KEY_IS_SET;
    bytes[0] = bytes[1] = none[0] = none[1] = 0;
    if (iv_len == 0 || count(bytes, iv_len, 29, 0) != 0)
        return MOTE_GCM_WRONG_LENGTH;
    memset(cc->hash.hash, 0, 16);
    cc->hash.waiting = 0;
    /* J0: section 7.1, step 2 */
    if (iv_len == 12) {
        memcpy(cc->text.counter, iv, 12);
        memset(cc->text.counter + 12, 0, 3);
        cc->text.counter[15] = 1;
    } else {
        append(&cc->hash, (const unsigned char *)iv, iv_len);
        fill_block(&cc->hash);
        append_lengths(&cc->hash, none, bytes);
        memcpy(cc->text.counter, cc->hash.hash, 16);
        memset(cc->hash.hash, 0, 16);
    }
    memcpy(cc->mask, cc->text.counter, 16);
    encrypt_one(&cc->key, cc->mask);
    increment(cc->text.counter, 12);
    cc->text.left = 0;
    cc->aad_bytes[0] = cc->aad_bytes[1] = cc->text_bytes[0] = cc->text_bytes[1] = 0;
    cc->phase = TAKES_AAD;
    wipe_stack();
    return 0;
}

int mote_gcm_aad(mote_gcm_context *cc, const void *data, size_t len) {
    if (cc->phase != TAKES_AAD)
        return MOTE_GCM_WRONG_ORDER;
    if (count(cc->aad_bytes, len, 29, 0) != 0)
        return MOTE_GCM_WRONG_LENGTH;
    append(&cc->hash, (const unsigned char *)data, len);
    wipe_stack();
    return 0;
}

/* Whether text may come that goes this way; the data before it is complete then. */
static int begin_text(mote_gcm_context *cc, unsigned phase, size_t len) {
    if (cc->phase != TAKES_AAD && cc->phase != phase)
        return MOTE_GCM_WRONG_ORDER;
    if (count(cc->text_bytes, len, 4, 32) != 0)
        return MOTE_GCM_WRONG_LENGTH;
    if (cc->phase == TAKES_AAD)
        fill_block(&cc->hash);
    cc->phase = phase;
    return 0;
}

int mote_gcm_encrypt(mote_gcm_context *cc, const void *src, void *dst, size_t len) {
    schedule key;
    int wrong = begin_text(cc, ENCRYPTS, len);

    if (wrong != 0)
        return wrong;
    PREPARE(key, &cc->key);
    crypt_ctr(&key, &cc->text, (const unsigned char *)src, (unsigned char *)dst, len, 12);
    append(&cc->hash, (const unsigned char *)dst, len);
    wipe(&key, sizeof key);
    wipe_stack();
    return 0;
}

int mote_gcm_decrypt(mote_gcm_context *cc, const void *src, void *dst, size_t len) {
    schedule key;
    int wrong = begin_text(cc, DECRYPTS, len);

    if (wrong != 0)
        return wrong;
    append(&cc->hash, (const unsigned char *)src, len);
    PREPARE(key, &cc->key);
    crypt_ctr(&key, &cc->text, (const unsigned char *)src, (unsigned char *)dst, len, 12);
    wipe(&key, sizeof key);
    wipe_stack();
    return 0;
}

/* The whole tag, which ends the computation; or what is wrong. */
static int finish(mote_gcm_context *cc, unsigned char *tag, size_t tag_len) {
    unsigned i;

    if (tag_len != 4 && tag_len != 8 && (tag_len < 12 || tag_len > 16))
        return MOTE_GCM_WRONG_TAG_SIZE;
    if (cc->phase == KEY_IS_SET || cc->phase == 0)
        return MOTE_GCM_WRONG_ORDER;
    fill_block(&cc->hash);
    append_lengths(&cc->hash, cc->aad_bytes, cc->text_bytes);
    for (i = 0; i != 16; i++)
        tag[i] = (unsigned char)(cc->hash.hash[i] ^ cc->mask[i]);
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
