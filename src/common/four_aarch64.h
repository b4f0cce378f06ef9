/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Four vectors at a time on AArch64: LD1 and ST1 load and store four registers that follow each other, and
 * take the address on, in one instruction; compilers take two and a third.
 *
 * A private header.  `registers` names those of a, b, c and d, which are variables in registers.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C7.2, "LD1
 * (multiple structures)" and "ST1 (multiple structures)".
 */
#ifndef MOTE_COMMON_FOUR_AARCH64_H
#define MOTE_COMMON_FOUR_AARCH64_H

typedef unsigned char four_vectors[64];

#define FOUR_FROM(p, registers, a, b, c, d)                                                        \
    __asm__("ld1 {" registers "},[%4],64"                                                          \
            : "=w"(a), "=w"(b), "=w"(c), "=w"(d), "+r"(p)                                          \
            : "m"(*(const four_vectors *)(p)))
#define FOUR_TO(p, registers, a, b, c, d)                                                          \
    __asm__("st1 {" registers "},[%0],64"                                                          \
            : "+r"(p), "=m"(*(four_vectors *)(p))                                                  \
            : "w"(a), "w"(b), "w"(c), "w"(d))

#endif
