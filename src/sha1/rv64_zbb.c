/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1 for RISC-V with 64 bits and Zbb.
 */
#include "mote/sha1.h"

#include "common/rv64_zbb.h"

#include "sha1/portable_fast.c"
