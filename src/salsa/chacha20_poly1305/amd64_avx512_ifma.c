/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 with AVX-512 and IFMA of amd64, in C.
 */
#include "mote/chacha20_poly1305.h"

#include "common/fast.h"

#define NOINLINE __attribute__((__noinline__))
#define T32(x) ((x) & 0xFFFFFFFF)
#define POLY1305_AVX512
#define POLY1305_IFMA

#include "salsa/poly1305.h"

#include "salsa/aead.h"
