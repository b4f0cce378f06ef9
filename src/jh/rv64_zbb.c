/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * JH for RISC-V with 64 bits and Zbb.
 */
#include "mote/jh.h"

#include "common/rv64_zbb.h"

#include "jh/portable_fast.c"
