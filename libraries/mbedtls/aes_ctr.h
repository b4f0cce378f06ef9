/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS's AES in counter mode behind the functions of mote/aes.h.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

#include "mbedtls/aes.h"

typedef struct {
    mbedtls_aes_context keys;
} adapter_context;

#endif
