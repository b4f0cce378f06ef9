/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 with the Cryptographic Extension of AArch64, in C.
 *
 * Names are those of FIPS 180-4, sections 4.1.2 and 6.2.2.  The working variables lie in two vectors,
 * {a, b, c, d} and {e, f, g, h}; two instructions do four steps, the one for each of them.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C7.2,
 * "SHA256H", "SHA256H2", "SHA256SU0" and "SHA256SU1"; Arm C Language Extensions (IHI 0053).
 */
#include "mote/sha256.h"

typedef mote_sha256_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "common/aarch64_crypto.h"
#include "common/four_aarch64.h"
#include "common/padding_aarch64.h"

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

/* Four words of the message, each with its highest byte first. */
#define WORDS(m) vreinterpretq_u32_u8(vrev32q_u8(m))

/* Four steps with the words w. */
#define FOUR(w, j)                                                                                 \
    (kw = vaddq_u32(w, vld1q_u32(k + (j))), before = abcd, abcd = vsha256hq_u32(abcd, efgh, kw),   \
     efgh = vsha256h2q_u32(efgh, before, kw))

/* Four words of the schedule in place of those of 16 steps before. */
#define NEXT(w, w1, w2, w3) (w = vsha256su1q_u32(vsha256su0q_u32(w, w1), w2, w3))

#define SIXTEEN(j)                                                                                 \
    FOUR(w0, j);                                                                                   \
    NEXT(w0, w1, w2, w3);                                                                          \
    FOUR(w1, (j) + 4);                                                                             \
    NEXT(w1, w2, w3, w0);                                                                          \
    FOUR(w2, (j) + 8);                                                                             \
    NEXT(w2, w3, w0, w1);                                                                          \
    FOUR(w3, (j) + 12);                                                                            \
    NEXT(w3, w0, w1, w2)

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    uint8x16_t m0, m1, m2, m3;
    uint32x4_t abcd, efgh, first, second, before, w0, w1, w2, w3, kw;
    const u32 *k = K;
    u32 low = cc->low + (u32)(blocks << 9);

    cc->high += (u32)(blocks >> 12 >> 11) + (low < cc->low);
    cc->low = low;
    /* Or else compilers look for the place of each vector of K. */
    __asm__("" : "+r"(k));
    abcd = vld1q_u32(cc->H);
    efgh = vld1q_u32(cc->H + 4);
    do {
        first = abcd;
        second = efgh;
        FOUR_FROM(data, "28", "29", "30", "31", m0, m1, m2, m3);
        w0 = WORDS(m0);
        w1 = WORDS(m1);
        w2 = WORDS(m2);
        w3 = WORDS(m3);
        SIXTEEN(0);
        SIXTEEN(16);
        SIXTEEN(32);
        FOUR(w0, 48);
        FOUR(w1, 52);
        FOUR(w2, 56);
        FOUR(w3, 60);
        abcd = vaddq_u32(abcd, first);
        efgh = vaddq_u32(efgh, second);
    } while (--blocks != 0);
    vst1q_u32(cc->H, abcd);
    vst1q_u32(cc->H + 4, efgh);
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

    if (n == 0 && cc->ptr < 56) {
        pad_block(cc, 0, (u64)high << 32 | low);
    } else {
        add_padding(cc, ub, n, 56);
        put_be32(buf + 56, high);
        put_be32(buf + 60, low);
    }
    compress(cc, buf, 1);
    if (cc->out_size == 256) {
        vst1q_u8(out, vrev32q_u8(vreinterpretq_u8_u32(vld1q_u32(cc->H))));
        vst1q_u8(out + 16, vrev32q_u8(vreinterpretq_u8_u32(vld1q_u32(cc->H + 4))));
        return;
    }
    for (i = 0; i < 7; i++)
        put_be32(out + 4 * i, cc->H[i]);
}
