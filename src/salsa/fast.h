/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations of Salsa20 and ChaCha20 share: a block in variables, and text in words.
 *
 * A private header; the function's own header comes before it, and
 *
 *     typedef mote_xxx_context context;
 *     #define DOUBLE_ROUND ...             a column round and another one, of u32 x0 to x15
 *     #define COUNT(state) ...             the state's words of the next block's number
 */
#ifndef MOTE_SALSA_FAST_H
#define MOTE_SALSA_FAST_H

#include "common/fast.h"

#ifdef __GNUC__
#define NOINLINE __attribute__((__noinline__))
#else
#define NOINLINE
#endif

/* Compilers have part of the block in memory where registers are few. */
#ifdef __i386__
#define STACK_BYTES 384
#else
#define STACK_BYTES 256
#endif
#ifdef WIPES_WORDS
#include "aes/wipe_rv64.h"
#else
#include "aes/wipe.h"
#endif

#define T32(x) ((x) & 0xFFFFFFFF)

/* f(i) for the sixteen words */
#define SIXTEEN(f)                                                                                 \
    f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)

/* The next block of the key stream */
NOINLINE static void next_block(context *cc) {
    mote_u32 *s = cc->state, *to = cc->key_stream;
    unsigned round;

#define LOAD_WORD(i) u32 x##i = (u32)s[i];
    SIXTEEN(LOAD_WORD)
    for (round = 10; round != 0; round--) {
        DOUBLE_ROUND
    }
#define STORE_SUM(i) to[i] = (u32)(x##i + s[i]);
    SIXTEEN(STORE_SUM)
    COUNT(s);
}

static void load_words(mote_u32 *words, const unsigned char *bytes, unsigned n) {
    for (; n != 0; n--, bytes += 4)
        *words++ = get_le32(bytes);
}

#ifdef ALIGNED_WORDS
/* Where words may lie only at multiples of their size, compilers put others together from bytes.  The lowest
 * byte of a word comes first here. */
static __inline__ u32 get_aligned(const unsigned char *p) {
    u32 word;

    memcpy(&word, __builtin_assume_aligned(p, 4), 4);
    return word;
}

static __inline__ void put_aligned(unsigned char *p, u32 word) {
    memcpy(__builtin_assume_aligned(p, 4), &word, 4);
}
#endif

/* Text, and what is left of a block's key stream */
NOINLINE static void crypt(context *cc, const void *from, void *to, size_t len) {
    const unsigned char *src = (const unsigned char *)from;
    unsigned char *dst = (unsigned char *)to;
    unsigned i;

    while (len != 0) {
        if (cc->left == 0) {
            next_block(cc);
#ifdef ALIGNED_WORDS
            if (len >= 64 && ((size_t)src & 3) == 0 && ((size_t)dst & 3) == 0) {
                for (i = 0; i != 16; i++, src += 4, dst += 4)
                    put_aligned(dst, get_aligned(src) ^ cc->key_stream[i]);
                len -= 64;
                continue;
            }
#endif
            if (len >= 64) {
                for (i = 0; i != 16; i++, src += 4, dst += 4)
                    put_le32(dst, (u32)(get_le32(src) ^ cc->key_stream[i]));
                len -= 64;
                continue;
            }
            cc->left = 64;
        }
        i = 64 - cc->left--;
        *dst++ = (unsigned char)(*src++ ^ cc->key_stream[i >> 2] >> 8 * (i & 3));
        len--;
    }
}

/* The words of "expand 32-byte k" */
#define SIGMA0 0x61707865
#define SIGMA1 0x3320646E
#define SIGMA2 0x79622D32
#define SIGMA3 0x6B206574

#endif
