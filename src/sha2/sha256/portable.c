/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 in portable C: small code.
 *
 * Names are those of FIPS 180-4, sections 4.1.2 and 6.2.2.  The working variables a to h and the
 * last 16 words of the message schedule lie in one window of 24 words, which slides down an array
 * by one word in each step: no word is ever moved.  That is why cc->buf holds the words of the
 * block in reverse order.
 */
#include "mote/sha256.h"

typedef mote_sha256_context context;

#define BLOCK_BYTES 64
#define BLOCK_PLACE(i) (63 - (i))
static void compress(context *cc);

#include "common/small.h"

/* The constants of section 4.2.2, then the initial values of SHA-256 and of SHA-224 (5.3). */
static const u32 K[80] TABLE = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
    0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4,
};

static void compress(context *cc) {
    u32 w[64 + 24], *p = w + 64, t;
    unsigned i;

    /* p[0] to p[7]: a to h; p[8] to p[23]: the words of the schedule for steps i + 15 to i. */
    memcpy(p, cc, sizeof cc->H + sizeof cc->buf);
    i = 0;
    do {
        /* T1, with Ch and Sigma1: rotations by 6, 11 and 25. */
        t = p[4];
        t = ROTR32(t ^ ROTR32(ROTR32(t, 14) ^ t, 5), 6);
        t += p[7];
        t += ((p[5] ^ p[6]) & p[4]) ^ p[6];
        t += p[23];
        t += READ32(K, i);
        p[3] = T32(p[3] + t);
        /* T2, with Maj and Sigma0: rotations by 2, 13 and 22. */
        t += ((p[0] ^ p[1]) & (p[0] ^ p[2])) ^ p[0];
        p[-1] = T32(t + ROTR32(p[0] ^ ROTR32(ROTR32(p[0], 9) ^ p[0], 11), 2));
        /* The word of the schedule for step i + 16, in the place of h. */
        t = p[9];
        t = ROTR32(ROTR32(t, 2) ^ t, 17) ^ t >> 10;
        t += p[14] + p[23];
        p[7] = T32(t + (ROTR32(ROTR32(p[22], 11) ^ p[22], 7) ^ p[22] >> 3));
        p--;
    } while (++i != 64);
    for (i = 0; i < 8; i++)
        cc->H[i] = T32(cc->H[i] + p[i]);

    cc->low = T32(cc->low + 512);
    if (cc->low == 0)
        cc->high = T32(cc->high + 1);
}

void mote_sha256_init(context *cc, unsigned out_size) {
    COPY32_AT(cc->H, K, 64 + ((out_size & 32) >> 2), 8);
    cc->low = cc->high = 0;
    cc->ptr = 0;
    cc->out_size = out_size;
}

void mote_sha256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    u32 low = cc->low | cc->ptr << 3 | n, high = cc->high;

    add_padding(cc, ub, n, 56);
    cc->buf[1] = high;
    cc->buf[0] = low;
    compress(cc);
    n = cc->out_size >> 3;
    do {
        n--;
        out[n] = GET_BYTE(cc->H, n ^ 3);
    } while (n != 0);
}
