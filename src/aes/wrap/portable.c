/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap in portable C: small code, in constant time.
 */
#include "mote/aes_wrap.h"

#define CHAINED
#define DECRYPT
#include "aes/small.h"

#include "aes/wrap.h"
