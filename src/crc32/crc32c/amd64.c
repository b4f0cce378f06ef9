/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32C with PCLMULQDQ and the instruction crc32 of amd64.
 */
#include "mote/crc32c.h"

#include "crc32/crc32c/constants.h"

#define UPDATE mote_crc32c
#define COMBINE mote_crc32c_combine
#define INSTRUCTION

#include "crc32/pclmulqdq.h"
