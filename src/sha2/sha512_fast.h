/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of SHA-512, SHA-384, SHA-512/224 and SHA-512/256
 * share.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields H, buf, count, ptr, out_size
 *     #define INITIAL_VALUES ...           of 8 words each, with C64(high, low)
 *     #define CHOSEN 0                     which of these words comes first; an expression of out_size
 *     #define HALF_WORD                    if the digest ends with half a word
 *     #define SHA512_AVX2                  if compress is that of sha512_avx2.h
 *     #define SHA512_AARCH64               if it is that of sha512_aarch64.h
 *
 * Names are those of FIPS 180-4, sections 4.1.3 and 6.4.2.  16 steps are written out, so that the
 * working variables change names instead of places, and every index into the message schedule, of
 * which the last 16 words are kept, is a constant.
 */
#ifndef MOTE_SHA512_FAST_H
#define MOTE_SHA512_FAST_H

#define BLOCK_BYTES 128
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#ifdef SHA512_COMPRESS
/* The compression function is a kernel in assembly, and has the constants. */
void mote_sha512_compress(u32 *H, const unsigned char *data, size_t blocks);
#define STEPS_WITH_CONSTANTS 0
#else
#define STEPS_WITH_CONSTANTS 80
#endif

/* The constants of section 4.2.3, then the initial values. */
static const u64 K[] = {
#ifndef SHA512_COMPRESS
    C64(0x428A2F98, 0xD728AE22),
    C64(0x71374491, 0x23EF65CD),
    C64(0xB5C0FBCF, 0xEC4D3B2F),
    C64(0xE9B5DBA5, 0x8189DBBC),
    C64(0x3956C25B, 0xF348B538),
    C64(0x59F111F1, 0xB605D019),
    C64(0x923F82A4, 0xAF194F9B),
    C64(0xAB1C5ED5, 0xDA6D8118),
    C64(0xD807AA98, 0xA3030242),
    C64(0x12835B01, 0x45706FBE),
    C64(0x243185BE, 0x4EE4B28C),
    C64(0x550C7DC3, 0xD5FFB4E2),
    C64(0x72BE5D74, 0xF27B896F),
    C64(0x80DEB1FE, 0x3B1696B1),
    C64(0x9BDC06A7, 0x25C71235),
    C64(0xC19BF174, 0xCF692694),
    C64(0xE49B69C1, 0x9EF14AD2),
    C64(0xEFBE4786, 0x384F25E3),
    C64(0x0FC19DC6, 0x8B8CD5B5),
    C64(0x240CA1CC, 0x77AC9C65),
    C64(0x2DE92C6F, 0x592B0275),
    C64(0x4A7484AA, 0x6EA6E483),
    C64(0x5CB0A9DC, 0xBD41FBD4),
    C64(0x76F988DA, 0x831153B5),
    C64(0x983E5152, 0xEE66DFAB),
    C64(0xA831C66D, 0x2DB43210),
    C64(0xB00327C8, 0x98FB213F),
    C64(0xBF597FC7, 0xBEEF0EE4),
    C64(0xC6E00BF3, 0x3DA88FC2),
    C64(0xD5A79147, 0x930AA725),
    C64(0x06CA6351, 0xE003826F),
    C64(0x14292967, 0x0A0E6E70),
    C64(0x27B70A85, 0x46D22FFC),
    C64(0x2E1B2138, 0x5C26C926),
    C64(0x4D2C6DFC, 0x5AC42AED),
    C64(0x53380D13, 0x9D95B3DF),
    C64(0x650A7354, 0x8BAF63DE),
    C64(0x766A0ABB, 0x3C77B2A8),
    C64(0x81C2C92E, 0x47EDAEE6),
    C64(0x92722C85, 0x1482353B),
    C64(0xA2BFE8A1, 0x4CF10364),
    C64(0xA81A664B, 0xBC423001),
    C64(0xC24B8B70, 0xD0F89791),
    C64(0xC76C51A3, 0x0654BE30),
    C64(0xD192E819, 0xD6EF5218),
    C64(0xD6990624, 0x5565A910),
    C64(0xF40E3585, 0x5771202A),
    C64(0x106AA070, 0x32BBD1B8),
    C64(0x19A4C116, 0xB8D2D0C8),
    C64(0x1E376C08, 0x5141AB53),
    C64(0x2748774C, 0xDF8EEB99),
    C64(0x34B0BCB5, 0xE19B48A8),
    C64(0x391C0CB3, 0xC5C95A63),
    C64(0x4ED8AA4A, 0xE3418ACB),
    C64(0x5B9CCA4F, 0x7763E373),
    C64(0x682E6FF3, 0xD6B2B8A3),
    C64(0x748F82EE, 0x5DEFB2FC),
    C64(0x78A5636F, 0x43172F60),
    C64(0x84C87814, 0xA1F0AB72),
    C64(0x8CC70208, 0x1A6439EC),
    C64(0x90BEFFFA, 0x23631E28),
    C64(0xA4506CEB, 0xDE82BDE9),
    C64(0xBEF9A3F7, 0xB2C67915),
    C64(0xC67178F2, 0xE372532B),
    C64(0xCA273ECE, 0xEA26619C),
    C64(0xD186B8C7, 0x21C0C207),
    C64(0xEADA7DD6, 0xCDE0EB1E),
    C64(0xF57D4F7F, 0xEE6ED178),
    C64(0x06F067AA, 0x72176FBA),
    C64(0x0A637DC5, 0xA2C898A6),
    C64(0x113F9804, 0xBEF90DAE),
    C64(0x1B710B35, 0x131C471B),
    C64(0x28DB77F5, 0x23047D84),
    C64(0x32CAAB7B, 0x40C72493),
    C64(0x3C9EBE0A, 0x15C9BEBC),
    C64(0x431D67C4, 0x9C100D4C),
    C64(0x4CC5D4BE, 0xCB3E42B6),
    C64(0x597F299C, 0xFC657E2A),
    C64(0x5FCB6FAB, 0x3AD6FAEC),
    C64(0x6C44198C, 0x4A475817),
#endif
    INITIAL_VALUES};

#ifdef SHA512_AARCH64
#include "common/padding_aarch64.h"
#define PADS_BLOCKS

/* A word in halves lies in memory as a word. */
typedef u64 __attribute__((__may_alias__, __aligned__(4))) word_in_halves;
#undef JOIN64
#undef SPLIT64
#define JOIN64(half) (*(const word_in_halves *)(const void *)(half))
#define SPLIT64(half, x) (*(word_in_halves *)(void *)(half) = (x))

SMALL void put_two_words(unsigned char *p, const u32 *halves) {
    vst1q_u8(p, vrev64q_u8(vreinterpretq_u8_u32(vld1q_u32(halves))));
}
#endif

#ifndef SHA512_COMPRESS
#ifdef SHA512_AVX2
#include "common/padding_amd64.h"
#define PADS_BLOCKS

#include "sha2/sha512_avx2.h"
#else
/* Section 4.1.3; LOWER is the specification's lower-case sigma. */
#define CH(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#ifdef MAJ_OF_DIFFERENCES
/* A step's x ^ y is the next one's y ^ z. */
#define MAJ(x, y, z) ((((x) ^ (y)) & ((y) ^ (z))) ^ (y))
#else
#define MAJ(x, y, z) (((x) & (y)) | (((x) | (y)) & (z)))
#endif
#define SIGMA0(x) (ROTR64(x, 28) ^ ROTR64(x, 34) ^ ROTR64(x, 39))
#define SIGMA1(x) (ROTR64(x, 14) ^ ROTR64(x, 18) ^ ROTR64(x, 41))
#define LOWER0(x) (ROTR64(x, 1) ^ ROTR64(x, 8) ^ (x) >> 7)
#define LOWER1(x) (ROTR64(x, 19) ^ ROTR64(x, 61) ^ (x) >> 6)

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
#define LOAD(i) (w[i] = get_be64(data + 8 * (i)))
#define NEXT(i) (w[i] += LOWER1(w[((i) + 14) & 15]) + w[((i) + 9) & 15] + LOWER0(w[((i) + 1) & 15]))

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 w[16], H[8], a, b, c, d, e, f, g, h;
    const u64 *k;
    unsigned i;

    for (i = 0; i < 8; i++)
        H[i] = JOIN64(cc->H + 2 * i);
    do {
        a = H[0];
        b = H[1];
        c = H[2];
        d = H[3];
        e = H[4];
        f = H[5];
        g = H[6];
        h = H[7];
        k = K;
        STEPS(LOAD);
        for (k += 16; k != K + 80; k += 16) {
            STEPS(NEXT);
        }
        H[0] += a;
        H[1] += b;
        H[2] += c;
        H[3] += d;
        H[4] += e;
        H[5] += f;
        H[6] += g;
        H[7] += h;
        cc->count[0] += 1024;
        for (i = 0; cc->count[i] == 0 && i < 3;)
            cc->count[++i]++;
        data += 128;
    } while (--blocks != 0);
    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, H[i]);
}

#endif
#else

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    u64 old = JOIN64(cc->count), low = old + ((u64)blocks << 10);
    u64 high = JOIN64(cc->count + 2) + ((u64)blocks >> 54) + (low < old);

    SPLIT64(cc->count, low);
    SPLIT64(cc->count + 2, high);
    mote_sha512_compress(cc->H, data, blocks);
}

#endif

static void init(context *cc, unsigned out_size) {
    const u64 *initial = &K[STEPS_WITH_CONSTANTS + CHOSEN];
#ifdef SHA512_AARCH64

    memcpy(cc->H, initial, sizeof cc->H);
#else
    unsigned i;

    for (i = 0; i < 8; i++)
        SPLIT64(cc->H + 2 * i, initial[i]);
#endif
    memset(cc->count, 0, sizeof cc->count);
    cc->ptr = 0;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    u32 count[4];
    unsigned i;

    memcpy(count, cc->count, sizeof count);
    count[0] |= cc->ptr << 3 | n;
#ifdef PADS_BLOCKS
    if (n == 0 && cc->ptr < 112)
        pad_block(cc, JOIN64(count + 2), JOIN64(count));
    else
#endif
    {
        add_padding(cc, ub, n, 112);
        for (i = 0; i < 4; i++)
            put_be32(buf + 124 - 4 * i, count[i]);
    }
    compress(cc, buf, 1);
#ifdef SHA512_AARCH64
    if (cc->out_size == 512) {
        put_two_words(out, cc->H);
        put_two_words(out + 16, cc->H + 4);
        put_two_words(out + 32, cc->H + 8);
        put_two_words(out + 48, cc->H + 12);
        return;
    }
#endif
    for (i = 0; i < cc->out_size / 64; i++)
        put_be64(out + 8 * i, JOIN64(cc->H + 2 * i));
#ifdef HALF_WORD
    put_be32(out + 8 * i, cc->H[2 * i + 1]);
#endif
}

#endif
