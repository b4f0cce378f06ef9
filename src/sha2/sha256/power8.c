/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 with the instructions of POWER8, in C.
 *
 * Names are those of FIPS 180-4, sections 4.1.2 and 6.2.2.  Each of the working variables a to h is
 * a vector whose words are all the same, and a word of the schedule with its constant is brought
 * into all words of a vector.  So the byte order matters to the schedule alone, which has four
 * words in a vector, in the order of memory.
 */
#include "mote/sha256.h"

typedef mote_sha256_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"
#include "common/power8.h"

#ifndef __CRYPTO__
#error "power8.c needs the crypto instructions of POWER8: -mcpu=power8"
#endif

typedef __vector unsigned int words;

/* vshasigmaw: the functions of section 4.1.2; LOWER is the specification's lower-case sigma. */
#if defined __xlC__ || defined __xlc__ || defined __ibmxl__
#define SHA_SIGMA(x, upper, which) __vshasigmaw(x, upper, which)
#elif defined __clang__
#define SHA_SIGMA(x, upper, which) __builtin_altivec_crypto_vshasigmaw(x, upper, which)
#else
#define SHA_SIGMA(x, upper, which) __builtin_crypto_vshasigmaw(x, upper, which)
#endif
#define SIGMA0(x) SHA_SIGMA(x, 1, 0)
#define SIGMA1(x) SHA_SIGMA(x, 1, 15)
#define LOWER0(x) SHA_SIGMA(x, 0, 0)
#define LOWER1(x) SHA_SIGMA(x, 0, 15)
#define CH(x, y, z) vec_sel(z, y, x)
#define MAJ(x, y, z) vec_sel(y, z, vec_xor(x, y))

/*
 * Words 1 to 4 of two vectors; the last two of one and zeros; zeros and the first two.  vec_sld
 * counts from the highest byte of a register, where a little-endian machine has the last word.
 */
#ifdef MOTE_LITTLE_ENDIAN
#define NEXT(x, y) vec_sld(y, x, 12)
#define LAST(x) vec_sld(zero, x, 8)
#define FIRST(x) vec_sld(x, zero, 8)
#else
#define NEXT(x, y) vec_sld(x, y, 4)
#define LAST(x) vec_sld(x, zero, 8)
#define FIRST(x) vec_sld(zero, x, 8)
#endif

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

/* The words of the message at p, which has any alignment. */
static __inline__ words load(const unsigned char *p) {
    words w = (words)vec_xl(0, (unsigned char *)p);
#ifdef MOTE_LITTLE_ENDIAN
    w = vec_perm(w, w, ((bytes16){3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12}));
#endif
    return w;
}

/* A step with word i of kw: d becomes e, and h becomes a. */
#define STEP(a, b, c, d, e, f, g, h, i)                                                            \
    (h += vec_splat(kw, i), h += SIGMA1(e), h += CH(e, f, g), d += h, h += SIGMA0(a),              \
     h += MAJ(a, b, c))

/* Four words of the schedule in place of those of 16 steps before. */
#define SCHEDULE(w0, w1, w2, w3)                                                                   \
    (w0 += LOWER0(NEXT(w0, w1)), w0 += NEXT(w2, w3), w0 += LOWER1(LAST(w3)),                       \
     w0 += LOWER1(FIRST(w0)))

/* Four steps with the words w, which then are those of 16 steps later, but for the last 16. */
#define FOUR(a, b, c, d, e, f, g, h, w, w1, w2, w3, j, more)                                       \
    do {                                                                                           \
        words kw = vec_xl(4 * (j), (unsigned *)k) + w;                                             \
        STEP(a, b, c, d, e, f, g, h, 0);                                                           \
        STEP(h, a, b, c, d, e, f, g, 1);                                                           \
        STEP(g, h, a, b, c, d, e, f, 2);                                                           \
        STEP(f, g, h, a, b, c, d, e, 3);                                                           \
        if (more)                                                                                  \
            SCHEDULE(w, w1, w2, w3);                                                               \
    } while (0)

#define SIXTEEN(more)                                                                              \
    do {                                                                                           \
        FOUR(a, b, c, d, e, f, g, h, w0, w1, w2, w3, 0, more);                                     \
        FOUR(e, f, g, h, a, b, c, d, w1, w2, w3, w0, 4, more);                                     \
        FOUR(a, b, c, d, e, f, g, h, w2, w3, w0, w1, 8, more);                                     \
        FOUR(e, f, g, h, a, b, c, d, w3, w0, w1, w2, 12, more);                                    \
        k += 16;                                                                                   \
    } while (0)

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    words H[8], a, b, c, d, e, f, g, h, w0, w1, w2, w3;
    const words zero = {0, 0, 0, 0};
    u32 low = cc->low + (u32)(blocks << 9);
    const u32 *k;
    unsigned i;

    cc->high += (u32)(blocks >> 12 >> 11) + (low < cc->low);
    cc->low = low;
    for (i = 0; i < 8; i++)
        H[i] = vec_splats((unsigned)cc->H[i]);
    do {
        w0 = load(data);
        w1 = load(data + 16);
        w2 = load(data + 32);
        w3 = load(data + 48);
        a = H[0];
        b = H[1];
        c = H[2];
        d = H[3];
        e = H[4];
        f = H[5];
        g = H[6];
        h = H[7];
        k = K;
        SIXTEEN(1);
        SIXTEEN(1);
        SIXTEEN(1);
        SIXTEEN(0);
        H[0] += a;
        H[1] += b;
        H[2] += c;
        H[3] += d;
        H[4] += e;
        H[5] += f;
        H[6] += g;
        H[7] += h;
        data += 64;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        cc->H[i] = vec_extract(H[i], 0);
}

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
