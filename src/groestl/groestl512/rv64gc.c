/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-384 and Groestl-512 for any RISC-V with 64 bits.
 */
#include "mote/groestl512.h"

#include "common/rv64gc.h"

#define GROESTL_RV64
#include "groestl/groestl512/portable_fast.c"
