/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Libgcrypt's AES for POWER in counter mode behind the functions of mote/aes.h.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

#include "config.h"
#include "rijndael-internal.h"

typedef struct {
    RIJNDAEL_context keys;
} adapter_context;

#endif
