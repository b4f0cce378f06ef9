/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Salsa20 and ChaCha20 on POWER8, in either byte order: four blocks at a time, a word of all four in
 * a vector.
 *
 * A private header; the function's own header comes before it, and
 *
 *     typedef mote_xxx_context context;
 *     #define FOURS_AT_MOST(cc) ...        how many times four blocks crypt_fours may take next
 *
 * The source has behind it crypt_fours, for four blocks and more, and make_block, for one.
 *
 * Elements of vectors are counted as memory has them, so that nothing here is of one byte order but
 * STORED.  A text is loaded and stored without a thought of the order of its bytes: vpermxor brings
 * the key stream into the order that the loads make (STORED) while it adds the text.
 *
 * Source: Power ISA 2.07B, Book I, sections 6.8 (vmrgew), 6.9 (vrlw) and 6.11 (vpermxor).
 */
#ifndef MOTE_SALSA_POWER8_H
#define MOTE_SALSA_POWER8_H

#include "common/power8.h"
#include "common/small.h"

#define INLINE static __inline__ __attribute__((__always_inline__, __unused__))

#define ADD(x, y) vec_add(x, y)
#define ROTATE(x, n) vec_rl(x, n)
#define XOR_PERMUTED(x, y, control) ((words4)PERMUTE_XOR((words2)(x), (words2)(y), control))

/* Element i of a vector in all its elements; four times the same word */
#define SPLAT(x, i) vec_splat(x, i)
#define FOUR(word) ((words4){word, word, word, word})

/* Element i is then what element i + n, modulo 4, was.  vec_sld counts from the highest byte in both
 * byte orders. */
#ifdef MOTE_LITTLE_ENDIAN
#define TURNED(x, n) vec_sld(x, x, 16 - 4 * (n))
#else
#define TURNED(x, n) vec_sld(x, x, 4 * (n))
#endif

/* Words as a context has them */
#define LOAD(p) vec_xl(0, (const unsigned *)(p))
#define STORE(x, p) vec_xst(x, 0, (unsigned *)(p))

/*
 * Text at p + offset, of any alignment, and by vpermxor the key stream for it: words in a vector, the
 * lowest byte of each first.
 */
#ifdef _ARCH_PWR9
#define LOAD_TEXT(p, offset) ((words2)vec_xl_be(offset, (unsigned char *)(p)))
#define STORE_TEXT(x, p, offset) vec_xst_be((bytes16)(x), offset, (unsigned char *)(p))
#else
#define LOAD_TEXT(p, offset) LOAD_WORDS(p, offset)
#define STORE_TEXT(x, p, offset) STORE_WORDS(x, p, offset)
#endif
#ifndef MOTE_LITTLE_ENDIAN
#define STORED                                                                                     \
    BYTES(0x30, 0x21, 0x12, 0x03, 0x74, 0x65, 0x56, 0x47, 0xB8, 0xA9, 0x9A, 0x8B, 0xFC, 0xED,      \
          0xDE, 0xCF)
#elif defined _ARCH_PWR9
#define STORED                                                                                     \
    BYTES(0xF0, 0xE1, 0xD2, 0xC3, 0xB4, 0xA5, 0x96, 0x87, 0x78, 0x69, 0x5A, 0x4B, 0x3C, 0x2D,      \
          0x1E, 0x0F)
#else
#define STORED                                                                                     \
    BYTES(0x80, 0x91, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7, 0x08, 0x19, 0x2A, 0x3B, 0x4C, 0x5D,      \
          0x6E, 0x7F)
#endif
#define CRYPT_TEXT(words, src, dst, offset, stored)                                                \
    STORE_TEXT(PERMUTE_XOR((words2)(words), LOAD_TEXT(src, offset), stored), dst, offset)

/*
 * What stays the same in a loop for which vector registers are too few: in vs0 to vs31, where sums and
 * permutations do not reach, but a move or an xor from there is one instruction.  Left alone, GCC
 * puts it on the stack, which takes two.  KEEP before the loop, COPY and XOR_KEPT in it.
 */
#if defined __GNUC__ && !defined __clang__ && !defined __ibmxl__ && !defined __xlC__
#define KEEP(a, b, c) __asm__("" : "+d"(a), "+d"(b), "+d"(c))
#define COPY(to, kept) __asm__ __volatile__("xxlor %x0,%x1,%x1" : "=v"(to) : "d"(kept))
#define XOR_KEPT(to, x, kept) __asm__("xxlxor %x0,%x1,%x2" : "=v"(to) : "v"(x), "d"(kept))
#else
#define KEEP(a, b, c)
#define COPY(to, kept) ((to) = (kept))
#define XOR_KEPT(to, x, kept) ((to) = (x) ^ (kept))
#endif

/*
 * Four words of each of four blocks, a vector for each word, to the places of these words: transposed,
 * the words of the state added (kept), and the text of the block.
 */
INLINE void crypt_row(words4 a, words4 b, words4 c, words4 d, words4 kept, unsigned at,
                      const unsigned char *src, unsigned char *dst, bytes16 stored) {
    words2 ab = (words2)vec_mergee(a, b), cd = (words2)vec_mergee(c, d);
    words4 row;

    COPY(row, kept);
    CRYPT_TEXT(ADD((words4)vec_mergeh(ab, cd), row), src, dst, at, stored);
    CRYPT_TEXT(ADD((words4)vec_mergel(ab, cd), row), src, dst, at + 128, stored);
    ab = (words2)vec_mergeo(a, b);
    cd = (words2)vec_mergeo(c, d);
    CRYPT_TEXT(ADD((words4)vec_mergeh(ab, cd), row), src, dst, at + 64, stored);
    CRYPT_TEXT(ADD((words4)vec_mergel(ab, cd), row), src, dst, at + 192, stored);
}

/* The words of "expand 32-byte k" */
#define SIGMA0 0x61707865
#define SIGMA1 0x3320646E
#define SIGMA2 0x79622D32
#define SIGMA3 0x6B206574

/* n words of the lowest byte first */
INLINE void load_words(mote_u32 *words, const unsigned char *p, unsigned n) {
    for (; n != 0; n--, p += 4)
        *words++ =
            (mote_u32)p[0] | (mote_u32)p[1] << 8 | (mote_u32)p[2] << 16 | (mote_u32)p[3] << 24;
}

/* Zeros on the stack, where crypt_fours had what it found no register for, and what its caller had */
#define STACK_BYTES 640
NOINLINE static void wipe_stack(void) {
    unsigned char below[STACK_BYTES], *p = below, *end = below + STACK_BYTES;

    for (; p != end; p += 64) {
        STORE_TEXT(WORDS(0, 0), p, 0);
        STORE_TEXT(WORDS(0, 0), p, 16);
        STORE_TEXT(WORDS(0, 0), p, 32);
        STORE_TEXT(WORDS(0, 0), p, 48);
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

NOINLINE static void crypt_fours(context *cc, const unsigned char *src, unsigned char *dst,
                                 size_t fours);
static void make_block(context *cc);

/* The next n bytes of the text, no more than there are left of the last block */
static void crypt_left(context *cc, const unsigned char *src, unsigned char *dst, size_t n) {
    const bytes16 stored = STORED;
    const mote_u32 *words = cc->key_stream;
    unsigned at = 64 - cc->left;

    cc->left -= (unsigned)n;
    while (n != 0)
        if (at % 16 == 0 && n >= 16) {
            CRYPT_TEXT(LOAD(words + at / 4), src, dst, 0, stored);
            src += 16;
            dst += 16;
            at += 16;
            n -= 16;
        } else {
            *dst++ = (unsigned char)(*src++ ^ words[at / 4] >> 8 * (at % 4));
            at++;
            n--;
        }
}

static void crypt(context *cc, const void *from, void *to, size_t len) {
    const unsigned char *src = (const unsigned char *)from;
    unsigned char *dst = (unsigned char *)to;
    size_t n;

    while (len != 0) {
        n = len / 256 < FOURS_AT_MOST(cc) ? len / 256 : FOURS_AT_MOST(cc);
        if (cc->left == 0 && n != 0) {
            crypt_fours(cc, src, dst, n);
            wipe_stack();
            n *= 256;
        } else {
            if (cc->left == 0) {
                make_block(cc);
                cc->left = 64;
            }
            n = len < cc->left ? len : cc->left;
            crypt_left(cc, src, dst, n);
        }
        src += n;
        dst += n;
        len -= n;
    }
}

#endif
