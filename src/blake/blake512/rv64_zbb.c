/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE-384 and BLAKE-512 for RISC-V with 64 bits and Zbb.
 */
#include "mote/blake512.h"

#include "common/rv64_zbb.h"

#include "blake/blake512/portable_fast.c"
