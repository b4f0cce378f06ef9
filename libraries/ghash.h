/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The context of GHASH for adapters around a function that takes whole blocks.
 */
#ifndef ADAPTER_GHASH_H
#define ADAPTER_GHASH_H

#include <stddef.h>

typedef struct {
    unsigned long long table[64] __attribute__((aligned(16)));
    unsigned char hash[16] __attribute__((aligned(16)));
    unsigned char block[16];
    unsigned waiting;
} adapter_context;

#endif
