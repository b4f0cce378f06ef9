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

/* For both branches below: a packed file has a header where it is first included. */
#include "skein/ubi.h"

/* Where the compiler's library would be needed for 64 bits, only the kernel's encryption is fast. */
#ifdef THREEFISH_WORDS32
#include "skein/threefish_cipher_small.h"
#else
#include "skein/threefish_cipher_fast.h"
#endif
