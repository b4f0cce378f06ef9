/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-224 and Groestl-256 for any RISC-V with 64 bits.
 */
#include "mote/groestl256.h"

#include "common/rv64gc.h"

#define GROESTL_RV64
#include "groestl/groestl256/portable_fast.c"
