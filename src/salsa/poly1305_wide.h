/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Poly1305 with products of 64 by 64 bits: blocks, and the tag.
 *
 * Between calls the context has h in words of 26 bits, as others have it.  Here h is h0 + h1 2^64 + h2 2^128,
 * with h2 up to 4, and r is r0 + r1 2^64.  The lowest two bits of r1 are 0 (section 2.5), so r1 2^128 is
 * r1 / 4 2^130, and that s1 = 5 (r1 / 4).
 *
 * A private header of poly1305.h, for a source that defines POLY1305_WIDE; with ALIGNED_WORDS, too, words that lie
 * at multiples of 8 are taken as such.  The lowest byte of a word comes first.
 */
__extension__ typedef unsigned __int128 u128;

/* h += x, with carries from word to word; compilers put each of them into a register. */
#ifdef __aarch64__
#define ADD_WORDS(h0, h1, h2, x0, x1, x2)                                                          \
    __asm__("adds %0, %0, %3\n\tadcs %1, %1, %x4\n\tadc %2, %2, %x5"                               \
            : "+&r"(h0), "+&r"(h1), "+r"(h2)                                                       \
            : "r"(x0), "rZ"(x1), "rZ"(x2)                                                          \
            : "cc")
#else
#define ADD_WORDS(h0, h1, h2, x0, x1, x2)                                                          \
    do {                                                                                           \
        u128 sum = (u128)(h0) + (x0);                                                              \
                                                                                                   \
        h0 = (u64)sum;                                                                             \
        sum = (u128)(h1) + (x1) + (u64)(sum >> 64);                                                \
        h1 = (u64)sum;                                                                             \
        h2 += (x2) + (u64)(sum >> 64);                                                             \
    } while (0)
#endif

/* Words of the message, with the lowest byte first */
#ifdef ALIGNED_WORDS
static __inline__ u64 text_word(const unsigned char *p) {
    u64 word;

    if (((size_t)p & 7) != 0)
        return get_le64(p);
    memcpy(&word, __builtin_assume_aligned(p, 8), 8);
    return word;
}
#else
#define text_word(p) get_le64(p)
#endif

/* h from its words, which may have some more than 26 bits */
#define JOIN(h, h0, h1, h2)                                                                        \
    do {                                                                                           \
        u128 low = ((u128)(h)[3] << 78) + ((u128)(h)[2] << 52) + ((u64)(h)[1] << 26) + (h)[0];     \
        u128 all = low + ((u128)(h)[4] << 104);                                                    \
                                                                                                   \
        h0 = (u64)all;                                                                             \
        h1 = (u64)(all >> 64);                                                                     \
        h2 = ((h)[4] >> 24) + (all < low);                                                         \
    } while (0)

/* Words of 26 bits of h, of which the highest may have some more */
#define SPLIT(h, h0, h1, h2)                                                                       \
    do {                                                                                           \
        (h)[0] = (u32)(h0) & BITS26;                                                               \
        (h)[1] = (u32)((h0) >> 26) & BITS26;                                                       \
        (h)[2] = (u32)((h0) >> 52 | (h1) << 12) & BITS26;                                          \
        (h)[3] = (u32)((h1) >> 14) & BITS26;                                                       \
        (h)[4] = (u32)((h1) >> 40 | (h2) << 24);                                                   \
    } while (0)

/*
 * Adds a block at p to h, and multiplies by r.  The products with h2, up to 6, have less than 63 bits, as have the
 * sums that they come to.  What is above bit 130 comes back five times, as 2^130 is 5.
 */
#ifndef ADD_BLOCK
#define BLOCK_VARIABLES                                                                            \
    u64 h0, h1, h2, below;                                                                         \
    u128 product
#define ADD_BLOCK(p)                                                                               \
    do {                                                                                           \
        ADD_WORDS(h0, h1, h2, text_word(p), text_word((p) + 8), top);                              \
        product = (u128)h0 * r0 + (u128)h1 * s1;                                                   \
        below = (u64)product;                                                                      \
        product = (u128)h0 * r1 + (u128)h1 * r0 + (h2 * s1 + (u64)(product >> 64));                \
        h1 = (u64)product;                                                                         \
        h2 = h2 * r0 + (u64)(product >> 64);                                                       \
        h0 = (h2 & ~(u64)3) + (h2 >> 2);                                                           \
        h2 &= 3;                                                                                   \
        ADD_WORDS(h0, h1, h2, below, (u64)0, (u64)0);                                              \
    } while (0)
#endif

NOINLINE static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                                unsigned char above) {
    const u64 r0 = get_le64(cc->r), r1 = get_le64(cc->r + 8), s1 = r1 + (r1 >> 2), top = above;
    BLOCK_VARIABLES;

    JOIN(cc->h, h0, h1, h2);
    do {
        ADD_BLOCK(data);
        data += 16;
    } while (--blocks != 0);
    SPLIT(cc->h, h0, h1, h2);
}

/* The tag: h, less 2^130 - 5 where it is as large, and s; h is below 2^130 + 2^66. */
NOINLINE static void finish_code(mote_poly1305_context *cc, unsigned char *tag) {
    u64 h0, h1, h2, above;
    u128 low, less;

    if (cc->ptr != 0) {
        cc->block[cc->ptr] = 1;
        memset(cc->block + cc->ptr + 1, 0, 15u - cc->ptr);
        add_blocks(cc, cc->block, 1, 0);
    }
    JOIN(cc->h, h0, h1, h2);
    low = (u128)h1 << 64 | h0;
    less = low + 5;
    above = (u64)0 - ((h2 + (less < low)) >> 2);
    low ^= (low ^ less) & ((u128)above << 64 | above);
    low += (u128)get_le64(cc->s + 8) << 64 | get_le64(cc->s);
    put_le64(tag, (u64)low);
    put_le64(tag + 8, (u64)(low >> 64));
}
