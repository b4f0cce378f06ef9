/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 for any RISC-V with 64 bits: by 8 bytes at a time, with tables of 8192 bytes.
 */
#include <stdint.h>

#include "mote/crc32.h"

#include "common/rv64gc.h"

#define SLICING_RV64
#include "crc32/crc32/portable_fast.c"
