/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 on 64-bit RISC-V, in C: text that lies at multiples of 4 in words.  The rounds are those of
 * portable_fast.c.
 */
#include "mote/chacha20.h"

#include "common/rv64gc.h"

typedef mote_chacha20_context context;

/* The quarter round: section 2.1 */
#define HALF(a, b, c, d, m, n) (a += b, d ^= a, d = ROTL32(d, m), c += d, b ^= c, b = ROTL32(b, n))
#define QUARTER_ROUND(a, b, c, d)                                                                  \
    HALF(a, b, c, d, 16, 12);                                                                      \
    HALF(a, b, c, d, 8, 7)

/* Four columns, then four diagonals: section 2.3 */
#define DOUBLE_ROUND                                                                               \
    QUARTER_ROUND(x0, x4, x8, x12);                                                                \
    QUARTER_ROUND(x1, x5, x9, x13);                                                                \
    QUARTER_ROUND(x2, x6, x10, x14);                                                               \
    QUARTER_ROUND(x3, x7, x11, x15);                                                               \
    QUARTER_ROUND(x0, x5, x10, x15);                                                               \
    QUARTER_ROUND(x1, x6, x11, x12);                                                               \
    QUARTER_ROUND(x2, x7, x8, x13);                                                                \
    QUARTER_ROUND(x3, x4, x9, x14);

#define COUNT(state) ((state)[12] = T32((state)[12] + 1))

#define ALIGNED_WORDS
#define WIPES_WORDS
#include "salsa/fast.h"

/* Words of a key or nonce, which the loop keeps in one register */
static void set_words(mote_u32 *words, const unsigned char *bytes, unsigned n) {
    if (((size_t)bytes & 3) == 0)
        for (; n != 0; n--, bytes += 4)
            *words++ = get_aligned(bytes);
    else
        load_words(words, bytes, n);
}

void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = SIGMA0;
    cc->state[1] = SIGMA1;
    cc->state[2] = SIGMA2;
    cc->state[3] = SIGMA3;
    set_words(cc->state + 4, (const unsigned char *)key, 8);
    cc->state[12] = T32(counter);
    set_words(cc->state + 13, (const unsigned char *)nonce, 3);
    cc->left = 0;
}

void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, src, dst, len);
    wipe_stack();
}
