/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-28 and BLAKE-32 for RISC-V with 64 bits and Zbb.
 */
#include "mote/blake32.h"

#include "common/rv64_zbb.h"

#include "blake/blake32/portable_fast.c"
