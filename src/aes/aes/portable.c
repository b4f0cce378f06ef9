/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES and its modes in portable C: small code, in constant time.
 */
#include "mote/aes.h"

#define DECRYPT
#include "aes/small.h"

#include "aes/modes.h"
