/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-1024 in portable C: small code; all but the size is in skein/threefish_cipher_small.h.
 */
#include "mote/threefish1024.h"

typedef mote_threefish1024_context context;

#define CIPHER(function) mote_threefish1024_##function
#define WORDS 16

#include "skein/threefish_cipher_small.h"
