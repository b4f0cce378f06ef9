/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with carry-less products of amd64 (PCLMULQDQ): eight blocks, and one reduction for them.
 *
 * A private header; mote/ghash.h and aes/amd64.h come before it.
 *
 * Elements are numbers with their bytes in reverse order, so that bit 127 - i is the coefficient of
 * x^i; the product of two such numbers is one bit short, for which each power of the key is kept
 * multiplied with x^-1 before.
 *
 * Source: S. Gueron, M. Kounavis, "Intel Carry-Less Multiplication Instruction and its Usage for
 * Computing the GCM Mode", revision 2.02: Karatsuba, aggregated reduction; the reduction by two
 * products with the polynomial's reverse is Montgomery's way.
 */
#ifndef MOTE_GHASH_AMD64_H
#define MOTE_GHASH_AMD64_H

#define PREPARE_KEY(cc) prepare_key(cc)
#define HASH_WAITING(cc) hash_waiting(cc)

#define PRODUCT(x, y, halves) _mm_clmulepi64_si128(x, y, halves)

/* The sum of products: low, middle and high parts */
#define ADD_PRODUCT(x, h)                                                                          \
    low = XOR(low, PRODUCT(x, h, 0x00));                                                           \
    high = XOR(high, PRODUCT(x, h, 0x11));                                                         \
    middle = XOR(middle, XOR(PRODUCT(x, h, 0x01), PRODUCT(x, h, 0x10)));

/* low + middle x^64 + high x^128, modulo x^128 + x^7 + x^2 + x + 1 with bits in reverse order */
INLINE __m128i reduced(__m128i low, __m128i middle, __m128i high) {
    const __m128i p = _mm_set_epi32(0, 0, (int)0xC2000000, 0);

    low = XOR(low, _mm_slli_si128(middle, 8));
    high = XOR(high, _mm_srli_si128(middle, 8));
    low = XOR(_mm_shuffle_epi32(low, 0x4E), PRODUCT(low, p, 0x00));
    low = XOR(_mm_shuffle_epi32(low, 0x4E), PRODUCT(low, p, 0x00));
    return XOR(low, high);
}

INLINE __m128i times(__m128i x, __m128i h) {
    __m128i low = _mm_setzero_si128(), middle = low, high = low;

    ADD_PRODUCT(x, h)
    return reduced(low, middle, high);
}

/* The n-th power of the key, of sixteen; the first is there from the start, others where a message is
 * long enough. */
#define POWER(cc, n) ((cc)->powers + 256 - 16 * (n))

NOINLINE FEATURES static void prepare_key(mote_ghash_context *cc) {
    __m128i h = swapped(LOAD(cc->key)), carries;

    /* Twice h as a number, modulo the polynomial in reverse order: the carry out of the lower half
     * goes into the upper one, that out of the upper one is the polynomial. */
    carries = _mm_srai_epi32(_mm_shuffle_epi32(h, 0x13), 31);
    h = XOR(_mm_add_epi64(h, h), _mm_and_si128(carries, _mm_set_epi32(0, 1, 0, 0)));
    h = XOR(h, _mm_and_si128(_mm_shuffle_epi32(carries, 0x00),
                             _mm_set_epi32((int)0xC2000000, 0, 0, 1)));
    STORE(POWER(cc, 1), h);
    cc->powers_ready = 1;
}

/* So many powers, at least. */
NOINLINE FEATURES static void need_powers(mote_ghash_context *cc, unsigned count) {
    __m128i h = LOAD(POWER(cc, 1)), power = LOAD(POWER(cc, cc->powers_ready));

    while (cc->powers_ready < count) {
        power = times(power, h);
        cc->powers_ready++;
        STORE(POWER(cc, cc->powers_ready), power);
    }
}

NOINLINE FEATURES static void hash_waiting(mote_ghash_context *cc) {
    STORE(cc->hash, swapped(times(swapped(LOAD(cc->hash)), LOAD(POWER(cc, 1)))));
}

#define HASH_TERM(i)                                                                               \
    h = LOAD(POWER(cc, 8 - i));                                                                    \
    ADD_PRODUCT(x##i, h)
#define HASH_GET(i) x##i = swapped(LOAD(data + 16 * i));

/* Appends whole blocks to a hash. */
NOINLINE FEATURES static void NARROW(hash_blocks)(mote_ghash_context *cc, const unsigned char *data,
                                                  size_t blocks) {
    __m128i y = swapped(LOAD(cc->hash)), low, middle, high, h;
    __m128i x0, x1, x2, x3, x4, x5, x6, x7;

    if (blocks >= 8)
        need_powers(cc, 8);
    for (; blocks >= 8; blocks -= 8, data += 128) {
        low = middle = high = _mm_setzero_si128();
        EIGHT(HASH_GET)
        x0 = XOR(x0, y);
        EIGHT(HASH_TERM)
        y = reduced(low, middle, high);
    }
    if (blocks != 0) {
        /* One reduction for those that are left, too; a key that is used again has its powers then. */
        need_powers(cc, (unsigned)blocks);
        low = middle = high = _mm_setzero_si128();
        for (; blocks != 0; blocks--, data += 16) {
            x0 = XOR(y, swapped(LOAD(data)));
            y = _mm_setzero_si128();
            h = LOAD(POWER(cc, blocks));
            ADD_PRODUCT(x0, h)
        }
        y = reduced(low, middle, high);
    }
    STORE(cc->hash, swapped(y));
}

#endif
