/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1 with the SHA extensions of amd64 (SHA-NI), in C.
 *
 * Names are those of FIPS 180-4, sections 4.1.1 and 6.1.2.  The working variables a to d lie in a
 * vector, a in its highest word, as the first of four words of the schedule does; an instruction does
 * four steps.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, "SHA1RNDS4",
 * "SHA1NEXTE", "SHA1MSG1" and "SHA1MSG2".
 */
#include "mote/sha1.h"

typedef mote_sha1_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "common/padding_amd64.h"

#if !defined __x86_64__ || defined __ILP32__
#error "sha1/amd64_sha.c needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("sha,ssse3")))

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

/* Four words of the message, each with its highest byte first. */
#define WORDS(p) _mm_shuffle_epi8(LOAD(p), byte_order)

/*
 * Four steps with f and K of a quarter q of the steps, section 4.1.1.  Their first e is the a of four steps
 * before, rotated by 30, and `before` becomes the a to d that these steps begin with.
 */
#define FOUR(w, q)                                                                                 \
    e = _mm_sha1nexte_epu32(before, w);                                                            \
    before = abcd;                                                                                 \
    abcd = _mm_sha1rnds4_epu32(abcd, e, q);                                                        \
    IN_ORDER

/* Does nothing, but gcc takes no instruction past it: else it puts the schedule first, for which the steps wait. */
#define IN_ORDER __asm__ __volatile__("")

/* Four words of the schedule in place of those of 16 steps before. */
#define NEXT(w, w1, w2, w3)                                                                        \
    (w = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w, w1), w2), w3))

#define SIXTEEN(q0, q1, q2, q3)                                                                    \
    FOUR(w0, q0);                                                                                  \
    NEXT(w0, w1, w2, w3);                                                                          \
    FOUR(w1, q1);                                                                                  \
    NEXT(w1, w2, w3, w0);                                                                          \
    FOUR(w2, q2);                                                                                  \
    NEXT(w2, w3, w0, w1);                                                                          \
    FOUR(w3, q3);                                                                                  \
    NEXT(w3, w0, w1, w2)

FEATURES static void compress(context *cc, const unsigned char *data, size_t blocks) {
    const __m128i byte_order = _mm_set_epi32(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F);
    __m128i abcd, first, e, before, last, w0, w1, w2, w3;
    u32 low = cc->low + (u32)(blocks << 9);

    cc->high += (u32)(blocks >> 12 >> 11) + (low < cc->low);
    cc->low = low;
    abcd = _mm_shuffle_epi32(LOAD(cc->H), 0x1B);
    last = _mm_slli_si128(_mm_cvtsi32_si128((int)cc->H[4]), 12);
    do {
        first = abcd;
        w0 = WORDS(data);
        w1 = WORDS(data + 16);
        w2 = WORDS(data + 32);
        w3 = WORDS(data + 48);
        /* The first e is H[4] as it is. */
        e = _mm_add_epi32(last, w0);
        before = abcd;
        abcd = _mm_sha1rnds4_epu32(abcd, e, 0);
        NEXT(w0, w1, w2, w3);
        FOUR(w1, 0);
        NEXT(w1, w2, w3, w0);
        FOUR(w2, 0);
        NEXT(w2, w3, w0, w1);
        FOUR(w3, 0);
        NEXT(w3, w0, w1, w2);
        SIXTEEN(0, 1, 1, 1);
        SIXTEEN(1, 1, 2, 2);
        SIXTEEN(2, 2, 2, 3);
        FOUR(w0, 3);
        FOUR(w1, 3);
        FOUR(w2, 3);
        FOUR(w3, 3);
        abcd = _mm_add_epi32(abcd, first);
        last = _mm_sha1nexte_epu32(before, last);
        data += 64;
    } while (--blocks != 0);
    STORE(cc->H, _mm_shuffle_epi32(abcd, 0x1B));
    cc->H[4] = (u32)_mm_cvtsi128_si32(_mm_srli_si128(last, 12));
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

    if (n == 0 && cc->ptr < 56) {
        pad_block(cc, 0, (u64)high << 32 | low);
    } else {
        add_padding(cc, ub, n, 56);
        put_be32(buf + 56, high);
        put_be32(buf + 60, low);
    }
    compress(cc, buf, 1);
    for (i = 0; i < 5; i++)
        put_be32(out + 4 * i, cc->H[i]);
}
