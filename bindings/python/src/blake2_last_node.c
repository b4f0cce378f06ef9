/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The last block of BLAKE2b and BLAKE2s with the finalization flag f1, of the last node of a level.
 *
 * Source: "BLAKE2: simpler, smaller, fast as MD5", J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn and C.
 * Winnerlein, section 2.10; names are those of RFC 7693, sections 3.1 and 3.2.  Once a message at most: small.
 */
#include "binding.h"

#include "mote/blake2b.h"
#include "mote/blake2s.h"

#include <stdint.h>
#include <string.h>

/* The message schedule (section 2.7); rounds 10 and 11 of BLAKE2b are rounds 0 and 1 again. */
static const unsigned char SIGMA[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* The words that G mixes: columns, then diagonals. */
static const unsigned char PLACES[8][4] = {
    {0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14},
};

static const uint64_t IV_B[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B),
    UINT64_C(0xA54FF53A5F1D36F1), UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

#define ROTATE(x, n, bits) ((x) >> (n) | (x) << ((bits) - (n)))

/* The function F on the state v and the message words m. */
#define ROUNDS(type, bits, rounds, r1, r2, r3, r4)                                                 \
    for (i = 0; i < 8 * (rounds); i++) {                                                           \
        const unsigned char *s = SIGMA[i / 8 % 10] + 2 * (i % 8), *p = PLACES[i % 8];              \
        type a = v[p[0]], b = v[p[1]], c = v[p[2]], d = v[p[3]];                                   \
        a += b + m[s[0]];                                                                          \
        d = ROTATE((type)(d ^ a), r1, bits);                                                       \
        c += d;                                                                                    \
        b = ROTATE((type)(b ^ c), r2, bits);                                                       \
        a += b + m[s[1]];                                                                          \
        d = ROTATE((type)(d ^ a), r3, bits);                                                       \
        c += d;                                                                                    \
        b = ROTATE((type)(b ^ c), r4, bits);                                                       \
        v[p[0]] = a;                                                                               \
        v[p[1]] = b;                                                                               \
        v[p[2]] = c;                                                                               \
        v[p[3]] = d;                                                                               \
    }

/* Two words of the library's contexts. */
static uint64_t join(const mote_u32 *half) {
    return (uint64_t)half[1] << 32 | half[0];
}

void blake2b_close_last_node(void *context, unsigned char *dst) {
    mote_blake2b_context *cc = context;
    unsigned char *block = (unsigned char *)cc->buf, digest[64];
    uint64_t v[16], m[16], t = join(cc->t) + cc->ptr;
    unsigned i, j;

    memset(block + cc->ptr, 0, 128 - cc->ptr);
    for (i = 0; i < 16; i++)
        for (m[i] = 0, j = 0; j < 8; j++)
            m[i] |= (uint64_t)block[8 * i + j] << 8 * j;
    for (i = 0; i < 8; i++) {
        v[i] = join(cc->h + 2 * i);
        v[i + 8] = IV_B[i];
    }
    v[12] ^= t;
    v[13] ^= join(cc->t + 2) + (t < cc->ptr);
    v[14] = ~v[14];
    v[15] = ~v[15];
    ROUNDS(uint64_t, 64, 12, 32, 24, 16, 63)
    for (i = 0; i < 64; i++)
        digest[i] =
            (unsigned char)((join(cc->h + 2 * (i / 8)) ^ v[i / 8] ^ v[i / 8 + 8]) >> 8 * (i % 8));
    memcpy(dst, digest, cc->out_size);
}

void blake2s_close_last_node(void *context, unsigned char *dst) {
    mote_blake2s_context *cc = context;
    unsigned char *block = (unsigned char *)cc->buf, digest[32];
    uint32_t v[16], m[16];
    uint64_t t = join(cc->t) + cc->ptr;
    unsigned i, j;

    memset(block + cc->ptr, 0, 64 - cc->ptr);
    for (i = 0; i < 16; i++)
        for (m[i] = 0, j = 0; j < 4; j++)
            m[i] |= (uint32_t)block[4 * i + j] << 8 * j;
    for (i = 0; i < 8; i++) {
        v[i] = cc->h[i];
        v[i + 8] = (uint32_t)(IV_B[i] >> 32); /* BLAKE2s has the high halves */
    }
    v[12] ^= (uint32_t)t;
    v[13] ^= (uint32_t)(t >> 32);
    v[14] = ~v[14];
    v[15] = ~v[15];
    ROUNDS(uint32_t, 32, 10, 16, 12, 8, 7)
    for (i = 0; i < 32; i++)
        digest[i] = (unsigned char)((cc->h[i / 4] ^ v[i / 4] ^ v[i / 4 + 8]) >> 8 * (i % 4));
    memcpy(dst, digest, cc->out_size);
}
