/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The context of ChaCha20 for adapters around a function that takes whole blocks.
 */
#ifndef ADAPTER_CHACHA20_H
#define ADAPTER_CHACHA20_H

#include <stddef.h>

typedef struct {
    unsigned state[16];
    unsigned char key_stream[64];
    unsigned left;
} adapter_context;

#endif
