/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Counter mode: NIST SP 800-38A, section 6.5.
 *
 * A private header; before it come schedule, BLOCKS and encrypt_blocks (small.h or fast.h), and where
 * AES_CTR_BLOCKS is defined ENCRYPT_COUNTERS, which calls the kernel for this mode (ctr_blocks/).
 */
#ifndef MOTE_AES_COUNTER_MODE_H
#define MOTE_AES_COUNTER_MODE_H

/*
 * Where fewer than BLOCKS blocks are encrypted, the others are computed with, too, and nothing comes
 * of them.  They are set all the same: a sanitizer that watches for memory that nobody has set cannot
 * know that they do not matter.  A kernel in assembly is not watched.
 */
#ifdef AES_ENCRYPT_BLOCKS
#define SET_ALL(blocks)
#else
#if BLOCKS > 1
#define SET_ALL(blocks) memset(blocks, 0, sizeof(blocks))
#else
#define SET_ALL(blocks)
#endif
#endif

#ifdef AES_CTR_BLOCKS
/* Adds to the big-endian number that stands behind the first `fixed` of so many bytes. */
static void count(unsigned char *number, unsigned fixed, unsigned bytes, unsigned more) {
    while (bytes-- != fixed) {
        more += number[bytes];
        number[bytes] = (unsigned char)more;
        more >>= 8;
    }
}

/*
 * At most 256 blocks, in which the counter's last byte goes over once at most: the kernel takes the
 * counter blocks of before that and of behind it.
 */
static void ctr_blocks(const schedule *key, unsigned char *counter, const unsigned char *src,
                       unsigned char *dst, unsigned blocks, unsigned fixed) {
    /* At an address at which words lie, too */
    unsigned words[32 / sizeof(unsigned)];
    unsigned char *counters = (unsigned char *)words;

    memcpy(counters, counter, 16);
    memcpy(counters + 16, counter, 16);
    count(counters + 16, fixed, 15, 1);
    count(counter, fixed, 16, blocks);
    ENCRYPT_COUNTERS(key, counters, src, dst, blocks);
}

/* Encrypts or decrypts len bytes; the first `fixed` bytes of the counter stay as they are. */
NOINLINE static void crypt_ctr(const schedule *key, mote_aes_ctr_state *state, const void *from,
                               void *to, size_t len, unsigned fixed) {
    const unsigned char *MEMORY src = (const unsigned char *)from;
    unsigned char *MEMORY dst = (unsigned char *)to;
    unsigned blocks;

    for (;;) {
        for (; len != 0 && state->left != 0; len--)
            *dst++ = (unsigned char)(*src++ ^ state->key_stream[16 - state->left--]);
        if (len == 0)
            break;
        if (len < 16) {
            memset(state->key_stream, 0, 16);
            ctr_blocks(key, state->counter, state->key_stream, state->key_stream, 1, fixed);
            state->left = 16;
        } else {
            blocks = len < 16 * 256u ? (unsigned)len / 16 : 256;
            ctr_blocks(key, state->counter, src, dst, blocks, fixed);
            src += 16 * blocks;
            dst += 16 * blocks;
            len -= 16 * blocks;
        }
    }
}
#else
/* Whether ctr_blocks does whole blocks */
#ifdef VECTORS
#define CTR_IN_WORDS
#endif

/* Adds 1 to the big-endian number that ends a block and begins behind its first `fixed` bytes. */
static void increment(unsigned char *counter, unsigned fixed) {
    unsigned carry = 1, i = 16;

    do {
        i--;
        carry += counter[i];
        counter[i] = (unsigned char)carry;
        carry >>= 8;
    } while (i != fixed);
}

/* Encrypts or decrypts len bytes; the first `fixed` bytes of the counter stay as they are. */
NOINLINE static void crypt_ctr(const schedule *key, mote_aes_ctr_state *state, const void *from,
                               void *to, size_t len, unsigned fixed) {
    const unsigned char *MEMORY src = (const unsigned char *)from;
    unsigned char *MEMORY dst = (unsigned char *)to;
    unsigned char stream[16 * BLOCKS];
    unsigned bytes, i;

    for (; len != 0 && state->left != 0; len--)
        *dst++ = (unsigned char)(*src++ ^ state->key_stream[16 - state->left--]);
#ifdef CTR_IN_WORDS
    /* Without a block src and dst may be null, to which nothing can be added, not even 0. */
    if (len >= 16) {
        ctr_blocks(key, state->counter, src, dst, len / 16, fixed);
        src += len / 16 * 16;
        dst += len / 16 * 16;
        len %= 16;
    }
#endif
    SET_ALL(stream);
    while (len != 0) {
        bytes = 0;
        do {
            memcpy(stream + bytes, state->counter, 16);
            increment(state->counter, fixed);
            bytes += 16;
        } while (bytes != 16 * BLOCKS && bytes < len);
        encrypt_blocks(key, stream);
        if (len < bytes) {
            /* What this message leaves of the last block is for the next one. */
            state->left = bytes - (unsigned)len;
            memcpy(state->key_stream, stream + bytes - 16, 16);
            bytes = (unsigned)len;
        }
        for (i = 0; i != bytes; i++)
            dst[i] = (unsigned char)(src[i] ^ stream[i]);
        src += bytes;
        dst += bytes;
        len -= bytes;
    }
    wipe(stream, sizeof stream);
}

#endif

#endif
