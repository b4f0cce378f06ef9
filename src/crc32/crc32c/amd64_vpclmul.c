/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32C with VPCLMULQDQ of amd64, 256 bytes a turn, and the instruction crc32.
 */
#include "mote/crc32c.h"

#include "crc32/crc32c/constants.h"

#define UPDATE mote_crc32c
#define COMBINE mote_crc32c_combine
#define INSTRUCTION
#define WIDE

#include "crc32/pclmulqdq.h"
