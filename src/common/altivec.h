/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Words of 64 bits on an AltiVec unit that has words of 32 bits alone: before POWER8 (G4, PowerPC 970,
 * POWER6 and 7).  A vector is two such words.  From POWER8 on each of these is one instruction.
 *
 * A private header.  Only big-endian machines have such a unit: a little-endian system begins with
 * POWER8.  Instructions: AltiVec Technology Programming Environments Manual (Freescale, ALTIVECPEM).
 */
#ifndef MOTE_ALTIVEC_H
#define MOTE_ALTIVEC_H

#ifndef __ALTIVEC__
#error "common/altivec.h needs an AltiVec unit: -maltivec, or -qaltivec"
#endif

#include "common/byte_order.h"
#ifdef MOTE_LITTLE_ENDIAN
#error "common/altivec.h needs a big-endian machine"
#endif

#include <altivec.h>

/* The header makes words of C++ and C into macros. */
#undef vector
#undef pixel
#undef bool

typedef __vector unsigned char bytes16;
typedef __vector unsigned int words4;

/* The carry of each low half at its high half, which is before it; zeros elsewhere. */
#define CARRIES ((bytes16){4, 5, 6, 7, 16, 16, 16, 16, 12, 13, 14, 15, 16, 16, 16, 16})
/* The halves of each word exchanged. */
#define EXCHANGED ((bytes16){4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11})
/* Each word rotated by 8 to the right, and to the left. */
#define RIGHT8 ((bytes16){7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14})
#define LEFT8 ((bytes16){1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8})

#define ALTIVEC __attribute__((__unused__)) static __inline__

/* x + y: vaddcuw, vadduwm, vperm, vadduwm.  One vperm puts the carries in their places, where a mask
 * and a shift would be two. */
ALTIVEC words4 vector_add64(words4 x, words4 y) {
    const words4 zero = {0, 0, 0, 0};
    words4 carry = vec_addc(x, y);

    return vec_add(vec_add(x, y), vec_perm(carry, zero, CARRIES));
}

/* x - y: vsubcuw gives 1 where nothing is borrowed, so that the borrows are 1 less: adding the
 * complement's 0 or all ones subtracts them. */
ALTIVEC words4 vector_sub64(words4 x, words4 y) {
    const words4 zero = {0, 0, 0, 0}, one = {1, 1, 1, 1};
    words4 borrow = vec_sub(vec_subc(x, y), one);

    return vec_add(vec_sub(x, y), vec_perm(borrow, zero, CARRIES));
}

/* x rotated to the left by n, 1 to 31: the halves' rotations, with the n low bits of the other's. */
ALTIVEC words4 vector_rotl64(words4 x, words4 n, words4 mask) {
    words4 turned = vec_rl(x, n);

    return vec_sel(turned, vec_perm(turned, turned, EXCHANGED), mask);
}
#define VECTOR_ROTL64(x, n)                                                                        \
    vector_rotl64(x, (words4){n, n, n, n},                                                         \
                  (words4){(1u << (n)) - 1, (1u << (n)) - 1, (1u << (n)) - 1, (1u << (n)) - 1})

/* x rotated to the right by n, 1 to 31. */
#define VECTOR_ROTR64(x, n)                                                                        \
    vector_rotl64(x, (words4){32 - (n), 32 - (n), 32 - (n), 32 - (n)},                             \
                  (words4){~(0xFFFFFFFFu >> (n)), ~(0xFFFFFFFFu >> (n)), ~(0xFFFFFFFFu >> (n)),    \
                           ~(0xFFFFFFFFu >> (n))})

#endif
