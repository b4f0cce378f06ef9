/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/ccm.h.
 *
 * The CBC-MAC waits for the next byte before it encrypts its block.  So the block of the key stream that
 * this byte needs is encrypted in the same step: two blocks that do not depend on each other, which is
 * what files that work on several at a time want.  The last step has the CBC-MAC's last block and what
 * masks the tag.
 *
 * A private header; before it comes what aes/chained.h asks for.
 */
#ifndef MOTE_AES_CCM_H
#define MOTE_AES_CCM_H

#include "aes/chained.h"

/* What mote_ccm_context.phase is */
#define KEY_IS_SET 1
#define TAKES_AAD 2
#define ENCRYPTS 3
#define DECRYPTS 4

/* Parts of mote_ccm_context.blocks */
#define STREAM 16
#define COUNTER 32

int mote_ccm_init(mote_ccm_context *cc, const void *key, unsigned key_bits) {
    cc->phase = 0;
    if (key_bits != 128 && key_bits != 192 && key_bits != 256)
        return MOTE_CCM_WRONG_KEY_SIZE;
    cc->key.rounds = 6 + key_bits / 32;
    expand_key(cc->key.round_keys, (const unsigned char *)key, key_bits / 8, cc->key.rounds);
    cc->phase = KEY_IS_SET;
    wipe_stack();
    return 0;
}

/* The CBC-MAC's block, encrypted, and of a text the counter's with it */
static void next_blocks(mote_ccm_context *cc, const schedule *key, unsigned n) {
    memcpy(cc->blocks + STREAM, cc->blocks + COUNTER, 16);
    ENCRYPT_FEW(key, cc->blocks, n);
}

/* As the counter's last byte goes over, the one before it counts, but only as far as the counter's own
 * bytes: a text is not longer than they count. */
static void count_on(unsigned char *blocks) {
    unsigned i = COUNTER + 15;

    while (++blocks[i] == 0)
        i--;
}

#if BLOCKS != 1 && defined __GNUC__
#define IN_WORDS
#define ALIGNED_WORD(p) __builtin_assume_aligned(p, 4)

/* The counter's word at i is the key stream's. */
#define COUNTER_WORD(i)                                                                            \
    memcpy(&x, ALIGNED_WORD(blocks + COUNTER + (i)), 4);                                           \
    memcpy(ALIGNED_WORD(blocks + STREAM + (i)), &x, 4);

/* The text's word at i, encrypted or decrypted, and in the CBC-MAC's block */
#define TEXT_WORD(i)                                                                               \
    memcpy(&x, ALIGNED_WORD(src + (i)), 4);                                                        \
    memcpy(&y, ALIGNED_WORD(blocks + STREAM + (i)), 4);                                            \
    memcpy(&sum, ALIGNED_WORD(blocks + (i)), 4);                                                   \
    sum ^= x ^ (y & decrypts);                                                                     \
    y ^= x;                                                                                        \
    memcpy(ALIGNED_WORD(blocks + (i)), &sum, 4);                                                   \
    memcpy(ALIGNED_WORD(dst + (i)), &y, 4);

/*
 * Whole blocks of a text whose last block is encrypted, in words, if all of it lies where words may;
 * how many bytes these are.
 */
NOINLINE static size_t take_blocks(mote_ccm_context *cc, const schedule *key,
                                   const unsigned char *src, unsigned char *dst, size_t len,
                                   unsigned phase) {
    unsigned char *blocks = cc->blocks;
    u32 x, y, sum, decrypts = phase == DECRYPTS ? 0xFFFFFFFF : 0;
    size_t left;

    if ((((size_t)src | (size_t)dst | (size_t)blocks) & 3) != 0)
        return 0;
    for (left = len; left >= 16; left -= 16) {
        COUNTER_WORD(0)
        COUNTER_WORD(4)
        COUNTER_WORD(8)
        COUNTER_WORD(12)
        ENCRYPT_FEW(key, blocks, 2);
        count_on(blocks);
        TEXT_WORD(0)
        TEXT_WORD(4)
        TEXT_WORD(8)
        TEXT_WORD(12)
        src += 16;
        dst += 16;
    }
    return len - left;
}
#endif

/* Bytes that are authenticated and, of a text, encrypted or decrypted: SP 800-38C, section 6 */
NOINLINE static void take(mote_ccm_context *cc, const schedule *key, const unsigned char *src,
                          unsigned char *dst, size_t len, unsigned phase) {
    const unsigned char *MEMORY from = src;
    unsigned char *MEMORY to = dst;
    unsigned filled = cc->filled;
    unsigned char x, y;

#ifdef IN_WORDS
    if (phase != TAKES_AAD && filled == 16 && len >= 16) {
        size_t taken = take_blocks(cc, key, from, to, len, phase);

        from += taken;
        to += taken;
        len -= taken;
    }
#endif
    for (; len != 0; len--) {
        if (filled == 16) {
#ifdef CHAIN_BLOCKS
            if (len >= 16) {
                size_t blocks = len / 16;

                if (phase == TAKES_AAD)
                    chain_blocks(key, cc->blocks, from, blocks);
                else
                    chain_and_crypt_blocks(key, cc->blocks, cc->blocks + COUNTER, from, to, blocks,
                                           phase == DECRYPTS);
                from += 16 * blocks;
                if (phase != TAKES_AAD)
                    to += 16 * blocks;
                len -= 16 * blocks;
                if (len == 0)
                    break;
            }
#endif
            filled = 0;
            next_blocks(cc, key, phase == TAKES_AAD ? 1 : 2);
            if (phase != TAKES_AAD)
                count_on(cc->blocks);
        }
        x = *from++;
        if (phase != TAKES_AAD) {
            y = (unsigned char)(x ^ cc->blocks[STREAM + filled]);
            *to++ = y;
            if (phase == DECRYPTS)
                x = y;
        }
        cc->blocks[filled++] ^= x;
    }
    cc->filled = filled;
}

/* A number before end, big-endian in so many bytes; what there is no room for comes back. */
NOINLINE static size_t put_number(unsigned char *end, size_t number, unsigned bytes) {
    for (; bytes != 0; bytes--) {
        *--end = (unsigned char)number;
        number >>= 4;
        number >>= 4;
    }
    return number;
}

/* Appendix A: the first block, the first counter, and the length of the data before these */
int mote_ccm_start(mote_ccm_context *cc, const void *nonce, size_t nonce_len, size_t aad_len,
                   size_t len, size_t tag_len) {
    unsigned char *counter = cc->blocks + COUNTER, head[10];
    unsigned q = 15 - (unsigned)nonce_len, bytes = 2;
    schedule key;

    if (cc->phase == 0 || cc->phase > DECRYPTS)
        return MOTE_CCM_WRONG_ORDER;
    cc->phase = KEY_IS_SET;
    if (nonce_len < 7 || nonce_len > 13)
        return MOTE_CCM_WRONG_LENGTH;
    if (tag_len < 4 || tag_len > 16 || (tag_len & 1) != 0)
        return MOTE_CCM_WRONG_TAG_SIZE;
    memset(counter, 0, 16);
    counter[0] = (unsigned char)(q - 1);
    memcpy(counter + 1, nonce, nonce_len);
    memcpy(cc->blocks, counter, 16);
    cc->blocks[0] |= (unsigned char)(((unsigned)tag_len - 2) << 2 | (aad_len != 0 ? 0x40 : 0));
    if (put_number(cc->blocks + 16, len, q) != 0)
        return MOTE_CCM_WRONG_LENGTH;
    counter[15] = 1;
    cc->filled = 16;
    cc->aad_left = aad_len;
    cc->text_left = len;
    cc->tag_bytes = (unsigned)tag_len;
    cc->phase = TAKES_AAD;
    if (aad_len != 0) {
        /* Section A.2.2: in 2 bytes, or in 4 or 8 behind what says so. */
        if (aad_len >= 0xFF00) {
            head[0] = 0xFF;
            head[1] = 0xFE;
            bytes = 6;
            if (aad_len / 0x10000 / 0x10000 != 0) {
                head[1] = 0xFF;
                bytes = 10;
            }
        }
        put_number(head + bytes, aad_len, bytes == 2 ? 2 : bytes - 2);
        PREPARE(key, &cc->key);
        take(cc, &key, head, head, bytes, TAKES_AAD);
        wipe(&key, sizeof key);
        wipe_stack();
    }
    return 0;
}

static void take_with_key(mote_ccm_context *cc, const void *src, void *dst, size_t len,
                          unsigned phase) {
    schedule key;

    PREPARE(key, &cc->key);
    take(cc, &key, (const unsigned char *)src, (unsigned char *)dst, len, phase);
    wipe(&key, sizeof key);
    wipe_stack();
}

int mote_ccm_aad(mote_ccm_context *cc, const void *data, size_t len) {
    if (cc->phase != TAKES_AAD)
        return MOTE_CCM_WRONG_ORDER;
    if (len > cc->aad_left)
        return MOTE_CCM_WRONG_LENGTH;
    cc->aad_left -= len;
    take_with_key(cc, data, 0, len, TAKES_AAD);
    return 0;
}

/* The text, that way; the data before it are complete then, with zeros behind them. */
NOINLINE static int crypt_text(mote_ccm_context *cc, const void *src, void *dst, size_t len,
                               unsigned phase) {
    if ((cc->phase != TAKES_AAD || cc->aad_left != 0) && cc->phase != phase)
        return MOTE_CCM_WRONG_ORDER;
    if (len > cc->text_left)
        return MOTE_CCM_WRONG_LENGTH;
    cc->text_left -= len;
    if (cc->phase == TAKES_AAD)
        cc->filled = 16;
    cc->phase = phase;
    take_with_key(cc, src, dst, len, phase);
    return 0;
}

int mote_ccm_encrypt(mote_ccm_context *cc, const void *src, void *dst, size_t len) {
    return crypt_text(cc, src, dst, len, ENCRYPTS);
}

int mote_ccm_decrypt(mote_ccm_context *cc, const void *src, void *dst, size_t len) {
    return crypt_text(cc, src, dst, len, DECRYPTS);
}

/* The whole tag, which ends the computation; or what is wrong. */
static int finish(mote_ccm_context *cc, unsigned char *tag) {
    unsigned char *counter = cc->blocks + COUNTER;
    unsigned i;
    schedule key;

    if (cc->phase < TAKES_AAD || cc->phase > DECRYPTS)
        return MOTE_CCM_WRONG_ORDER;
    if (cc->aad_left != 0 || cc->text_left != 0)
        return MOTE_CCM_WRONG_LENGTH;
    cc->phase = KEY_IS_SET;
    /* The counter block of number 0 */
    memset(counter + 15 - counter[0], 0, counter[0] + 1);
    PREPARE(key, &cc->key);
    next_blocks(cc, &key, 2);
    for (i = 0; i != 16; i++)
        tag[i] = (unsigned char)(cc->blocks[i] ^ cc->blocks[STREAM + i]);
    wipe(cc->blocks, sizeof cc->blocks);
    wipe(&key, sizeof key);
    wipe_stack();
    return 0;
}

int mote_ccm_tag(mote_ccm_context *cc, void *tag) {
    unsigned char whole[16];
    int wrong = finish(cc, whole);

    if (wrong != 0)
        return wrong;
    memcpy(tag, whole, cc->tag_bytes);
    wipe(whole, 16);
    wipe_stack();
    return 0;
}

int mote_ccm_check(mote_ccm_context *cc, const void *tag) {
    unsigned char whole[16], difference = 0;
    int wrong = finish(cc, whole);
    unsigned i;

    if (wrong != 0)
        return wrong;
    for (i = 0; i != cc->tag_bytes; i++)
        difference |= (unsigned char)(whole[i] ^ ((const unsigned char *)tag)[i]);
    wipe(whole, 16);
    wipe_stack();
    return difference == 0 ? 0 : MOTE_CCM_WRONG_TAG;
}

int mote_ccm_seal(mote_ccm_context *cc, const void *nonce, size_t nonce_len, const void *aad,
                  size_t aad_len, const void *src, void *dst, size_t len, void *tag,
                  size_t tag_len) {
    int wrong = mote_ccm_start(cc, nonce, nonce_len, aad_len, len, tag_len);

    if (wrong == 0)
        wrong = mote_ccm_aad(cc, aad, aad_len);
    if (wrong == 0)
        wrong = mote_ccm_encrypt(cc, src, dst, len);
    if (wrong == 0)
        wrong = mote_ccm_tag(cc, tag);
    return wrong;
}

int mote_ccm_open(mote_ccm_context *cc, const void *nonce, size_t nonce_len, const void *aad,
                  size_t aad_len, const void *src, void *dst, size_t len, const void *tag,
                  size_t tag_len) {
    int wrong = mote_ccm_start(cc, nonce, nonce_len, aad_len, len, tag_len);

    if (wrong == 0)
        wrong = mote_ccm_aad(cc, aad, aad_len);
    if (wrong == 0)
        wrong = mote_ccm_decrypt(cc, src, dst, len);
    if (wrong == 0)
        wrong = mote_ccm_check(cc, tag);
    if (wrong != 0 && len != 0)
        memset(dst, 0, len);
    return wrong;
}

#endif
