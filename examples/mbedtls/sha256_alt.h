/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_SHA256_ALT: Mbed TLS's context is Mote's.
 */
#ifndef SHA256_ALT_H
#define SHA256_ALT_H

#include "mote_sha256.h"

typedef mote_sha256_context mbedtls_sha256_context;

#endif
