/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-48 and BLAKE-64 for RISC-V with 64 bits and Zbb.
 */
#include "mote/blake64.h"

#include "common/rv64_zbb.h"

#include "blake/blake64/portable_fast.c"
