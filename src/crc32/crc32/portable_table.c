/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 in portable C: by bytes, with a table of 1024 bytes.
 */
#include "mote/crc32.h"

#include "crc32/crc32/constants.h"

#define UPDATE mote_crc32
#define COMBINE mote_crc32_combine

#include "crc32/table.h"
