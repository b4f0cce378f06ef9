/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The context of GCM for adapters (libraries/gcm_blocks.h); the library's folder has aes_ctr.h with
 * the keys of AES, whose context is adapter_ctr_context here.
 */
#ifndef ADAPTER_GCM_H
#define ADAPTER_GCM_H

#include <stddef.h>

#define adapter_context adapter_ctr_context
#include "aes_ctr.h"
#undef adapter_context

typedef struct {
    adapter_ctr_context aes;
    unsigned long long table[64] __attribute__((aligned(16)));
    unsigned char hash[16] __attribute__((aligned(16)));
    unsigned char counter[16] __attribute__((aligned(16)));
    unsigned char block[16], key_stream[16], mask[16];
    unsigned long long data_bytes, text_bytes;
    unsigned waiting, left;
} adapter_context;

#endif
