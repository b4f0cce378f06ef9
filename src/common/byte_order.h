/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The byte order of the machine, for code that is of no use without it: exactly one of the macros
 * MOTE_LITTLE_ENDIAN and MOTE_BIG_ENDIAN is defined, as 1.
 *
 * Compilers say it in one of two ways: __BYTE_ORDER__ with the values that it is compared with, or
 * __LITTLE_ENDIAN__ and __BIG_ENDIAN__ (IBM XL for AIX has only these).  Names that are not defined
 * are 0 for the preprocessor, so that a comparison of two of them would hold.  Neither way is taken
 * for the other's opposite: silence, or two answers, is an error.
 */
#ifndef MOTE_BYTE_ORDER_H
#define MOTE_BYTE_ORDER_H

#if defined __BYTE_ORDER__ && defined __ORDER_LITTLE_ENDIAN__
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define MOTE_LITTLE_ENDIAN 1
#endif
#endif
#if defined __BYTE_ORDER__ && defined __ORDER_BIG_ENDIAN__
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define MOTE_BIG_ENDIAN 1
#endif
#endif

/* Some compilers define the name of the other order, too, as 0. */
#if !defined MOTE_LITTLE_ENDIAN && defined __LITTLE_ENDIAN__
#if __LITTLE_ENDIAN__
#define MOTE_LITTLE_ENDIAN 1
#endif
#endif
#if !defined MOTE_BIG_ENDIAN && defined __BIG_ENDIAN__
#if __BIG_ENDIAN__
#define MOTE_BIG_ENDIAN 1
#endif
#endif

#if defined MOTE_LITTLE_ENDIAN && defined MOTE_BIG_ENDIAN
#error "the compiler says that the machine is little-endian and that it is big-endian"
#endif
#if !defined MOTE_LITTLE_ENDIAN && !defined MOTE_BIG_ENDIAN
#error "the compiler does not say whether the machine is little-endian or big-endian"
#endif

#endif
