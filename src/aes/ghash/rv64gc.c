/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH for 64-bit RISC-V, in C, by multiplications.  The time is constant where the processor's
 * multiplication takes a constant time.
 */
#include "mote/ghash.h"

#include "common/rv64gc.h"

#include "common/fast.h"

#define NOINLINE __attribute__((__noinline__))
#define STACK_BYTES 512
#include "aes/wipe_rv64.h"

#include "aes/ghash_mul64.h"

#include "aes/ghash.h"
