/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-2 by a block function of OpenSSL's assembly, ADAPTER_BLOCKS.
 */
#include "../sha2.h"

#include "../hash_blocks.h"

void ADAPTER_BLOCKS(void *state, const void *blocks, size_t n);

static void adapter_blocks(adapter_word *state, const unsigned char *blocks, size_t n) {
    ADAPTER_BLOCKS(state, blocks, n);
}
