/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal for AArch64.
 */
#include "mote/shabal.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#define SHABAL_INITIAL_VALUES
#include "shabal/portable_fast.c"
