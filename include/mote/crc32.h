/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32: a checksum of 32 bits against accidental changes; and CRC-32C, by mote/crc32c.h.
 *
 * Status: standard; no protection against anybody who changes data on purpose: for that take a hash
 * function or GCM.
 * Specification: ITU-T Recommendation V.42 (03/2002), section 8.1.1.6.2, as in Ethernet, ZIP and PNG.
 *
 *     static const char data[] = "123456789";
 *     mote_u32 crc = mote_crc32(0, data, 4);  starts with 0
 *     crc = mote_crc32(crc, data + 4, 5);     goes on: now 0xCBF43926
 *
 * Any length from 0 on, any alignment; with length 0 the pointer may be null.  The value is that
 * which people compare: begun with all ones and finally inverted.  Nothing is allocated, no variable
 * is kept, nothing else is called.  Files with tables read them at places that depend on the data.
 */
#ifndef MOTE_CRC32_H
#define MOTE_CRC32_H

#include "mote/interface.h"

#include "mote/crc32c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The checksum of what had the checksum crc (0: of nothing) with len bytes at data behind it. */
mote_u32 mote_crc32(mote_u32 crc, const void *data, size_t len);

/*
 * The checksum of two messages one behind the other, from the checksum of the first, that of the
 * second, and the length of the second in bytes.
 */
mote_u32 mote_crc32_combine(mote_u32 first, mote_u32 second, size_t second_len);

#ifdef __cplusplus
}
#endif

#endif
