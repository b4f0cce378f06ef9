/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes for 64-bit RISC-V, in C: four blocks at a time, in bit slices, in constant time.
 */
#include "mote/aes.h"

#include "common/rv64gc.h"

#define DECRYPT
#include "aes/sliced.h"

#include "aes/modes.h"
