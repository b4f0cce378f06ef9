/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH for AArch64, in general registers, by multiplications.  The time is constant where the
 * processor's multiplication takes a constant time.
 */
#include "mote/ghash.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

#include "common/fast.h"

#define NOINLINE __attribute__((__noinline__))
#define STACK_BYTES 512
#include "aes/wipe.h"

#include "aes/ghash_mul64.h"

#include "aes/ghash.h"
