/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM for AArch64, in general registers: four blocks at a time in bit slices, and GHASH by
 * multiplications.  The time is constant where the processor's multiplication takes a constant time.
 */
#include "mote/gcm.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#include "aes/sliced.h"

#include "aes/ghash_mul64.h"

#include "aes/gcm.h"
