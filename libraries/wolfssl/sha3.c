/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * wolfCrypt's SHA-3 is told of a heap and a device: it has neither here.
 */
#include "wolfssl/wolfcrypt/settings.h"

#include "wolfssl/wolfcrypt/sha3.h"

void adapter_init(wc_Sha3 *cc) {
    (void)wc_InitSha3_256(cc, NULL, INVALID_DEVID);
}
