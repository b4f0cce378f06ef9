/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS's CMAC with AES behind the functions of mote/cmac.h.
 */
#ifndef ADAPTER_CMAC_H
#define ADAPTER_CMAC_H

#include "mbedtls/aes.h"

#include "mbedtls/cmac.h"

/* What the library allocates, the keys of AES and the state of CMAC, lies in memory. */
typedef struct {
    mbedtls_cipher_context_t cipher;
    unsigned long long
        memory[(sizeof(mbedtls_aes_context) + sizeof(mbedtls_cmac_context_t)) / 8 + 2];
} adapter_context;

#endif
