/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Vector instructions of POWER8 (Power ISA 2.07B, Book I, chapters 6 and 7) under one name for GCC,
 * Clang and IBM XL, and meaning the same in both byte orders: as the registers have it.
 *
 * A private header.  A register's words are called high and low here: the high one is doubleword 0
 * of the Power ISA, which is element 0 on a big-endian machine and element 1 on a little-endian one.
 * IBM XL's names are from its manual; the tests see them through stubs, as that
 * compiler has not been tried.
 */
#ifndef MOTE_POWER8_H
#define MOTE_POWER8_H

#if !defined __powerpc64__ && !defined __PPC64__ && !defined __64BIT__
#error "common/power8.h needs a 64-bit POWER8: -mcpu=power8, or -qarch=pwr8 -q64"
#endif
#ifndef _ARCH_PWR8
#error "common/power8.h needs a 64-bit POWER8: -mcpu=power8, or -qarch=pwr8 -q64"
#endif

#include "common/byte_order.h"

#include <altivec.h>

/* The header makes words of C++ and C into macros. */
#undef vector
#undef pixel
#undef bool

typedef __vector unsigned char bytes16;
typedef __vector unsigned long long words2;

#ifdef MOTE_LITTLE_ENDIAN
#define WORDS(high, low) ((words2){low, high})
#define HIGH_WORD(x) ((unsigned long)vec_extract(x, 1))
/* A byte for each of the 16 of a register, from the highest on. */
#define BYTES(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                      \
    ((bytes16){p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a})
#else
#define WORDS(high, low) ((words2){high, low})
#define HIGH_WORD(x) ((unsigned long)vec_extract(x, 0))
#define BYTES(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                      \
    ((bytes16){a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p})
#endif

/*
 * lxvd2x: the word at p + offset bytes becomes the high word of the register, the one behind it the
 * low word, each in the machine's byte order; any alignment.
 */
#define LOAD_WORDS(p, offset) vec_xl_be(offset, (unsigned long long *)(p))

/*
 * SUM_OF_PRODUCTS, vpmsumd: the sum of the carry-less products of the high words and of the low words.
 * PERMUTE_XOR, vpermxor: byte i is byte (control i >> 4) of a xor byte (control i & 15) of b, where
 * byte 0 is the highest.
 */
#if defined __xlC__ || defined __xlc__ || defined __ibmxl__
#define SUM_OF_PRODUCTS(a, b) ((words2)__vpmsumd(a, b))
#define PERMUTE_XOR(a, b, control) ((words2)__vpermxor((bytes16)(a), (bytes16)(b), control))
#elif defined __clang__
#define SUM_OF_PRODUCTS(a, b) ((words2)__builtin_altivec_crypto_vpmsumd(a, b))
#define PERMUTE_XOR(a, b, control) permute_xor(a, b, control)

/* Clang's own name for it complements the control on little-endian machines, GCC's does not. */
__attribute__((__unused__)) static __inline__ words2 permute_xor(words2 a, words2 b,
                                                                 bytes16 control) {
    words2 result;

    __asm__("vpermxor %0,%1,%2,%3" : "=v"(result) : "v"(a), "v"(b), "v"(control));
    return result;
}
#else
#define SUM_OF_PRODUCTS(a, b) ((words2)__builtin_crypto_vpmsumd(a, b))
#define PERMUTE_XOR(a, b, control)                                                                 \
    ((words2)__builtin_crypto_vpermxor((bytes16)(a), (bytes16)(b), control))
#endif

#endif
