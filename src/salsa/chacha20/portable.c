/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 in portable C: small code.
 */
#include "mote/chacha20.h"

#include "salsa/small.h"

typedef mote_chacha20_context context;

/* Half of a quarter round: section 2.1 */
#define HALF(a, b, c, d, m, n)                                                                     \
    (*(a) = T32(*(a) + *(b)), *(d) ^= *(a), *(d) = ROTL32(*(d), m), *(c) = T32(*(c) + *(d)),       \
     *(b) ^= *(c), *(b) = ROTL32(*(b), n))

NOINLINE static void quarter_round(u32 *a, u32 *b, u32 *c, u32 *d) {
    HALF(a, b, c, d, 16, 12);
    HALF(a, b, c, d, 8, 7);
}

/* Sections 2.2 and 2.3: four columns, then four diagonals, ten times */
NOINLINE static void twenty_rounds(u32 *x) {
    unsigned char round, i, k;

    for (round = 10; round != 0; round--)
        for (i = 0; i != 8; i++) {
            k = i >> 2;
            quarter_round(x + (i & 3), x + 4 + ((i + k) & 3), x + 8 + ((i + k + k) & 3),
                          x + 12 + ((i - k) & 3));
        }
}

/* The next block of the key stream: section 2.3 */
NOINLINE static void next_block(context *cc) {
    u32 *x = cc->key_stream;
    unsigned i;

    memcpy(x, cc->state, sizeof cc->state);
    twenty_rounds(x);
    for (i = 0; i != 16; i++)
        x[i] = T32(x[i] + cc->state[i]);
    cc->state[12] = T32(cc->state[12] + 1);
    cc->left = 64;
}

void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = SIGMA0;
    cc->state[1] = SIGMA1;
    cc->state[2] = SIGMA2;
    cc->state[3] = SIGMA3;
    set_words(cc->state, 4, key, 32);
    cc->state[12] = T32(counter);
    set_words(cc->state, 13, nonce, 12);
    cc->left = 0;
    wipe_stack();
}

void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) {
    CRYPT(cc, src, dst, len);
}
