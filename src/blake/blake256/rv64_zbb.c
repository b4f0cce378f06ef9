/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-224 and BLAKE-256 for RISC-V with 64 bits and Zbb.
 */
#include "mote/blake256.h"

#include "common/rv64_zbb.h"

#include "blake/blake256/portable_fast.c"
