/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * wolfCrypt's AES in counter mode behind the functions of mote/aes.h.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

#include "wolfssl/wolfcrypt/settings.h"

#include "wolfssl/wolfcrypt/aes.h"

typedef struct {
    Aes keys;
} adapter_context;

#endif
