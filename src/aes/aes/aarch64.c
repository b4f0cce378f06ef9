/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes for AArch64, in general registers: four blocks at a time, in bit slices, in constant
 * time.
 */
#include "mote/aes.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#define DECRYPT
#include "aes/sliced.h"

#include "aes/modes.h"
