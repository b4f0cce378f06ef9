/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES key wrap in portable C: in bit slices, in constant time.  One block follows from the other, so that
 * of the blocks that are computed with at a time one counts.
 */
#include "mote/aes_wrap.h"

#define CHAINED
#define DECRYPT
#include "aes/fast.h"

#include "aes/wrap.h"
