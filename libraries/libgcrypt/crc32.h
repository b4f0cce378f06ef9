/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Libgcrypt's CRC-32 for POWER8 behind the functions of mote/crc32.h.
 */
#ifndef ADAPTER_CRC32_H
#define ADAPTER_CRC32_H

#include <stddef.h>

typedef struct {
    unsigned crc;
} adapter_context;

unsigned adapter(unsigned crc, const void *data, size_t len);
unsigned adapter_combine(unsigned first, unsigned second, size_t len);

#endif
