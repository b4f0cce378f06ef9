/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS's ChaCha20-Poly1305 behind the functions of mote/chacha20_poly1305.h.
 */
#ifndef ADAPTER_CHACHA20_POLY1305_H
#define ADAPTER_CHACHA20_POLY1305_H

#include "mbedtls/chachapoly.h"

typedef mbedtls_chachapoly_context adapter_context;

#endif
