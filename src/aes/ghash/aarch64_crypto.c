/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with PMULL of AArch64, in constant time.
 */
#include "mote/ghash.h"

#include "aes/aarch64_words.h"

#include "aes/ghash_aarch64.h"

#include "aes/ghash.h"
