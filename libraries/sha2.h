/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The context of SHA-2 for adapters around a block function: ADAPTER_SHA256 or ADAPTER_SHA512 says
 * which (libraries/hash_blocks.h).
 */
#ifndef ADAPTER_SHA2_H
#define ADAPTER_SHA2_H

#include <stddef.h>

#ifdef ADAPTER_SHA512
typedef unsigned long long adapter_word;
#else
typedef unsigned adapter_word;
#endif

typedef struct {
    adapter_word state[8];
    unsigned long long bytes;
    unsigned char block[16 * sizeof(adapter_word)];
} adapter_context;

#endif
