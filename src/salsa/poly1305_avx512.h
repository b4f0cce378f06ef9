/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Blocks of Poly1305 with AVX-512 of amd64: of long messages eight side by side, else one after another in
 * words of 64 bits.
 *
 * A private header of poly1305.h.
 *
 * Eight sums side by side: each takes every eighth block, and is multiplied by r^8 in between.  At the end
 * that of the block which is i-th from the end is multiplied by r^i, and they are added.  Numbers have five
 * digits of 26 bits, whose products fit into the 64 bits of a place.
 */
#if !defined __x86_64__ || defined __ILP32__
#error "salsa/poly1305_avx512.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#define STACK_BYTES 384
#include "common/wipe_avx512.h"

/* These functions alone may use what the processor was asked for. */
#define WITH_AVX512 __attribute__((__target__("avx512f,avx512bw")))
#define INLINE512 WITH_AVX512 static __inline__ __attribute__((__always_inline__))

/* Fills an object with zeros, although nobody reads it any more. */
NOINLINE WITH_AVX512 static void wipe(void *object, size_t bytes) {
    unsigned char *p = (unsigned char *)object;

    for (; bytes >= 64; bytes -= 64, p += 64) {
        _mm512_storeu_si512((void *)p, _mm512_setzero_si512());
        __asm__ __volatile__("");
    }
    _mm512_mask_storeu_epi8((void *)p, ((__mmask64)1 << bytes) - 1, _mm512_setzero_si512());
    __asm__ __volatile__("" : : "r"(object) : "memory");
}

__extension__ typedef unsigned __int128 u128;

/* x0 + 2^64 x1 + 2^128 x2; x2 is at most 6: 3 that are left of a product, 1 above the next block, carries. */
struct number {
    u64 x0, x1, x2;
};

/* r, of which the four highest bits of each word are clear, and the two lowest ones of r1 (section 2.5) */
struct factor {
    u64 r0, r1, s1; /* 2^128 r1 is s1 = 5 r1 / 4, as 2^130 is 5 */
};

/* x r, less all but two bits of what is above 2^128; that comes back five times, a quarter of it at 2^0. */
static __inline__ __attribute__((__always_inline__)) void multiply(struct number *x,
                                                                   const struct factor *r) {
    u128 d0 = (u128)x->x0 * r->r0 + (u128)x->x1 * r->s1;
    u128 d1 = (u128)x->x0 * r->r1 + (u128)x->x1 * r->r0 + x->x2 * r->s1;
    u64 d2 = x->x2 * r->r0;

    d1 += (u64)(d0 >> 64);
    d2 += (u64)(d1 >> 64);
    d0 = (u128)(u64)d0 + (d2 & ~(u64)3) + (d2 >> 2);
    d1 = (u128)(u64)d1 + (u64)(d0 >> 64);
    x->x0 = (u64)d0;
    x->x1 = (u64)d1;
    x->x2 = (d2 & 3) + (u64)(d1 >> 64);
}

#ifdef POLY1305_IFMA
#include "salsa/poly1305_ifma.h"
#else
/* The number that digits of up to 32 bits are, and digits of a number */
static struct number joined(const u64 *digit) {
    u128 low = (u128)digit[0] + ((u128)digit[1] << 26) + ((u128)digit[2] << 52);
    u128 high = (low >> 64) + ((u128)digit[3] << 14) + ((u128)digit[4] << 40);
    struct number x;

    x.x2 = (u64)(high >> 64);
    low = (u128)(u64)low + (x.x2 >> 2) * 5;
    high = (u128)(u64)high + (u64)(low >> 64);
    x.x0 = (u64)low;
    x.x1 = (u64)high;
    x.x2 = (x.x2 & 3) + (u64)(high >> 64);
    return x;
}

static void split(u64 *digit, const struct number *x) {
    digit[0] = x->x0 & BITS26;
    digit[1] = x->x0 >> 26 & BITS26;
    digit[2] = (x->x0 >> 52 | x->x1 << 12) & BITS26;
    digit[3] = x->x1 >> 14 & BITS26;
    digit[4] = x->x1 >> 40 | x->x2 << 24;
}

#define ADD8(x, y) _mm512_add_epi64(x, y)
#define X8(x, y) _mm512_mul_epu32(x, y)
#define AND26(x) _mm512_and_si512(x, bits)
#define DOWN(x) _mm512_srli_epi64(x, 26)
#define FIVE(x) ADD8(x, _mm512_slli_epi64(x, 2))

/* h times digits r0 to r4 at r, of which s1 to s4 are the fivefold */
#define MULTIPLY8(r, s)                                                                            \
    d0 = ADD8(ADD8(ADD8(X8(h0, (r)[0]), X8(h1, (s)[4])), ADD8(X8(h2, (s)[3]), X8(h3, (s)[2]))),    \
              X8(h4, (s)[1]));                                                                     \
    d1 = ADD8(ADD8(ADD8(X8(h0, (r)[1]), X8(h1, (r)[0])), ADD8(X8(h2, (s)[4]), X8(h3, (s)[3]))),    \
              X8(h4, (s)[2]));                                                                     \
    d2 = ADD8(ADD8(ADD8(X8(h0, (r)[2]), X8(h1, (r)[1])), ADD8(X8(h2, (r)[0]), X8(h3, (s)[4]))),    \
              X8(h4, (s)[3]));                                                                     \
    d3 = ADD8(ADD8(ADD8(X8(h0, (r)[3]), X8(h1, (r)[2])), ADD8(X8(h2, (r)[1]), X8(h3, (r)[0]))),    \
              X8(h4, (s)[4]));                                                                     \
    d4 = ADD8(ADD8(ADD8(X8(h0, (r)[4]), X8(h1, (r)[3])), ADD8(X8(h2, (r)[2]), X8(h3, (r)[1]))),    \
              X8(h4, (r)[0]))
/* Digits again, of 26 bits or somewhat more: two chains side by side */
#define CARRY8                                                                                     \
    d1 = ADD8(d1, DOWN(d0));                                                                       \
    d4 = ADD8(d4, DOWN(d3));                                                                       \
    h0 = AND26(d0);                                                                                \
    h3 = AND26(d3);                                                                                \
    d2 = ADD8(d2, DOWN(d1));                                                                       \
    h1 = AND26(d1);                                                                                \
    d0 = DOWN(d4);                                                                                 \
    h4 = AND26(d4);                                                                                \
    h3 = ADD8(h3, DOWN(d2));                                                                       \
    h2 = AND26(d2);                                                                                \
    h0 = ADD8(h0, FIVE(d0));                                                                       \
    h4 = ADD8(h4, DOWN(h3));                                                                       \
    h3 = AND26(h3);                                                                                \
    h1 = ADD8(h1, DOWN(h0));                                                                       \
    h0 = AND26(h0)
/* Adds eight blocks: of blocks 0 to 3 and 4 to 7 the places have 0, 4, 1, 5, 2, 6, 3 and 7. */
#define ADD_EIGHT(t0, t1, t2, t3, t4)                                                              \
    x = _mm512_loadu_si512((const void *)data);                                                    \
    y = _mm512_loadu_si512((const void *)(data + 64));                                             \
    low = _mm512_unpacklo_epi64(x, y);                                                             \
    high = _mm512_unpackhi_epi64(x, y);                                                            \
    t0 = ADD8(t0, AND26(low));                                                                     \
    t1 = ADD8(t1, AND26(DOWN(low)));                                                               \
    x = _mm512_srli_epi64(low, 52);                                                                \
    x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi64(high, 12), bits, 0xA8);                     \
    t2 = ADD8(t2, x);                                                                              \
    t3 = ADD8(t3, AND26(_mm512_srli_epi64(high, 14)));                                             \
    t4 = ADD8(t4, _mm512_or_si512(_mm512_srli_epi64(high, 40), above))

/* The sum of eight places */
INLINE512 u64 sum_of(__m512i x) {
    x = ADD8(x, _mm512_shuffle_i64x2(x, x, 0x4E));
    x = ADD8(x, _mm512_shuffle_i64x2(x, x, 0xB1));
    x = ADD8(x, _mm512_shuffle_epi32(x, 0x4E));
    return (u64)_mm_cvtsi128_si64(_mm512_castsi512_si128(x));
}

/* A multiple of eight blocks, at least eight, each with the bit 2^128 above it */
NOINLINE WITH_AVX512 static void add_eights(struct number *h, const struct factor *r,
                                            const unsigned char *data, size_t blocks) {
    const __m512i bits = _mm512_set1_epi64(BITS26), above = _mm512_set1_epi64(1 << 24);
    static const unsigned char place[8] = {7, 5, 3, 1, 6, 4, 2, 0}; /* of r^1 to r^8 */
    u64 power[5][8], digit[5];
    __m512i h0, h1, h2, h3, h4, d0, d1, d2, d3, d4, x, y, low, high, many[5], five[5];
    struct number p;
    unsigned i, k;

    split(digit, h);
    h0 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[0]));
    h1 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[1]));
    h2 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[2]));
    h3 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[3]));
    h4 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[4]));
    p.x0 = r->r0;
    p.x1 = r->r1;
    p.x2 = 0;
    for (i = 0;; i++) {
        split(digit, &p);
        for (k = 0; k != 5; k++)
            power[k][place[i]] = digit[k];
        if (i == 7)
            break;
        multiply(&p, r);
    }
    for (k = 0; k != 5; k++) {
        many[k] = _mm512_set1_epi64((long long)digit[k]);
        five[k] = FIVE(many[k]);
    }
    ADD_EIGHT(h0, h1, h2, h3, h4);
    while ((blocks -= 8) != 0) {
        data += 128;
        MULTIPLY8(many, five);
        ADD_EIGHT(d0, d1, d2, d3, d4);
        CARRY8;
    }
    for (k = 0; k != 5; k++) {
        many[k] = _mm512_loadu_si512((const void *)power[k]);
        five[k] = FIVE(many[k]);
    }
    MULTIPLY8(many, five);
    CARRY8;
    digit[0] = sum_of(h0);
    digit[1] = sum_of(h1);
    digit[2] = sum_of(h2);
    digit[3] = sum_of(h3);
    digit[4] = sum_of(h4);
    *h = joined(digit);
    wipe(power, sizeof power);
    wipe(digit, sizeof digit);
    wipe(&p, sizeof p);
}

/* Zeros where vectors that found no register were */
#define EIGHTS_STACK_BYTES 2560
NOINLINE static void wipe_eights(void) {
    unsigned char below[EIGHTS_STACK_BYTES];

    wipe(below, sizeof below);
}
#endif

/* From so many blocks on it is worth it to compute powers of r. */
#ifndef LEAST_BLOCKS
#define LEAST_BLOCKS 24
#endif

/* The context has its three words. */
static struct number sum_so_far(const mote_poly1305_context *cc) {
    struct number h;

    memcpy(&h.x0, cc->h, 8);
    memcpy(&h.x1, cc->h + 2, 8);
    h.x2 = cc->h[4];
    return h;
}

NOINLINE static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                                unsigned char above) {
    struct number h = sum_so_far(cc);
    struct factor r;
    u128 sum;

    r.r0 = get_le64(cc->r);
    r.r1 = get_le64(cc->r + 8);
    r.s1 = r.r1 + (r.r1 >> 2);
    if (blocks >= LEAST_BLOCKS && above == 1) {
        size_t most = blocks & ~(size_t)7;

        add_eights(&h, &r, data, most);
        wipe_eights();
        data += 16 * most;
        blocks -= most;
    }
    for (; blocks != 0; blocks--, data += 16) {
        sum = (u128)h.x0 + get_le64(data);
        h.x0 = (u64)sum;
        sum = (u128)h.x1 + get_le64(data + 8) + (u64)(sum >> 64);
        h.x1 = (u64)sum;
        h.x2 += above + (u64)(sum >> 64);
        multiply(&h, &r);
    }
    memcpy(cc->h, &h.x0, 8);
    memcpy(cc->h + 2, &h.x1, 8);
    cc->h[4] = (u32)h.x2;
}

/* Clears bits of r (section 2.5) */
static void clamp(mote_poly1305_context *cc) {
    put_le64(cc->r, get_le64(cc->r) & C64(0x0FFFFFFC, 0x0FFFFFFF));
    put_le64(cc->r + 8, get_le64(cc->r + 8) & C64(0x0FFFFFFC, 0x0FFFFFFC));
}

/* Adds the last block, where bytes of it wait; the tag: h, less 2^130 - 5 where it is as large, and s */
NOINLINE static void finish_code(mote_poly1305_context *cc, unsigned char *tag) {
    struct number h;
    u128 low, high;
    u64 mask;

    if (cc->ptr != 0) {
        cc->block[cc->ptr] = 1;
        memset(cc->block + cc->ptr + 1, 0, 15u - cc->ptr);
        add_blocks(cc, cc->block, 1, 0);
    }
    h = sum_so_far(cc);
    low = (u128)h.x0 + (h.x2 >> 2) * 5;
    high = (u128)h.x1 + (u64)(low >> 64);
    h.x0 = (u64)low;
    h.x1 = (u64)high;
    h.x2 = (h.x2 & 3) + (u64)(high >> 64);
    low = (u128)h.x0 + 5;
    high = (u128)h.x1 + (u64)(low >> 64);
    mask = (u64)0 - ((h.x2 + (u64)(high >> 64)) >> 2);
    h.x0 ^= (h.x0 ^ (u64)low) & mask;
    h.x1 ^= (h.x1 ^ (u64)high) & mask;
    low = (u128)h.x0 + get_le64(cc->s);
    put_le64(tag, (u64)low);
    put_le64(tag + 8, h.x1 + get_le64(cc->s + 8) + (u64)(low >> 64));
}
