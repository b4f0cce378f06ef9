/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Salsa20 in portable C: small code.
 */
#include "mote/salsa20.h"

#include "salsa/small.h"

typedef mote_salsa20_context context;

/*
 * The quarterround function, section 3: b ^= (a + d) <<< 7 and so on.  SDCC 4.2 makes a wrong rotation of
 * a sum that is a variable; with two shifts it makes right ones.
 */
#ifdef __SDCC_mcs51
#define STEP(b, a, d, n) (t = T32(*(a) + *(d)), *(b) ^= t << (n), *(b) ^= t >> (32 - (n)))
#else
#define STEP(b, a, d, n) (t = T32(*(a) + *(d)), *(b) ^= ROTL32(t, n))
#endif

NOINLINE static void quarter_round(u32 *a, u32 *b, u32 *c, u32 *d) {
    u32 t;

    STEP(b, a, d, 7);
    STEP(c, b, a, 9);
    STEP(d, c, b, 13);
    STEP(a, d, c, 18);
}

/* Sections 4 to 6 and 8: four columns, then four rows, ten times; each begins on the diagonal */
NOINLINE static void twenty_rounds(u32 *x) {
    unsigned char round, a, row;

    for (round = 10; round != 0; round--) {
        for (a = 0; a != 20; a += 5)
            quarter_round(x + a, x + ((a + 4) & 15), x + ((a + 8) & 15), x + ((a + 12) & 15));
        for (a = 0; a != 20; a += 5) {
            row = a & 12;
            quarter_round(x + a, x + (row | ((a + 1) & 3)), x + (row | ((a + 2) & 3)),
                          x + (row | ((a + 3) & 3)));
        }
    }
}

/* The next block of the key stream: sections 8 and 10 */
NOINLINE static void next_block(context *cc) {
    u32 *x = cc->key_stream, number = cc->state[8];
    unsigned i;

    memcpy(x, cc->state, sizeof cc->state);
    twenty_rounds(x);
    for (i = 0; i != 16; i++)
        x[i] = T32(x[i] + cc->state[i]);
    /* A number of 64 bits; the carry without a branch */
    cc->state[8] = T32(number + 1);
    cc->state[9] = T32(cc->state[9] + ((number & ~cc->state[8]) >> 31));
    cc->left = 64;
}

/* Section 9 */
void mote_salsa20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = SIGMA0;
    cc->state[5] = SIGMA1;
    cc->state[10] = SIGMA2;
    cc->state[15] = SIGMA3;
    set_words(cc->state, 1, key, 16);
    set_words(cc->state, 11, (const unsigned char *)key + 16, 16);
    set_words(cc->state, 6, nonce, 8);
    cc->state[8] = T32(counter);
    cc->state[9] = 0;
    cc->left = 0;
    wipe_stack();
}

void mote_salsa20_crypt(context *cc, const void *src, void *dst, size_t len) {
    CRYPT(cc, src, dst, len);
}
