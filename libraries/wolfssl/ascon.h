/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * wolfCrypt's own headers expect its settings before them.
 */
#include "wolfssl/wolfcrypt/settings.h"

#include "wolfssl/wolfcrypt/ascon.h"
