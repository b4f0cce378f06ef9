/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHAKE256 of many messages with the instructions of ARMv8.2 (FEAT_SHA3), in C: two side by side.  Nearly all
 * of it is in keccak/many.h and common/many.h.
 */
#include "mote/shake256_many.h"

#include "common/fast.h"

#define CONTEXT mote_shake256_context
#define INIT mote_shake256_init
#define UPDATE mote_shake256
#define CLOSE mote_shake256_close
#include "common/many_plain.h"

#define WORD_BITS 64
#include "common/lanes_neon.h"

#define LEAST_LANES 2
#define SIDE_BY_SIDE
#define SUFFIX 0x1F
#include "keccak/many.h"

void mote_shake256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                        void *dst) {
    many(out_size, count, data, len, 136, (unsigned char *)dst);
}
