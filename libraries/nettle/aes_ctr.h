/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Nettle's AES in counter mode behind the functions of mote/aes.h.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

#include "aes.h"

typedef struct {
    struct aes128_ctx keys;
} adapter_context;

#endif
