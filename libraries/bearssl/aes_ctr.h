/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BearSSL's AES in counter mode behind the functions of mote/aes.h; the counter has 32 bits.
 */
#ifndef ADAPTER_AES_CTR_H
#define ADAPTER_AES_CTR_H

#include "bearssl_block.h"

typedef struct {
#ifdef ADAPTER_CT
    br_aes_ct_ctr_keys keys;
#else
    br_aes_small_ctr_keys keys;
#endif
} adapter_context;

#endif
