/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32C with the instructions of AArch64, three parts of 272 bytes at a time.
 */
#include "mote/crc32c.h"

#include "crc32/crc32c/constants.h"

#define UPDATE mote_crc32c
#define COMBINE mote_crc32c_combine
#define DOUBLE __crc32cd
#define WORD __crc32cw
#define HALF __crc32ch
#define BYTE __crc32cb

#include "crc32/aarch64_crc.h"
