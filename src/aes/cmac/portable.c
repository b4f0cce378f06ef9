/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC in portable C: small code, in constant time.
 */
#include "mote/cmac.h"

#define CHAINED
#include "aes/small.h"

#include "aes/cmac.h"
