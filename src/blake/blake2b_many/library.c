/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE2b of many messages in the library: the fastest code that the processor can run.
 */
#include "mote/blake2b_many.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_blake2b_many,
       (unsigned out_size, size_t count, const void *const *data, const size_t *len, void *dst),
       (out_size, count, data, len, dst))
