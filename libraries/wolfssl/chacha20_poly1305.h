/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * wolfSSL's ChaCha20-Poly1305 behind the functions of mote/chacha20_poly1305.h.
 */
#ifndef ADAPTER_CHACHA20_POLY1305_H
#define ADAPTER_CHACHA20_POLY1305_H

#include "wolfssl/wolfcrypt/chacha20_poly1305.h"

typedef ChaChaPoly_Aead adapter_context;

#endif
