/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-384 and SHA-512 for the general registers of AArch64.
 */
#include "mote/sha512.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#define MAJ_OF_DIFFERENCES
#include "sha2/sha512/portable_fast.c"
