/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal for RISC-V with 64 bits and Zbb.
 */
#include "mote/shabal.h"

#include "common/rv64_zbb.h"

#define SHABAL_RV64
#define SHABAL_INITIAL_VALUES
#include "shabal/portable_fast.c"
