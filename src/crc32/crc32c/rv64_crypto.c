/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32C with carry-less products of RISC-V (Zbc), 64 bytes a turn.
 */
#include "mote/crc32c.h"

#include "crc32/crc32c/constants.h"

#define UPDATE mote_crc32c
#define COMBINE mote_crc32c_combine

#include "crc32/clmul_rv64.h"
