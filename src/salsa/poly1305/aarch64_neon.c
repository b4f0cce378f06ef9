/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Poly1305 on AArch64, in C.
 */
#include "mote/poly1305.h"

#include "common/fast.h"

#include "common/aarch64_neon.h"

#define T32(x) ((x) & 0xFFFFFFFF)
#define POLY1305_WIDE
#define STACK_BYTES 256
#include "aes/wipe.h"

#include "salsa/poly1305.h"

#include "salsa/poly1305_functions.h"
