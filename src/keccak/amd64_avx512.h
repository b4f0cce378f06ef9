/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The permutation Keccak-f[1600], or its last 12 rounds, with AVX-512 of amd64: a plane of five lanes in a
 * register, or a sheet.
 *
 * A private header of keccak/fast.h, which defines RC and ROUNDS.
 *
 * Letters are those of FIPS 202, sections 3.2.1 to 3.2.5.
 *
 * - theta: the parity of all columns is two instructions; two permutations of it are D.
 * - pi: B[X, Y] = A[X + 3Y, X], so all lanes of the sheet X come from the plane X.  One permutation of a plane
 *   makes a sheet, and chi has all its lanes one above the other.
 * - Planes again: sheets 0 and 1, and 2 and 3, are put together, then two of these a row.  Sheets have the rows
 *   2, 1, 0, 3, 2, 4, 1, 3 in this order, so that a sheet 4 fills places that are free in that.
 */
#ifndef MOTE_KECCAK_AMD64_AVX512_H
#define MOTE_KECCAK_AMD64_AVX512_H

#if !defined __x86_64__ || defined __ILP32__
#error "keccak/amd64_avx512.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f")))
#define NOINLINE __attribute__((__noinline__))

/* Eight lanes, the first one first */
#define LANES(a, b, c, d, e, f, g, h) _mm512_set_epi64(h, g, f, e, d, c, b, a)
/* Five of them, and three that nobody looks at */
#define PLANE(a, b, c, d, e) LANES(a, b, c, d, e, 0, 0, 0)
/* Lanes x(Y) for the rows of a sheet, from Y = 0 on */
#define SHEET(a, b, c, d, e) LANES(c, b, a, d, c, e, b, d)

#define XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define CHI(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xD2)
#define PERMUTED(order, a) _mm512_permutexvar_epi64(order, a)
#define FROM_TWO(a, order, b) _mm512_permutex2var_epi64(a, order, b)
#define FOUR_FROM_TWO(a, order, b) _mm512_maskz_permutex2var_epi64(0x0F, a, order, b)
#define FIFTH(order, a) _mm512_maskz_permutexvar_epi64(0x10, order, a)

/* Lanes of a plane by the bits of a mask, and zeros */
#define LOAD(mask, p) _mm512_maskz_loadu_epi64((__mmask8)(mask), (const void *)(p))
#define STORE5(p, x) _mm512_mask_storeu_epi64((void *)(p), 0x1F, x)
#define ADD(plane, i)                                                                              \
    if ((taken >> 5 * i & 0x1F) != 0)                                                              \
    plane = _mm512_xor_si512(plane, LOAD(taken >> 5 * i & 0x1F, data + 40 * i))

/* Adds n bytes to the state from a place on, eight at a time as far as they go. */
static void add_bytes(unsigned char *place, const unsigned char *bytes, unsigned n) {
    u64 word, more;

    for (; n >= 8; n -= 8, place += 8, bytes += 8) {
        memcpy(&word, place, 8);
        memcpy(&more, bytes, 8);
        word ^= more;
        memcpy(place, &word, 8);
    }
    for (; n != 0; n--)
        *place++ ^= *bytes++;
}

/*
 * Takes in some blocks of message, of 8 * lanes bytes each (lanes = 0: none, one permutation), with
 * a permutation after each.
 */
NOINLINE FEATURES static void absorb(context *cc, const unsigned char *data, size_t blocks,
                                     unsigned lanes) {
    /* D of theta: the columns before and behind */
    const __m512i before = PLANE(4, 0, 1, 2, 3), behind = PLANE(1, 2, 3, 4, 0);
    /* rho: section 3.2.2, table 2 */
    const __m512i rho0 = PLANE(0, 1, 62, 28, 27), rho1 = PLANE(36, 44, 6, 55, 20);
    const __m512i rho2 = PLANE(3, 10, 43, 25, 39), rho3 = PLANE(41, 45, 15, 21, 8);
    const __m512i rho4 = PLANE(18, 2, 61, 56, 14);
    const __m512i pi0 = SHEET(0, 3, 1, 4, 2), pi1 = SHEET(1, 4, 2, 0, 3),
                  pi2 = SHEET(2, 0, 3, 1, 4);
    const __m512i pi3 = SHEET(3, 1, 4, 2, 0), pi4 = SHEET(4, 2, 0, 3, 1);
    /* A row from two of the vectors of sheets; the second one's lanes count from 8 on. */
    const __m512i row0 = PLANE(2, 3, 10, 11, 0), row1 = PLANE(0, 1, 8, 9, 6);
    const __m512i row2 = PLANE(0, 1, 8, 9, 4), row3 = PLANE(2, 3, 10, 11, 7);
    const __m512i row4 = PLANE(4, 5, 12, 13, 0);
    const __m512i last0 = PLANE(0, 0, 0, 0, 2), last4 = PLANE(0, 0, 0, 0, 5);
    unsigned char *A = (unsigned char *)cc->A;
    __m512i a0 = LOAD(0x1F, A), a1 = LOAD(0x1F, A + 40), a2 = LOAD(0x1F, A + 80),
            a3 = LOAD(0x1F, A + 120);
    __m512i a4 = LOAD(0x1F, A + 160);
    __m512i b0, b1, b2, b3, b4, c, d, low01, high01, low23, high23;
    unsigned taken = (1u << lanes) - 1, i;

    do {
        ADD(a0, 0);
        ADD(a1, 1);
        ADD(a2, 2);
        ADD(a3, 3);
        ADD(a4, 4);
        data += 8 * lanes;
        for (i = 0; i != ROUNDS; i++) {
            /* theta, and rho */
            c = XOR3(XOR3(a1, a2, a3), a0, a4);
            d = PERMUTED(behind, _mm512_rol_epi64(c, 1));
            c = PERMUTED(before, c);
            b0 = PERMUTED(pi0, _mm512_rolv_epi64(XOR3(a0, c, d), rho0));
            b1 = PERMUTED(pi1, _mm512_rolv_epi64(XOR3(a1, c, d), rho1));
            b2 = PERMUTED(pi2, _mm512_rolv_epi64(XOR3(a2, c, d), rho2));
            b3 = PERMUTED(pi3, _mm512_rolv_epi64(XOR3(a3, c, d), rho3));
            b4 = PERMUTED(pi4, _mm512_rolv_epi64(XOR3(a4, c, d), rho4));
            a0 = CHI(b0, b1, b2);
            a1 = CHI(b1, b2, b3);
            a2 = CHI(b2, b3, b4);
            a3 = CHI(b3, b4, b0);
            a4 = CHI(b4, b0, b1);
            low01 = _mm512_mask_unpacklo_epi64(a4, 0x0F, a0, a1);
            high01 = _mm512_mask_unpackhi_epi64(a4, 0x3F, a0, a1);
            low23 = _mm512_unpacklo_epi64(a2, a3);
            high23 = _mm512_unpackhi_epi64(a2, a3);
            /* iota */
            a0 = XOR3(FOUR_FROM_TWO(low01, row0, low23), FIFTH(last0, a4), LOAD(1, RC + i));
            a1 = FROM_TWO(high01, row1, high23);
            a2 = FROM_TWO(low01, row2, low23);
            a3 = FROM_TWO(high01, row3, high23);
            a4 = _mm512_xor_si512(FOUR_FROM_TWO(high01, row4, high23), FIFTH(last4, a4));
        }
    } while (--blocks != 0);
    STORE5(A, a0);
    STORE5(A + 40, a1);
    STORE5(A + 80, a2);
    STORE5(A + 120, a3);
    STORE5(A + 160, a4);
}

#endif
