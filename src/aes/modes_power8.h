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

#define START(i) words2 s##i = TURN_XOR(LOAD_STORED(src, 16 * (i)), k0);
#define END(i) STORE_BLOCK(LAST(s##i, last), dst, 16 * (i));
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
        s0 = TURN_XOR(LOAD_STORED(src, 0), s0);
        ROUNDS(ROUND1);
        s0 = LAST(s0, both);
        STORE_STORED(TURN_XOR(s0, turned), dst, 0);
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
    words2 before = LOAD_STORED(iv, 0);

#define START(i)                                                                                   \
    words2 c##i = LOAD_STORED(src, 16 * (i));                                                      \
    words2 s##i = TURN_XOR(c##i, k0);
#define END(i, c) STORE_STORED(TURN_XOR(LAST(s##i, last), c), dst, 16 * (i));
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
    STORE_STORED(before, iv, 0);
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
#ifdef STORAGE_IS_TURNED
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

/*
 * A tweak times alpha, for the first eight, in the order of storage too: twice the number whose lowest
 * byte is byte 0, which a permutation makes of it.  vpermxor goes back, and adds 0x87 to byte 0 where
 * a bit fell out; bytes 1 to 15 of what it adds are zero.  In registers, as the stack would keep it.
 */
#ifdef STORAGE_IS_TURNED
#define NUMBER BYTES(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)
#define BACK_AND_ADD                                                                               \
    BYTES(0x81, 0x91, 0xA1, 0xB1, 0xC1, 0xD1, 0xE1, 0xF0, 0x01, 0x11, 0x21, 0x31, 0x41, 0x51,      \
          0x61, 0x71)
#else
#define NUMBER BYTES(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define BACK_AND_ADD                                                                               \
    BYTES(0xF0, 0xE1, 0xD1, 0xC1, 0xB1, 0xA1, 0x91, 0x81, 0x71, 0x61, 0x51, 0x41, 0x31, 0x21,      \
          0x11, 0x01)
#endif
INLINE words2 twice(words2 t) {
    const words2 number = PERMUTE(t, t, NUMBER);
    const words2 signs = (words2)vec_sra((__vector signed char)number, vec_splat_u8(7));

    return PERMUTE_XOR(ADD_QUADWORDS(number, number), signs & WORDS(0x8700000000000000, 0),
                       BACK_AND_ADD);
}

/* Whole blocks, of which the first has the tweak t; t is that of the block behind them then. */
INLINE void xts_vectors(const mote_aes_context *cc, const unsigned rounds, const int back,
                        unsigned char *t, const unsigned char *src, unsigned char *dst,
                        size_t blocks) {
    LOAD_KEYS(cc, rounds, back);
    words2 t0 = LOAD_STORED(t, 0);

#define START(i) words2 s##i = TURN_XOR(LOAD_STORED(src, 16 * (i)) ^ t##i, k0);
#define END(i) STORE_STORED(TURN_XOR(LAST(s##i, last), t##i), dst, 16 * (i));
    if (blocks >= 8) {
        const bytes16 move_on = MOVE_ON;
        words2 t1 = twice(t0), t2 = twice(t1), t3 = twice(t2), t4 = twice(t3), t5 = twice(t4),
               t6 = twice(t5), t7 = twice(t6);

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
    }
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        START(0)
        ROUNDS(ROUND1);
        END(0)
        t0 = twice(t0);
    }
    STORE_STORED(t0, t, 0);
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
