/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS's CCM with AES behind the functions of mote/ccm.h.
 */
#ifndef ADAPTER_CCM_H
#define ADAPTER_CCM_H

#include "mbedtls/ccm.h"

typedef struct {
    mbedtls_ccm_context state;
    unsigned char nonce[13];
    size_t nonce_bytes, aad_bytes, bytes, tag_bytes;
    int begun;
} adapter_context;

#endif
