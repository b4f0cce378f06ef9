/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon's permutation with AVX-512 of amd64: each word of the state in the low half of a register, for
 * instructions that compute any function of three words, or rotate one.
 *
 * A private header.  The source includes it after common/fast.h.
 *
 * Names are those of NIST SP 800-232, section 3.
 *
 * A round is five cycles long where a rotation takes two: two for the constant and substitution, and three for
 * diffusion.  With a0 = x0 ^ x4, a2 = x2 ^ x1 and a4 = x4 ^ x3 substitution makes y0 = t0 ^ t4, y1 = t1 ^ t0,
 * y2 = ~t2, y3 = t3 ^ t2 and y4 = t4 of t_i = a_i ^ (~a_(i+1) & a_(i+2)).  Each y_i is a function of three, of
 * which one or two are functions of three words of the state; so y0 = x1 ? ~(x3 ^ x4) : x0 ^ x3 ^ x2.  The
 * constant is x2's, and added before the diffusion of the round before: as k, of which diffusion makes it.
 */
#ifndef MOTE_ASCON_AMD64_AVX512_H
#define MOTE_ASCON_AMD64_AVX512_H

#if !defined __x86_64__ || defined __ILP32__
#error "ascon/amd64_avx512.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512vl")))
#define NOINLINE __attribute__((__noinline__))
#define INLINE FEATURES static __inline__ __attribute__((__always_inline__))

typedef __m128i word;

/* k ^ (k >>> 1) ^ (k >>> 6) is the constant of a round of Ascon-p[12] (section 3.2), from the second on; behind
 * the last one there is none. */
static const u64 BEFORE_DIFFUSION[12] = {
    C64(0x376938BC, 0xA3083FEB), C64(0x66ED2717, 0x94610775), C64(0x566ED271, 0x794610FF),
    C64(0xC5E51841, 0xFAB37649), C64(0xF566ED27, 0x179461C3), C64(0xA4E2F28C, 0x20FD595D),
    C64(0x946107EA, 0xCDDA4ED7), C64(0x83F566ED, 0x27179430), C64(0xB376938B, 0xCA3083BA),
    C64(0xE2F28C20, 0xFD59BB24), C64(0xD2717946, 0x107EACAE), C64(0x00000000, 0x00000000),
};

#define XOR(x, y) _mm_xor_si128(x, y)

/* Words in memory, with their lowest byte first, as those of the state lie there */
#define WORD(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define STORE_WORD(p, x) _mm_storel_epi64((__m128i *)(void *)(p), x)

struct state {
    word x0, x1, x2, x3, x4;
};

INLINE struct state load(const u32 *S) {
    struct state s;

    s.x0 = WORD(S);
    s.x1 = WORD(S + 2);
    s.x2 = WORD(S + 4);
    s.x3 = WORD(S + 6);
    s.x4 = WORD(S + 8);
    return s;
}

INLINE void store(u32 *S, const struct state *s) {
    STORE_WORD(S, s->x0);
    STORE_WORD(S + 2, s->x1);
    STORE_WORD(S + 4, s->x2);
    STORE_WORD(S + 6, s->x3);
    STORE_WORD(S + 8, s->x4);
}

/*
 * Ascon-p of so many rounds, the last ones of 12; `first` is the constant of the first.
 *
 * The byte of VPTERNLOGQ has the function's values where its operands, from the right, are 0, 0, 0, then 0, 0, 1,
 * and so on, from bit 0 on: 0x96 is the sum of three.  The order is the best that was found: with it a round takes
 * ten cycles of Zen 4, and as compilers arrange it 11 to 14.
 */
INLINE void rounds(struct state *s, unsigned number, u64 first) {
    word x0 = s->x0, x1 = s->x1, x2 = XOR(s->x2, _mm_cvtsi64_si128((long long)first));
    word x3 = s->x3, x4 = s->x4, y0, y1, y2, y3, y4, r0, r1, r2, r3, k;
    unsigned i;

    for (i = 12 - number; i != 12; i++)
        __asm__(
            "vmovdqa %[x0], %[y3]\n\t"
            "vmovq %[before], %[k]\n\t"
            "vmovdqa %[x1], %[y1]\n\t"
            "vpternlogq $0xF6, %[x4], %[x3], %[y3]\n\t" /* x3 ^ (~(x3 ^ x4) & (x0 ^ x4)) ^ (~x3 & x4) */
            "vmovdqa %[x1], %[y2]\n\t"
            "vpternlogq $0xD2, %[x4], %[x3], %[y2]\n\t" /* x1 ^ (~x3 & x4) */
            "vpxor %[x4], %[x3], %[y0]\n\t"
            "vpternlogq $0x69, %[k], %[x2], %[y2]\n\t" /* y2, with what is before diffusion the next constant */
            "vmovdqa %[x0], %[y4]\n\t"
            "vpternlogq $0x7E, %[x3], %[x2], %[y1]\n\t" /* x1 ^ (~(x2 ^ x1) & x3) ^ (~x1 & x2) */
            "vpternlogq $0x96, %[x4], %[x0], %[y1]\n\t" /* y1 */
            "vprorq $39, %[y1], %[r1]\n\t"
            "vpternlogq $0x2E, %[x4], %[x1], %[y4]\n\t" /* x4 ^ (~(x0 ^ x4) & x1) */
            "vpternlogq $0x96, %[x2], %[x1], %[y3]\n\t" /* y3 */
            "vprorq $17, %[y3], %[r3]\n\t"
            "vpxor %[x3], %[y4], %[y4]\n\t" /* y4 */
            "vprorq $7, %[y4], %[x4]\n\t"
            "vprorq $41, %[y4], %[k]\n\t"
            "vpternlogq $0x96, %[y4], %[k], %[x4]\n\t" /* diffusion of x4 */
            "vprorq $6, %[y2], %[r2]\n\t"
            "vmovdqa %[x0], %[r0]\n\t"
            "vpternlogq $0x96, %[x3], %[x2], %[r0]\n\t" /* x0 ^ x2 ^ x3 */
            "vprorq $10, %[y3], %[x3]\n\t"
            "vprorq $1, %[y2], %[x2]\n\t"
            "vpternlogq $0x96, %[y3], %[r3], %[x3]\n\t" /* diffusion of x3 */
            "vpternlogq $0x2E, %[r0], %[x1], %[y0]\n\t" /* y0: x1 ? ~(x3 ^ x4) : x0 ^ x2 ^ x3 */
            "vprorq $28, %[y0], %[r0]\n\t"
            "vprorq $19, %[y0], %[x0]\n\t"
            "vpternlogq $0x96, %[y2], %[r2], %[x2]\n\t" /* diffusion of x2 */
            "vpternlogq $0x96, %[y0], %[r0], %[x0]\n\t" /* of x0 */
            "vprorq $61, %[y1], %[x1]\n\t"
            "vpternlogq $0x96, %[y1], %[r1], %[x1]\n\t" /* of x1 */
            : [x0] "+x"(x0), [x1] "+x"(x1), [x2] "+x"(x2), [x3] "+x"(x3), [x4] "+x"(x4),
              [y0] "=&x"(y0), [y1] "=&x"(y1), [y2] "=&x"(y2), [y3] "=&x"(y3), [y4] "=&x"(y4),
              [r0] "=&x"(r0), [r1] "=&x"(r1), [r2] "=&x"(r2), [r3] "=&x"(r3), [k] "=&x"(k)
            : [before] "m"(BEFORE_DIFFUSION[i]));
    s->x0 = x0;
    s->x1 = x1;
    s->x2 = x2;
    s->x3 = x3;
    s->x4 = x4;
}

#define TWELVE(s) rounds(s, 12, 0xF0)
#define EIGHT(s) rounds(s, 8, 0xB4)

#endif
