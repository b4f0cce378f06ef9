/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LibTomCrypt's ChaCha20-Poly1305 behind the functions of mote/chacha20_poly1305.h.
 */
#ifndef ADAPTER_CHACHA20_POLY1305_H
#define ADAPTER_CHACHA20_POLY1305_H

#include "tomcrypt.h"

typedef chacha20poly1305_state adapter_context;

#endif
