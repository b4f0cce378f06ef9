/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Four vectors at a time on AArch64: LD1 and ST1 load and store four registers that follow each other, and
 * take the address on, in one instruction; compilers take two and a third.
 *
 * A private header.  r0 to r3 are the numbers of the registers, as strings.  A variable has one of them in
 * the statement alone: a call that a compiler adds (a sanitizer's) would change the register.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C7.2, "LD1
 * (multiple structures)" and "ST1 (multiple structures)".
 */
#ifndef MOTE_COMMON_FOUR_AARCH64_H
#define MOTE_COMMON_FOUR_AARCH64_H

typedef unsigned char four_vectors[64];

#define FOUR_FROM(p, r0, r1, r2, r3, a, b, c, d)                                                   \
    do {                                                                                           \
        register __typeof__(a) a_ __asm__("v" r0), b_ __asm__("v" r1);                             \
        register __typeof__(a) c_ __asm__("v" r2), d_ __asm__("v" r3);                             \
                                                                                                   \
        __asm__("ld1 {v" r0 ".16b-v" r3 ".16b},[%4],64"                                            \
                : "=w"(a_), "=w"(b_), "=w"(c_), "=w"(d_), "+r"(p)                                  \
                : "m"(*(const four_vectors *)(p)));                                                \
        a = a_;                                                                                    \
        b = b_;                                                                                    \
        c = c_;                                                                                    \
        d = d_;                                                                                    \
    } while (0)
#define FOUR_TO(p, r0, r1, r2, r3, a, b, c, d)                                                     \
    do {                                                                                           \
        register __typeof__(a) a_ __asm__("v" r0) = a, b_ __asm__("v" r1) = b;                     \
        register __typeof__(a) c_ __asm__("v" r2) = c, d_ __asm__("v" r3) = d;                     \
                                                                                                   \
        __asm__("st1 {v" r0 ".16b-v" r3 ".16b},[%0],64"                                            \
                : "+r"(p), "=m"(*(four_vectors *)(p))                                              \
                : "w"(a_), "w"(b_), "w"(c_), "w"(d_));                                             \
    } while (0)

#endif
