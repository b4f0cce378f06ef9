/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC for AArch64, in general registers: in bit slices, in constant time.  One block follows from
 * the other, so that of the blocks that are computed with at a time one counts.
 */
#include "mote/cmac.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#define CHAINED
#include "aes/sliced.h"

#include "aes/cmac.h"
