/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM and GHASH in portable C: small code, in constant time.
 */
#include "mote/gcm.h"

#include "aes/small.h"

#include "aes/ghash_small.h"

#include "aes/gcm.h"
