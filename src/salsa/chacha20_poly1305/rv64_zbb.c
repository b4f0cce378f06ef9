/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 on 64-bit RISC-V with Zbb: rv64gc.c, compiled for it.
 */
#include "mote/chacha20_poly1305.h"

#include "common/rv64_zbb.h"

#include "salsa/chacha20_poly1305/rv64gc.c"
