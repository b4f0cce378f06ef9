/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2s for any RISC-V with 64 bits.
 */
#include "mote/blake2s.h"

#include "common/rv64gc.h"

#include "common/copy_rv64.h"

#define WORDS_RELOADED
#include "blake/blake2s/portable_fast.c"
