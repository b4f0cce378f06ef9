/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the AltiVec implementations of Speck and Simon share: eight blocks at a time, two to a pair
 * of vectors, x and y in vectors of their own.  See fast.h for what the source has to define; TWO_ROUNDS
 * and TWO_ROUNDS_BACK work on vectors here.
 *
 * A private header.
 *
 * An AltiVec unit loads aligned vectors alone, and with others bytes that are nobody's; so blocks that
 * are not aligned go through a buffer, as fewer than eight do.  The round keys are spread once a call.
 *
 * INSTRUCTIONS that C with words of 64 bits takes a byte for one of these: on a G4 (32 bits) 3.2 in Speck
 * and 4.1 in Simon, on a PowerPC 970 in 64-bit mode 1.9 and 2.0.  "POWER8 in-core Cryptography: The
 * Unofficial Guide", chapter 2, speaks of 6 times the speed on a G5.
 */
#include "common/altivec.h"
#include "speck_simon/schedule.h"

#define BLOCKS 8

/* y of two blocks, and x: the bytes of each word from the highest on, to and from memory. */
#define Y_BYTES ((bytes16){7, 6, 5, 4, 3, 2, 1, 0, 23, 22, 21, 20, 19, 18, 17, 16})
#define X_BYTES ((bytes16){15, 14, 13, 12, 11, 10, 9, 8, 31, 30, 29, 28, 27, 26, 25, 24})
#define FIRST_BYTES ((bytes16){7, 6, 5, 4, 3, 2, 1, 0, 23, 22, 21, 20, 19, 18, 17, 16})
#define SECOND_BYTES ((bytes16){15, 14, 13, 12, 11, 10, 9, 8, 31, 30, 29, 28, 27, 26, 25, 24})

#define GET(x, y, i)                                                                               \
    words4 x = vec_perm(in[i], in[i + 1], X_BYTES), y = vec_perm(in[i], in[i + 1], Y_BYTES)
#define PUT(x, y, i)                                                                               \
    (out[i] = vec_perm(y, x, FIRST_BYTES), out[i + 1] = vec_perm(y, x, SECOND_BYTES))

typedef union {
    u32 words[4];
    words4 vector;
} word_vector;

/* Each round key in both words of a vector. */
static void spread(const context *cc, word_vector *keys) {
    unsigned i;

    for (i = 0; i < ROUNDS; i++) {
        keys[i].words[0] = keys[i].words[2] = cc->round_keys[2 * i + 1];
        keys[i].words[1] = keys[i].words[3] = cc->round_keys[2 * i];
    }
}

static void forward(const word_vector *keys, const words4 *in, words4 *out) {
    GET(x0, y0, 0);
    GET(x1, y1, 2);
    GET(x2, y2, 4);
    GET(x3, y3, 6);
    unsigned i;

    for (i = 0; i < ROUNDS; i += 2) {
        words4 k = keys[i].vector, l = keys[i + 1].vector;

        TWO_ROUNDS(x0, y0, k, l);
        TWO_ROUNDS(x1, y1, k, l);
        TWO_ROUNDS(x2, y2, k, l);
        TWO_ROUNDS(x3, y3, k, l);
    }
    PUT(x0, y0, 0);
    PUT(x1, y1, 2);
    PUT(x2, y2, 4);
    PUT(x3, y3, 6);
}

static void backward(const word_vector *keys, const words4 *in, words4 *out) {
    GET(x0, y0, 0);
    GET(x1, y1, 2);
    GET(x2, y2, 4);
    GET(x3, y3, 6);
    unsigned i;

    for (i = ROUNDS; i != 0; i -= 2) {
        words4 k = keys[i - 2].vector, l = keys[i - 1].vector;

        TWO_ROUNDS_BACK(x0, y0, k, l);
        TWO_ROUNDS_BACK(x1, y1, k, l);
        TWO_ROUNDS_BACK(x2, y2, k, l);
        TWO_ROUNDS_BACK(x3, y3, k, l);
    }
    PUT(x0, y0, 0);
    PUT(x1, y1, 2);
    PUT(x2, y2, 4);
    PUT(x3, y3, 6);
}

/* Not by a pointer to a function: such calls change the register of the table of contents. */
static void eight(const word_vector *keys, const words4 *in, words4 *out, unsigned back) {
    if (back)
        backward(keys, in, out);
    else
        forward(keys, in, out);
}

static void crypt(const context *cc, const void *src, void *dst, size_t blocks, unsigned back) {
    const unsigned char *from = (const unsigned char *)src;
    unsigned char *to = (unsigned char *)dst;
    word_vector keys[ROUNDS];

    spread(cc, keys);
    if ((((unsigned long)from | (unsigned long)to) & 15) == 0)
        for (; blocks >= BLOCKS; blocks -= BLOCKS) {
            eight(keys, (const words4 *)(const void *)from, (words4 *)(void *)to, back);
            from += 16 * BLOCKS;
            to += 16 * BLOCKS;
        }
    while (blocks != 0) {
        size_t now = blocks < BLOCKS ? blocks : BLOCKS;
        words4 buffer[BLOCKS];

        memset(buffer, 0, sizeof buffer);
        memcpy(buffer, from, 16 * now);
        eight(keys, buffer, buffer, back);
        memcpy(to, buffer, 16 * now);
        from += 16 * now;
        to += 16 * now;
        blocks -= now;
    }
}

void CIPHER(encrypt)(const context *cc, const void *src, void *dst, size_t blocks) {
    crypt(cc, src, dst, blocks, 0);
}

void CIPHER(decrypt)(const context *cc, const void *src, void *dst, size_t blocks) {
    crypt(cc, src, dst, blocks, 1);
}
