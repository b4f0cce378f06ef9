/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHAKE256 of many messages at once: independent messages are hashed side by side in the
 * processor's vectors.  The digests are those of mote/shake256.h.
 *
 * Status and specification: as for mote/shake256.h.
 *
 *     const void *message[3] = {"", "abc", "message digest"};
 *     size_t bytes[3] = {0, 3, 14};
 *     unsigned char digest[3][32];
 *     mote_shake256_many(256, 3, message, bytes, digest);   digest size in bits, how many messages
 *
 * Messages may have any lengths: as soon as one ends the next takes its place.  Where the processor has
 * nothing for it, and where the messages left are too few to gain, they are hashed one by one.
 * On amd64: eight messages with AVX-512, four with AVX2; on AArch64 two with FEAT_SHA3.
 *
 * A function of the library; there is no single file of it.  It calls the functions of mote/shake256.h,
 * memcpy and memset, and allocates nothing; it needs some 4 KB of stack.  The time taken depends on the
 * number and the lengths of the messages, not on their bytes.  What it keeps of them until they end is wiped
 * at the end, as a caller would wipe a context.
 */
#ifndef MOTE_SHAKE256_MANY_H
#define MOTE_SHAKE256_MANY_H

#include "mote/shake256.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes the digests of `count` messages: message i is the len[i] bytes at data[i], and its digest the
 * out_size / 8 bytes at dst + i * out_size / 8.
 *
 * out_size: output size in bits, a multiple of 8 and not 0.  count may be 0, and data, len and dst then null; data[i] may
 * be null where len[i] is 0.  Messages may overlap each other, or be the same; dst must overlap none of
 * them, nor data or len.  No alignment is needed for messages and digests.
 */
void mote_shake256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                        void *dst);

#ifdef __cplusplus
}
#endif

#endif
