/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1 for any RISC-V with 64 bits.
 */
#include "mote/sha1.h"

#include "common/rv64gc.h"

#define SHA1_RV64
#include "sha1/portable_fast.c"
