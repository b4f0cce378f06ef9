/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with AES and PMULL of AArch64, in constant time.
 */
#include "mote/gcm.h"

#include "aes/aarch64.h"

#include "aes/ghash_aarch64.h"

#include "aes/gcm_aarch64.h"

#include "aes/gcm.h"
