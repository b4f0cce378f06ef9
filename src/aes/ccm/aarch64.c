/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM for AArch64, in general registers: in bit slices, in constant time.  A block that is
 * authenticated and one of the key stream are encrypted at a time.
 */
#include "mote/ccm.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#define CHAINED
#include "aes/sliced.h"

#include "aes/ccm.h"
