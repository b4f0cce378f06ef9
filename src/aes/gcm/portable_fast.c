/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM in portable C: several blocks at a time in bit slices, and GHASH by multiplications.  The
 * time is constant where the processor's multiplication takes a constant time.
 */
#include "mote/gcm.h"

#include "aes/fast.h"

#include "aes/ghash_fast.h"

#include "aes/gcm.h"
