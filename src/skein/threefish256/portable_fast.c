/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-256 in portable C, unrolled: for hosts and large cores.  All but the size is in
 * skein/threefish_cipher_fast.h.
 */
#include "mote/threefish256.h"

typedef mote_threefish256_context context;

#define CIPHER(function) mote_threefish256_##function
#define WORDS 4

#include "skein/threefish_cipher_fast.h"
