/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 with the SHA extensions of amd64 (SHA-NI), in C.
 *
 * Names are those of FIPS 180-4, sections 4.1.2 and 6.2.2.  The working variables lie in two vectors,
 * {f, e, b, a} and {h, g, d, c} with the lowest word first; an instruction does two steps.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, "SHA256RNDS2",
 * "SHA256MSG1" and "SHA256MSG2".
 */
#include "mote/sha256.h"

typedef mote_sha256_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "common/padding_amd64.h"

#if !defined __x86_64__ || defined __ILP32__
#error "sha256/amd64_sha.c needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("sha,ssse3")))

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* The constants of section 4.2.2; of an alignment that lets an addition read them. */
static const u32 K[64] __attribute__((__aligned__(16))) = {
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
#define WORDS(p) _mm_shuffle_epi8(LOAD(p), byte_order)

/* Two steps with the lower two words of kw: {h, g, d, c} becomes the new {f, e, b, a}, and what was that
 * is the new {h, g, d, c}. */
#define TWO(hgdc, feba) (hgdc = _mm_sha256rnds2_epu32(hgdc, feba, kw))

/* Four steps with the words w. */
#define FOUR(w, j)                                                                                 \
    (kw = _mm_add_epi32(w, _mm_load_si128((const __m128i *)(const void *)(k + (j)))),              \
     TWO(hgdc, feba), kw = _mm_unpackhi_epi64(kw, kw), TWO(feba, hgdc))

/* Four words of the schedule in place of those of 16 steps before. */
#define NEXT(w, w1, w2, w3)                                                                        \
    (w = _mm_sha256msg2_epu32(                                                                     \
         _mm_add_epi32(_mm_sha256msg1_epu32(w, w1), _mm_alignr_epi8(w3, w2, 4)), w3))

FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const __m128i byte_order = _mm_set_epi32(0x0C0D0E0F, 0x08090A0B, 0x04050607, 0x00010203);
    __m128i dcba, hgfe, feba, hgdc, first, second, w0, w1, w2, w3, kw;
    u32 low = cc->low + (u32)(blocks << 9);
    const u32 *k;

    cc->high += (u32)(blocks >> 12 >> 11) + (low < cc->low);
    cc->low = low;
    /* {a, b, c, d} to {b, a, d, c}, and {e, f, g, h} alike; then halves of both. */
    dcba = _mm_shuffle_epi32(LOAD(cc->H), 0xB1);
    hgfe = _mm_shuffle_epi32(LOAD(cc->H + 4), 0xB1);
    feba = _mm_unpacklo_epi64(hgfe, dcba);
    hgdc = _mm_unpackhi_epi64(hgfe, dcba);
    do {
        first = feba;
        second = hgdc;
        w0 = WORDS(data);
        w1 = WORDS(data + 16);
        w2 = WORDS(data + 32);
        w3 = WORDS(data + 48);
        for (k = K; k != K + 48; k += 16) {
            FOUR(w0, 0);
            NEXT(w0, w1, w2, w3);
            FOUR(w1, 4);
            NEXT(w1, w2, w3, w0);
            FOUR(w2, 8);
            NEXT(w2, w3, w0, w1);
            FOUR(w3, 12);
            NEXT(w3, w0, w1, w2);
        }
        FOUR(w0, 0);
        FOUR(w1, 4);
        FOUR(w2, 8);
        FOUR(w3, 12);
        feba = _mm_add_epi32(feba, first);
        hgdc = _mm_add_epi32(hgdc, second);
        data += 64;
    } while (--blocks != 0);
    dcba = _mm_unpackhi_epi64(feba, hgdc);
    hgfe = _mm_unpacklo_epi64(feba, hgdc);
    STORE(cc->H, _mm_shuffle_epi32(dcba, 0xB1));
    STORE(cc->H + 4, _mm_shuffle_epi32(hgfe, 0xB1));
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
    for (i = 0; i < cc->out_size / 32; i++)
        put_be32(out + 4 * i, cc->H[i]);
}
