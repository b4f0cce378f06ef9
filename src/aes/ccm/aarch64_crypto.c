/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM with the Cryptographic Extension of AArch64, in constant time.
 */
#include "mote/ccm.h"

#define CHAINED
#include "aes/aarch64.h"

#include "aes/ccm.h"
