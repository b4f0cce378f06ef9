/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Salsa20 in portable C, the rounds written out: for hosts and large cores.
 */
#include "mote/salsa20.h"

typedef mote_salsa20_context context;

/* The quarterround function: section 3 */
#define STEP(b, a, d, n) (sum = (u32)(a + d), b ^= ROTL32(sum, n))
#define QUARTER_ROUND(a, b, c, d)                                                                  \
    STEP(b, a, d, 7);                                                                              \
    STEP(c, b, a, 9);                                                                              \
    STEP(d, c, b, 13);                                                                             \
    STEP(a, d, c, 18)

/* Four columns, then four rows: sections 4 to 6 */
#define DOUBLE_ROUND                                                                               \
    u32 sum;                                                                                       \
    QUARTER_ROUND(x0, x4, x8, x12);                                                                \
    QUARTER_ROUND(x5, x9, x13, x1);                                                                \
    QUARTER_ROUND(x10, x14, x2, x6);                                                               \
    QUARTER_ROUND(x15, x3, x7, x11);                                                               \
    QUARTER_ROUND(x0, x1, x2, x3);                                                                 \
    QUARTER_ROUND(x5, x6, x7, x4);                                                                 \
    QUARTER_ROUND(x10, x11, x8, x9);                                                               \
    QUARTER_ROUND(x15, x12, x13, x14);

/* A number of 64 bits; the carry without a branch */
#define COUNT(state)                                                                               \
    do {                                                                                           \
        u32 number = (u32)(state)[8];                                                              \
                                                                                                   \
        (state)[8] = T32(number + 1);                                                              \
        (state)[9] = T32((state)[9] + ((number & ~(state)[8]) >> 31));                             \
    } while (0)

#include "salsa/fast.h"

/* Section 9 */
void mote_salsa20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = SIGMA0;
    cc->state[5] = SIGMA1;
    cc->state[10] = SIGMA2;
    cc->state[15] = SIGMA3;
    load_words(cc->state + 1, (const unsigned char *)key, 4);
    load_words(cc->state + 11, (const unsigned char *)key + 16, 4);
    load_words(cc->state + 6, (const unsigned char *)nonce, 2);
    cc->state[8] = T32(counter);
    cc->state[9] = 0;
    cc->left = 0;
    wipe_stack();
}

void mote_salsa20_crypt(context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, src, dst, len);
    wipe_stack();
}
