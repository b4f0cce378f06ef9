/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of FIPS 180-4, sections 4.1.2 and 6.2.2.  16 steps are written out, so that the
 * working variables change names instead of places, and every index into the message schedule, of
 * which the last 16 words are kept, is a constant.
 */
#include "mote/sha256.h"

typedef mote_sha256_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#ifdef SHA256_COMPRESS
/* The compression function is a kernel in assembly, and has the constants. */
void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks);
#endif

#ifndef SHA256_COMPRESS
/* The constants of section 4.2.2 */
static const u32 K[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};

/* Section 4.1.2; LOWER is the specification's lower-case sigma. */
#define CH(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#define SIGMA0(x) (ROTR32(x, 2) ^ ROTR32(x, 13) ^ ROTR32(x, 22))
#define SIGMA1(x) (ROTR32(x, 6) ^ ROTR32(x, 11) ^ ROTR32(x, 25))
#define LOWER0(x) (ROTR32(x, 7) ^ ROTR32(x, 18) ^ (x) >> 3)
#define LOWER1(x) (ROTR32(x, 17) ^ ROTR32(x, 19) ^ (x) >> 10)

/* A step with word w of the schedule: d becomes e, and h becomes a. */
#define STEP(a, b, c, d, e, f, g, h, k, w)                                                         \
    (h += SIGMA1(e) + CH(e, f, g) + (k) + (w), d += h, h += SIGMA0(a) + MAJ(a, b, c))

/* 16 steps; W(i): word i of the schedule. */
#define STEPS(W)                                                                                   \
    STEP(a, b, c, d, e, f, g, h, k[0], W(0));                                                      \
    STEP(h, a, b, c, d, e, f, g, k[1], W(1));                                                      \
    STEP(g, h, a, b, c, d, e, f, k[2], W(2));                                                      \
    STEP(f, g, h, a, b, c, d, e, k[3], W(3));                                                      \
    STEP(e, f, g, h, a, b, c, d, k[4], W(4));                                                      \
    STEP(d, e, f, g, h, a, b, c, k[5], W(5));                                                      \
    STEP(c, d, e, f, g, h, a, b, k[6], W(6));                                                      \
    STEP(b, c, d, e, f, g, h, a, k[7], W(7));                                                      \
    STEP(a, b, c, d, e, f, g, h, k[8], W(8));                                                      \
    STEP(h, a, b, c, d, e, f, g, k[9], W(9));                                                      \
    STEP(g, h, a, b, c, d, e, f, k[10], W(10));                                                    \
    STEP(f, g, h, a, b, c, d, e, k[11], W(11));                                                    \
    STEP(e, f, g, h, a, b, c, d, k[12], W(12));                                                    \
    STEP(d, e, f, g, h, a, b, c, k[13], W(13));                                                    \
    STEP(c, d, e, f, g, h, a, b, k[14], W(14));                                                    \
    STEP(b, c, d, e, f, g, h, a, k[15], W(15))

/* The words of the block, and the words that follow them in the schedule. */
#define LOAD(i) (w[i] = get_be32(data + 4 * (i)))
#define NEXT(i) (w[i] += LOWER1(w[((i) + 14) & 15]) + w[((i) + 9) & 15] + LOWER0(w[((i) + 1) & 15]))

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u32 w[16], a, b, c, d, e, f, g, h;
    const u32 *k;

    do {
        a = cc->H[0];
        b = cc->H[1];
        c = cc->H[2];
        d = cc->H[3];
        e = cc->H[4];
        f = cc->H[5];
        g = cc->H[6];
        h = cc->H[7];
        k = K;
        STEPS(LOAD);
        for (k += 16; k != K + 64; k += 16) {
            STEPS(NEXT);
        }
        cc->H[0] += a;
        cc->H[1] += b;
        cc->H[2] += c;
        cc->H[3] += d;
        cc->H[4] += e;
        cc->H[5] += f;
        cc->H[6] += g;
        cc->H[7] += h;
        cc->low += 512;
        if (cc->low == 0)
            cc->high++;
        data += 64;
    } while (--blocks != 0);
}

#else

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u32 low = cc->low + (u32)(blocks << 9);

    cc->high += (u32)(blocks >> 12 >> 11) + (low < cc->low);
    cc->low = low;
    mote_sha256_compress(cc->H, data, blocks);
}

#endif

/* The initial values of SHA-256 and of SHA-224 (section 5.3) */
static const u32 initial[16] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
    0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4,
};

void mote_sha256_init(context *cc, unsigned out_size) {
    memcpy(cc->H, &initial[out_size == 256 ? 0 : 8], sizeof cc->H);
    cc->low = cc->high = 0;
    cc->ptr = 0;
    cc->out_size = out_size;
}

void mote_sha256(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha256_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    u32 low = cc->low | cc->ptr << 3 | n, high = cc->high;
    unsigned i;

    add_padding(cc, ub, n, 56);
    put_be32(buf + 56, high);
    put_be32(buf + 60, low);
    compress(cc, buf, 1);
    for (i = 0; i < cc->out_size / 32; i++)
        put_be32(out + 4 * i, cc->H[i]);
}
