/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 and CRC-32C: checksums of 32 bits against accidental changes.
 *
 * Status: standard; no protection against anybody who changes data on purpose: for that take a hash
 * function or GCM.
 * Specification: CRC-32: ITU-T Recommendation V.42 (03/2002), section 8.1.1.6.2, as in Ethernet, ZIP
 * and PNG.  CRC-32C (Castagnoli): RFC 3720, section 12.1 and appendix B.4, as in iSCSI and ext4.
 *
 *     static const char data[] = "123456789";
 *     mote_u32 crc = mote_crc32(0, data, 4);           starts with 0
 *     crc = mote_crc32(crc, data + 4, 5);              goes on: now 0xCBF43926
 *     crc = mote_crc32_combine(mote_crc32(0, data, 4), mote_crc32(0, data + 4, 5), 5);  the same
 *
 * Any length from 0 on, any alignment; with length 0 the pointer may be null.  The value is that
 * which people compare: begun with and finally inverted by all ones.  Nothing is allocated, no
 * variable is kept, nothing else is called.  Files with tables read them at places that depend on
 * the data.
 */
#ifndef MOTE_CRC32_H
#define MOTE_CRC32_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The checksum of what had the checksum crc (0: of nothing) with len bytes at data behind it. */
mote_u32 mote_crc32(mote_u32 crc, const void *data, size_t len);
mote_u32 mote_crc32c(mote_u32 crc, const void *data, size_t len);

/*
 * The checksum of two messages one behind the other, from the checksum of the first, that of the
 * second, and the length of the second in bytes.
 */
mote_u32 mote_crc32_combine(mote_u32 first, mote_u32 second, size_t second_len);
mote_u32 mote_crc32c_combine(mote_u32 first, mote_u32 second, size_t second_len);

#ifdef __cplusplus
}
#endif

#endif
