/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Threefish-512 in portable C, unrolled: for hosts and large cores.  All but the size is in
 * skein/threefish_cipher_fast.h.
 */
#include "mote/threefish512.h"

typedef mote_threefish512_context context;

#define CIPHER(function) mote_threefish512_##function
#define WORDS 8

#include "skein/threefish_cipher_fast.h"
