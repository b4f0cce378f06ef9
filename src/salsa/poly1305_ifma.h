/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Blocks of Poly1305 side by side with the products of 52 bits of AVX-512 IFMA: eight sums, of which each takes
 * every eighth block.
 *
 * A private header of poly1305_avx512.h.
 *
 * Numbers have two digits of 44 bits and one of 42.  Of sixteen blocks the first eight are multiplied by r^16
 * with the sums, the others by r^8, and digits are made of both products at once.  At the end the sum of the
 * block which is i-th from the end is multiplied by r^i, and they are added.
 *
 * What is multiplied is below 2^45.2 in each digit: 2^44 of a sum, carries, 2^44 of a block.  Powers are below
 * 2^44, and twenty times that below 2^48.4.  So a product's part above 2^52 is below 2^41.6, and of six of
 * them 64 bits hold 2^10 times the sum.
 */
#define BITS44 (((u64)1 << 44) - 1)
#define BITS42 (((u64)1 << 42) - 1)

#define WITH_IFMA __attribute__((__target__("avx512f,avx512bw,avx512ifma")))
#define INLINE_IFMA WITH_IFMA static __inline__ __attribute__((__always_inline__))

/* The number that digits of up to 63 bits are, the third of up to 60; and digits of a number */
static struct number joined(const u64 *digit) {
    u128 low = (u128)digit[0] + ((u128)digit[1] << 44);
    u128 high = (low >> 64) + ((u128)digit[2] << 24);
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
    digit[0] = x->x0 & BITS44;
    digit[1] = (x->x0 >> 44 | x->x1 << 20) & BITS44;
    digit[2] = x->x1 >> 24 | x->x2 << 40;
}

#define ADD8(x, y) _mm512_add_epi64(x, y)
#define DOWN(x, n) _mm512_srli_epi64(x, n)
#define UP(x, n) _mm512_slli_epi64(x, n)

/* Digits of eight factors, and 20 times the upper two: 2^132 is 20, as 2^130 is 5. */
struct factors {
    __m512i r0, r1, r2, s1, s2;
};

INLINE_IFMA struct factors factors_of(__m512i r0, __m512i r1, __m512i r2) {
    struct factors f;

    f.r0 = r0;
    f.r1 = r1;
    f.r2 = r2;
    f.s1 = ADD8(UP(r1, 4), UP(r1, 2));
    f.s2 = ADD8(UP(r2, 4), UP(r2, 2));
    return f;
}

/* Digits of eight numbers, or of eight sums of products: parts below 2^52, and above */
struct eight {
    __m512i h0, h1, h2;
};
struct products {
    __m512i d0, d1, d2, e0, e1, e2;
};

INLINE_IFMA struct products no_products(void) {
    struct products p;

    p.d0 = p.d1 = p.d2 = p.e0 = p.e1 = p.e2 = _mm512_setzero_si512();
    return p;
}

#define ADD_PRODUCT(i, x, y)                                                                       \
    p->d##i = _mm512_madd52lo_epu64(p->d##i, x, y);                                                \
    p->e##i = _mm512_madd52hi_epu64(p->e##i, x, y)

INLINE_IFMA void add_products(struct products *p, const struct eight *h, const struct factors *f) {
    ADD_PRODUCT(0, h->h0, f->r0);
    ADD_PRODUCT(1, h->h0, f->r1);
    ADD_PRODUCT(2, h->h0, f->r2);
    ADD_PRODUCT(0, h->h1, f->s2);
    ADD_PRODUCT(1, h->h1, f->r0);
    ADD_PRODUCT(2, h->h1, f->r1);
    ADD_PRODUCT(0, h->h2, f->s1);
    ADD_PRODUCT(1, h->h2, f->s2);
    ADD_PRODUCT(2, h->h2, f->r0);
}

/* Digits again, the second of 44 bits or somewhat more */
INLINE_IFMA struct eight digits_of(const struct products *p) {
    const __m512i bits44 = _mm512_set1_epi64(BITS44), bits42 = _mm512_set1_epi64(BITS42);
    struct eight h;
    __m512i above = ADD8(DOWN(p->d0, 44), UP(p->e0, 8)), sum;

    h.h0 = _mm512_and_si512(p->d0, bits44);
    sum = ADD8(p->d1, above);
    h.h1 = _mm512_and_si512(sum, bits44);
    above = ADD8(DOWN(sum, 44), UP(p->e1, 8));
    sum = ADD8(p->d2, above);
    h.h2 = _mm512_and_si512(sum, bits42);
    above = ADD8(DOWN(sum, 42), UP(p->e2, 10));
    sum = ADD8(h.h0, ADD8(above, UP(above, 2)));
    h.h0 = _mm512_and_si512(sum, bits44);
    h.h1 = ADD8(h.h1, DOWN(sum, 44));
    return h;
}

/* Eight blocks: of blocks 0 to 3 and 4 to 7 the places have 0, 4, 1, 5, 2, 6, 3 and 7. */
INLINE_IFMA struct eight blocks_at(const unsigned char *data) {
    const __m512i bits44 = _mm512_set1_epi64(BITS44), above = _mm512_set1_epi64((u64)1 << 40);
    __m512i x = _mm512_loadu_si512((const void *)data);
    __m512i y = _mm512_loadu_si512((const void *)(data + 64));
    __m512i low = _mm512_unpacklo_epi64(x, y), high = _mm512_unpackhi_epi64(x, y);
    struct eight m;

    m.h0 = _mm512_and_si512(low, bits44);
    m.h1 = _mm512_ternarylogic_epi64(DOWN(low, 44), UP(high, 20), bits44, 0xA8);
    m.h2 = _mm512_or_si512(DOWN(high, 24), above);
    return m;
}

INLINE_IFMA void add_eight(struct eight *h, const struct eight *m) {
    h->h0 = ADD8(h->h0, m->h0);
    h->h1 = ADD8(h->h1, m->h1);
    h->h2 = ADD8(h->h2, m->h2);
}

/* The sum of eight places */
INLINE_IFMA u64 sum_of(__m512i x) {
    x = ADD8(x, _mm512_shuffle_i64x2(x, x, 0x4E));
    x = ADD8(x, _mm512_shuffle_i64x2(x, x, 0xB1));
    x = ADD8(x, _mm512_shuffle_epi32(x, 0x4E));
    return (u64)_mm_cvtsi128_si64(_mm512_castsi512_si128(x));
}

/* A multiple of eight blocks, at least eight, each with the bit 2^128 above it */
NOINLINE WITH_IFMA static void add_eights(struct number *sum, const struct factor *r,
                                          const unsigned char *data, size_t blocks) {
    static const unsigned char place[8] = {7, 5, 3, 1, 6, 4, 2, 0}; /* of r^1 to r^8 */
    u64 power[3][8], digit[3];
    struct number x;
    struct factors r8, r16, last;
    struct products p;
    struct eight h, m;
    unsigned i, k;

    x.x0 = r->r0;
    x.x1 = r->r1;
    x.x2 = 0;
    for (i = 0;; i++) {
        split(digit, &x);
        for (k = 0; k != 3; k++)
            power[k][place[i]] = digit[k];
        if (i == 7)
            break;
        multiply(&x, r);
    }
    h.h0 = _mm512_set1_epi64((long long)digit[0]);
    h.h1 = _mm512_set1_epi64((long long)digit[1]);
    h.h2 = _mm512_set1_epi64((long long)digit[2]);
    r8 = factors_of(h.h0, h.h1, h.h2);
    split(digit, sum);
    m = blocks_at(data);
    data += 128;
    blocks -= 8;
    if (blocks >= 16) {
        p = no_products();
        add_products(&p, &h, &r8);
        h = digits_of(&p);
        r16 = factors_of(h.h0, h.h1, h.h2);
    }
    h.h0 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[0]));
    h.h1 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[1]));
    h.h2 = _mm512_zextsi128_si512(_mm_cvtsi64_si128((long long)digit[2]));
    add_eight(&h, &m);
    for (; blocks >= 16; blocks -= 16, data += 256) {
        p = no_products();
        m = blocks_at(data);
        add_products(&p, &m, &r8);
        add_products(&p, &h, &r16);
        h = digits_of(&p);
        m = blocks_at(data + 128);
        add_eight(&h, &m);
    }
    if (blocks != 0) {
        p = no_products();
        add_products(&p, &h, &r8);
        h = digits_of(&p);
        m = blocks_at(data);
        add_eight(&h, &m);
    }
    last = factors_of(_mm512_loadu_si512((const void *)power[0]),
                      _mm512_loadu_si512((const void *)power[1]),
                      _mm512_loadu_si512((const void *)power[2]));
    p = no_products();
    add_products(&p, &h, &last);
    h = digits_of(&p);
    digit[0] = sum_of(h.h0);
    digit[1] = sum_of(h.h1);
    digit[2] = sum_of(h.h2);
    *sum = joined(digit);
    wipe(power, sizeof power);
    wipe(digit, sizeof digit);
    wipe(&x, sizeof x);
}

/* Zeros where vectors that found no register were */
#define EIGHTS_STACK_BYTES 1024
NOINLINE static void wipe_eights(void) {
    unsigned char below[EIGHTS_STACK_BYTES];

    wipe(below, sizeof below);
}

#define LEAST_BLOCKS 16
