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
 *
 * With AES_ENCRYPT_BLOCKS defined, ENCRYPT(key, src, dst, blocks) calls a kernel, for any number of
 * blocks, and PREPARE_WAY(s, cc, back) is PREPARE for one direction.
 *
 * Where a processor has instructions for AES, a header defines VECTORS, and in place of the loops here
 * its own: ecb_blocks, cbc_encrypt_blocks, cbc_decrypt_blocks, ctr_blocks and xts_blocks.
 */
#ifndef MOTE_AES_MODES_H
#define MOTE_AES_MODES_H

#include "aes/ctr.h"

#ifndef AES_ENCRYPT_BLOCKS
#define PREPARE_WAY(s, cc, back) PREPARE(s, cc)
#endif
#ifndef AES_CTR_BLOCKS
#define PREPARE_CTR(s, cc) PREPARE(s, cc)
#endif

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

#ifndef VECTORS
/* How many of the blocks that are left are done next */
static unsigned next(size_t blocks) {
    return blocks < BLOCKS ? (unsigned)blocks : BLOCKS;
}

static void ecb_blocks(const schedule *key, const unsigned char *src, unsigned char *dst,
                       size_t blocks, int back) {
    const unsigned char *MEMORY from = src;
    unsigned char *MEMORY to = dst;
    unsigned char s[16 * BLOCKS];
    unsigned bytes;

    SET_ALL(s);
#ifdef AES_ENCRYPT_BLOCKS
    if (!back) {
        if (blocks != 0)
            ENCRYPT(key, from, to, blocks);
        return;
    }
#endif
    for (; blocks != 0; blocks -= bytes / 16, from += bytes, to += bytes) {
        bytes = 16 * next(blocks);
        memcpy(s, from, bytes);
        if (back)
            decrypt_blocks(key, s);
        else
            encrypt_blocks(key, s);
        memcpy(to, s, bytes);
    }
    wipe(s, sizeof s);
}

static void cbc_encrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                               unsigned char *dst, size_t blocks) {
    const unsigned char *MEMORY from = src;
    unsigned char *MEMORY to = dst;
    unsigned char s[16 * BLOCKS];
    unsigned i;

    SET_ALL(s);
    memcpy(s, iv, 16);
    for (; blocks != 0; blocks--, from += 16, to += 16) {
        for (i = 0; i != 16; i++)
            s[i] ^= from[i];
#ifdef AES_ENCRYPT_BLOCKS
        ENCRYPT(key, s, s, 1);
#else
        encrypt_blocks(key, s);
#endif
        memcpy(to, s, 16);
    }
    memcpy(iv, s, 16);
    wipe(s, sizeof s);
}

static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                               unsigned char *dst, size_t blocks) {
    const unsigned char *MEMORY from = src;
    unsigned char *MEMORY to = dst;
    unsigned char s[16 * BLOCKS], last[16];
    unsigned bytes, i;

    SET_ALL(s);
    for (; blocks != 0; blocks -= bytes / 16, from += bytes, to += bytes) {
        bytes = 16 * next(blocks);
        memcpy(s, from, bytes);
        memcpy(last, from + bytes - 16, 16);
        decrypt_blocks(key, s);
        /* Backwards: where dst is src, a block goes that the one behind it needs. */
        for (i = bytes; i-- != 16;)
            to[i] = (unsigned char)(s[i] ^ from[i - 16]);
        for (i = 0; i != 16; i++)
            to[i] = (unsigned char)(s[i] ^ iv[i]);
        memcpy(iv, last, 16);
    }
    wipe(s, sizeof s);
    wipe(last, sizeof last);
}
#endif

static void crypt_ecb(const mote_aes_context *cc, const void *src, void *dst, size_t blocks,
                      int back) {
    schedule key;

    PREPARE_WAY(key, cc, back);
    ecb_blocks(&key, (const unsigned char *)src, (unsigned char *)dst, blocks, back);
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_ecb_encrypt(const mote_aes_context *cc, const void *src, void *dst, size_t blocks) {
    crypt_ecb(cc, src, dst, blocks, 0);
}

void mote_aes_ecb_decrypt(const mote_aes_context *cc, const void *src, void *dst, size_t blocks) {
    crypt_ecb(cc, src, dst, blocks, 1);
}

void mote_aes_cbc_encrypt(const mote_aes_context *cc, void *iv, const void *src, void *dst,
                          size_t blocks) {
    schedule key;

    PREPARE(key, cc);
    cbc_encrypt_blocks(&key, (unsigned char *)iv, (const unsigned char *)src, (unsigned char *)dst,
                       blocks);
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_cbc_decrypt(const mote_aes_context *cc, void *iv, const void *src, void *dst,
                          size_t blocks) {
    schedule key;

    PREPARE_WAY(key, cc, 1);
    cbc_decrypt_blocks(&key, (unsigned char *)iv, (const unsigned char *)src, (unsigned char *)dst,
                       blocks);
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

    PREPARE_CTR(key, cc);
    crypt_ctr(&key, state, src, dst, len, 0);
    wipe(&key, sizeof key);
    wipe_stack();
}

void mote_aes_ctr32(const mote_aes_context *cc, mote_aes_ctr_state *state, const void *src,
                    void *dst, size_t len) {
    schedule key;

    PREPARE_CTR(key, cc);
    crypt_ctr(&key, state, src, dst, len, 12);
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

#ifndef VECTORS
/* Whole blocks, backwards or not, of which the first has the tweak t; t is that of the block behind them then. */
NOINLINE static void xts_blocks(const schedule *key, unsigned char *t, const unsigned char *src,
                                unsigned char *dst, size_t blocks, int back) {
    unsigned char s[16 * BLOCKS], tweaks[16 * BLOCKS];
    unsigned bytes, i;

    SET_ALL(s);
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
    wipe(s, sizeof s);
}
#endif

/* The tweak of the first block */
static void xts_start(const mote_aes_xts_context *cc, const void *tweak, unsigned char *t) {
    unsigned char s[16 * BLOCKS];
    schedule key;

    PREPARE(key, &cc->tweak);
    SET_ALL(s);
    memcpy(s, tweak, 16);
    encrypt_blocks(&key, s);
    memcpy(t, s, 16);
    wipe(s, sizeof s);
    wipe(&key, sizeof key);
    wipe_stack();
}

/* Whether a data unit may have so many bytes */
static int is_unit_length(size_t len) {
    return len >= 16 && (len >> 12) <= 0x1000 && (len >> 12 != 0x1000 || (len & 0xFFF) == 0);
}

/* A data unit, backwards or not: sections 5.3.2 and 5.4.2 */
static int crypt_xts(const mote_aes_xts_context *cc, const void *tweak, const void *src, void *dst,
                     size_t len, int back) {
    const unsigned char *MEMORY from = (const unsigned char *)src;
    unsigned char *MEMORY to = (unsigned char *)dst;
    unsigned char t[32], s[16], end;
    unsigned rest = (unsigned)(len & 15), i;
    size_t blocks = len / 16 - (rest != 0);
    schedule key;

    if (!is_unit_length(len))
        return MOTE_AES_WRONG_LENGTH;
    xts_start(cc, tweak, t);
    PREPARE_WAY(key, &cc->data, back);
    xts_blocks(&key, t, from, to, blocks, back);
    if (rest != 0) {
        from += 16 * blocks;
        to += 16 * blocks;
        memcpy(t + 16, t, 16);
        times_alpha(t + 16);
        /* Of the last whole block comes the end of what is left, and that is where it was; going
         * back, it has the second of the two tweaks. */
        xts_blocks(&key, back ? t + 16 : t, from, s, 1, back);
        for (i = 0; i != rest; i++) {
            end = s[i];
            s[i] = from[16 + i];
            to[16 + i] = end;
        }
        xts_blocks(&key, back ? t : t + 16, s, to, 1, back);
    }
    wipe(&key, sizeof key);
    wipe(t, sizeof t);
    wipe(s, sizeof s);
    wipe_stack();
    return 0;
}

int mote_aes_xts_encrypt(const mote_aes_xts_context *cc, const void *tweak, const void *src,
                         void *dst, size_t len) {
    return crypt_xts(cc, tweak, src, dst, len, 0);
}

int mote_aes_xts_decrypt(const mote_aes_xts_context *cc, const void *tweak, const void *src,
                         void *dst, size_t len) {
    return crypt_xts(cc, tweak, src, dst, len, 1);
}

#endif
