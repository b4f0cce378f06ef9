/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM with Zkne of RISC-V, in constant time.
 */
#include "mote/ccm.h"

#define CHAINED
#include "aes/rv64.h"

#include "aes/ccm.h"
