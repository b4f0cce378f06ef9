/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM for 64-bit RISC-V, in C: four blocks at a time in bit slices, and GHASH by multiplications.
 * The time is constant where the processor's multiplication takes a constant time.
 */
#include "mote/gcm.h"

#include "common/rv64gc.h"

#include "aes/sliced.h"

#include "aes/ghash_mul64.h"

#include "aes/gcm.h"
