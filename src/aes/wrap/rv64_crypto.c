/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap with Zkne and Zknd of RISC-V, in constant time.
 */
#include "mote/aes_wrap.h"

#define CHAINED
#define DECRYPT
#include "aes/rv64.h"

#include "aes/wrap.h"
