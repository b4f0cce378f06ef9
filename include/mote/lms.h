/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LMS: is this signature, of this message, made with the private key that belongs to this public key?
 * A signature that rests on a hash function alone, for firmware images first of all.  This verifies;
 * `mote lms` makes keys and signatures.
 *
 * Status: standard, unbroken; no quantum computer is known to help.  NIST SP 800-208 approves it, and
 * CNSA 2.0 asks for it (or XMSS) where firmware is signed.
 * Specification: RFC 8554, "Leighton-Micali Hash-Based Signatures", April 2019; NIST SP 800-208,
 * October 2020, for SHA-256/192 and SHAKE256.  One tree: no HSS.
 *
 * With SHA-256 (mote/lms_sha256.h); with SHAKE256 (mote/lms_shake256.h) the same in other names:
 *
 *     mote_lms_sha256_context cc;
 *     mote_lms_sha256_init(&cc, key, 56, signature, 1452);   lengths in bytes
 *     mote_lms_sha256(&cc, "abc", 3);                        as often as needed
 *     if (mote_lms_sha256_close(&cc) != MOTE_LMS_VALID)
 *         do not trust the message
 *
 * KEY AND SIGNATURE are the bytes of RFC 8554, sections 5.3 and 5.4: type, type, I, T[1]; and
 * q, type, C, y, type, path.  They are not copied: both have to stay as they are until close.  The
 * message is not kept: an image in flash is given as a whole, one off the air as it comes.
 *
 * THE ANSWER is MOTE_LMS_VALID, or 0.  Anything is refused that is not such a signature of the message:
 * another length of key or signature, a type that is not built in, a type that differs between them,
 * an index past the tree, any changed bit.  Nothing is read past the lengths given; with a length of
 * 0 the pointer may be null.  init says nothing of all that: there is one place to check, close.
 *
 * Compare with MOTE_LMS_VALID alone.  It has eight of sixteen bits set, so that memory or a register
 * stuck at all zeros or all ones refuses, as does a number that was never set.  `if (close(&cc) == 0)`,
 * the habit with functions that return an error, refuses every good image, which the first test shows,
 * and `if (close(&cc))` is right.  The answer is calculated from the bytes of the root that were
 * compared and from how many there were: no branch in here leads to "valid", a comparison that is
 * left early gives 0.  Who can make the processor skip an instruction of his choice can still skip
 * your own branch: verify twice, or keep the answer and compare it again where the image starts.
 *
 * PARAMETER SETS are chosen when this is compiled; what is left out costs no byte.  Give the source
 * and whatever includes its header the same:
 *
 *     MOTE_LMS_N  bytes of a hash: 32 (the default), 24 (SHA-256/192, SHAKE256/192), 0: as the key says
 *     MOTE_LMS_W  Winternitz, bits of a digit: 8 (the default), 4, 2, 1, 0: as the key says
 *     MOTE_LMS_H  height of the tree: 5, 10, 15, 20, 25, 0 (the default): as the key says
 *
 * N, W and the height h give the lengths: a key has 24 + N bytes, a signature 12 + N * (1 + p + h),
 * where p is 265, 133, 67, 34 for W 1, 2, 4, 8 with N 32, and 200, 101, 51, 26 with N 24.
 *
 * Keys, signatures and messages of a verification are public: the time depends on them.  There is
 * nothing to wipe.  Everything else is as in mote/interface.h.
 */
#ifndef MOTE_LMS_H_INCLUDED
#define MOTE_LMS_H_INCLUDED

#include "mote/interface.h"

#ifndef MOTE_LMS_N
#define MOTE_LMS_N 32
#endif
#ifndef MOTE_LMS_W
#define MOTE_LMS_W 8
#endif
#ifndef MOTE_LMS_H
#define MOTE_LMS_H 0
#endif

#if MOTE_LMS_N != 0 && MOTE_LMS_N != 24 && MOTE_LMS_N != 32
#error "MOTE_LMS_N is 32, 24, or 0 for both"
#endif
#if MOTE_LMS_W != 0 && MOTE_LMS_W != 1 && MOTE_LMS_W != 2 && MOTE_LMS_W != 4 && MOTE_LMS_W != 8
#error "MOTE_LMS_W is 1, 2, 4, 8, or 0 for all of them"
#endif
#if MOTE_LMS_H < 0 || MOTE_LMS_H > 25 || MOTE_LMS_H % 5 != 0
#error "MOTE_LMS_H is 5, 10, 15, 20, 25, or 0 for all of them"
#endif

/* What mote_lms_..._close gives for a signature that is right; it gives 0 for any other. */
#define MOTE_LMS_VALID 0x3CA5

/* Bytes of a public key, and the most of a signature of what is built in. */
#define MOTE_LMS_LARGEST_N (MOTE_LMS_N == 24 ? 24 : 32)
#define MOTE_LMS_LARGEST_KEY (24 + MOTE_LMS_LARGEST_N)

#endif
