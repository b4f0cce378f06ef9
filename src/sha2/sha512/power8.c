/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-384 and SHA-512 with the instructions of POWER8, in C.
 *
 * Names are those of FIPS 180-4, sections 4.1.3 and 6.4.2.  Each of the working variables a to h is
 * a vector whose words are all the same, and a word of the schedule with its constant is brought
 * into all words of a vector.  So the byte order matters to the schedule alone, which has two words
 * in a vector, in the order of memory.
 */
#include "mote/sha512.h"

typedef mote_sha512_context context;

#define BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"
#include "common/power8.h"

#ifndef __CRYPTO__
#error "power8.c needs the crypto instructions of POWER8: -mcpu=power8"
#endif

typedef __vector unsigned long long words;

/* vshasigmad: the functions of section 4.1.3; LOWER is the specification's lower-case sigma. */
#if defined __xlC__ || defined __xlc__ || defined __ibmxl__
#define SHA_SIGMA(x, upper, which) __vshasigmad(x, upper, which)
#elif defined __clang__
#define SHA_SIGMA(x, upper, which) __builtin_altivec_crypto_vshasigmad(x, upper, which)
#else
#define SHA_SIGMA(x, upper, which) __builtin_crypto_vshasigmad(x, upper, which)
#endif
#define SIGMA0(x) SHA_SIGMA(x, 1, 0)
#define SIGMA1(x) SHA_SIGMA(x, 1, 15)
#define LOWER0(x) SHA_SIGMA(x, 0, 0)
#define LOWER1(x) SHA_SIGMA(x, 0, 15)
#define CH(x, y, z) vec_sel(z, y, x)
#define MAJ(x, y, z) vec_sel(y, z, vec_xor(x, y))

/*
 * Words 1 and 2 of two vectors.  vec_sld counts from the highest byte of a register, where a
 * little-endian machine has the last word.
 */
#ifdef MOTE_LITTLE_ENDIAN
#define NEXT(x, y) vec_sld(y, x, 8)
#else
#define NEXT(x, y) vec_sld(x, y, 8)
#endif

/* The constants of section 4.2.3 */
static const u64 K[80] = {
    C64(0x428A2F98, 0xD728AE22), C64(0x71374491, 0x23EF65CD), C64(0xB5C0FBCF, 0xEC4D3B2F),
    C64(0xE9B5DBA5, 0x8189DBBC), C64(0x3956C25B, 0xF348B538), C64(0x59F111F1, 0xB605D019),
    C64(0x923F82A4, 0xAF194F9B), C64(0xAB1C5ED5, 0xDA6D8118), C64(0xD807AA98, 0xA3030242),
    C64(0x12835B01, 0x45706FBE), C64(0x243185BE, 0x4EE4B28C), C64(0x550C7DC3, 0xD5FFB4E2),
    C64(0x72BE5D74, 0xF27B896F), C64(0x80DEB1FE, 0x3B1696B1), C64(0x9BDC06A7, 0x25C71235),
    C64(0xC19BF174, 0xCF692694), C64(0xE49B69C1, 0x9EF14AD2), C64(0xEFBE4786, 0x384F25E3),
    C64(0x0FC19DC6, 0x8B8CD5B5), C64(0x240CA1CC, 0x77AC9C65), C64(0x2DE92C6F, 0x592B0275),
    C64(0x4A7484AA, 0x6EA6E483), C64(0x5CB0A9DC, 0xBD41FBD4), C64(0x76F988DA, 0x831153B5),
    C64(0x983E5152, 0xEE66DFAB), C64(0xA831C66D, 0x2DB43210), C64(0xB00327C8, 0x98FB213F),
    C64(0xBF597FC7, 0xBEEF0EE4), C64(0xC6E00BF3, 0x3DA88FC2), C64(0xD5A79147, 0x930AA725),
    C64(0x06CA6351, 0xE003826F), C64(0x14292967, 0x0A0E6E70), C64(0x27B70A85, 0x46D22FFC),
    C64(0x2E1B2138, 0x5C26C926), C64(0x4D2C6DFC, 0x5AC42AED), C64(0x53380D13, 0x9D95B3DF),
    C64(0x650A7354, 0x8BAF63DE), C64(0x766A0ABB, 0x3C77B2A8), C64(0x81C2C92E, 0x47EDAEE6),
    C64(0x92722C85, 0x1482353B), C64(0xA2BFE8A1, 0x4CF10364), C64(0xA81A664B, 0xBC423001),
    C64(0xC24B8B70, 0xD0F89791), C64(0xC76C51A3, 0x0654BE30), C64(0xD192E819, 0xD6EF5218),
    C64(0xD6990624, 0x5565A910), C64(0xF40E3585, 0x5771202A), C64(0x106AA070, 0x32BBD1B8),
    C64(0x19A4C116, 0xB8D2D0C8), C64(0x1E376C08, 0x5141AB53), C64(0x2748774C, 0xDF8EEB99),
    C64(0x34B0BCB5, 0xE19B48A8), C64(0x391C0CB3, 0xC5C95A63), C64(0x4ED8AA4A, 0xE3418ACB),
    C64(0x5B9CCA4F, 0x7763E373), C64(0x682E6FF3, 0xD6B2B8A3), C64(0x748F82EE, 0x5DEFB2FC),
    C64(0x78A5636F, 0x43172F60), C64(0x84C87814, 0xA1F0AB72), C64(0x8CC70208, 0x1A6439EC),
    C64(0x90BEFFFA, 0x23631E28), C64(0xA4506CEB, 0xDE82BDE9), C64(0xBEF9A3F7, 0xB2C67915),
    C64(0xC67178F2, 0xE372532B), C64(0xCA273ECE, 0xEA26619C), C64(0xD186B8C7, 0x21C0C207),
    C64(0xEADA7DD6, 0xCDE0EB1E), C64(0xF57D4F7F, 0xEE6ED178), C64(0x06F067AA, 0x72176FBA),
    C64(0x0A637DC5, 0xA2C898A6), C64(0x113F9804, 0xBEF90DAE), C64(0x1B710B35, 0x131C471B),
    C64(0x28DB77F5, 0x23047D84), C64(0x32CAAB7B, 0x40C72493), C64(0x3C9EBE0A, 0x15C9BEBC),
    C64(0x431D67C4, 0x9C100D4C), C64(0x4CC5D4BE, 0xCB3E42B6), C64(0x597F299C, 0xFC657E2A),
    C64(0x5FCB6FAB, 0x3AD6FAEC), C64(0x6C44198C, 0x4A475817),
};

/* The words of the message at p, which has any alignment. */
static __inline__ words load(const unsigned char *p) {
    words w = (words)vec_xl(0, (unsigned char *)p);
#ifdef MOTE_LITTLE_ENDIAN
    w = vec_perm(w, w, ((bytes16){7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}));
#endif
    return w;
}

/* A step with word i of kw: d becomes e, and h becomes a. */
#define STEP(a, b, c, d, e, f, g, h, i)                                                            \
    (h += vec_splat(kw, i), h += SIGMA1(e), h += CH(e, f, g), d += h, h += SIGMA0(a),              \
     h += MAJ(a, b, c))

/* Two words of the schedule in place of those of 16 steps before. */
#define SCHEDULE(w0, w1, w4, w5, w7)                                                               \
    (w0 += LOWER0(NEXT(w0, w1)), w0 += NEXT(w4, w5), w0 += LOWER1(w7))

/* Two steps with the words w, which then are those of 16 steps later, but for the last 16. */
#define TWO(a, b, c, d, e, f, g, h, w, w1, w4, w5, w7, j, more)                                    \
    do {                                                                                           \
        words kw = vec_xl(8 * (j), (unsigned long long *)k) + w;                                   \
        STEP(a, b, c, d, e, f, g, h, 0);                                                           \
        STEP(h, a, b, c, d, e, f, g, 1);                                                           \
        if (more)                                                                                  \
            SCHEDULE(w, w1, w4, w5, w7);                                                           \
    } while (0)

#define SIXTEEN(more)                                                                              \
    do {                                                                                           \
        TWO(a, b, c, d, e, f, g, h, w0, w1, w4, w5, w7, 0, more);                                  \
        TWO(g, h, a, b, c, d, e, f, w1, w2, w5, w6, w0, 2, more);                                  \
        TWO(e, f, g, h, a, b, c, d, w2, w3, w6, w7, w1, 4, more);                                  \
        TWO(c, d, e, f, g, h, a, b, w3, w4, w7, w0, w2, 6, more);                                  \
        TWO(a, b, c, d, e, f, g, h, w4, w5, w0, w1, w3, 8, more);                                  \
        TWO(g, h, a, b, c, d, e, f, w5, w6, w1, w2, w4, 10, more);                                 \
        TWO(e, f, g, h, a, b, c, d, w6, w7, w2, w3, w5, 12, more);                                 \
        TWO(c, d, e, f, g, h, a, b, w7, w0, w3, w4, w6, 14, more);                                 \
        k += 16;                                                                                   \
    } while (0)

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    words H[8], a, b, c, d, e, f, g, h, w0, w1, w2, w3, w4, w5, w6, w7;
    u64 old = JOIN64(cc->count), low = old + ((u64)blocks << 10);
    u64 high = JOIN64(cc->count + 2) + ((u64)blocks >> 54) + (low < old);
    const u64 *k;
    unsigned i;

    SPLIT64(cc->count, low);
    SPLIT64(cc->count + 2, high);
    for (i = 0; i < 8; i++)
        H[i] = vec_splats((unsigned long long)JOIN64(cc->H + 2 * i));
    do {
        w0 = load(data);
        w1 = load(data + 16);
        w2 = load(data + 32);
        w3 = load(data + 48);
        w4 = load(data + 64);
        w5 = load(data + 80);
        w6 = load(data + 96);
        w7 = load(data + 112);
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
        data += 128;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, (u64)vec_extract(H[i], 0));
}

/* The initial values of SHA-512 and of SHA-384 (section 5.3) */
static const u64 initial[16] = {
    C64(0x6A09E667, 0xF3BCC908), C64(0xBB67AE85, 0x84CAA73B), C64(0x3C6EF372, 0xFE94F82B),
    C64(0xA54FF53A, 0x5F1D36F1), C64(0x510E527F, 0xADE682D1), C64(0x9B05688C, 0x2B3E6C1F),
    C64(0x1F83D9AB, 0xFB41BD6B), C64(0x5BE0CD19, 0x137E2179), C64(0xCBBB9D5D, 0xC1059ED8),
    C64(0x629A292A, 0x367CD507), C64(0x9159015A, 0x3070DD17), C64(0x152FECD8, 0xF70E5939),
    C64(0x67332667, 0xFFC00B31), C64(0x8EB44A87, 0x68581511), C64(0xDB0C2E0D, 0x64F98FA7),
    C64(0x47B5481D, 0xBEFA4FA4),
};

void mote_sha512_init(context *cc, unsigned out_size) {
    const u64 *from = &initial[out_size == 512 ? 0 : 8];
    unsigned i;

    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, from[i]);
    memset(cc->count, 0, sizeof cc->count);
    cc->ptr = 0;
    cc->out_size = out_size;
}

void mote_sha512(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha512_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    u32 count[4];
    unsigned i;

    memcpy(count, cc->count, sizeof count);
    count[0] |= cc->ptr << 3 | n;
    add_padding(cc, ub, n, 112);
    for (i = 0; i < 4; i++)
        put_be32(buf + 124 - 4 * i, count[i]);
    compress(cc, buf, 1);
    for (i = 0; i < cc->out_size / 64; i++)
        put_be64(out + 8 * i, JOIN64(cc->H + 2 * i));
}
