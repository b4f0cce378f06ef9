/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in ECB, CBC, CTR and XTS mode with the instructions of RISC-V (Zkne, Zknd), in constant time:
 * four blocks at a time.  See aes/rv64.h for the count of instructions.
 */
#include "mote/aes.h"

#define DECRYPT
#include "aes/rv64.h"

#include "aes/modes.h"
