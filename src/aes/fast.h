/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES for the fast implementations (portable_fast.c): several blocks at a time, in bit slices, in
 * constant time.
 *
 * A private header; mote/aes.h comes before it, and for the inverse cipher
 *
 *     #define DECRYPT
 *
 * and for a mode in which each block needs the one before, without counter mode
 *
 *     #define CHAINED
 *
 * With AES_ENCRYPT_BLOCKS defined they are the mode of a kernel in assembly, which encrypts
 * (encrypt_blocks/); with AES_CTR_BLOCKS of one for counter mode alone (ctr_blocks/).
 *
 * Word i of a state has bit i of every byte.  In 32 bits it holds two blocks: byte r is row r of the
 * state (FIPS PUB 197, section 3.4), its low four bits the columns of the first block, its high four
 * those of the second.  So ShiftRows turns halves of bytes, and MixColumns bytes of a word.  A word
 * of 64 bits is two of these side by side.
 */
#ifndef MOTE_AES_FAST_H
#define MOTE_AES_FAST_H

#include "common/fast.h"

#ifdef __GNUC__
#define NOINLINE __attribute__((__noinline__))
#else
#define NOINLINE
#endif

/* Where registers have 64 bits, a word has them, too. */
#if ((ULONG_MAX >> 31) >> 31) == 3 || defined _WIN64
typedef u64 word;
#define BLOCKS 4
#define EACH(c) C64(c, c)
#define STACK_BYTES 1024
#else
typedef u32 word;
#define BLOCKS 2
#define EACH(c) ((u32)(c))
#define STACK_BYTES 512
#endif

#include "aes/s_box.h"
#include "aes/wipe.h"

/* What the rounds consist of: also under a kernel, for the inverse cipher. */
#ifndef AES_ENCRYPT_BLOCKS
#define ROUNDS_IN_C
#endif
#ifdef DECRYPT
#define ROUNDS_IN_C
#endif

/* The round keys in bit slices, the same for each block. */
typedef struct {
    unsigned rounds;
    word keys[15][8];
} schedule;

#ifdef AES_ENCRYPT_BLOCKS
#define PREPARE(s, cc) prepare_kernel(&(s), cc)
#define PREPARE_WAY(s, cc, back) ((back) ? prepare(&(s), cc) : prepare_kernel(&(s), cc))
#else
#define PREPARE(s, cc) prepare(&(s), cc)
#endif

/* Both kernels take the round keys in an order of their own. */
#ifdef AES_ENCRYPT_BLOCKS
#define SLICED_KEYS
#endif
#ifdef AES_CTR_BLOCKS
#define SLICED_KEYS
#endif

#ifdef AES_CTR_BLOCKS
/* Counter mode is a kernel in assembly. */
void mote_aes_ctr_blocks(const void *keys, unsigned rounds, const unsigned char *counters,
                         const unsigned char *src, unsigned char *dst, size_t blocks);

#define PREPARE_CTR(s, cc) prepare_kernel(&(s), cc)
#define ENCRYPT_COUNTERS(key, counters, src, dst, blocks)                                          \
    mote_aes_ctr_blocks((key)->keys, (key)->rounds, counters, src, dst, blocks)
#endif

/* Bit i of byte j of the words becomes bit j of byte i; twice is nothing. */
#define SWAP(a, b, distance, mask)                                                                 \
    t = ((a) >> (distance) ^ (b)) & EACH(mask);                                                    \
    (b) ^= t;                                                                                      \
    (a) ^= t << (distance);

NOINLINE static void transpose(word *w) {
    word t;

    SWAP(w[0], w[4], 4, 0x0F0F0F0F)
    SWAP(w[1], w[5], 4, 0x0F0F0F0F)
    SWAP(w[2], w[6], 4, 0x0F0F0F0F)
    SWAP(w[3], w[7], 4, 0x0F0F0F0F)
    SWAP(w[0], w[2], 2, 0x33333333)
    SWAP(w[1], w[3], 2, 0x33333333)
    SWAP(w[4], w[6], 2, 0x33333333)
    SWAP(w[5], w[7], 2, 0x33333333)
    SWAP(w[0], w[1], 1, 0x55555555)
    SWAP(w[2], w[3], 1, 0x55555555)
    SWAP(w[4], w[5], 1, 0x55555555)
    SWAP(w[6], w[7], 1, 0x55555555)
}

/* The columns of the blocks as words, and back. */
static void load(word *w, const unsigned char *s) {
    unsigned i;

    for (i = 0; i != 8; i++) {
        w[i] = get_le32(s + 4 * i);
#if BLOCKS == 4
        w[i] |= (word)get_le32(s + 32 + 4 * i) << 32;
#endif
    }
    transpose(w);
}

static void put_column(unsigned char *s, word column) {
    s[0] = (unsigned char)column;
    s[1] = (unsigned char)(column >> 8);
    s[2] = (unsigned char)(column >> 16);
    s[3] = (unsigned char)(column >> 24);
}

static void store(unsigned char *s, word *w) {
    unsigned i;

    transpose(w);
    for (i = 0; i != 8; i++) {
        put_column(s + 4 * i, w[i]);
#if BLOCKS == 4
        put_column(s + 32 + 4 * i, w[i] >> 32);
#endif
    }
}

#ifdef ROUNDS_IN_C
static void add_key(word *w, const word *key) {
    unsigned i;

    for (i = 0; i != 8; i++)
        w[i] ^= key[i];
}
#endif

#ifdef AES_ENCRYPT_BLOCKS
/* The cipher is a kernel in assembly. */
void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
                             unsigned char *dst, size_t blocks);

#define ENCRYPT(key, src, dst, blocks)                                                             \
    mote_aes_encrypt_blocks((key)->keys, (key)->rounds, src, dst, blocks)

#ifndef CHAINED
static void encrypt_blocks(const schedule *key, unsigned char *s) {
    ENCRYPT(key, s, s, BLOCKS);
}

/* Of counter mode (ctr.h), whole blocks are done here, so many at a time. */
#define CTR_IN_WORDS
#define CTR_BLOCKS 4

/* A word at an aligned address, and one at any */
#ifdef __GNUC__
#define ALIGNED(p) __builtin_assume_aligned(p, 4)
#else
#define ALIGNED(p) (p)
#endif

/* The word at dst is that at src ^ stream; both are aligned. */
#define ADD_WORD(dst, src, stream, place)                                                          \
    memcpy(&w, ALIGNED((src) + 4 * (place)), 4);                                                   \
    w ^= (stream)[place];                                                                          \
    memcpy(ALIGNED((dst) + 4 * (place)), &w, 4);

/* dst = src ^ stream; constant but for where src and dst lie */
static void add_stream(unsigned char *dst, const unsigned char *src, const u32 *stream,
                       unsigned bytes) {
    unsigned i;
    u32 w;

    if ((((size_t)dst | (size_t)src) & 3) == 0)
        for (; bytes != 0; bytes -= 16) {
            ADD_WORD(dst, src, stream, 0)
            ADD_WORD(dst, src, stream, 1)
            ADD_WORD(dst, src, stream, 2)
            ADD_WORD(dst, src, stream, 3)
            dst += 16;
            src += 16;
            stream += 4;
        }
    else
        for (i = 0; i != bytes; i++)
            dst[i] = (unsigned char)(src[i] ^ ((const unsigned char *)stream)[i]);
}

/*
 * Counter blocks, encrypted and added: the first `fixed` bytes of the counter, 0 or 12, stay.  Its
 * last word goes over from 2^32 - 1 to 0 once at most; what the others are before that and behind
 * it is made first.
 */
NOINLINE static void ctr_blocks(const schedule *key, unsigned char *counter,
                                const unsigned char *src, unsigned char *dst, size_t blocks,
                                unsigned fixed) {
    u32 stream[4 * CTR_BLOCKS], first[3], changes[3], last = get_be32(counter + 12), over = 0;
    u32 *to;
    unsigned i, now, carry = fixed == 0;

    memcpy(first, counter, 12);
    for (i = 12; i-- != 0;) {
        carry += counter[i];
        counter[i] = (unsigned char)carry;
        carry >>= 8;
    }
    memcpy(changes, counter, 12);
    for (i = 0; i != 3; i++)
        changes[i] ^= first[i];
    for (; blocks != 0; blocks -= now) {
        now = blocks < CTR_BLOCKS ? (unsigned)blocks : CTR_BLOCKS;
        to = stream;
        for (i = now; i != 0; i--) {
            to[0] = first[0] ^ (changes[0] & over);
            to[1] = first[1] ^ (changes[1] & over);
            to[2] = first[2] ^ (changes[2] & over);
            put_be32((unsigned char *)(to + 3), last);
            to += 4;
            last++;
            /* Compilers make a branch of last == 0. */
            over |= 0 - (~(last | (0 - last)) >> 31);
        }
        ENCRYPT(key, (const unsigned char *)stream, (unsigned char *)stream, now);
        add_stream(dst, src, stream, 16 * now);
        src += 16 * now;
        dst += 16 * now;
    }
    for (i = 0; i != 3; i++)
        first[i] ^= changes[i] & over;
    memcpy(counter, first, 12);
    put_be32(counter + 12, last);
    wipe(stream, sizeof stream);
}
#endif
#else
/* Row r goes r columns to the left: section 5.1.2 */
static void shift_rows(word *w) {
    unsigned i;
    word x;

    for (i = 0; i != 8; i++) {
        x = w[i];
        w[i] = (x & EACH(0x000000FF)) | (x & EACH(0x0000EE00)) >> 1 | (x & EACH(0x00001100)) << 3 |
               (x & EACH(0x00CC0000)) >> 2 | (x & EACH(0x00330000)) << 2 |
               (x & EACH(0x88000000)) >> 3 | (x & EACH(0x77000000)) << 1;
    }
}

#endif

#ifdef ROUNDS_IN_C
/* The rows below, and two below, in each column */
#if BLOCKS == 4
#define BELOW(x) (((x) >> 8 & EACH(0x00FFFFFF)) | ((x) << 24 & EACH(0xFF000000)))
#define OPPOSITE(x) (((x) >> 16 & EACH(0x0000FFFF)) | ((x) << 16 & EACH(0xFFFF0000)))
#else
#define BELOW(x) ROTR32(x, 8)
#define OPPOSITE(x) ROTR32(x, 16)
#endif

/* MixColumns, section 5.1.3: b = 2 (a + below) + below + opposite (a + below) */
static void mix_columns(word *w) {
    word below[8], sum[8], top;
    unsigned i;

    for (i = 0; i != 8; i++) {
        below[i] = BELOW(w[i]);
        sum[i] = w[i] ^ below[i];
    }
    top = sum[7];
    w[0] = top ^ below[0] ^ OPPOSITE(sum[0]);
    w[1] = sum[0] ^ top ^ below[1] ^ OPPOSITE(sum[1]);
    w[2] = sum[1] ^ below[2] ^ OPPOSITE(sum[2]);
    w[3] = sum[2] ^ top ^ below[3] ^ OPPOSITE(sum[3]);
    w[4] = sum[3] ^ top ^ below[4] ^ OPPOSITE(sum[4]);
    w[5] = sum[4] ^ below[5] ^ OPPOSITE(sum[5]);
    w[6] = sum[5] ^ below[6] ^ OPPOSITE(sum[6]);
    w[7] = sum[6] ^ below[7] ^ OPPOSITE(sum[7]);
}
#endif

#ifndef AES_ENCRYPT_BLOCKS
/* The cipher, in place: section 5.1 */
NOINLINE static void encrypt_blocks(const schedule *key, unsigned char *s) {
    unsigned round;
    word w[8];

    load(w, s);
    add_key(w, key->keys[0]);
    for (round = 1;; round++) {
        s_box(w);
        shift_rows(w);
        if (round == key->rounds)
            break;
        mix_columns(w);
        add_key(w, key->keys[round]);
    }
    add_key(w, key->keys[round]);
    store(s, w);
}
#endif

#ifdef DECRYPT
/* The inverse of the S-box's affine map: section 5.3.2 */
static void inverse_affine(word *w) {
    word a = w[0], b = w[1], c = w[2], d = w[3], e = w[4], f = w[5], g = w[6], h = w[7];

    w[0] = ~(c ^ f ^ h);
    w[1] = d ^ g ^ a;
    w[2] = ~(e ^ h ^ b);
    w[3] = f ^ a ^ c;
    w[4] = g ^ b ^ d;
    w[5] = h ^ c ^ e;
    w[6] = a ^ d ^ f;
    w[7] = b ^ e ^ g;
}

/* Section 5.3.1 */
static void inverse_shift_rows(word *w) {
    unsigned i;
    word x;

    for (i = 0; i != 8; i++) {
        x = w[i];
        w[i] = (x & EACH(0x000000FF)) | (x & EACH(0x00007700)) << 1 | (x & EACH(0x00008800)) >> 3 |
               (x & EACH(0x00CC0000)) >> 2 | (x & EACH(0x00330000)) << 2 |
               (x & EACH(0x11000000)) << 3 | (x & EACH(0xEE000000)) >> 1;
    }
}

/* InvMixColumns, section 5.3.3: its matrix is that of MixColumns times (5, 0, 4, 0). */
static void inverse_mix_columns(word *w) {
    word sum[8];
    unsigned i;

    for (i = 0; i != 8; i++)
        sum[i] = w[i] ^ OPPOSITE(w[i]);
    w[0] ^= sum[6];
    w[1] ^= sum[6] ^ sum[7];
    w[2] ^= sum[0] ^ sum[7];
    w[3] ^= sum[1] ^ sum[6];
    w[4] ^= sum[2] ^ sum[6] ^ sum[7];
    w[5] ^= sum[3] ^ sum[7];
    w[6] ^= sum[4];
    w[7] ^= sum[5];
    mix_columns(w);
}

/* The inverse cipher, in place: section 5.3 */
NOINLINE static void decrypt_blocks(const schedule *key, unsigned char *s) {
    unsigned round = key->rounds;
    word w[8];

    load(w, s);
    add_key(w, key->keys[round]);
    for (;;) {
        inverse_shift_rows(w);
        /* The inverse of the S-box is it between two inverses of its affine map. */
        inverse_affine(w);
        s_box(w);
        inverse_affine(w);
        add_key(w, key->keys[--round]);
        if (round == 0)
            break;
        inverse_mix_columns(w);
    }
    store(s, w);
}
#endif

#ifdef ROUNDS_IN_C
NOINLINE static void prepare(schedule *s, const mote_aes_context *cc) {
    unsigned char blocks[16 * BLOCKS];
    unsigned round, i;

    s->rounds = cc->rounds;
    for (round = 0; round <= cc->rounds; round++) {
        for (i = 0; i != BLOCKS; i++)
            memcpy(blocks + 16 * i, cc->round_keys + 16 * round, 16);
        load(s->keys[round], blocks);
    }
}
#endif

#ifdef SLICED_KEYS
/*
 * The round keys for the kernel, the same for two blocks that lie in turns in each byte: the first
 * column's lowest, of each block a bit.  There the rows are not shifted: in round i, row r is i r
 * columns behind its place; and its S-box leaves out 0x63, which is here in the key behind it.
 */
NOINLINE static void prepare_kernel(schedule *s, const mote_aes_context *cc) {
    const unsigned char *key = cc->round_keys;
    unsigned char bytes[16];
    unsigned round, i;

    s->rounds = cc->rounds;
    for (round = 0; round <= cc->rounds; round++) {
        for (i = 0; i != 16; i++)
            bytes[i] =
                (unsigned char)(key[(i - 4 * round * (i & 3)) & 15] ^ (round == 0 ? 0 : 0x63));
        for (i = 0; i != 8; i++)
            s->keys[round][i] = get_le32(bytes + 4 * (i / 2));
        transpose(s->keys[round]);
        key += 16;
    }
    wipe(bytes, sizeof bytes);
}
#endif

/* The key expansion: section 5.2 */
NOINLINE static void expand_key(unsigned char *w, const unsigned char *key, unsigned key_bytes,
                                unsigned rounds) {
    unsigned char t[16 * BLOCKS], constant = 1, *to = w + key_bytes;
    unsigned i, place = 0, left = 16 * (rounds + 1) - key_bytes;
    word x[8];

    memset(t, 0, sizeof t);
    memcpy(w, key, key_bytes);
    for (; left != 0; left -= 4) {
        memcpy(t, to - 4, 4);
        if (place == 0 || (place == 16 && key_bytes == 32)) {
            load(x, t);
            s_box(x);
            store(t, x);
        }
        if (place == 0) {
            /* RotWord, and Rcon */
            t[4] = t[0];
            t[0] = (unsigned char)(t[1] ^ constant);
            t[1] = t[2];
            t[2] = t[3];
            t[3] = t[4];
            constant = (unsigned char)(constant << 1 ^ (0x1B & (0 - (constant >> 7))));
        }
        for (i = 0; i != 4; i++)
            *to++ = (unsigned char)(*w++ ^ t[i]);
        place += 4;
        if (place == key_bytes)
            place = 0;
    }
}

#endif
