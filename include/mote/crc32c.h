/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32C (Castagnoli): a checksum of 32 bits against accidental changes.
 *
 * Status: standard; no protection against anybody who changes data on purpose: for that take a hash
 * function or GCM.
 * Specification: RFC 3720, section 12.1 and appendix B.4, as in iSCSI, SCTP and ext4.
 *
 *     static const char data[] = "123456789";
 *     mote_u32 crc = mote_crc32c(0, data, 4);  starts with 0
 *     crc = mote_crc32c(crc, data + 4, 5);     goes on: now 0xE3069283
 *
 * Everything that mote/crc32.h says of CRC-32 holds here, too.
 */
#ifndef MOTE_CRC32C_H
#define MOTE_CRC32C_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The checksum of what had the checksum crc (0: of nothing) with len bytes at data behind it. */
mote_u32 mote_crc32c(mote_u32 crc, const void *data, size_t len);

/*
 * The checksum of two messages one behind the other, from the checksum of the first, that of the
 * second, and the length of the second in bytes.
 */
mote_u32 mote_crc32c_combine(mote_u32 first, mote_u32 second, size_t second_len);

#ifdef __cplusplus
}
#endif

#endif
