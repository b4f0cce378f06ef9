/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap with the Cryptographic Extension of AArch64, in constant time.
 */
#include "mote/aes_wrap.h"

#define CHAINED
#define DECRYPT
#include "aes/aarch64.h"

#include "aes/wrap.h"
