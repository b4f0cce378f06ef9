/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * OpenSSL's AES for POWER8 in counter mode behind the functions of mote/aes.h.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

/* AES_KEY of <openssl/aes.h> */
typedef struct {
    unsigned round_keys[60];
    int rounds;
} adapter_context;

#endif
