/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ECB, CBC and XTS on POWER8: what aes/modes.h leaves to this file.
 *
 * A private header; aes/power8.h comes before it.
 */
#ifndef MOTE_AES_MODES_POWER8_H
#define MOTE_AES_MODES_POWER8_H

INLINE void ecb_vectors(const mote_aes_context *cc, const unsigned rounds, const int back,
                        const unsigned char *src, unsigned char *dst, size_t blocks) {
    LOAD_KEYS(cc, rounds, back);

#define START(i) words2 s##i = TURN_XOR(LOAD_WORDS(src, 16 * (i)), k0);
#define END(i) STORE_WORDS(TURN_XOR(LAST(s##i, last), ZERO), dst, 16 * (i));
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(START)
        ROUNDS(ROUND8);
        EIGHT(END)
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        START(0)
        ROUNDS(ROUND1);
        END(0)
    }
#undef START
#undef END
}

static void ecb_blocks(const schedule *key, const unsigned char *src, unsigned char *dst,
                       size_t blocks, int back) {
    if (back)
        BY_ROUNDS(*key, ecb_vectors, 1, src, dst, blocks);
    else
        BY_ROUNDS(*key, ecb_vectors, 0, src, dst, blocks);
}

/* The state carries k0 with it: with the last round key plus k0, the next block's is in it already. */
INLINE void cbc_encrypt_vectors(const mote_aes_context *cc, const unsigned rounds,
                                unsigned char *iv, const unsigned char *src, unsigned char *dst,
                                size_t blocks) {
    const int back = 0;
    LOAD_KEYS(cc, rounds, back);
    const words2 both = last ^ k0, turned = TURN_XOR(k0, ZERO);
    words2 s0 = LOAD(iv) ^ k0;

    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        s0 = TURN_XOR(LOAD_WORDS(src, 0), s0);
        ROUNDS(ROUND1);
        s0 = LAST(s0, both);
        STORE_WORDS(TURN_XOR(s0, turned), dst, 0);
    }
    STORE(s0 ^ k0, iv);
}

static void cbc_encrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                               unsigned char *dst, size_t blocks) {
    BY_ROUNDS(*key, cbc_encrypt_vectors, iv, src, dst, blocks);
}

/* From the last block to the first, as dst may be src. */
INLINE void cbc_decrypt_vectors(const mote_aes_context *cc, const unsigned rounds,
                                unsigned char *iv, const unsigned char *src, unsigned char *dst,
                                size_t blocks) {
    const int back = 1;
    LOAD_KEYS(cc, rounds, back);
    words2 before = LOAD_WORDS(iv, 0);

#define START(i)                                                                                   \
    words2 c##i = LOAD_WORDS(src, 16 * (i));                                                       \
    words2 s##i = TURN_XOR(c##i, k0);
#define END(i, c) STORE_WORDS(TURN_XOR(LAST(s##i, last), c), dst, 16 * (i));
    for (; blocks >= 8; blocks -= 8, src += 128, dst += 128) {
        EIGHT(START)
        ROUNDS(ROUND8);
        END(0, before)
        END(1, c0) END(2, c1) END(3, c2) END(4, c3) END(5, c4) END(6, c5) END(7, c6) before = c7;
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        START(0)
        ROUNDS(ROUND1);
        END(0, before)
        before = c0;
    }
#undef START
#undef END
    STORE_WORDS(before, iv, 0);
}

static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv, const unsigned char *src,
                               unsigned char *dst, size_t blocks) {
    BY_ROUNDS(*key, cbc_decrypt_vectors, iv, src, dst, blocks);
}

/*
 * A tweak times alpha^8, in the order of storage: IEEE Std 1619-2007, section 5.2.  All bytes move on by
 * one, and byte 15 comes back as its product with 0x87, of 15 bits.  vpmsumb makes that product, of
 * which the lower byte goes to byte 0 and the upper one is added to byte 1.  vpermxor has to add
 * something to byte 0 too; it is byte 14, which vpmsumb has added to the product beforehand.
 */
#define NEXT_TWEAK(t) PERMUTE_XOR(SUM_OF_BYTE_PRODUCTS(t, MODULUS), t, move_on)
#ifdef MOTE_LITTLE_ENDIAN
#define MODULUS WORDS(0, 0x8701000000000000)
#define MOVE_ON                                                                                    \
    BYTES(0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x87, 0x99, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E,      \
          0x0F, 0x00)
#else
#define MODULUS WORDS(0, 0x187)
#define MOVE_ON                                                                                    \
    BYTES(0xFE, 0xE0, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C,      \
          0x0D, 0x0E)
#endif

/* A number of 8 bytes, the lowest first, from and to the machine's order. */
#ifdef MOTE_LITTLE_ENDIAN
#define LOWEST_FIRST(x) (x)
#else
#define LOWEST_FIRST(x) reversed(x)

/* In plain C: not every compiler has a name for it, and those that have see it. */
INLINE unsigned long long reversed(unsigned long long x) {
    x = (x & 0x00FF00FF00FF00FF) << 8 | (x >> 8 & 0x00FF00FF00FF00FF);
    x = (x & 0x0000FFFF0000FFFF) << 16 | (x >> 16 & 0x0000FFFF0000FFFF);
    return x << 32 | x >> 32;
}
#endif

/* The product of a tweak with alpha, for the first eight. */
static void double_tweak(unsigned char *t) {
    unsigned long long half[2], first, second;

    memcpy(half, t, 16);
    first = LOWEST_FIRST(half[0]);
    second = LOWEST_FIRST(half[1]);
    half[0] = LOWEST_FIRST(first << 1 ^ (0x87 & (0 - (second >> 63))));
    half[1] = LOWEST_FIRST(second << 1 | first >> 63);
    memcpy(t, half, 16);
}

/* Whole blocks, of which the first has the tweak t; t is that of the block behind them then. */
INLINE void xts_vectors(const mote_aes_context *cc, const unsigned rounds, const int back,
                        unsigned char *t, const unsigned char *src, unsigned char *dst,
                        size_t blocks) {
    LOAD_KEYS(cc, rounds, back);

#define START(i) words2 s##i = TURN_XOR(LOAD_WORDS(src, 16 * (i)) ^ t##i, k0);
#define END(i) STORE_WORDS(TURN_XOR(LAST(s##i, last), t##i), dst, 16 * (i));
    if (blocks >= 8) {
        const bytes16 move_on = MOVE_ON;
#define FIRST(i)                                                                                   \
    words2 t##i = LOAD_WORDS(t, 0);                                                                \
    double_tweak(t);
        EIGHT(FIRST)
#undef FIRST
        do {
            EIGHT(START)
            ROUNDS(ROUND8);
            EIGHT(END)
#define MOVE(i) t##i = NEXT_TWEAK(t##i);
            EIGHT(MOVE)
#undef MOVE
            src += 128;
            dst += 128;
            blocks -= 8;
        } while (blocks >= 8);
        STORE_WORDS(t0, t, 0);
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        words2 t0 = LOAD_WORDS(t, 0);

        START(0)
        ROUNDS(ROUND1);
        END(0)
        double_tweak(t);
    }
#undef START
#undef END
}

static void xts_blocks(const schedule *key, unsigned char *t, const unsigned char *src,
                       unsigned char *dst, size_t blocks, int back) {
    if (back)
        BY_ROUNDS(*key, xts_vectors, 1, t, src, dst, blocks);
    else
        BY_ROUNDS(*key, xts_vectors, 0, t, src, dst, blocks);
}

#endif
