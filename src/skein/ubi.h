/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Where Skein and Threefish have a kernel in assembly, what it is called: UBI(G, tweak, block) is a
 * message block of UBI (section 3.4): Threefish encrypts it with the key G, and the result ^ the block
 * is the new G.  G and tweak are words with the low halves first; the block is bytes.
 *
 * A private header.
 */
#ifndef MOTE_UBI_H
#define MOTE_UBI_H

#ifdef SKEIN_UBI256
void mote_skein_ubi256(mote_u32 *G, const mote_u32 *tweak, const unsigned char *block);
#define UBI mote_skein_ubi256
#endif

#ifdef SKEIN_UBI512
void mote_skein_ubi512(mote_u32 *G, const mote_u32 *tweak, const unsigned char *block);
#define UBI mote_skein_ubi512
#endif

#endif
