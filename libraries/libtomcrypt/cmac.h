/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LibTomCrypt's CMAC with AES behind the functions of mote/cmac.h.
 */
#ifndef ADAPTER_CMAC_H
#define ADAPTER_CMAC_H

#include "tomcrypt.h"

typedef omac_state adapter_context;

#endif
