/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in ECB, CBC, CTR and XTS mode with POWER8's instructions, in either byte order: eight blocks at
 * a time.  See aes/power8.h for the count of instructions.
 */
#include "mote/aes.h"

#include "aes/power8.h"

#include "aes/modes_power8.h"

#include "aes/modes.h"
