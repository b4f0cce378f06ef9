/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with Zkne and Zbc of RISC-V, in constant time.
 */
#include "mote/gcm.h"

#include "aes/rv64.h"

#include "aes/ghash_rv64.h"

#include "aes/gcm.h"
