/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * wolfCrypt's CMAC with AES behind the functions of mote/cmac.h.
 */
#ifndef ADAPTER_CMAC_H
#define ADAPTER_CMAC_H

#include "wolfssl/wolfcrypt/settings.h"

#include "wolfssl/wolfcrypt/cmac.h"

typedef Cmac adapter_context;

#endif
