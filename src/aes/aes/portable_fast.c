/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes in portable C: several blocks at a time, in bit slices, in constant time.
 */
#include "mote/aes.h"

#define DECRYPT
#ifdef AES_KEYS_OF_BYTES
#include "aes/small.h"
#else
#include "aes/fast.h"
#endif

#include "aes/modes.h"
