/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with Zkne and Zbc of RISC-V, in constant time.
 */
#include "mote/gcm.h"

#include "aes/rv64.h"

#include "aes/ghash_rv64.h"

#define ADD_BLOCKS(sum, x, y)                                                                      \
    (put_half_at(sum, get_half(x) ^ get_half(y)),                                                  \
     put_half_at((sum) + 8, get_half((x) + 8) ^ get_half((y) + 8)))

#include "aes/gcm.h"
