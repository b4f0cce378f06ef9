/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes in portable C: several blocks at a time, in bit slices, in constant time.
 */
#include "mote/aes.h"

#define DECRYPT
#include "aes/fast.h"

#include "aes/modes.h"
