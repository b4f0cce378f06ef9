/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32C in portable C: by 8 bytes at a time, with tables of 8192 bytes.
 */
#include "mote/crc32c.h"

#include "crc32/crc32c/constants.h"

#define UPDATE mote_crc32c
#define COMBINE mote_crc32c_combine

#include "crc32/slicing.h"
