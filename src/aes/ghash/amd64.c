/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with PCLMULQDQ of amd64, in constant time.
 */
#include "mote/ghash.h"

#include "aes/amd64_words.h"

#include "aes/ghash_amd64.h"

#include "aes/ghash.h"
