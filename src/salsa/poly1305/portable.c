/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Poly1305 in portable C: small code, without a multiplication.
 */
#include "mote/poly1305.h"

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

#include "salsa/poly1305_functions.h"
