/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with carry-less products of RISC-V (Zbc), in constant time.
 */
#include "mote/ghash.h"

#include "aes/rv64_words.h"

#include "aes/ghash_rv64.h"

#include "aes/ghash.h"
