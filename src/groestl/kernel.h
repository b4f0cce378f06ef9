/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of Groestl as a kernel in assembly: H becomes H + P(H + block) + Q(block),
 * or, without a block, H + P(H), the output transformation (sections 3.2 and 3.3 of the Groestl
 * specification, 2 March 2011).
 *
 * That is the version of the final round.  In that of the second round, of which smart cards have
 * figures from 2010, P and Q shift alike, and AddRoundConstant changes one byte of the state, where
 * it is 8 now in P, and all of them in Q.
 *
 * A private header.  The source includes it after
 *
 *     #define COLUMNS 8                    of the state: 8, or 16 for digests above 256 bits
 */
#ifndef MOTE_GROESTL_KERNEL_H
#define MOTE_GROESTL_KERNEL_H

#if COLUMNS == 8
void mote_groestl_f512(unsigned char *H, const unsigned char *block);
#define COMPRESS mote_groestl_f512
#else
void mote_groestl_f1024(unsigned char *H, const unsigned char *block);
#define COMPRESS mote_groestl_f1024
#endif

#endif
