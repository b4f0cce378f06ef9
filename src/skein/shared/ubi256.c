/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * For a program that has Threefish-256 as well as Skein-256: the kernel that Skein-256's mode asks for
 * (SKEIN_UBI256, skein/ubi.h) is a call of the cipher.
 *
 * Specification: "The Skein Hash Function Family", version 1.3, section 3.4.
 */
#include <string.h>

#include "mote/threefish256.h"

#ifndef SKEIN_UBI256
#define SKEIN_UBI256
#endif
#include "skein/ubi.h"

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "here the words of a key have to lie in memory as its bytes do: take a kernel of its own"
#endif

void mote_skein_ubi256(mote_u32 *G, const mote_u32 *tweak, const unsigned char *block) {
    unsigned char *out = (unsigned char *)G;
    unsigned i = 32;

    mote_threefish256_encrypt((const mote_threefish256_context *)G, tweak, block, out);
    do {
        *out++ ^= *block++;
    } while (--i != 0);
}
