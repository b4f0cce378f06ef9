/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM in portable C: small code, in constant time.
 */
#include "mote/ccm.h"

#define CHAINED
#include "aes/small.h"

#include "aes/ccm.h"
