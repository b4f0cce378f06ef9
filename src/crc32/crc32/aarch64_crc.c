/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 with the instructions of AArch64, three parts of 272 bytes at a time.
 */
#include "mote/crc32.h"

#include "crc32/crc32/constants.h"

#define UPDATE mote_crc32
#define COMBINE mote_crc32_combine
#define DOUBLE __crc32d
#define WORD __crc32w
#define HALF __crc32h
#define BYTE __crc32b

#include "crc32/aarch64_crc.h"
