/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC for 64-bit RISC-V, in C: in bit slices, in constant time.  One block follows from the other,
 * so that of the blocks that are computed with at a time one counts.
 */
#include "mote/cmac.h"

#include "common/rv64gc.h"

#define CHAINED
#include "aes/sliced.h"

#include "aes/cmac.h"
