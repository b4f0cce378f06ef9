/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in bit slices for processors with registers of 64 bits and no instructions for it: four blocks at a time,
 * in constant time.
 *
 * A private header; mote/aes.h comes before it, and for the inverse cipher
 *
 *     #define DECRYPT
 *
 * Word i of a state has bit i of every byte: bit 16 r + 4 p + b is of row r (FIPS PUB 197, section 3.4) and
 * block b.  Rows are not shifted.  When they should have been i times, row r is i r columns behind its place:
 * its column c is at p = c + i r (mod 4).  So MixColumns takes the row below by a rotation of the word by a row,
 * and of each row by i columns, for which there is a function for each i of 0 to 3.  The S-box leaves out what it
 * adds, 0x63, which MixColumns does not change: it is in the round key behind it.
 *
 * Operations of a round: SubBytes 113, MixColumns 8 times 10 to 18 where the processor rotates and 14 to 24 where
 * it does not, AddRoundKey 8.
 *
 * Source: FIPS PUB 197, whose names the steps have.  Rows that stay: A. Adomnicai, T. Peyrin, "Fixslicing AES-like
 * Ciphers", TCHES 2021/1, section 4.
 */
#ifndef MOTE_AES_SLICED_H
#define MOTE_AES_SLICED_H

#include "common/fast.h"

#define NOINLINE __attribute__((__noinline__))
#define INLINE static __inline__ __attribute__((__always_inline__, __unused__))

typedef u64 word;

/* Half a block in memory that may have any type, and half of that. */
typedef u64 __attribute__((__may_alias__)) half;
typedef u32 __attribute__((__may_alias__)) quarter;

#define BLOCKS 4
#ifndef CHAINED
#ifdef DECRYPT
#define VECTORS
#else
/* GCM wipes the stack itself where a block is encrypted in a frame that has the round keys, too. */
#define CTR_IN_WORDS
#endif
#endif
#define HALVES (2 * BLOCKS)

/* Of 64 bits that are two or four times the same */
#define TWICE(c) C64(c, c)

/* The S-box is part of each round, in registers. */
#undef NOINLINE
#define NOINLINE __inline__ __attribute__((__always_inline__))
#include "aes/s_box.h"
#undef NOINLINE
#define NOINLINE __attribute__((__noinline__))

#define STACK_BYTES 768
#ifdef __riscv
#include "aes/wipe_rv64.h"
#else
#include "aes/wipe.h"
#endif

/* The round keys in bit slices, the same for each block, shifted as the rows are in that round */
typedef struct {
    unsigned rounds;
    word keys[15][8];
} schedule;

#define PREPARE(s, cc) prepare(&(s), cc)

/* Bits of b that the mask has with those of a that are so far to the left; twice is nothing. */
#define SWAP(a, b, distance, mask)                                                                 \
    do {                                                                                           \
        const word t_ = ((a) >> (distance) ^ (b)) & TWICE(mask);                                   \
                                                                                                   \
        (b) ^= t_;                                                                                 \
        (a) ^= t_ << (distance);                                                                   \
    } while (0)
#define SWAP_WITHIN(a, distance, mask)                                                             \
    do {                                                                                           \
        const word t_ = ((a) >> (distance) ^ (a)) & (mask);                                        \
                                                                                                   \
        (a) ^= t_ ^ t_ << (distance);                                                              \
    } while (0)

/* Bit i of byte j of the words becomes bit j of byte i; twice is nothing. */
INLINE void transpose(word *w) {
    SWAP(w[0], w[4], 4, 0x0F0F0F0F);
    SWAP(w[1], w[5], 4, 0x0F0F0F0F);
    SWAP(w[2], w[6], 4, 0x0F0F0F0F);
    SWAP(w[3], w[7], 4, 0x0F0F0F0F);
    SWAP(w[0], w[2], 2, 0x33333333);
    SWAP(w[1], w[3], 2, 0x33333333);
    SWAP(w[4], w[6], 2, 0x33333333);
    SWAP(w[5], w[7], 2, 0x33333333);
    SWAP(w[0], w[1], 1, 0x55555555);
    SWAP(w[2], w[3], 1, 0x55555555);
    SWAP(w[4], w[5], 1, 0x55555555);
    SWAP(w[6], w[7], 1, 0x55555555);
}

/* Two columns, one behind the other, byte by byte in turns; and back. */
#define RIFFLE(x)                                                                                  \
    do {                                                                                           \
        SWAP_WITHIN(x, 16, C64(0x00000000, 0xFFFF0000));                                           \
        SWAP_WITHIN(x, 8, TWICE(0x0000FF00));                                                      \
    } while (0)
#define UNRIFFLE(x)                                                                                \
    do {                                                                                           \
        SWAP_WITHIN(x, 8, TWICE(0x0000FF00));                                                      \
        SWAP_WITHIN(x, 16, C64(0x00000000, 0xFFFF0000));                                           \
    } while (0)

/* Written out, as a compiler keeps an array in registers where no index is a variable */
#define EACH_BLOCK(step) step(0) step(1) step(2) step(3)
#define EACH_WORD(step) EACH_BLOCK(step) step(4) step(5) step(6) step(7)

/* Four blocks in bit slices; columns 0 and 2 of block b come into word b, columns 1 and 3 into word 4 + b. */
#define SLICE(b)                                                                                   \
    w[b] = (u32)s[2 * (b)] | s[2 * (b) + 1] << 32;                                                 \
    w[4 + (b)] = s[2 * (b)] >> 32 | (s[2 * (b) + 1] >> 32 << 32);                                  \
    RIFFLE(w[b]);                                                                                  \
    RIFFLE(w[4 + (b)]);
INLINE void slice(word *w, const half *s) {
    EACH_BLOCK(SLICE)
    transpose(w);
}

#define UNSLICE(b)                                                                                 \
    UNRIFFLE(w[b]);                                                                                \
    UNRIFFLE(w[4 + (b)]);                                                                          \
    s[2 * (b)] = (u32)w[b] | w[4 + (b)] << 32;                                                     \
    s[2 * (b) + 1] = w[b] >> 32 | (w[4 + (b)] >> 32 << 32);
INLINE void unslice(half *s, word *w) {
    transpose(w);
    EACH_BLOCK(UNSLICE)
}

/* SubBytes, section 5.1.1, without the constant that it ends with */
INLINE void sub_bytes(word *w) {
    s_box(w);
    w[0] = ~w[0];
    w[1] = ~w[1];
    w[5] = ~w[5];
    w[6] = ~w[6];
}

/* Each row by so many columns, of which the lowest comes last */
INLINE word turned(word x, unsigned columns) {
    const unsigned bits = 4 * columns;
    const word low = TWICE(0x00010001) * ((1u << bits) - 1);

    return columns == 0 ? x : (x & ~low) >> bits | (x & low) << (16 - bits);
}

/* The row below, and two below, in each column, when rows should have been shifted i times */
#define BELOW(x, i) turned(ROTR64(x, 16), i)
#define OPPOSITE(x, i) turned(ROTR64(x, 32), 2 * (i) & 3)

/* MixColumns, section 5.1.3: b = 2 (a + below) + below + opposite (a + below) */
INLINE void mix_columns(word *w, const unsigned i) {
    word top, sum, last, below;

#define SUM(n) (below = BELOW(w[n], i), sum = w[n] ^ below)
    SUM(7);
    top = sum;
    last = below ^ OPPOSITE(sum, i);
    SUM(6);
    w[7] = last ^ sum;
    last = below ^ OPPOSITE(sum, i);
    SUM(5);
    w[6] = last ^ sum;
    last = below ^ OPPOSITE(sum, i);
    SUM(4);
    w[5] = last ^ sum;
    last = below ^ OPPOSITE(sum, i) ^ top;
    SUM(3);
    w[4] = last ^ sum;
    last = below ^ OPPOSITE(sum, i) ^ top;
    SUM(2);
    w[3] = last ^ sum;
    last = below ^ OPPOSITE(sum, i);
    SUM(1);
    w[2] = last ^ sum;
    last = below ^ OPPOSITE(sum, i) ^ top;
    SUM(0);
    w[1] = last ^ sum;
    w[0] = below ^ OPPOSITE(sum, i) ^ top;
#undef SUM
}

#define ADD_WORD(i) w[i] ^= key[i];
INLINE void add_key(word *w, const word *key){EACH_WORD(ADD_WORD)}

/* Rows 1 and 3 by two columns: what is left of 10 or 14 shifts, not of 12.  Twice is nothing. */
#define SHIFT_TWICE(i) SWAP_WITHIN(w[i], 8, C64(0x00FF0000, 0x00FF0000));
INLINE void shift_twice(word *w, unsigned rounds) {
    if (rounds != 12) {
        EACH_WORD(SHIFT_TWICE)
    }
}

/* The cipher: section 5.1 */
NOINLINE __attribute__((__unused__)) static void encrypt_halves(const schedule *key, half *s) {
    unsigned round;
    word w[8];

    slice(w, s);
    add_key(w, key->keys[0]);
    for (round = 1;; round++) {
        sub_bytes(w);
        if (round == key->rounds)
            break;
        switch (round & 3) {
        case 0:
            mix_columns(w, 0);
            break;
        case 1:
            mix_columns(w, 1);
            break;
        case 2:
            mix_columns(w, 2);
            break;
        default:
            mix_columns(w, 3);
        }
        add_key(w, key->keys[round]);
    }
    add_key(w, key->keys[round]);
    shift_twice(w, key->rounds);
    unslice(s, w);
}

#ifdef DECRYPT
/* The inverse of the linear part of the S-box's affine map: section 5.3.2 */
INLINE void inverse_linear(word *w) {
    word a = w[0], b = w[1], c = w[2], d = w[3], e = w[4], f = w[5], g = w[6], h = w[7];

    w[0] = c ^ f ^ h;
    w[1] = d ^ g ^ a;
    w[2] = e ^ h ^ b;
    w[3] = f ^ a ^ c;
    w[4] = g ^ b ^ d;
    w[5] = h ^ c ^ e;
    w[6] = a ^ d ^ f;
    w[7] = b ^ e ^ g;
}

/* InvMixColumns, section 5.3.3: its matrix is that of MixColumns times (5, 0, 4, 0). */
INLINE void inverse_mix_columns(word *w, const unsigned i) {
    word six = w[6] ^ OPPOSITE(w[6], i), seven = w[7] ^ OPPOSITE(w[7], i);

    w[7] ^= w[5] ^ OPPOSITE(w[5], i);
    w[6] ^= w[4] ^ OPPOSITE(w[4], i);
    w[5] ^= w[3] ^ OPPOSITE(w[3], i) ^ seven;
    w[4] ^= w[2] ^ OPPOSITE(w[2], i) ^ six ^ seven;
    w[3] ^= w[1] ^ OPPOSITE(w[1], i) ^ six;
    w[2] ^= w[0] ^ OPPOSITE(w[0], i) ^ seven;
    w[1] ^= six ^ seven;
    w[0] ^= six;
    mix_columns(w, i);
}

/* The inverse cipher: section 5.3 */
NOINLINE static void decrypt_halves(const schedule *key, half *s) {
    unsigned round = key->rounds;
    word w[8];

    slice(w, s);
    shift_twice(w, round);
    add_key(w, key->keys[round]);
    for (;;) {
        /* The inverse of the S-box is it between two inverses of its affine map. */
        inverse_linear(w);
        sub_bytes(w);
        inverse_linear(w);
        add_key(w, key->keys[--round]);
        if (round == 0)
            break;
        switch (round & 3) {
        case 0:
            inverse_mix_columns(w, 0);
            break;
        case 1:
            inverse_mix_columns(w, 1);
            break;
        case 2:
            inverse_mix_columns(w, 2);
            break;
        default:
            inverse_mix_columns(w, 3);
        }
    }
    unslice(s, w);
}
#endif

/* A half at an address of words of 32 bits, as contexts are */
INLINE u64 get_half(const void *p) {
    const quarter *q = (const quarter *)p;

    return q[0] | (u64)q[1] << 32;
}

/* Rows 2 and 3 by two columns, then rows 1 and 3 by one, to the right or to the left: columns 0 and 1 are in x. */
#define HALF_TURN(x, y, rows)                                                                      \
    do {                                                                                           \
        const u64 t_ = ((x) ^ (y)) & TWICE(rows);                                                  \
                                                                                                   \
        (x) ^= t_;                                                                                 \
        (y) ^= t_;                                                                                 \
    } while (0)
#define ODD_ROWS TWICE(0xFF00FF00)
#define KEY_ROWS(x, y, i)                                                                          \
    do {                                                                                           \
        if ((i) == 2) {                                                                            \
            HALF_TURN(x, y, 0xFF00FF00);                                                           \
        } else if ((i) != 0) {                                                                     \
            const u64 x_ = (x), y_ = (y);                                                          \
                                                                                                   \
            (x) ^= (x_ ^ ((i) == 1 ? x_ << 32 | y_ >> 32 : x_ >> 32 | y_ << 32)) & ODD_ROWS;       \
            (y) ^= (y_ ^ ((i) == 1 ? y_ << 32 | x_ >> 32 : y_ >> 32 | x_ << 32)) & ODD_ROWS;       \
            HALF_TURN(x, y, 0xFFFF0000);                                                           \
        }                                                                                          \
    } while (0)

/* Four round keys at a time, as four blocks; then each of them for all blocks */
#define SPREAD(i) to[i] = (w[i] >> b & TWICE(0x11111111)) * 15;
NOINLINE static void prepare(schedule *s, const mote_aes_context *cc) {
    const unsigned char *key = cc->round_keys;
    unsigned first, round, b, i;
    half bytes[HALVES];
    word w[8], x, y, *to;

    s->rounds = cc->rounds;
    for (first = 0; first <= cc->rounds; first += BLOCKS) {
        for (b = 0; b != BLOCKS; b++) {
            round = first + b;
            if (round > cc->rounds)
                break;
            x = get_half(key + 16 * round);
            y = get_half(key + 16 * round + 8);
            KEY_ROWS(x, y, b);
            if (round != 0) {
                x ^= TWICE(0x63636363);
                y ^= TWICE(0x63636363);
            }
            bytes[2 * b] = x;
            bytes[2 * b + 1] = y;
        }
        for (i = 2 * b; i != HALVES; i++)
            bytes[i] = 0;
        slice(w, bytes);
        for (b = 0; b != BLOCKS && first + b <= cc->rounds; b++) {
            to = s->keys[first + b];
            EACH_WORD(SPREAD)
        }
    }
    wipe(bytes, sizeof bytes);
}

/* The key expansion: section 5.2 */
NOINLINE static void expand_key(unsigned char *w, const unsigned char *key, unsigned key_bytes,
                                unsigned rounds) {
    quarter *to = (quarter *)(void *)w;
    unsigned words = key_bytes / 4, i;
    u32 constant = 1, t;
    half s[HALVES];
    word x[8];

    memcpy(w, key, key_bytes);
    memset(s, 0, sizeof s);
    for (i = words; i != 4 * rounds + 4; i++) {
        t = to[i - 1];
        if (i % words == 0 || (i % words == 4 && words == 8)) {
            s[0] = t;
            slice(x, s);
            s_box(x);
            unslice(s, x);
            t = (u32)s[0];
            memset(s, 0, sizeof s);
        }
        if (i % words == 0) {
            t = ROTR32(t, 8) ^ constant;
            constant = (constant << 1 ^ (0x11B & (0 - (constant >> 7)))) & 0xFF;
        }
        to[i] = to[i - words] ^ t;
    }
    wipe(s, sizeof s);
}

/* One block in place, and three more that do not matter */
NOINLINE __attribute__((__unused__)) static void encrypt_blocks(const schedule *key,
                                                                unsigned char *blocks) {
    half s[HALVES];

    memcpy(s, blocks, sizeof s);
    encrypt_halves(key, s);
    memcpy(blocks, s, sizeof s);
    wipe(s, sizeof s);
}

#ifdef DECRYPT
NOINLINE __attribute__((__unused__)) static void decrypt_blocks(const schedule *key,
                                                                unsigned char *blocks) {
    half s[HALVES];

    memcpy(s, blocks, sizeof s);
    decrypt_halves(key, s);
    memcpy(blocks, s, sizeof s);
    wipe(s, sizeof s);
}
#endif

#ifndef CHAINED
/* Whether what lies here can be read and written by halves. */
#define ALIGNED(address) (((size_t)(address) & 7) == 0)

/* Some blocks, at most four, where they can be worked on, and back; the others are 0. */
INLINE void load_blocks(half *s, const unsigned char *src, unsigned blocks) {
    const half *from = (const half *)(const void *)src;
    unsigned i;

    if (ALIGNED(src) && blocks == BLOCKS) {
        for (i = 0; i != HALVES; i++)
            s[i] = from[i];
    } else {
        if (blocks != BLOCKS)
            memset(s, 0, 16 * BLOCKS);
        memcpy(s, src, 16 * blocks);
    }
}

INLINE void store_blocks(unsigned char *dst, const half *s, unsigned blocks) {
    half *to = (half *)(void *)dst;
    unsigned i;

    if (ALIGNED(dst) && blocks == BLOCKS)
        for (i = 0; i != HALVES; i++)
            to[i] = s[i];
    else
        memcpy(dst, s, 16 * blocks);
}

/* Adds them. */
INLINE void add_blocks(half *s, const unsigned char *src, unsigned blocks) {
    const half *from = (const half *)(const void *)src;
    half text[HALVES];
    unsigned i;

    if (ALIGNED(src) && blocks == BLOCKS) {
        for (i = 0; i != HALVES; i++)
            s[i] ^= from[i];
    } else {
        load_blocks(text, src, blocks);
        for (i = 0; i != HALVES; i++)
            s[i] ^= text[i];
        wipe(text, sizeof text);
    }
}

/* So many of the blocks that are left are next. */
#define NEXT_BLOCKS(blocks) ((blocks) < BLOCKS ? (unsigned)(blocks) : BLOCKS)

/* Eight bytes in the opposite order */
INLINE u64 turned_around(u64 x) {
    x = (x >> 8 & TWICE(0x00FF00FF)) | (x & TWICE(0x00FF00FF)) << 8;
    x = (x >> 16 & TWICE(0x0000FFFF)) | (x & TWICE(0x0000FFFF)) << 16;
    return x >> 32 | x << 32;
}

/* Whole blocks in counter mode; the first `fixed` bytes of the counter, 0 or 12, stay as they are.  The upper
 * half changes once at most, and what it is then is made before. */
NOINLINE __attribute__((__unused__)) static void
ctr_blocks(const schedule *key, unsigned char *counter, const unsigned char *src,
           unsigned char *dst, size_t blocks, unsigned fixed) {
    const u64 stays = fixed != 0 ? ~(u64)0xFFFFFFFF : 0;
    u64 high = get_be64(counter), low = get_be64(counter + 8), change, over;
    half s[HALVES], *to;
    unsigned some, i;

    change = fixed != 0 ? 0 : turned_around(high) ^ turned_around(high + 1);
    high = turned_around(high);
    for (; blocks != 0; blocks -= some) {
        some = NEXT_BLOCKS(blocks);
        memset(s, 0, sizeof s);
        for (to = s, i = some; i != 0; i--, to += 2) {
            to[0] = high;
            to[1] = turned_around(low);
            low = (low & stays) | ((low + 1) & ~stays);
            /* Compilers make a branch of low == 0. */
            over = 0 - (~(low | (0 - low)) >> 63);
            high ^= change & over;
            change &= ~over;
        }
        encrypt_halves(key, s);
        add_blocks(s, src, some);
        store_blocks(dst, s, some);
        src += 16 * some;
        dst += 16 * some;
    }
    put_le64(counter, high);
    put_be64(counter + 8, low);
    wipe(s, sizeof s);
}

#ifdef DECRYPT
NOINLINE static void ecb_blocks(const schedule *key, const unsigned char *src, unsigned char *dst,
                                size_t blocks, int back) {
    half s[HALVES];
    unsigned some;

    for (; blocks != 0; blocks -= some) {
        some = NEXT_BLOCKS(blocks);
        load_blocks(s, src, some);
        if (back)
            decrypt_halves(key, s);
        else
            encrypt_halves(key, s);
        store_blocks(dst, s, some);
        src += 16 * some;
        dst += 16 * some;
    }
    wipe(s, sizeof s);
}

NOINLINE static void cbc_encrypt_blocks(const schedule *key, unsigned char *iv,
                                        const unsigned char *src, unsigned char *dst,
                                        size_t blocks) {
    half s[HALVES], text[2];

    memset(s, 0, sizeof s);
    memcpy(s, iv, 16);
    for (; blocks != 0; blocks--, src += 16, dst += 16) {
        memcpy(text, src, 16);
        s[0] ^= text[0];
        s[1] ^= text[1];
        encrypt_halves(key, s);
        memcpy(dst, s, 16);
    }
    memcpy(iv, s, 16);
    wipe(s, sizeof s);
    wipe(text, sizeof text);
}

NOINLINE static void cbc_decrypt_blocks(const schedule *key, unsigned char *iv,
                                        const unsigned char *src, unsigned char *dst,
                                        size_t blocks) {
    half s[HALVES], before[2 + HALVES];
    unsigned some, i;

    memcpy(before, iv, 16);
    for (; blocks != 0; blocks -= some) {
        some = NEXT_BLOCKS(blocks);
        load_blocks(s, src, some);
        for (i = 0; i != HALVES; i++)
            before[2 + i] = s[i];
        decrypt_halves(key, s);
        for (i = 0; i != HALVES; i++)
            s[i] ^= before[i];
        before[0] = before[2 * some];
        before[1] = before[2 * some + 1];
        store_blocks(dst, s, some);
        src += 16 * some;
        dst += 16 * some;
    }
    memcpy(iv, before, 16);
    wipe(s, sizeof s);
    wipe(before, sizeof before);
}

/* Whole blocks, backwards or not, of which the first has the tweak t; t is that of the block behind them
 * then.  The product of a tweak with alpha: IEEE Std 1619-2007, section 5.2 */
NOINLINE static void xts_blocks(const schedule *key, unsigned char *t, const unsigned char *src,
                                unsigned char *dst, size_t blocks, int back) {
    half s[HALVES], tweaks[HALVES + 2];
    unsigned some, i;
    u64 carry;

    memcpy(tweaks, t, 16);
    for (; blocks != 0; blocks -= some) {
        some = NEXT_BLOCKS(blocks);
        load_blocks(s, src, some);
        for (i = 0; i != HALVES; i += 2) {
            s[i] ^= tweaks[i];
            s[i + 1] ^= tweaks[i + 1];
            carry = 0x87 & (0 - (tweaks[i + 1] >> 63));
            tweaks[i + 3] = tweaks[i + 1] << 1 | tweaks[i] >> 63;
            tweaks[i + 2] = tweaks[i] << 1 ^ carry;
        }
        if (back)
            decrypt_halves(key, s);
        else
            encrypt_halves(key, s);
        for (i = 0; i != HALVES; i++)
            s[i] ^= tweaks[i];
        tweaks[0] = tweaks[2 * some];
        tweaks[1] = tweaks[2 * some + 1];
        store_blocks(dst, s, some);
        src += 16 * some;
        dst += 16 * some;
    }
    memcpy(t, tweaks, 16);
    wipe(s, sizeof s);
    wipe(tweaks, sizeof tweaks);
}
#endif
#endif

#endif
