/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes with VAES and AVX-512 of amd64, in constant time.
 */
#include "mote/aes.h"

/* XTS has eight tweaks beside its states. */
#define STACK_BYTES 768
#define DECRYPT
#include "aes/amd64_avx512.h"

#include "aes/modes.h"
