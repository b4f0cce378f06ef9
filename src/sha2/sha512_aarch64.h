/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-512 with the instructions of ARMv8.2 (FEAT_SHA512), in C.
 *
 * A private header; the source includes it before sha2/sha512_fast.h, which takes it for a kernel.
 *
 * Names are those of FIPS 180-4, sections 4.1.3 and 6.4.2.  The working variables lie in four vectors,
 * {a, b} to {g, h}; two instructions do two steps.  They want the two words of the schedule in the
 * opposite order.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C7.2,
 * "SHA512H", "SHA512H2", "SHA512SU0" and "SHA512SU1"; Arm C Language Extensions (IHI 0053).
 */
#ifndef MOTE_SHA512_AARCH64_H
#define MOTE_SHA512_AARCH64_H

#include "common/aarch64_sha3.h"
#include "common/four_aarch64.h"

#define SHA512_COMPRESS
#define SHA512_AARCH64
static void mote_sha512_compress(mote_u32 *H, const unsigned char *data, size_t blocks);

/* The constants of section 4.2.3 */
static const uint64_t SHA512_CONSTANTS[80] = {
    0x428A2F98D728AE22, 0x7137449123EF65CD, 0xB5C0FBCFEC4D3B2F, 0xE9B5DBA58189DBBC,
    0x3956C25BF348B538, 0x59F111F1B605D019, 0x923F82A4AF194F9B, 0xAB1C5ED5DA6D8118,
    0xD807AA98A3030242, 0x12835B0145706FBE, 0x243185BE4EE4B28C, 0x550C7DC3D5FFB4E2,
    0x72BE5D74F27B896F, 0x80DEB1FE3B1696B1, 0x9BDC06A725C71235, 0xC19BF174CF692694,
    0xE49B69C19EF14AD2, 0xEFBE4786384F25E3, 0x0FC19DC68B8CD5B5, 0x240CA1CC77AC9C65,
    0x2DE92C6F592B0275, 0x4A7484AA6EA6E483, 0x5CB0A9DCBD41FBD4, 0x76F988DA831153B5,
    0x983E5152EE66DFAB, 0xA831C66D2DB43210, 0xB00327C898FB213F, 0xBF597FC7BEEF0EE4,
    0xC6E00BF33DA88FC2, 0xD5A79147930AA725, 0x06CA6351E003826F, 0x142929670A0E6E70,
    0x27B70A8546D22FFC, 0x2E1B21385C26C926, 0x4D2C6DFC5AC42AED, 0x53380D139D95B3DF,
    0x650A73548BAF63DE, 0x766A0ABB3C77B2A8, 0x81C2C92E47EDAEE6, 0x92722C851482353B,
    0xA2BFE8A14CF10364, 0xA81A664BBC423001, 0xC24B8B70D0F89791, 0xC76C51A30654BE30,
    0xD192E819D6EF5218, 0xD69906245565A910, 0xF40E35855771202A, 0x106AA07032BBD1B8,
    0x19A4C116B8D2D0C8, 0x1E376C085141AB53, 0x2748774CDF8EEB99, 0x34B0BCB5E19B48A8,
    0x391C0CB3C5C95A63, 0x4ED8AA4AE3418ACB, 0x5B9CCA4F7763E373, 0x682E6FF3D6B2B8A3,
    0x748F82EE5DEFB2FC, 0x78A5636F43172F60, 0x84C87814A1F0AB72, 0x8CC702081A6439EC,
    0x90BEFFFA23631E28, 0xA4506CEBDE82BDE9, 0xBEF9A3F7B2C67915, 0xC67178F2E372532B,
    0xCA273ECEEA26619C, 0xD186B8C721C0C207, 0xEADA7DD6CDE0EB1E, 0xF57D4F7FEE6ED178,
    0x06F067AA72176FBA, 0x0A637DC5A2C898A6, 0x113F9804BEF90DAE, 0x1B710B35131C471B,
    0x28DB77F523047D84, 0x32CAAB7B40C72493, 0x3C9EBE0A15C9BEBC, 0x431D67C49C100D4C,
    0x4CC5D4BECB3E42B6, 0x597F299CFC657E2A, 0x5FCB6FAB3AD6FAEC, 0x6C44198C4A475817,
};

/* A line here is a step, and the formatter would run them together. */
/* clang-format off */

/*
 * Two steps with the words w and the constants in k.  Into t comes what sha512h makes of {g, h} and
 * {d, e}, {f, g}, which two steps add to {c, d}; then sha512h2 makes the new {a, b} of it.  So afterwards t is
 * {a, b}, ab is {c, d}, gh is {e, f}, ef is {g, h}, and cd is free.
 */
#define TWO(w, k, ab, cd, ef, gh, t)                                                               \
    "add %[" #t "].2d," #k ".2d,%[" #w "].2d\n"                                                       \
    "ext %[x].16b,%[" #ef "].16b,%[" #gh "].16b,8\n"                                               \
    "ext %[y].16b,%[" #cd "].16b,%[" #ef "].16b,8\n"                                               \
    "ext %[" #t "].16b,%[" #t "].16b,%[" #t "].16b,8\n"                                            \
    "add %[" #t "].2d,%[" #t "].2d,%[" #gh "].2d\n"                                                \
    "sha512h %q[" #t "],%q[x],%[y].2d\n"                                                           \
    "add %[" #gh "].2d,%[" #cd "].2d,%[" #t "].2d\n"                                               \
    "sha512h2 %q[" #t "],%q[" #cd "],%[" #ab "].2d\n"

/* The constants of eight steps */
#define CONSTANTS "ld1 {v20.2d-v23.2d},[%[k]],64\n"

/* Four steps */
#define FOUR(w0, w1, k0, k1, ab, cd, ef, gh, t)                                                    \
    TWO(w0, k0, ab, cd, ef, gh, t)                                                                 \
    TWO(w1, k1, t, ab, gh, ef, cd)

/* Twelve steps later all variables are back in their registers. */
#define FOUR0(w0, w1, k0, k1) FOUR(w0, w1, k0, k1, ab, cd, ef, gh, t)
#define FOUR1(w0, w1, k0, k1) FOUR(w0, w1, k0, k1, cd, t, ef, gh, ab)
#define FOUR2(w0, w1, k0, k1) FOUR(w0, w1, k0, k1, t, ab, ef, gh, cd)

/* Two words of the schedule in place of those of 16 steps before. */
#define NEXT(w, w1, w4, w5, w7)                                                                    \
    "ext %[x].16b,%[" #w4 "].16b,%[" #w5 "].16b,8\n"                                               \
    "sha512su0 %[" #w "].2d,%[" #w1 "].2d\n"                                                       \
    "sha512su1 %[" #w "].2d,%[" #w7 "].2d,%[x].2d\n"

/* The schedule and sixteen steps; A, B, C: which of the three places the variables begin in, and go on. */
#define SIXTEEN(A, B, C)                                                                           \
    CONSTANTS                                                                                      \
    NEXT(w0, w1, w4, w5, w7)                                                                       \
    NEXT(w1, w2, w5, w6, w0)                                                                       \
    FOUR##A(w0, w1, v20, v21)                                                                      \
    NEXT(w2, w3, w6, w7, w1)                                                                       \
    NEXT(w3, w4, w7, w0, w2)                                                                       \
    FOUR##B(w2, w3, v22, v23)                                                                      \
    CONSTANTS                                                                                      \
    NEXT(w4, w5, w0, w1, w3)                                                                       \
    NEXT(w5, w6, w1, w2, w4)                                                                       \
    FOUR##C(w4, w5, v20, v21)                                                                      \
    NEXT(w6, w7, w2, w3, w5)                                                                       \
    NEXT(w7, w0, w3, w4, w6)                                                                       \
    FOUR##A(w6, w7, v22, v23)

/* All 80 steps.  In assembly, where compilers copy vectors from register to register. */
#define STEPS                                                                                      \
    CONSTANTS                                                                                      \
    FOUR0(w0, w1, v20, v21)                                                                        \
    FOUR1(w2, w3, v22, v23)                                                                        \
    CONSTANTS                                                                                      \
    FOUR2(w4, w5, v20, v21)                                                                        \
    FOUR0(w6, w7, v22, v23)                                                                        \
    SIXTEEN(1, 2, 0)                                                                               \
    SIXTEEN(2, 0, 1)                                                                               \
    SIXTEEN(0, 1, 2)                                                                               \
    SIXTEEN(1, 2, 0)                                                                               \
    "sub %[k],%[k],640\n"

/* clang-format on */

#define WORDS(w) (w = vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(w))))

static void mote_sha512_compress(mote_u32 *H, const unsigned char *data, size_t blocks) {
    uint64x2_t first = vreinterpretq_u64_u32(vld1q_u32(H));
    uint64x2_t second = vreinterpretq_u64_u32(vld1q_u32(H + 4));
    uint64x2_t third = vreinterpretq_u64_u32(vld1q_u32(H + 8));
    uint64x2_t fourth = vreinterpretq_u64_u32(vld1q_u32(H + 12));
    uint64x2_t ab, cd, ef, gh, t, x, y, w0, w1, w2, w3, w4, w5, w6, w7;
    const uint64_t *k = SHA512_CONSTANTS;

    do {
        ab = first;
        cd = second;
        ef = third;
        gh = fourth;
        FOUR_FROM(data, "24", "25", "26", "27", w0, w1, w2, w3);
        FOUR_FROM(data, "28", "29", "30", "31", w4, w5, w6, w7);
        WORDS(w0);
        WORDS(w1);
        WORDS(w2);
        WORDS(w3);
        WORDS(w4);
        WORDS(w5);
        WORDS(w6);
        WORDS(w7);
        __asm__(
            STEPS
            : [ab] "+w"(ab), [cd] "+w"(cd), [ef] "+w"(ef), [gh] "+w"(gh), [t] "=&w"(t),
              [x] "=&w"(x), [y] "=&w"(y), [k] "+r"(k), [w0] "+w"(w0), [w1] "+w"(w1), [w2] "+w"(w2),
              [w3] "+w"(w3), [w4] "+w"(w4), [w5] "+w"(w5), [w6] "+w"(w6), [w7] "+w"(w7)
            : "m"(*(const uint64_t (*)[80])SHA512_CONSTANTS)
            : "v20", "v21", "v22", "v23");
        first = vaddq_u64(first, t);
        second = vaddq_u64(second, ab);
        third = vaddq_u64(third, ef);
        fourth = vaddq_u64(fourth, gh);
    } while (--blocks != 0);
    vst1q_u32(H, vreinterpretq_u32_u64(first));
    vst1q_u32(H + 4, vreinterpretq_u32_u64(second));
    vst1q_u32(H + 8, vreinterpretq_u32_u64(third));
    vst1q_u32(H + 12, vreinterpretq_u32_u64(fourth));
}

#undef NEXT

#endif
