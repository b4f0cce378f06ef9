/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/gcm.h for adapters: AES in counter mode and GHASH of whole blocks are the
 * library's, SP 800-38D's way from the one to the other is ours.  A text is encrypted and hashed in
 * pieces that stay in the first cache.
 *
 * The adapter has adapter_keys, which sets the key of AES; adapter_counted, which encrypts n blocks from
 * a counter block on and leaves it as it is; adapter_key and adapter_blocks, as in ghash_blocks.h.
 */
#ifndef ADAPTER_GCM_BLOCKS_H
#define ADAPTER_GCM_BLOCKS_H

#include <string.h>

#define PIECE 3072

static int adapter_keys(adapter_context *cc, const unsigned char *key, unsigned key_bits);
static void adapter_counted(adapter_context *cc, const unsigned char counter[16],
                            const unsigned char *src, unsigned char *dst, size_t n);
static void adapter_key(adapter_context *cc, const unsigned char key[16]);
static void adapter_blocks(adapter_context *cc, const unsigned char *blocks, size_t n);

static void put_number(unsigned char *to, unsigned long long number) {
    int i;

    for (i = 8; --i >= 0; number >>= 8)
        to[i] = (unsigned char)number;
}

static void count_on(unsigned char counter[16], size_t n) {
    int i;

    for (i = 16; --i >= 12; n >>= 8) {
        n += counter[i];
        counter[i] = (unsigned char)n;
    }
}

/* What waits in a block that is not full, with zeros behind it */
static void hash_rest(adapter_context *cc) {
    if (cc->waiting != 0) {
        memset(cc->block + cc->waiting, 0, 16 - cc->waiting);
        adapter_blocks(cc, cc->block, 1);
        cc->waiting = 0;
    }
}

static void hash_bytes(adapter_context *cc, const unsigned char *from, size_t len) {
    size_t n;

    while (len != 0 && cc->waiting != 0) {
        cc->block[cc->waiting++] = *from++;
        len--;
        if (cc->waiting == 16) {
            adapter_blocks(cc, cc->block, 1);
            cc->waiting = 0;
        }
    }
    n = len / 16;
    if (n != 0)
        adapter_blocks(cc, from, n);
    from += 16 * n;
    for (len %= 16; len != 0; len--)
        cc->block[cc->waiting++] = *from++;
}

int adapter_init(adapter_context *cc, const void *key, unsigned key_bits) {
    unsigned char zeros[16] __attribute__((aligned(16))) = {0};

    if ((key_bits != 128 && key_bits != 192 && key_bits != 256) ||
        adapter_keys(cc, key, key_bits) != 0)
        return -1;
    adapter_counted(cc, zeros, zeros, zeros, 1);
    adapter_key(cc, zeros);
    return 0;
}

int adapter_start(adapter_context *cc, const void *iv, size_t iv_len) {
    unsigned char lengths[16] = {0};

    memset(cc->hash, 0, 16);
    cc->waiting = 0;
    if (iv_len == 12) {
        memcpy(cc->counter, iv, 12);
        memset(cc->counter + 12, 0, 3);
        cc->counter[15] = 1;
    } else {
        hash_bytes(cc, iv, iv_len);
        hash_rest(cc);
        put_number(lengths + 8, 8ULL * iv_len);
        adapter_blocks(cc, lengths, 1);
        memcpy(cc->counter, cc->hash, 16);
        memset(cc->hash, 0, 16);
    }
    memset(cc->mask, 0, 16);
    adapter_counted(cc, cc->counter, cc->mask, cc->mask, 1);
    count_on(cc->counter, 1);
    cc->data_bytes = cc->text_bytes = 0;
    cc->left = 0;
    return 0;
}

int adapter_aad(adapter_context *cc, const void *data, size_t len) {
    hash_bytes(cc, data, len);
    cc->data_bytes += len;
    return 0;
}

static void crypt_bytes(adapter_context *cc, const unsigned char *src, unsigned char *dst,
                        size_t len) {
    size_t n;

    while (len != 0 && cc->left != 0) {
        *dst++ = (unsigned char)(*src++ ^ cc->key_stream[16 - cc->left--]);
        len--;
    }
    n = len / 16;
    if (n != 0) {
        adapter_counted(cc, cc->counter, src, dst, n);
        count_on(cc->counter, n);
        src += 16 * n;
        dst += 16 * n;
    }
    len %= 16;
    if (len != 0) {
        memset(cc->key_stream, 0, 16);
        adapter_counted(cc, cc->counter, cc->key_stream, cc->key_stream, 1);
        count_on(cc->counter, 1);
        cc->left = 16;
    }
    while (len-- != 0)
        *dst++ = (unsigned char)(*src++ ^ cc->key_stream[16 - cc->left--]);
}

static int crypt_text(adapter_context *cc, const unsigned char *src, unsigned char *dst, size_t len,
                      int back) {
    size_t n;

    if (cc->text_bytes == 0)
        hash_rest(cc);
    cc->text_bytes += len;
    for (; len != 0; len -= n, src += n, dst += n) {
        n = len < PIECE ? len : PIECE;
        if (back)
            hash_bytes(cc, src, n);
        crypt_bytes(cc, src, dst, n);
        if (!back)
            hash_bytes(cc, dst, n);
    }
    return 0;
}

int adapter_encrypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    return crypt_text(cc, src, dst, len, 0);
}

int adapter_decrypt(adapter_context *cc, const void *src, void *dst, size_t len) {
    return crypt_text(cc, src, dst, len, 1);
}

int adapter_tag(adapter_context *cc, void *tag, size_t tag_len) {
    unsigned char lengths[16], *to = tag;
    size_t i;

    hash_rest(cc);
    put_number(lengths, 8 * cc->data_bytes);
    put_number(lengths + 8, 8 * cc->text_bytes);
    adapter_blocks(cc, lengths, 1);
    for (i = 0; i < tag_len; i++)
        to[i] = cc->hash[i] ^ cc->mask[i];
    return 0;
}

int adapter_check(adapter_context *cc, const void *tag, size_t tag_len) {
    unsigned char right[16];
    const unsigned char *given = tag;
    unsigned wrong = 0;
    size_t i;

    (void)adapter_tag(cc, right, tag_len);
    for (i = 0; i < tag_len; i++)
        wrong |= (unsigned)(right[i] ^ given[i]);
    return wrong == 0 ? 0 : -5;
}

int adapter_seal(adapter_context *cc, const void *iv, size_t iv_len, const void *aad,
                 size_t aad_len, const void *src, void *dst, size_t len, void *tag,
                 size_t tag_len) {
    (void)adapter_start(cc, iv, iv_len);
    (void)adapter_aad(cc, aad, aad_len);
    (void)adapter_encrypt(cc, src, dst, len);
    return adapter_tag(cc, tag, tag_len);
}

int adapter_open(adapter_context *cc, const void *iv, size_t iv_len, const void *aad,
                 size_t aad_len, const void *src, void *dst, size_t len, const void *tag,
                 size_t tag_len) {
    int wrong;

    (void)adapter_start(cc, iv, iv_len);
    (void)adapter_aad(cc, aad, aad_len);
    (void)adapter_decrypt(cc, src, dst, len);
    wrong = adapter_check(cc, tag, tag_len);
    if (wrong != 0 && len != 0)
        memset(dst, 0, len);
    return wrong;
}

#endif
