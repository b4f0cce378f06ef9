/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC with the Cryptographic Extension of AArch64, in constant time.
 */
#include "mote/cmac.h"

#define CHAINED
#include "aes/aarch64.h"

#include "aes/cmac.h"
