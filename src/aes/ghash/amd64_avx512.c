/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH with VPCLMULQDQ and AVX-512 of amd64, in constant time.
 */
#include "mote/ghash.h"

#define WIDER
#include "aes/amd64_words.h"

#include "aes/ghash_amd64_avx512.h"

#include "aes/ghash.h"
