/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in ECB, CBC, CTR and XTS mode with the Cryptographic Extension of AArch64, in constant time: eight
 * blocks at a time.  See aes/aarch64.h for the count of instructions.
 */
#include "mote/aes.h"

#define DECRYPT
#include "aes/aarch64.h"

#include "aes/modes.h"
