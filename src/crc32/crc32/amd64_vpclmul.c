/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 with VPCLMULQDQ of amd64, 256 bytes a turn.
 */
#include "mote/crc32.h"

#include "crc32/crc32/constants.h"

#define UPDATE mote_crc32
#define COMBINE mote_crc32_combine
#define WIDE

#include "crc32/pclmulqdq.h"
