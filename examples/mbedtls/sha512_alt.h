/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_SHA512_ALT: Mbed TLS's context is Mote's.
 */
#ifndef SHA512_ALT_H
#define SHA512_ALT_H

#include "mote_sha512.h"

typedef mote_sha512_context mbedtls_sha512_context;

#endif
