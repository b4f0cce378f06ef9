/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 in portable C: small code, without a multiplication.
 */
#include "mote/chacha20_poly1305.h"

#include "common/small.h"

#ifdef POLY1305_BLOCKS
#ifdef __thumb__
/* The kernels have digits of h and r on the stack. */
#define STACK_BYTES 288
#endif
#endif
#ifndef STACK_BYTES
#define STACK_BYTES 192
#endif
#include "aes/wipe.h"

#include "salsa/poly1305.h"

#include "salsa/aead.h"
