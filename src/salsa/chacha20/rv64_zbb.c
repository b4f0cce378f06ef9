/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 for RISC-V with 64 bits and Zbb.
 */
#include "mote/chacha20.h"

#include "common/rv64_zbb.h"

#include "salsa/chacha20/portable_fast.c"
