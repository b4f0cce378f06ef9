/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal for any RISC-V with 64 bits.
 */
#include "mote/shabal.h"

#include "common/rv64gc.h"

#define SHABAL_RV64
#define SHABAL_INITIAL_VALUES
#include "shabal/portable_fast.c"
