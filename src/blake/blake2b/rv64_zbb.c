/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b for RISC-V with 64 bits and Zbb.
 */
#include "mote/blake2b.h"

#include "common/rv64_zbb.h"

#include "blake/blake2b/portable_fast.c"
