/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-224 and SHA-256 of many messages with AVX-512 of amd64, in C: sixteen side by side.  Nearly all of it is in
 * sha2/many.h and common/many.h.
 */
#include "mote/sha256_many.h"

#include "common/fast.h"

#define CONTEXT mote_sha256_context
#define INIT mote_sha256_init
#define UPDATE mote_sha256
#define CLOSE mote_sha256_close
#include "common/many_plain.h"

#define WORD_BITS 32
#define LANES_AVX512
#include "common/lanes_amd64.h"

#define LEAST_LANES 3
#include "sha2/sha256_many.h"

#include "sha2/many.h"

void mote_sha256_many(unsigned out_size, size_t count, const void *const *data, const size_t *len,
                      void *dst) {
    many(out_size, count, data, len, 64, (unsigned char *)dst);
}
