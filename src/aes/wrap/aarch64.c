/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap for AArch64, in general registers: in bit slices, in constant time.  One block follows
 * from the other, so that of the blocks that are computed with at a time one counts.
 */
#include "mote/aes_wrap.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#define CHAINED
#define DECRYPT
#include "aes/sliced.h"

#include "aes/wrap.h"
