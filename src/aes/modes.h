/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/aes.h, over a few blocks at a time.
 *
 * A private header; before it come, in small.h or fast.h,
 *
 *     #define BLOCKS 2                     so many blocks at a time
 *     typedef ... schedule;                what they take of the key
 *     #define PREPARE(s, cc) ...           makes it of a context
 *     expand_key, encrypt_blocks, decrypt_blocks, wipe and wipe_stack
 */
#ifndef MOTE_AES_MODES_H
#define MOTE_AES_MODES_H

#include "aes/ctr.h"

/* Whether a key may have so many bits */
static int is_key_size(unsigned bits) {
    return bits == 128 || bits == 192 || bits == 256;
}

static void set_key(mote_aes_context *cc, const unsigned char *key, unsigned bits) {
    cc->rounds = 6 + bits / 32;
    expand_key(cc->round_keys, key, bits / 8, cc->rounds);
}

int mote_aes_init(mote_aes_context *cc, const void *key, unsigned key_bits) {
    if (!is_key_size(key_bits))
        return MOTE_AES_WRONG_KEY_SIZE;
    set_key(cc, (const unsigned char *)key, key_bits);
    wipe_stack();
    return 0;
}

/* How many of the blocks that are left are done next */
static unsigned next(size_t blocks) {
    return blocks < BLOCKS ? (unsigned)blocks : BLOCKS;
}

void mote_aes_ecb_encrypt(const mote_aes_context *cc, const void *src, void *dst, size_t blocks) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, s[16 * BLOCKS];
    unsigned bytes;
    schedule key;

    PREPARE(key, cc);
    for (; blocks != 0; blocks -= bytes / 16, from += bytes, to += bytes) {
        bytes = 16 * next(blocks);
        memcpy(s, from, bytes);
        encrypt_blocks(&key, s);
        memcpy(to, s, bytes);
    }
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_ecb_decrypt(const mote_aes_context *cc, const void *src, void *dst, size_t blocks) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, s[16 * BLOCKS];
    unsigned bytes;
    schedule key;

    PREPARE(key, cc);
    for (; blocks != 0; blocks -= bytes / 16, from += bytes, to += bytes) {
        bytes = 16 * next(blocks);
        memcpy(s, from, bytes);
        decrypt_blocks(&key, s);
        memcpy(to, s, bytes);
    }
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_cbc_encrypt(const mote_aes_context *cc, void *iv, const void *src, void *dst,
                          size_t blocks) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, s[16 * BLOCKS];
    schedule key;
    unsigned i;

    PREPARE(key, cc);
    memcpy(s, iv, 16);
    for (; blocks != 0; blocks--, from += 16, to += 16) {
        for (i = 0; i != 16; i++)
            s[i] ^= from[i];
        encrypt_blocks(&key, s);
        memcpy(to, s, 16);
    }
    memcpy(iv, s, 16);
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_cbc_decrypt(const mote_aes_context *cc, void *iv, const void *src, void *dst,
                          size_t blocks) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, s[16 * BLOCKS], last[16];
    unsigned bytes, i;
    schedule key;

    PREPARE(key, cc);
    for (; blocks != 0; blocks -= bytes / 16, from += bytes, to += bytes) {
        bytes = 16 * next(blocks);
        memcpy(s, from, bytes);
        memcpy(last, from + bytes - 16, 16);
        decrypt_blocks(&key, s);
        /* Backwards: where dst is src, a block goes that the one behind it needs. */
        for (i = bytes; i-- != 16;)
            to[i] = (unsigned char)(s[i] ^ from[i - 16]);
        for (i = 0; i != 16; i++)
            to[i] = (unsigned char)(s[i] ^ ((unsigned char *)iv)[i]);
        memcpy(iv, last, 16);
    }
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_ctr_start(mote_aes_ctr_state *state, const void *counter) {
    memcpy(state->counter, counter, 16);
    state->left = 0;
}

void mote_aes_ctr(const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src, void *dst,
                  size_t len) {
    schedule key;

    PREPARE(key, cc);
    crypt_ctr(&key, state, (const unsigned char *)src, (unsigned char *)dst, len, 0);
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_ctr32(const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src,
                    void *dst, size_t len) {
    schedule key;

    PREPARE(key, cc);
    crypt_ctr(&key, state, (const unsigned char *)src, (unsigned char *)dst, len, 12);
    wipe(&key, sizeof key);
    wipe_stack();
}

int mote_aes_xts_init(mote_aes_xts_context *cc, const void *key, unsigned key_bits) {
    const unsigned char *first = (const unsigned char *)key, *second = first + key_bits / 8;
    unsigned char difference = 0;
    unsigned i;

    if (!is_key_size(key_bits))
        return MOTE_AES_WRONG_KEY_SIZE;
    for (i = 0; i != key_bits / 8; i++)
        difference |= (unsigned char)(first[i] ^ second[i]);
    if (difference == 0)
        return MOTE_AES_EQUAL_KEYS;
    set_key(&cc->data, first, key_bits);
    set_key(&cc->tweak, second, key_bits);
    wipe_stack();
    return 0;
}

/* The product of a tweak with the element alpha: IEEE Std 1619-2007, section 5.2 */
static void times_alpha(unsigned char *t) {
    unsigned carry = 0, i;

    for (i = 0; i != 16; i++) {
        carry |= (unsigned)t[i] << 1;
        t[i] = (unsigned char)carry;
        carry >>= 8;
    }
    t[0] ^= (unsigned char)(0x87 & (0 - carry));
}

/* Whole blocks, backwards or not, of which the first has the tweak t; t is that of the block behind them then. */
NOINLINE static void xts_blocks(const schedule *key, unsigned char *t, const unsigned char *src,
                                unsigned char *dst, size_t blocks, int back) {
    unsigned char s[16 * BLOCKS], tweaks[16 * BLOCKS];
    unsigned bytes, i;

    for (; blocks != 0; blocks -= bytes / 16, src += bytes, dst += bytes) {
        bytes = 16 * next(blocks);
        for (i = 0; i != bytes; i += 16) {
            memcpy(tweaks + i, t, 16);
            times_alpha(t);
        }
        for (i = 0; i != bytes; i++)
            s[i] = (unsigned char)(src[i] ^ tweaks[i]);
        if (back)
            decrypt_blocks(key, s);
        else
            encrypt_blocks(key, s);
        for (i = 0; i != bytes; i++)
            dst[i] = (unsigned char)(s[i] ^ tweaks[i]);
    }
    wipe(tweaks, sizeof tweaks);
}

/* The tweak of the first block */
static void xts_start(const mote_aes_xts_context *cc, const void *tweak, unsigned char *t) {
    unsigned char s[16 * BLOCKS];
    schedule key;

    PREPARE(key, &cc->tweak);
    memcpy(s, tweak, 16);
    encrypt_blocks(&key, s);
    memcpy(t, s, 16);
    wipe(s, 16);
    wipe(&key, sizeof key);
}

/* Whether a data unit may have so many bytes */
static int is_unit_length(size_t len) {
    return len >= 16 && (len >> 12) <= 0x1000 && (len >> 12 != 0x1000 || (len & 0xFFF) == 0);
}

int mote_aes_xts_encrypt(const mote_aes_xts_context *cc, const void *tweak, const void *src,
                         void *dst, size_t len) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, t[16], s[16];
    unsigned rest = (unsigned)(len & 15), i;
    schedule key;

    if (!is_unit_length(len))
        return MOTE_AES_WRONG_LENGTH;
    xts_start(cc, tweak, t);
    PREPARE(key, &cc->data);
    xts_blocks(&key, t, from, to, len / 16, 0);
    if (rest != 0) {
        from += len - rest;
        to += len - rest;
        /* The last whole block gives up its end to the text that is left (section 5.3.2). */
        memcpy(s, to - 16, 16);
        for (i = 0; i != rest; i++) {
            unsigned char end = s[i];
            s[i] = from[i];
            to[i] = end;
        }
        xts_blocks(&key, t, s, to - 16, 1, 0);
    }
    wipe(&key, sizeof key);
    wipe(t, sizeof t);
    wipe(s, sizeof s);
    wipe_stack();
    return 0;
}

int mote_aes_xts_decrypt(const mote_aes_xts_context *cc, const void *tweak, const void *src,
                         void *dst, size_t len) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst, t[16], before[16], s[16];
    unsigned rest = (unsigned)(len & 15), i;
    size_t whole = len / 16;
    schedule key;

    if (!is_unit_length(len))
        return MOTE_AES_WRONG_LENGTH;
    xts_start(cc, tweak, t);
    PREPARE(key, &cc->data);
    xts_blocks(&key, t, from, to, whole - (rest != 0), 1);
    if (rest != 0) {
        from += 16 * (whole - 1);
        to += 16 * (whole - 1);
        /* The last whole block has the tweak of the part behind it (section 5.4.2). */
        memcpy(before, t, 16);
        times_alpha(t);
        xts_blocks(&key, t, from, s, 1, 1);
        for (i = 0; i != rest; i++) {
            unsigned char end = s[i];
            s[i] = from[16 + i];
            to[16 + i] = end;
        }
        xts_blocks(&key, before, s, to, 1, 1);
    }
    wipe(&key, sizeof key);
    wipe(t, sizeof t);
    wipe(before, sizeof before);
    wipe(s, sizeof s);
    wipe_stack();
    return 0;
}

#endif
