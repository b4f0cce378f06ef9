/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1 in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of FIPS 180-4, sections 4.1.1 and 6.1.2.  All 80 steps are written out, so that
 * the working variables change names instead of places, and every index into the message schedule,
 * of which the last 16 words are kept, is a constant.
 */
#include "mote/sha1.h"

typedef mote_sha1_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

/* f of section 4.1.1 with K of section 4.2.1, for each quarter of the steps. */
#define CH(x, y, z) (((((y) ^ (z)) & (x)) ^ (z)) + 0x5A827999)
#define PARITY1(x, y, z) (((x) ^ (y) ^ (z)) + 0x6ED9EBA1)
#define MAJ(x, y, z) ((((x) & (y)) | (((x) | (y)) & (z))) + 0x8F1BBCDC)
#define PARITY3(x, y, z) (((x) ^ (y) ^ (z)) + 0xCA62C1D6)

/* The words of the block, and the words that follow them in the schedule. */
#define LOAD(t) (w[t] = get_be32(data + 4 * (t)))
#define NEXT(t)                                                                                    \
    (w[(t) & 15] = next(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^ w[((t) + 2) & 15] ^ w[(t) & 15]))

/* Step t: e becomes a. */
#define STEP(a, b, c, d, e, F, W, t) (e += ROTL32(a, 5) + F(b, c, d) + W(t), b = ROTR32(b, 2))
#define STEPS5(F, W, t)                                                                            \
    STEP(a, b, c, d, e, F, W, (t));                                                                \
    STEP(e, a, b, c, d, F, W, (t) + 1);                                                            \
    STEP(d, e, a, b, c, F, W, (t) + 2);                                                            \
    STEP(c, d, e, a, b, F, W, (t) + 3);                                                            \
    STEP(b, c, d, e, a, F, W, (t) + 4)
#define STEPS20(F, t)                                                                              \
    STEPS5(F, NEXT, t);                                                                            \
    STEPS5(F, NEXT, (t) + 5);                                                                      \
    STEPS5(F, NEXT, (t) + 10);                                                                     \
    STEPS5(F, NEXT, (t) + 15)

#ifdef SHA1_RV64
/* Words in registers of 64 bits, of which the upper half does not matter: or else GCC sees to it after each
 * rotation. */
typedef u64 __attribute__((__may_alias__)) word;
#undef ROTL32
#undef ROTR32
#define ROTL32(x, n)                                                                               \
    __extension__({                                                                                \
        word low_, high_;                                                                          \
        __asm__("slliw %0,%2,%3\n\tsrliw %1,%2,32-%3\n\tor %0,%0,%1"                               \
                : "=&r"(high_), "=&r"(low_)                                                        \
                : "r"(x), "i"(n));                                                                 \
        high_;                                                                                     \
    })
#define ROTR32(x, n) ROTL32(x, 32 - (n))

/* The words of a block, each with its highest byte first: two at once, where the message has them aligned. */
#undef LOAD
#define LOAD(t) w[t]
#define EVEN_BYTES 0x00FF00FF00FF00FF
#define TWO_WORDS(i)                                                                               \
    (x = *(const word *)(const void *)(data + 4 * (i)),                                            \
     x = (x & EVEN_BYTES) << 8 | (x >> 8 & EVEN_BYTES), w[i] = x << 16 | (x >> 16 & 0xFFFF),       \
     w[(i) + 1] = x >> 32 << 16 | x >> 48)
#define TWO_WORDS_OF_BYTES(i)                                                                      \
    (w[i] = get_be32(data + 4 * (i)), w[(i) + 1] = get_be32(data + 4 * (i) + 4))
#define SIXTEEN_WORDS(two) (two(0), two(2), two(4), two(6), two(8), two(10), two(12), two(14))

SMALL word next(word x) {
    return ROTL32(x, 1);
}
#else
SMALL u32 next(u32 x) {
    return ROTL32(x, 1);
}
#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
#ifdef SHA1_RV64
    word w[16], a, b, c, d, e, x;
#else
    u32 w[16], a, b, c, d, e;
#endif

    do {
        a = cc->H[0];
        b = cc->H[1];
        c = cc->H[2];
        d = cc->H[3];
        e = cc->H[4];
#ifdef SHA1_RV64
        if ((size_t)data % 8 == 0)
            SIXTEEN_WORDS(TWO_WORDS);
        else
            SIXTEEN_WORDS(TWO_WORDS_OF_BYTES);
#endif
        STEPS5(CH, LOAD, 0);
        STEPS5(CH, LOAD, 5);
        STEPS5(CH, LOAD, 10);
        STEP(a, b, c, d, e, CH, LOAD, 15);
        STEP(e, a, b, c, d, CH, NEXT, 16);
        STEP(d, e, a, b, c, CH, NEXT, 17);
        STEP(c, d, e, a, b, CH, NEXT, 18);
        STEP(b, c, d, e, a, CH, NEXT, 19);
        STEPS20(PARITY1, 20);
        STEPS20(MAJ, 40);
        STEPS20(PARITY3, 60);
        cc->H[0] += a;
        cc->H[1] += b;
        cc->H[2] += c;
        cc->H[3] += d;
        cc->H[4] += e;
        cc->low += 512;
        if (cc->low == 0)
            cc->high++;
        data += 64;
    } while (--blocks != 0);
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
    unsigned i;

    add_padding(cc, ub, n, 56);
    put_be32(buf + 56, high);
    put_be32(buf + 60, low);
    compress(cc, buf, 1);
    for (i = 0; i < 5; i++)
        put_be32(out + 4 * i, cc->H[i]);
}
