/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHAKE256 of many messages, one by one, for any processor.
 */
#include "mote/shake256_many.h"

#define CONTEXT mote_shake256_context
#define INIT mote_shake256_init
#define UPDATE mote_shake256
#define CLOSE mote_shake256_close
#include "common/many_plain.h"

void mote_shake256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                        void *dst) {
    each_alone(out_size, count, data, len, (unsigned char *)dst);
}
