/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 with carry-less products of RISC-V (Zbc), 64 bytes a turn.
 */
#include "mote/crc32.h"

#include "crc32/crc32/constants.h"

#define UPDATE mote_crc32
#define COMBINE mote_crc32_combine

#include "crc32/clmul_rv64.h"
