/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 of many messages in the library: the fastest code that the processor can run.
 */
#include "mote/sha256_many.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_sha256_many,
       (unsigned out_size, size_t count, const void *const *data, const size_t *len, void *dst),
       (out_size, count, data, len, dst))
