/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with VPCLMULQDQ of amd64, in constant time.
 */
#include "mote/ghash.h"

#define WIDER
#include "aes/amd64_words.h"

#include "aes/ghash_amd64_vaes.h"

#include "aes/ghash.h"
