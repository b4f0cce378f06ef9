/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * LibTomCrypt's AES in counter mode behind the functions of mote/aes.h.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

#include "tomcrypt.h"

typedef struct {
    symmetric_key keys;
} adapter_context;

#endif
