/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM for 64-bit RISC-V, in C: in bit slices, in constant time.  A block that is authenticated and
 * one of the key stream are encrypted at a time.
 */
#include "mote/ccm.h"

#include "common/rv64gc.h"

#define CHAINED
#include "aes/sliced.h"

#include "aes/ccm.h"
