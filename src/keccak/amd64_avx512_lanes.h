/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The permutation Keccak-f[1600], or its last 12 rounds, with AVX-512 of amd64: each lane in the low half of a
 * register, for instructions that compute any function of three lanes, or rotate one.
 *
 * A private header of keccak/fast.h, which defines RC and ROUNDS.
 *
 * Letters are those of FIPS 202, sections 3.2.1 to 3.2.5: lane (x, y) is the variable a or b with the number
 * x + 5 y.
 *
 * A round has 45 instructions of theta, 24 of rho, 25 of chi and one of iota.  Planes in registers of 512 bits need
 * half as many, but where these are two of 256 bits, what permutes their lanes takes up to five cycles.
 */
#ifndef MOTE_KECCAK_AMD64_AVX512_LANES_H
#define MOTE_KECCAK_AMD64_AVX512_LANES_H

#if !defined __x86_64__ || defined __ILP32__
#error "keccak/amd64_avx512_lanes.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* This function alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512vl")))
#define NOINLINE __attribute__((__noinline__))

#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) _mm_ternarylogic_epi64(a, b, c, 0x96)
#define CHI(a, b, c) _mm_ternarylogic_epi64(a, b, c, 0xD2)

/* Lanes lie in memory as they do in registers, as in the state. */
#define LANE(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define STORE_LANE(p, x) _mm_storel_epi64((__m128i *)(void *)(p), x)

/* The parity of a column (theta), and that rotated by 1 */
#define COLUMN(x, y0, y1, y2, y3, y4)                                                              \
    c##x = XOR3(XOR3(y0, y1, y2), y3, y4);                                                         \
    e##x = _mm_rol_epi64(c##x, 1)
/* A lane of column x behind theta and rho */
#define MOVED(t, a, x, rotation)                                                                   \
    t = XOR(a, d##x);                                                                              \
    t = _mm_rol_epi64(t, rotation)
/* A plane behind chi */
#define CHI_PLANE(b0, b1, b2, b3, b4)                                                              \
    b0 = CHI(t0, t1, t2);                                                                          \
    b1 = CHI(t1, t2, t3);                                                                          \
    b2 = CHI(t2, t3, t4);                                                                          \
    b3 = CHI(t3, t4, t0);                                                                          \
    b4 = CHI(t4, t0, t1)
/* A round from the lanes a to the lanes b: A and B are prefixes. */
#define ROUND(A, B, constant)                                                                      \
    COLUMN(0, A##0, A##5, A##10, A##15, A##20);                                                    \
    COLUMN(1, A##1, A##6, A##11, A##16, A##21);                                                    \
    COLUMN(2, A##2, A##7, A##12, A##17, A##22);                                                    \
    COLUMN(3, A##3, A##8, A##13, A##18, A##23);                                                    \
    COLUMN(4, A##4, A##9, A##14, A##19, A##24);                                                    \
    d0 = XOR(c4, e1);                                                                              \
    d1 = XOR(c0, e2);                                                                              \
    d2 = XOR(c1, e3);                                                                              \
    d3 = XOR(c2, e4);                                                                              \
    d4 = XOR(c3, e0);                                                                              \
    t0 = XOR(A##0, d0);                                                                            \
    MOVED(t1, A##6, 1, 44);                                                                        \
    MOVED(t2, A##12, 2, 43);                                                                       \
    MOVED(t3, A##18, 3, 21);                                                                       \
    MOVED(t4, A##24, 4, 14);                                                                       \
    CHI_PLANE(B##0, B##1, B##2, B##3, B##4);                                                       \
    B##0 = XOR(B##0, LANE(constant));                                                              \
    MOVED(t0, A##3, 3, 28);                                                                        \
    MOVED(t1, A##9, 4, 20);                                                                        \
    MOVED(t2, A##10, 0, 3);                                                                        \
    MOVED(t3, A##16, 1, 45);                                                                       \
    MOVED(t4, A##22, 2, 61);                                                                       \
    CHI_PLANE(B##5, B##6, B##7, B##8, B##9);                                                       \
    MOVED(t0, A##1, 1, 1);                                                                         \
    MOVED(t1, A##7, 2, 6);                                                                         \
    MOVED(t2, A##13, 3, 25);                                                                       \
    MOVED(t3, A##19, 4, 8);                                                                        \
    MOVED(t4, A##20, 0, 18);                                                                       \
    CHI_PLANE(B##10, B##11, B##12, B##13, B##14);                                                  \
    MOVED(t0, A##4, 4, 27);                                                                        \
    MOVED(t1, A##5, 0, 36);                                                                        \
    MOVED(t2, A##11, 1, 10);                                                                       \
    MOVED(t3, A##17, 2, 15);                                                                       \
    MOVED(t4, A##23, 3, 56);                                                                       \
    CHI_PLANE(B##15, B##16, B##17, B##18, B##19);                                                  \
    MOVED(t0, A##2, 2, 62);                                                                        \
    MOVED(t1, A##8, 3, 55);                                                                        \
    MOVED(t2, A##14, 4, 39);                                                                       \
    MOVED(t3, A##15, 0, 41);                                                                       \
    MOVED(t4, A##21, 1, 2);                                                                        \
    CHI_PLANE(B##20, B##21, B##22, B##23, B##24)

/* Lanes from i to i + 3, and all 25: f(i) */
#define FOUR(f, i0, i1, i2, i3) f(i0) f(i1) f(i2) f(i3)
#define ALL(f)                                                                                     \
    FOUR(f, 0, 1, 2, 3)                                                                            \
    FOUR(f, 4, 5, 6, 7)                                                                            \
    FOUR(f, 8, 9, 10, 11)                                                                          \
    FOUR(f, 12, 13, 14, 15)                                                                        \
    FOUR(f, 16, 17, 18, 19) FOUR(f, 20, 21, 22, 23) f(24)
#define LOAD(i) a##i = LANE(A + 2 * (i));
#define STORE(i) STORE_LANE(A + 2 * (i), a##i);
#define ADD(i) a##i = XOR(a##i, LANE(data + 8 * (i)));

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
    __m128i a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18;
    __m128i a19, a20, a21, a22, a23, a24, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12;
    __m128i b13, b14, b15, b16, b17, b18, b19, b20, b21, b22, b23, b24;
    __m128i c0, c1, c2, c3, c4, d0, d1, d2, d3, d4, e0, e1, e2, e3, e4, t0, t1, t2, t3, t4;
    u32 *A = cc->A;
    unsigned i;

    ALL(LOAD)
    do {
        /* Rates of 9 (Keccak-512), 13, 17, 18 and 21 lanes (SHAKE128) */
        if (lanes != 0) {
            FOUR(ADD, 0, 1, 2, 3)
            FOUR(ADD, 4, 5, 6, 7)
            ADD(8)
            if (lanes > 9) {
                FOUR(ADD, 9, 10, 11, 12)
            }
            if (lanes > 13) {
                FOUR(ADD, 13, 14, 15, 16)
            }
            if (lanes > 17) {
                ADD(17)
            }
            if (lanes > 18) {
                ADD(18)
                ADD(19)
                ADD(20)
            }
            data += 8 * lanes;
        }
        for (i = 0; i != ROUNDS; i += 2) {
            ROUND(a, b, RC + i);
            ROUND(b, a, RC + i + 1);
        }
    } while (--blocks != 0);
    ALL(STORE)
}

#endif
