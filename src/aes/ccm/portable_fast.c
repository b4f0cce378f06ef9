/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CCM in portable C: in bit slices, in constant time.  A block that is authenticated and one of the
 * key stream are encrypted at a time.
 */
#include "mote/ccm.h"

#define CHAINED
#include "aes/fast.h"

#include "aes/ccm.h"
