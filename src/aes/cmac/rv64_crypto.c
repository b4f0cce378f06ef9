/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC with Zkne of RISC-V, in constant time.
 */
#include "mote/cmac.h"

#define CHAINED
#include "aes/rv64.h"

#include "aes/cmac.h"
