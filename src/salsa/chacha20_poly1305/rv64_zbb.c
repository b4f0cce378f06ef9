/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 for RISC-V with 64 bits and Zbb: C, compiled for it.
 */
#include "mote/chacha20_poly1305.h"

#include "common/rv64_zbb.h"

#include "common/fast.h"

#ifdef __GNUC__
#define NOINLINE __attribute__((__noinline__))
#else
#define NOINLINE
#endif
#define T32(x) ((x) & 0xFFFFFFFF)
#define POLY1305_FAST
#define STACK_BYTES 384
#include "aes/wipe.h"

#include "salsa/poly1305.h"

#include "salsa/aead.h"
