/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 for RISC-V with 64 bits and Zbb.
 */
#include "mote/blake3.h"

#include "common/rv64_zbb.h"

#include "common/copy_rv64.h"

#define WORDS_RELOADED

#include "blake/blake3/portable_fast.c"
