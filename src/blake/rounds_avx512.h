/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What BLAKE2s and BLAKE2b with AVX-512 of amd64 share: the function G on four columns, of which each row is a
 * vector, with words of the message that one instruction takes from two vectors.
 *
 * Of a sum that is rotated the part that comes last is shifted both ways, and one instruction adds these to what
 * is rotated of the other part: two cycles behind it, where a sum and a rotation of it are three on some processors.
 * What is shifted comes first, as the instruction's target: on a Zen 4 it waits longer for another operand.
 *
 * A private header.  Who uses it has the rows of the state in a to d, and defines before
 *
 *     ROW_BITS                              of a word
 *     ROW_ADD(x, y), ROW_ROR(x, n), ROW_SHR(x, n), ROW_SHL(x, n), ROW_XOR3(x, y, z)   operations on rows
 *     ROW_TURN(x, order)                    the words of a row in another order
 *     FIRST_WORDS(i, j, k, l, i2, j2, k2, l2), SECOND_WORDS(...)   what the halves of G take of the message
 *     D1(d, a), D2(d, a)                    the sum, rotated, as the halves do it
 *     B1, B2                                how far they rotate the others
 */
#ifndef MOTE_BLAKE_ROUNDS_AVX512_H
#define MOTE_BLAKE_ROUNDS_AVX512_H

#if !defined __x86_64__ || defined __ILP32__
#error "blake/rounds_avx512.h needs an amd64 with pointers of 64 bits"
#endif

#include <immintrin.h>

#include "blake/rounds_fast.h"

/* The functions that use them alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx512f,avx512bw,avx512vl")))

/* x + y, rotated, of which y comes last */
#define SUM_ROR(x, y, n) ROW_XOR3(ROW_SHL(y, ROW_BITS - (n)), ROW_SHR(y, n), ROW_ROR(x, n))
/* Half of G, with words x of the message.  b comes last, and a compiler might add it to x first. */
#define HALF_G(x, for_d, for_b)                                                                    \
    a = ROW_ADD(a, x);                                                                             \
    __asm__("" : "+v"(a));                                                                         \
    a = ROW_ADD(a, b);                                                                             \
    d = for_d(d, a);                                                                               \
    c = ROW_ADD(c, d);                                                                             \
    b = SUM_ROR(b, c, for_b)
#define COLUMNS(i, j, k, l, i2, j2, k2, l2)                                                        \
    HALF_G(FIRST_WORDS(i, j, k, l, i2, j2, k2, l2), D1, B1);                                       \
    HALF_G(SECOND_WORDS(i, j, k, l, i2, j2, k2, l2), D2, B2)
/* The diagonals into columns, or back; b, which comes last, stays where it is. */
#define TURN(from_a, from_c)                                                                       \
    a = ROW_TURN(a, from_a);                                                                       \
    d = ROW_TURN(d, 0x4E);                                                                         \
    c = ROW_TURN(c, from_c)

/* In place of that on single words: the rounds with their rows of sigma are the same. */
#undef ROUND
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    COLUMNS(s0, s2, s4, s6, s1, s3, s5, s7);                                                       \
    TURN(0x93, 0x39);                                                                              \
    COLUMNS(s14, s8, s10, s12, s15, s9, s11, s13);                                                 \
    TURN(0x39, 0x93)

#endif
