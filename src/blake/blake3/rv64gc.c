/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 for any RISC-V with 64 bits.
 */
#include "mote/blake3.h"

#include "common/rv64gc.h"

#include "common/copy_rv64.h"

#define WORDS_RELOADED
#include "blake/blake3/portable_fast.c"
