/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_AES_ALT: Mbed TLS's contexts are Mote's.
 */
#ifndef AES_ALT_H
#define AES_ALT_H

#include "mote_aes.h"

typedef mote_aes_context mbedtls_aes_context;

#if defined(MBEDTLS_CIPHER_MODE_XTS)
typedef mote_aes_xts_context mbedtls_aes_xts_context;
#endif

#endif
