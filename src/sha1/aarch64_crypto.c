/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1 with the Cryptographic Extension of AArch64, in C.
 *
 * Names are those of FIPS 180-4, sections 4.1.1 and 6.1.2.  The working variables a to d lie in a
 * vector, a in its lowest word; an instruction does four steps.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C7.2,
 * "SHA1C", "SHA1P", "SHA1M", "SHA1H", "SHA1SU0" and "SHA1SU1"; Arm C Language Extensions (IHI 0053).
 */
#include "mote/sha1.h"

typedef mote_sha1_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "common/aarch64_crypto.h"
#include "common/four_aarch64.h"
#include "common/padding_aarch64.h"

/* Four words of the message, each with its highest byte first. */
#define WORDS(m) vreinterpretq_u32_u8(vrev32q_u8(m))

/* Four steps with an instruction for f and the constant K of section 4.2.1; the e behind them is the a
 * that they begin with, rotated by 30. */
#define FOUR(w, instruction, constant)                                                             \
    (kw = vaddq_u32(w, constant), next = vsha1h_u32(vgetq_lane_u32(abcd, 0)),                      \
     abcd = instruction(abcd, e, kw), e = next)

/* Four words of the schedule in place of those of 16 steps before. */
#define NEXT(w, w1, w2, w3) (w = vsha1su1q_u32(vsha1su0q_u32(w, w1, w2), w3))

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const uint32x4_t k0 = vdupq_n_u32(0x5A827999), k1 = vdupq_n_u32(0x6ED9EBA1);
    const uint32x4_t k2 = vdupq_n_u32(0x8F1BBCDC), k3 = vdupq_n_u32(0xCA62C1D6);
    uint8x16_t m0, m1, m2, m3;
    uint32x4_t abcd, first, w0, w1, w2, w3, kw;
    u32 e, last, next, low = cc->low + (u32)(blocks << 9);

    cc->high += (u32)(blocks >> 12 >> 11) + (low < cc->low);
    cc->low = low;
    abcd = vld1q_u32(cc->H);
    e = cc->H[4];
    do {
        first = abcd;
        last = e;
        FOUR_FROM(data, "28", "29", "30", "31", m0, m1, m2, m3);
        w0 = WORDS(m0);
        w1 = WORDS(m1);
        w2 = WORDS(m2);
        w3 = WORDS(m3);
        FOUR(w0, vsha1cq_u32, k0);
        NEXT(w0, w1, w2, w3);
        FOUR(w1, vsha1cq_u32, k0);
        NEXT(w1, w2, w3, w0);
        FOUR(w2, vsha1cq_u32, k0);
        NEXT(w2, w3, w0, w1);
        FOUR(w3, vsha1cq_u32, k0);
        NEXT(w3, w0, w1, w2);
        FOUR(w0, vsha1cq_u32, k0);
        NEXT(w0, w1, w2, w3);
        FOUR(w1, vsha1pq_u32, k1);
        NEXT(w1, w2, w3, w0);
        FOUR(w2, vsha1pq_u32, k1);
        NEXT(w2, w3, w0, w1);
        FOUR(w3, vsha1pq_u32, k1);
        NEXT(w3, w0, w1, w2);
        FOUR(w0, vsha1pq_u32, k1);
        NEXT(w0, w1, w2, w3);
        FOUR(w1, vsha1pq_u32, k1);
        NEXT(w1, w2, w3, w0);
        FOUR(w2, vsha1mq_u32, k2);
        NEXT(w2, w3, w0, w1);
        FOUR(w3, vsha1mq_u32, k2);
        NEXT(w3, w0, w1, w2);
        FOUR(w0, vsha1mq_u32, k2);
        NEXT(w0, w1, w2, w3);
        FOUR(w1, vsha1mq_u32, k2);
        NEXT(w1, w2, w3, w0);
        FOUR(w2, vsha1mq_u32, k2);
        NEXT(w2, w3, w0, w1);
        FOUR(w3, vsha1pq_u32, k3);
        NEXT(w3, w0, w1, w2);
        FOUR(w0, vsha1pq_u32, k3);
        FOUR(w1, vsha1pq_u32, k3);
        FOUR(w2, vsha1pq_u32, k3);
        FOUR(w3, vsha1pq_u32, k3);
        abcd = vaddq_u32(abcd, first);
        e += last;
    } while (--blocks != 0);
    vst1q_u32(cc->H, abcd);
    cc->H[4] = e;
}

void mote_sha1_init(context *cc, unsigned out_size) {
    (void)out_size;
    cc->H[0] = 0x67452301;
    cc->H[1] = 0xEFCDAB89;
    cc->H[2] = 0x98BADCFE;
    cc->H[3] = 0x10325476;
    cc->H[4] = 0xC3D2E1F0;
    cc->low = cc->high = 0;
    cc->ptr = 0;
}

void mote_sha1(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha1_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    u32 low = cc->low | cc->ptr << 3 | n, high = cc->high;

    if (n == 0 && cc->ptr < 56) {
        pad_block(cc, 0, (u64)high << 32 | low);
    } else {
        add_padding(cc, ub, n, 56);
        put_be32(buf + 56, high);
        put_be32(buf + 60, low);
    }
    compress(cc, buf, 1);
    vst1q_u8(out, vrev32q_u8(vreinterpretq_u8_u32(vld1q_u32(cc->H))));
    put_be32(out + 16, cc->H[4]);
}
