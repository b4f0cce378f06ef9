/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES with the instructions of amd64 (AES-NI), eight blocks in flight.
 *
 * A private header; mote/aes.h comes before it, and for the inverse cipher
 *
 *     #define DECRYPT
 *
 * Source: S. Gueron, "Intel Advanced Encryption Standard (AES) New Instructions Set", revision 3.01;
 * the names of steps are those of FIPS PUB 197.
 */
#ifndef MOTE_AES_AMD64_H
#define MOTE_AES_AMD64_H

#include "aes/amd64_words.h"

#define VECTORS
#define BLOCKS 1
typedef const mote_aes_context *schedule;
#define PREPARE(s, cc) ((s) = (cc))

INLINE __m128i encrypted(const unsigned char *k, unsigned rounds, __m128i x) {
    x = XOR(x, LOAD(k));
    while (--rounds != 0)
        x = _mm_aesenc_si128(x, LOAD(k += 16));
    return _mm_aesenclast_si128(x, LOAD(k + 16));
}

/* Eight blocks b0 to b7, with the round keys at k; rounds and round are counters, rk a block. */
#define START(i) b##i = XOR(b##i, rk);
#define ROUND(i) b##i = _mm_aesenc_si128(b##i, rk);
#define LAST_ROUND(i) b##i = _mm_aesenclast_si128(b##i, rk);
#define INVERSE_ROUND(i) b##i = _mm_aesdec_si128(b##i, rk);
#define LAST_INVERSE_ROUND(i) b##i = _mm_aesdeclast_si128(b##i, rk);
#define CRYPT8(k, rounds, a_round, last_round)                                                     \
    rk = LOAD(k);                                                                                  \
    EIGHT(START)                                                                                   \
    for (round = 16; round != 16 * (rounds); round += 16) {                                        \
        rk = LOAD((k) + round);                                                                    \
        EIGHT(a_round)                                                                             \
    }                                                                                              \
    rk = LOAD((k) + round);                                                                        \
    EIGHT(last_round)

NOINLINE FEATURES static void encrypt_blocks(const schedule *key, unsigned char *s) {
    STORE(s, encrypted((*key)->round_keys, (*key)->rounds, LOAD(s)));
}

/*
 * The key expansion, section 5.2, four words at a time.
 *
 * SubWord, after RotWord where the shuffle turns the word, comes to all four columns: of equal columns
 * the last round of the cipher is SubBytes and AddRoundKey, as ShiftRows changes nothing.  The round
 * constant is its round key.
 */
#define TURNED_WORD_1 _mm_set1_epi32(0x04070605)
#define TURNED_WORD_3 _mm_set1_epi32(0x0C0F0E0D)
#define WORD_3 _mm_set1_epi32(0x0F0E0D0C)
#define SUB_WORD(x, word, constant) _mm_aesenclast_si128(_mm_shuffle_epi8(x, word), constant)
#define TWICE(constant) ((constant) = _mm_add_epi32(constant, constant))

/* Each word and all words before it */
INLINE __m128i sums_of_words(__m128i x) {
    x = XOR(x, _mm_slli_si128(x, 4));
    return XOR(x, _mm_slli_si128(x, 8));
}

/* The keys of 128, 192 and 256 bits; w is where the round keys behind the key itself go. */
INLINE void expand_key_128(unsigned char *w, const unsigned char *key) {
    __m128i k = LOAD(key), constant = _mm_set1_epi32(1);
    unsigned round;

    for (round = 1; round != 11; round++, w += 16) {
        if (round == 9)
            constant = _mm_set1_epi32(0x1B);
        k = XOR(sums_of_words(k), SUB_WORD(k, TURNED_WORD_3, constant));
        TWICE(constant);
        STORE(w, k);
    }
}

/* Six words at a time: more has two of them in its lower half. */
INLINE void expand_key_192(unsigned char *w, const unsigned char *key) {
    __m128i k = LOAD(key), constant = _mm_set1_epi32(1);
    __m128i more = _mm_srli_si128(LOAD(key + 8), 8);

    for (;; w += 24) {
        k = XOR(sums_of_words(k), SUB_WORD(more, TURNED_WORD_1, constant));
        TWICE(constant);
        STORE(w, k);
        /* The last constant was 0x80. */
        if (_mm_cvtsi128_si32(constant) == 0x100)
            break;
        more = XOR(XOR(more, _mm_slli_si128(more, 4)), _mm_shuffle_epi32(k, 0xFF));
        /* The next four words overwrite the upper half. */
        STORE(w + 16, more);
    }
}

INLINE void expand_key_256(unsigned char *w, const unsigned char *key) {
    __m128i k = LOAD(key), more = LOAD(key + 16), constant = _mm_set1_epi32(1);

    for (;; w += 32) {
        k = XOR(sums_of_words(k), SUB_WORD(more, TURNED_WORD_3, constant));
        TWICE(constant);
        STORE(w, k);
        /* The last constant was 0x40. */
        if (_mm_cvtsi128_si32(constant) == 0x80)
            break;
        more = XOR(sums_of_words(more), SUB_WORD(k, WORD_3, _mm_setzero_si128()));
        STORE(w + 16, more);
    }
}

NOINLINE FEATURES static void expand_key(unsigned char *w, const unsigned char *key,
                                         unsigned key_bytes, unsigned rounds) {
    memcpy(w, key, key_bytes);
    if (rounds == 10)
        expand_key_128(w + 16, key);
    else if (rounds == 12)
        expand_key_192(w + 24, key);
    else
        expand_key_256(w + 32, key);
}

/* The counter of the next block, of 32 or of 128 bits: a lower half that is 0 now carries into the upper one. */
#define ADD_ONE                                                                                    \
    c = _mm_add_epi64(c, one);                                                                     \
    c = _mm_sub_epi64(c, _mm_slli_si128(_mm_cmpeq_epi64(c, _mm_setzero_si128()), 8));
#define COUNT32(i)                                                                                 \
    b##i = swapped(c);                                                                             \
    c = _mm_add_epi32(c, one);
#define COUNT128(i)                                                                                \
    b##i = swapped(c);                                                                             \
    ADD_ONE
#define XOR_TEXT(i) STORE(dst + 16 * i, XOR(b##i, LOAD(src + 16 * i)));

#ifndef WIDER
/* Whole blocks in counter mode; the first `fixed` bytes of the counter stay as they are. */
NOINLINE FEATURES static void ctr_blocks(const schedule *key, unsigned char *counter,
                                         const unsigned char *src, unsigned char *dst,
                                         size_t blocks, unsigned fixed) {
    const unsigned char *k = (*key)->round_keys;
    unsigned rounds = (*key)->rounds, round;
    __m128i c = swapped(LOAD(counter)), one = _mm_set_epi64x(0, 1), rk;
    __m128i b0, b1, b2, b3, b4, b5, b6, b7;

    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        if (fixed != 0) {
            EIGHT(COUNT32)
        } else {
            EIGHT(COUNT128)
        }
        CRYPT8(k, rounds, ROUND, LAST_ROUND)
        EIGHT(XOR_TEXT)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        STORE(dst, XOR(encrypted(k, rounds, swapped(c)), LOAD(src)));
        if (fixed != 0) {
            c = _mm_add_epi32(c, one);
        } else {
            ADD_ONE
        }
    }
    STORE(counter, swapped(c));
}
#endif

#ifdef DECRYPT
/* The round keys of the equivalent inverse cipher: section 5.3.5 */
FEATURES static void invert_keys(unsigned char *inverse, const mote_aes_context *cc) {
    unsigned round, rounds = cc->rounds;

    STORE(inverse, LOAD(cc->round_keys + 16 * rounds));
    for (round = 1; round != rounds; round++)
        STORE(inverse + 16 * round, _mm_aesimc_si128(LOAD(cc->round_keys + 16 * (rounds - round))));
    STORE(inverse + 16 * rounds, LOAD(cc->round_keys));
}

#ifndef WIDER
INLINE __m128i decrypted(const unsigned char *k, unsigned rounds, __m128i x) {
    x = XOR(x, LOAD(k));
    while (--rounds != 0)
        x = _mm_aesdec_si128(x, LOAD(k += 16));
    return _mm_aesdeclast_si128(x, LOAD(k + 16));
}

#define GET(i) b##i = LOAD(src + 16 * i);
#define PUT(i) STORE(dst + 16 * i, b##i);

NOINLINE FEATURES static void ecb_blocks(const schedule *key, const unsigned char *src,
                                         unsigned char *dst, size_t blocks, int back) {
    unsigned rounds = (*key)->rounds, round;
    unsigned char inverse[240];
    const unsigned char *k = (*key)->round_keys;
    __m128i b0, b1, b2, b3, b4, b5, b6, b7, rk;

    if (back) {
        invert_keys(inverse, *key);
        k = inverse;
    }
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(GET)
        if (back) {
            CRYPT8(k, rounds, INVERSE_ROUND, LAST_INVERSE_ROUND)
        } else {
            CRYPT8(k, rounds, ROUND, LAST_ROUND)
        }
        EIGHT(PUT)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16)
        STORE(dst, back ? decrypted(k, rounds, LOAD(src)) : encrypted(k, rounds, LOAD(src)));
    if (back)
        wipe(inverse, sizeof inverse);
}
#endif

NOINLINE FEATURES static void cbc_encrypt_blocks(const schedule *key, unsigned char *iv,
                                                 const unsigned char *src, unsigned char *dst,
                                                 size_t blocks) {
    __m128i x = LOAD(iv);

    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        x = encrypted((*key)->round_keys, (*key)->rounds, XOR(x, LOAD(src)));
        STORE(dst, x);
    }
    STORE(iv, x);
}

#ifndef WIDER
NOINLINE FEATURES static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv,
                                                 const unsigned char *src, unsigned char *dst,
                                                 size_t blocks) {
    unsigned rounds = (*key)->rounds, round;
    unsigned char k[240];
    __m128i b0, b1, b2, b3, b4, b5, b6, b7, rk, before = LOAD(iv), next;

    invert_keys(k, *key);
    /* src may be dst: from each block on its ciphertext is read before it goes. */
#define CHAIN(i)                                                                                   \
    next = LOAD(src + 16 * i);                                                                     \
    STORE(dst + 16 * i, XOR(b##i, before));                                                        \
    before = next;
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(GET)
        CRYPT8(k, rounds, INVERSE_ROUND, LAST_INVERSE_ROUND)
        EIGHT(CHAIN)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        b0 = decrypted(k, rounds, LOAD(src));
        CHAIN(0)
    }
    STORE(iv, before);
    wipe(k, sizeof k);
}
#endif

/* The product of a tweak with the element alpha: IEEE Std 1619-2007, section 5.2 */
INLINE __m128i next_tweak(__m128i t) {
    __m128i carries = _mm_srai_epi32(_mm_shuffle_epi32(t, 0x13), 31);

    return XOR(_mm_add_epi64(t, t), _mm_and_si128(carries, _mm_set_epi32(0, 1, 0, 0x87)));
}

#ifndef WIDER
/* Whole blocks, backwards or not, of which the first has the tweak t. */
NOINLINE FEATURES static void xts_blocks(const schedule *key, unsigned char *t,
                                         const unsigned char *src, unsigned char *dst,
                                         size_t blocks, int back) {
    unsigned rounds = (*key)->rounds, round;
    unsigned char inverse[240];
    const unsigned char *k = (*key)->round_keys;
    __m128i b0, b1, b2, b3, b4, b5, b6, b7, rk, tweak = LOAD(t), t0;
    __m128i t1, t2, t3, t4, t5, t6, t7;

    if (back) {
        invert_keys(inverse, *key);
        k = inverse;
    }
#define WHITEN(i)                                                                                  \
    t##i = tweak;                                                                                  \
    b##i = XOR(tweak, LOAD(src + 16 * i));                                                         \
    tweak = next_tweak(tweak);
#define WHITEN_AGAIN(i) STORE(dst + 16 * i, XOR(t##i, b##i));
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(WHITEN)
        if (back) {
            CRYPT8(k, rounds, INVERSE_ROUND, LAST_INVERSE_ROUND)
        } else {
            CRYPT8(k, rounds, ROUND, LAST_ROUND)
        }
        EIGHT(WHITEN_AGAIN)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        WHITEN(0)
        b0 = back ? decrypted(k, rounds, b0) : encrypted(k, rounds, b0);
        WHITEN_AGAIN(0)
    }
    STORE(t, tweak);
    if (back)
        wipe(inverse, sizeof inverse);
}
#endif
#endif

#endif
