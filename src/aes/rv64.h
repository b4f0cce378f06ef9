/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with the instructions of RISC-V with 64 bits (Zkne, Zknd), four blocks in flight.
 *
 * A private header; mote/aes.h comes before it, and
 *
 *     #define DECRYPT                      for the inverse cipher
 *     #define CHAINED                      for modes in which a block needs the one before
 *
 * A state is two words, of columns 0 and 1 and of 2 and 3.  aes64esm makes columns 0 and 1 of the next
 * state, without its round key, from both words; with the words exchanged, columns 2 and 3.  In the
 * last round that is aes64es.  Round keys are read from memory once for four blocks.
 *
 * Instructions for four blocks, of which r are the rounds (10, 12 or 14): 18 a round, 10 for the last
 * AddRoundKey; the text 16, and in counter mode 8 more, with 16 for the counters.
 *
 * Source: FIPS PUB 197, whose names the steps have; RISC-V Cryptography Extensions Volume I 1.0.1,
 * section 3.
 */
#ifndef MOTE_AES_RV64_H
#define MOTE_AES_RV64_H

#include "aes/rv64_words.h"

#define VECTORS
#define NOTHING_TO_WIPE
#define BLOCKS 1
typedef const mote_aes_context *schedule;
#define PREPARE(s, cc) ((s) = (cc))

#define INSTRUCTION(name)                                                                          \
    INLINE u64 name(u64 x, u64 y) {                                                                \
        u64 z;                                                                                     \
                                                                                                   \
        __asm__(#name " %0,%1,%2" : "=r"(z) : "r"(x), "r"(y));                                     \
        return z;                                                                                  \
    }
INSTRUCTION(aes64es)
INSTRUCTION(aes64esm)
INSTRUCTION(aes64ks2)
#ifdef DECRYPT
INSTRUCTION(aes64ds)
INSTRUCTION(aes64dsm)

/* InvMixColumns of two columns */
INLINE u64 aes64im(u64 x) {
    u64 z;

    __asm__("aes64im %0,%1" : "=r"(z) : "r"(x));
    return z;
}
#else
/* For the branches below that nobody takes */
#define aes64ds aes64es
#define aes64dsm aes64esm
#define aes64im(x) (x)
#endif

/* SubWord of the upper word, rotated, with the constant of a round, in both words: section 5.2; 10 is no
 * round, and nothing is rotated. */
#define KEY_WORD(z, x, round) __asm__("aes64ks1i %0,%1," #round : "=r"(z) : "r"(x))

/*
 * KeyExpansion, section 5.2, as many words at a time as the key has: ks2 makes two words of the two
 * before them and the two a key's length before.
 */
#define NEXT_WORDS(x)                                                                              \
    x = aes64ks2(t, x);                                                                            \
    t = x;                                                                                         \
    put_half(p, x);                                                                                \
    p += 8

#define EXPAND_128(round)                                                                          \
    KEY_WORD(t, k1, round);                                                                        \
    NEXT_WORDS(k0);                                                                                \
    NEXT_WORDS(k1);

#define EXPAND_192_BUT_ONE(round)                                                                  \
    KEY_WORD(t, k2, round);                                                                        \
    NEXT_WORDS(k0);                                                                                \
    NEXT_WORDS(k1);
#define EXPAND_192(round)                                                                          \
    EXPAND_192_BUT_ONE(round)                                                                      \
    NEXT_WORDS(k2);

#define EXPAND_256_HALF(round)                                                                     \
    KEY_WORD(t, k3, round);                                                                        \
    NEXT_WORDS(k0);                                                                                \
    NEXT_WORDS(k1);
#define EXPAND_256(round)                                                                          \
    EXPAND_256_HALF(round)                                                                         \
    KEY_WORD(t, k1, 10);                                                                           \
    NEXT_WORDS(k2);                                                                                \
    NEXT_WORDS(k3);

NOINLINE __attribute__((__unused__)) static void expand_key(unsigned char *round_keys,
                                                            const unsigned char *key,
                                                            unsigned key_bytes, unsigned rounds) {
    unsigned char *p = round_keys + key_bytes;
    u64 k0, k1, k2, k3, t;

    memcpy(round_keys, key, key_bytes);
    k0 = get_half(round_keys);
    k1 = get_half(round_keys + 8);
    if (rounds == 10) {
        EXPAND_128(0)
        EXPAND_128(1)
        EXPAND_128(2)
        EXPAND_128(3)
        EXPAND_128(4)
        EXPAND_128(5)
        EXPAND_128(6)
        EXPAND_128(7)
        EXPAND_128(8)
        EXPAND_128(9)
        return;
    }
    k2 = get_half(round_keys + 16);
    if (rounds == 12) {
        EXPAND_192(0)
        EXPAND_192(1)
        EXPAND_192(2)
        EXPAND_192(3)
        EXPAND_192(4)
        EXPAND_192(5)
        EXPAND_192(6)
        EXPAND_192_BUT_ONE(7)
        return;
    }
    k3 = get_half(round_keys + 24);
    EXPAND_256(0)
    EXPAND_256(1)
    EXPAND_256(2)
    EXPAND_256(3)
    EXPAND_256(4)
    EXPAND_256(5)
    EXPAND_256_HALF(6)
}

/* One block in place, for what comes seldom. */
NOINLINE __attribute__((__unused__)) static void encrypt_blocks(const schedule *key,
                                                                unsigned char *block) {
    const unsigned char *k = (*key)->round_keys;
    u64 x = half_at(block) ^ get_half(k), y = half_at(block + 8) ^ get_half(k + 8), t;
    unsigned i;

    for (i = (*key)->rounds - 1; i != 0; i--) {
        k += 16;
        t = aes64esm(x, y) ^ get_half(k);
        y = aes64esm(y, x) ^ get_half(k + 8);
        x = t;
    }
    put_half_at(block, aes64es(x, y) ^ get_half(k + 16));
    put_half_at(block + 8, aes64es(y, x) ^ get_half(k + 24));
}

#ifdef DECRYPT
/* The same backwards, with the round keys of the equivalent inverse cipher (section 5.3.5). */
NOINLINE __attribute__((__unused__)) static void decrypt_blocks(const schedule *key,
                                                                unsigned char *block) {
    const unsigned char *k = (*key)->round_keys + 16 * (*key)->rounds;
    u64 x = half_at(block) ^ get_half(k), y = half_at(block + 8) ^ get_half(k + 8), t;
    unsigned i;

    for (i = (*key)->rounds - 1; i != 0; i--) {
        k -= 16;
        t = aes64dsm(x, y) ^ aes64im(get_half(k));
        y = aes64dsm(y, x) ^ aes64im(get_half(k + 8));
        x = t;
    }
    put_half_at(block, aes64ds(x, y) ^ get_half(k - 16));
    put_half_at(block + 8, aes64ds(y, x) ^ get_half(k - 8));
}
#endif

/* The round keys in the order in which they are used, and aligned. */
INLINE void take_keys(u64 *keys, const mote_aes_context *cc, const int back) {
    const unsigned char *k = cc->round_keys;
    unsigned rounds = cc->rounds, i;

    for (i = 0; i <= rounds; i++, keys += 2) {
        const unsigned char *from = back ? k + 16 * (rounds - i) : k + 16 * i;
        u64 x = get_half(from), y = get_half(from + 8);

        if (back && i != 0 && i != rounds) {
            x = aes64im(x);
            y = aes64im(y);
        }
        keys[0] = x;
        keys[1] = y;
    }
}

/* States x0, y0 to x3, y3 */
#define STATES u64 x0, y0, x1, y1, x2, y2, x3, y3, u0, v0, u1, v1, u2, v2, u3, v3, k, l

/* AddRoundKey of one block, and what else is in a round, into other variables. */
#define WITH_KEY(x, y) (x ^= k, y ^= l)
#define ROUND(u, v, x, y)                                                                          \
    (WITH_KEY(x, y), u = back ? aes64dsm(x, y) : aes64esm(x, y),                                   \
     v = back ? aes64dsm(y, x) : aes64esm(y, x))
#define LAST_ROUND(u, v, x, y)                                                                     \
    (WITH_KEY(x, y), u = back ? aes64ds(x, y) : aes64es(x, y),                                     \
     v = back ? aes64ds(y, x) : aes64es(y, x))
#define NEXT_KEY (k = r[0], l = r[1], r += 2)

/* All rounds of four states, or of one; back is a constant where this is compiled in. */
#define ROUNDS(FIRST, SECOND, END, FINISH)                                                         \
    do {                                                                                           \
        const u64 *r = keys;                                                                       \
                                                                                                   \
        while (r != keys + 2 * rounds - 4) {                                                       \
            NEXT_KEY;                                                                              \
            FIRST;                                                                                 \
            NEXT_KEY;                                                                              \
            SECOND;                                                                                \
        }                                                                                          \
        NEXT_KEY;                                                                                  \
        FIRST;                                                                                     \
        NEXT_KEY;                                                                                  \
        END;                                                                                       \
        NEXT_KEY;                                                                                  \
        FINISH;                                                                                    \
    } while (0)
#define FOUR(step, u, v, x, y)                                                                     \
    (step(u##0, v##0, x##0, y##0), step(u##1, v##1, x##1, y##1), step(u##2, v##2, x##2, y##2),     \
     step(u##3, v##3, x##3, y##3))
#define ROUNDS4                                                                                    \
    ROUNDS(FOUR(ROUND, u, v, x, y), FOUR(ROUND, x, y, u, v), FOUR(LAST_ROUND, x, y, u, v),         \
           (WITH_KEY(x0, y0), WITH_KEY(x1, y1), WITH_KEY(x2, y2), WITH_KEY(x3, y3)))
#define ROUNDS1                                                                                    \
    ROUNDS(ROUND(u0, v0, x0, y0), ROUND(x0, y0, u0, v0), LAST_ROUND(x0, y0, u0, v0),               \
           WITH_KEY(x0, y0))

#define EACH(step) step(0) step(1) step(2) step(3)

/*
 * Calls a function for whole blocks at src and dst, which are aligned as halves, or pass through a
 * buffer that is.
 */
#define PIECE 8
#define IN_PIECES(function, type, ...)                                                             \
    do {                                                                                           \
        if (ALIGNED(src) && ALIGNED(dst)) {                                                        \
            function(__VA_ARGS__, (const type *)(const void *)src, (type *)(void *)dst, blocks);   \
        } else {                                                                                   \
            half piece[2 * PIECE];                                                                 \
                                                                                                   \
            while (blocks != 0) {                                                                  \
                size_t some = blocks < PIECE ? blocks : PIECE;                                     \
                                                                                                   \
                memcpy(piece, src, 16 * some);                                                     \
                function(__VA_ARGS__, (const type *)piece, (type *)piece, some);                   \
                memcpy(dst, piece, 16 * some);                                                     \
                src += 16 * some;                                                                  \
                dst += 16 * some;                                                                  \
                blocks -= some;                                                                    \
            }                                                                                      \
            wipe(piece, sizeof piece);                                                             \
        }                                                                                          \
    } while (0)

/* A counter, whose lower half has 64 bits that count, or 32; where that is beyond its end, the upper one
 * counts, or nothing does. */
#define COUNT(i)                                                                                   \
    x##i = __builtin_bswap64(high);                                                                \
    y##i = __builtin_bswap64(low);                                                                 \
    if (fixed) {                                                                                   \
        low = (low & ~(u64)0xFFFFFFFF) | (u32)(low + 1);                                           \
    } else {                                                                                       \
        low++;                                                                                     \
        high += low == 0;                                                                          \
    }
/* The text, by halves or by quarters */
#define XOR_HALF(place, x)                                                                         \
    if (quarters)                                                                                  \
        put_half(dst + (place), get_half(src + (place)) ^ (x));                                    \
    else                                                                                           \
        *(half *)(void *)(dst + (place)) = *(const half *)(const void *)(src + (place)) ^ (x);
#define XOR_TEXT(i)                                                                                \
    XOR_HALF(16 * (i), x##i)                                                                       \
    XOR_HALF(16 * (i) + 8, y##i)

INLINE void ctr_words(const u64 *keys, unsigned rounds, const int quarters, unsigned char *counter,
                      const unsigned fixed, const unsigned char *src, unsigned char *dst,
                      size_t blocks) {
    const int back = 0;
    u64 high = __builtin_bswap64(get_half(counter)), low = __builtin_bswap64(get_half(counter + 8));
    STATES;

    for (; blocks >= 4; blocks -= 4, src += 64, dst += 64) {
        EACH(COUNT)
        ROUNDS4;
        EACH(XOR_TEXT)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        COUNT(0)
        ROUNDS1;
        XOR_TEXT(0)
    }
    put_half(counter, __builtin_bswap64(high));
    put_half(counter + 8, __builtin_bswap64(low));
}

NOINLINE __attribute__((__unused__)) static void ctr_halves(const u64 *keys, unsigned rounds,
                                                            unsigned char *counter, unsigned fixed,
                                                            const unsigned char *src,
                                                            unsigned char *dst, size_t blocks) {
    ctr_words(keys, rounds, 0, counter, fixed, src, dst, blocks);
}

NOINLINE __attribute__((__unused__)) static void
ctr_quarters(const u64 *keys, unsigned rounds, unsigned char *counter, unsigned fixed,
             const unsigned char *src, unsigned char *dst, size_t blocks) {
    ctr_words(keys, rounds, 1, counter, fixed, src, dst, blocks);
}

/* Whole blocks in counter mode; the first `fixed` bytes of the counter, 0 or 12, stay as they are. */
NOINLINE __attribute__((__unused__)) static void
ctr_blocks(const schedule *key, unsigned char *counter, const unsigned char *src,
           unsigned char *dst, size_t blocks, unsigned fixed) {
    u64 keys[30];

    take_keys(keys, *key, 0);
    if ((((size_t)src | (size_t)dst) & 7) == 4)
        ctr_quarters(keys, (*key)->rounds, counter, fixed, src, dst, blocks);
    else
        IN_PIECES(ctr_halves, unsigned char, keys, (*key)->rounds, counter, fixed);
}

#ifdef DECRYPT
#define GET(i)                                                                                     \
    x##i = src[2 * (i)];                                                                           \
    y##i = src[2 * (i) + 1];
#define PUT(i)                                                                                     \
    dst[2 * (i)] = x##i;                                                                           \
    dst[2 * (i) + 1] = y##i;

INLINE void ecb_words(const u64 *keys, unsigned rounds, const int back, const half *src, half *dst,
                      size_t blocks) {
    STATES;

    for (; blocks >= 4; blocks -= 4, src += 8, dst += 8) {
        EACH(GET)
        ROUNDS4;
        EACH(PUT)
    }
    for (; blocks != 0; blocks--, src += 2, dst += 2) {
        GET(0)
        ROUNDS1;
        PUT(0)
    }
}

NOINLINE static void ecb_forwards(const u64 *keys, unsigned rounds, const half *src, half *dst,
                                  size_t blocks) {
    ecb_words(keys, rounds, 0, src, dst, blocks);
}

NOINLINE static void ecb_backwards(const u64 *keys, unsigned rounds, const half *src, half *dst,
                                   size_t blocks) {
    ecb_words(keys, rounds, 1, src, dst, blocks);
}

NOINLINE __attribute__((__unused__)) static void ecb_blocks(const schedule *key,
                                                            const unsigned char *src,
                                                            unsigned char *dst, size_t blocks,
                                                            int back) {
    u64 keys[30];

    if (back) {
        take_keys(keys, *key, 1);
        IN_PIECES(ecb_backwards, half, keys, (*key)->rounds);
    } else {
        take_keys(keys, *key, 0);
        IN_PIECES(ecb_forwards, half, keys, (*key)->rounds);
    }
}

NOINLINE __attribute__((__unused__)) static void cbc_encrypt_words(const u64 *keys, unsigned rounds,
                                                                   unsigned char *iv,
                                                                   const half *src, half *dst,
                                                                   size_t blocks) {
    const int back = 0;
    u64 x0 = half_at(iv), y0 = half_at(iv + 8), u0, v0, k, l;

    for (; blocks != 0; blocks--, src += 2, dst += 2) {
        x0 ^= src[0];
        y0 ^= src[1];
        ROUNDS1;
        PUT(0)
    }
    put_half_at(iv, x0);
    put_half_at(iv + 8, y0);
}

NOINLINE __attribute__((__unused__)) static void
cbc_encrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                   unsigned char *dst, size_t blocks) {
    u64 keys[30];

    take_keys(keys, *key, 0);
    IN_PIECES(cbc_encrypt_words, half, keys, (*key)->rounds, iv);
}

/* Backwards: where dst is src, a block goes that the one behind it needs. */
#define CHAIN(i)                                                                                   \
    dst[2 * (i)] = x##i ^ src[2 * (i) - 2];                                                        \
    dst[2 * (i) + 1] = y##i ^ src[2 * (i) - 1];

NOINLINE
__attribute__((__unused__)) static void cbc_decrypt_words(const u64 *keys, unsigned rounds,
                                                          unsigned char *iv, const half *src,
                                                          half *dst, size_t blocks) {
    const int back = 1;
    u64 high = half_at(iv), low = half_at(iv + 8), next_high, next_low;
    STATES;

    for (; blocks >= 4; blocks -= 4, src += 8, dst += 8) {
        EACH(GET)
        ROUNDS4;
        next_high = src[6];
        next_low = src[7];
        CHAIN(3)
        CHAIN(2)
        CHAIN(1)
        dst[0] = x0 ^ high;
        dst[1] = y0 ^ low;
        high = next_high;
        low = next_low;
    }
    for (; blocks != 0; blocks--, src += 2, dst += 2) {
        GET(0)
        next_high = x0;
        next_low = y0;
        ROUNDS1;
        dst[0] = x0 ^ high;
        dst[1] = y0 ^ low;
        high = next_high;
        low = next_low;
    }
    put_half_at(iv, high);
    put_half_at(iv + 8, low);
}

NOINLINE __attribute__((__unused__)) static void
cbc_decrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                   unsigned char *dst, size_t blocks) {
    u64 keys[30];

    take_keys(keys, *key, 1);
    IN_PIECES(cbc_decrypt_words, half, keys, (*key)->rounds, iv);
}

/* The product of a tweak with alpha: IEEE Std 1619-2007, section 5.2 */
#define NEXT_TWEAK(high, low)                                                                      \
    do {                                                                                           \
        u64 carry = (u64)((long)(high) >> 63) & 0x87;                                              \
                                                                                                   \
        (high) = (high) << 1 | (low) >> 63;                                                        \
        (low) = (low) << 1 ^ carry;                                                                \
    } while (0)
#define WHITEN(i)                                                                                  \
    t[2 * (i)] = low;                                                                              \
    t[2 * (i) + 1] = high;                                                                         \
    x##i = src[2 * (i)] ^ low;                                                                     \
    y##i = src[2 * (i) + 1] ^ high;                                                                \
    NEXT_TWEAK(high, low);
#define WHITEN_AGAIN(i)                                                                            \
    dst[2 * (i)] = x##i ^ t[2 * (i)];                                                              \
    dst[2 * (i) + 1] = y##i ^ t[2 * (i) + 1];

INLINE void xts_words(const u64 *keys, unsigned rounds, const int back, unsigned char *tweak,
                      const half *src, half *dst, size_t blocks) {
    u64 low = half_at(tweak), high = half_at(tweak + 8), t[8];
    STATES;

    for (; blocks >= 4; blocks -= 4, src += 8, dst += 8) {
        EACH(WHITEN)
        ROUNDS4;
        EACH(WHITEN_AGAIN)
    }
    for (; blocks != 0; blocks--, src += 2, dst += 2) {
        WHITEN(0)
        ROUNDS1;
        WHITEN_AGAIN(0)
    }
    put_half_at(tweak, low);
    put_half_at(tweak + 8, high);
}

NOINLINE static void xts_forwards(const u64 *keys, unsigned rounds, unsigned char *tweak,
                                  const half *src, half *dst, size_t blocks) {
    xts_words(keys, rounds, 0, tweak, src, dst, blocks);
}

NOINLINE static void xts_backwards(const u64 *keys, unsigned rounds, unsigned char *tweak,
                                   const half *src, half *dst, size_t blocks) {
    xts_words(keys, rounds, 1, tweak, src, dst, blocks);
}

/* Whole blocks, backwards or not, of which the first has the tweak t; t is that of the block behind
 * them then. */
NOINLINE __attribute__((__unused__)) static void xts_blocks(const schedule *key, unsigned char *t,
                                                            const unsigned char *src,
                                                            unsigned char *dst, size_t blocks,
                                                            int back) {
    u64 keys[30];

    if (back) {
        take_keys(keys, *key, 1);
        IN_PIECES(xts_backwards, half, keys, (*key)->rounds, t);
    } else {
        take_keys(keys, *key, 0);
        IN_PIECES(xts_forwards, half, keys, (*key)->rounds, t);
    }
}
#endif

#endif
