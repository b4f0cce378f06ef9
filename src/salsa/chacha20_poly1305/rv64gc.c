/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 on 64-bit RISC-V, in C: products of 64 by 64 bits.
 */
#include "mote/chacha20_poly1305.h"

#include "common/fast.h"

#include "common/rv64gc.h"

#define NOINLINE __attribute__((__noinline__))
#define T32(x) ((x) & 0xFFFFFFFF)
#define POLY1305_WIDE
#define ALIGNED_WORDS
#define STACK_BYTES 256
#include "aes/wipe_rv64.h"

#include "salsa/poly1305.h"

#include "salsa/aead.h"
