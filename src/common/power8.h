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
#define LOW_WORD(x) ((unsigned long)vec_extract(x, 0))
/* A byte for each of the 16 of a register, from the highest on. */
#define BYTES(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                      \
    ((bytes16){p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a})
#else
#define WORDS(high, low) ((words2){high, low})
#define HIGH_WORD(x) ((unsigned long)vec_extract(x, 0))
#define LOW_WORD(x) ((unsigned long)vec_extract(x, 1))
#define BYTES(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                      \
    ((bytes16){a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p})
#endif

/*
 * lxvd2x: the word at p + offset bytes becomes the high word of the register, the one behind it the
 * low word, each in the machine's byte order; any alignment.
 */
#define LOAD_WORDS(p, offset) vec_xl_be(offset, (unsigned long long *)(p))

/* stxvd2x: what LOAD_WORDS reads. */
#define STORE_WORDS(x, p, offset) vec_xst_be((words2)(x), offset, (unsigned long long *)(p))

/*
 * SUM_OF_PRODUCTS, vpmsumd: the sum of the carry-less products of the high words and of the low words.
 * SUM_OF_BYTE_PRODUCTS, vpmsumb: the same in each half word for the products of its two bytes.
 * PERMUTE_XOR, vpermxor: byte i is byte (control i >> 4) of a xor byte (control i & 15) of b, where
 * byte 0 is the highest.
 * PERMUTE, vperm: byte i is byte (control i) of a and b, one behind the other.
 * ADD_QUADWORDS, vadduqm: the sum of two numbers of 128 bits.
 * AES: AES_ROUND, vcipher; AES_LAST, vcipherlast; INVERSE_ROUND, vncipher; INVERSE_LAST,
 * vncipherlast: a round of the state a with the round key b.
 */
#if defined __xlC__ || defined __xlc__ || defined __ibmxl__
#define SUM_OF_PRODUCTS(a, b) ((words2)__vpmsumd(a, b))
#define SUM_OF_BYTE_PRODUCTS(a, b) ((words2)__vpmsumb((bytes16)(a), (bytes16)(b)))
#define PERMUTE_XOR(a, b, control) ((words2)__vpermxor((bytes16)(a), (bytes16)(b), control))
#define AES_ROUND(a, b) ((words2)__vcipher((bytes16)(a), (bytes16)(b)))
#define AES_LAST(a, b) ((words2)__vcipherlast((bytes16)(a), (bytes16)(b)))
#define INVERSE_ROUND(a, b) ((words2)__vncipher((bytes16)(a), (bytes16)(b)))
#define INVERSE_LAST(a, b) ((words2)__vncipherlast((bytes16)(a), (bytes16)(b)))
#elif defined __clang__
#define SUM_OF_PRODUCTS(a, b) ((words2)__builtin_altivec_crypto_vpmsumd(a, b))
#define SUM_OF_BYTE_PRODUCTS(a, b)                                                                 \
    ((words2)__builtin_altivec_crypto_vpmsumb((bytes16)(a), (bytes16)(b)))
#define PERMUTE_XOR(a, b, control) permute_xor(a, b, control)

/* What its names for AES take: LLVM changed their type. */
#if __clang_major__ >= 16
#define CIPHER(x) ((bytes16)(x))
#else
#define CIPHER(x) (x)
#endif
#define AES_ROUND(a, b) ((words2)__builtin_altivec_crypto_vcipher(CIPHER(a), CIPHER(b)))
#define AES_LAST(a, b) ((words2)__builtin_altivec_crypto_vcipherlast(CIPHER(a), CIPHER(b)))
#define INVERSE_ROUND(a, b) ((words2)__builtin_altivec_crypto_vncipher(CIPHER(a), CIPHER(b)))
#define INVERSE_LAST(a, b) ((words2)__builtin_altivec_crypto_vncipherlast(CIPHER(a), CIPHER(b)))

/* Clang's own name for it complements the control on little-endian machines, GCC's does not. */
__attribute__((__unused__)) static __inline__ words2 permute_xor(words2 a, words2 b,
                                                                 bytes16 control) {
    words2 result;

    __asm__("vpermxor %0,%1,%2,%3" : "=v"(result) : "v"(a), "v"(b), "v"(control));
    return result;
}
#else
#define SUM_OF_PRODUCTS(a, b) ((words2)__builtin_crypto_vpmsumd(a, b))
#define SUM_OF_BYTE_PRODUCTS(a, b) ((words2)__builtin_crypto_vpmsumb((bytes16)(a), (bytes16)(b)))
#define PERMUTE_XOR(a, b, control)                                                                 \
    ((words2)__builtin_crypto_vpermxor((bytes16)(a), (bytes16)(b), control))
#define AES_ROUND(a, b) ((words2)__builtin_crypto_vcipher(a, b))
#define AES_LAST(a, b) ((words2)__builtin_crypto_vcipherlast(a, b))
#define INVERSE_ROUND(a, b) ((words2)__builtin_crypto_vncipher(a, b))
#define INVERSE_LAST(a, b) ((words2)__builtin_crypto_vncipherlast(a, b))
#endif

/* vec_perm counts from the other end on little-endian machines, and may take an instruction more. */
#if defined __xlC__ || defined __xlc__ || defined __ibmxl__
#ifdef MOTE_LITTLE_ENDIAN
#define PERMUTE(a, b, control)                                                                     \
    ((words2)vec_perm((bytes16)(b), (bytes16)(a), vec_nor(control, control)))
#else
#define PERMUTE(a, b, control) ((words2)vec_perm((bytes16)(a), (bytes16)(b), control))
#endif
#else
#define PERMUTE(a, b, control) permute(a, b, control)

__attribute__((__unused__)) static __inline__ words2 permute(words2 a, words2 b, bytes16 control) {
    words2 result;

    __asm__("vperm %0,%1,%2,%3" : "=v"(result) : "v"(a), "v"(b), "v"(control));
    return result;
}
#endif

__extension__ typedef __vector unsigned __int128 quadword;
#define ADD_QUADWORDS(a, b) ((words2)vec_add((quadword)(a), (quadword)(b)))
typedef __vector unsigned int words4;
#define ADD_WORDS4(a, b) ((words2)vec_add((words4)(a), (words4)(b)))

#endif
