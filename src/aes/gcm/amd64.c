/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-GCM with AES-NI and PCLMULQDQ of amd64, in constant time.
 */
#include "mote/gcm.h"

#include "aes/amd64.h"

#include "aes/ghash_amd64.h"

#include "aes/gcm_amd64.h"

#include "aes/gcm.h"
