/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A round of Ascon for amd64 with BMI1 and BMI2, in place of that of ascon/rounds_fast.h: rotations that leave their
 * operand alone, an AND with a complement, and first what the next round waits for.
 *
 * A private header.  The source includes after it that of the function for any processor.
 */
#ifndef MOTE_ASCON_AMD64_BMI2_H
#define MOTE_ASCON_AMD64_BMI2_H

#if !defined __x86_64__ || defined __ILP32__
#error "ascon/amd64_bmi2.h needs an amd64 with pointers of 64 bits"
#endif

#include "common/fast.h"

#include "ascon/rounds_fast.h"

/* Addition of the constant and layer of words; each word with two rotated ones, the first ones in t0 to t4. */
#undef ROUND
#define ROUND(constant)                                                                            \
    __extension__({                                                                                \
        __asm__("xorq %[x4], %[x0]\n\t"                                                            \
                "xorq %[x3], %[x4]\n\t"                                                            \
                "xorq %[c], %[x2]\n\t"                                                             \
                "xorq %[x1], %[x2]\n\t"                                                            \
                "andnq %[x1], %[x0], %[t0]\n\t"                                                    \
                "andnq %[x2], %[x1], %[t1]\n\t"                                                    \
                "andnq %[x3], %[x2], %[t2]\n\t"                                                    \
                "andnq %[x4], %[x3], %[t3]\n\t"                                                    \
                "andnq %[x0], %[x4], %[t4]\n\t"                                                    \
                "xorq %[t0], %[x4]\n\t"                                                            \
                "xorq %[t4], %[x3]\n\t"                                                            \
                "xorq %[t3], %[x2]\n\t"                                                            \
                "xorq %[t2], %[x1]\n\t"                                                            \
                "xorq %[t1], %[x0]\n\t"                                                            \
                "xorq %[x0], %[x1]\n\t"                                                            \
                "xorq %[x4], %[x0]\n\t"                                                            \
                "xorq %[x2], %[x3]\n\t"                                                            \
                "rorxq $7, %[x4], %[t0]\n\t"                                                       \
                "rorxq $10, %[x3], %[t1]\n\t"                                                      \
                "rorxq $19, %[x0], %[t2]\n\t"                                                      \
                "rorxq $1, %[x2], %[t3]\n\t"                                                       \
                "rorxq $61, %[x1], %[t4]\n\t"                                                      \
                "xorq %[x4], %[t0]\n\t"                                                            \
                "rorxq $41, %[x4], %[x4]\n\t"                                                      \
                "xorq %[x3], %[t1]\n\t"                                                            \
                "rorxq $17, %[x3], %[x3]\n\t"                                                      \
                "xorq %[x0], %[t2]\n\t"                                                            \
                "rorxq $28, %[x0], %[x0]\n\t"                                                      \
                "xorq %[x2], %[t3]\n\t"                                                            \
                "rorxq $6, %[x2], %[x2]\n\t"                                                       \
                "xorq %[x1], %[t4]\n\t"                                                            \
                "rorxq $39, %[x1], %[x1]\n\t"                                                      \
                "xorq %[t0], %[x4]\n\t"                                                            \
                "xorq %[t1], %[x3]\n\t"                                                            \
                "xorq %[t2], %[x0]\n\t"                                                            \
                "xorq %[t3], %[x2]\n\t"                                                            \
                "xorq %[t4], %[x1]"                                                                \
                : [x0] "+r"(x0), [x1] "+r"(x1), [x2] "+r"(x2), [x3] "+r"(x3), [x4] "+r"(x4),       \
                  [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4)   \
                : [c] "e"(constant)                                                                \
                : "cc");                                                                           \
    })

#endif
