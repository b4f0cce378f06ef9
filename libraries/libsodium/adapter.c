/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * libsodium takes lengths as unsigned long long.  It wipes with a function of its own.
 */
#include <stddef.h>

#include "crypto_hash_sha256.h"
#include "crypto_hash_sha512.h"

void sodium_memzero(void *where, size_t len);

void adapter_update(ADAPTER_STATE *cc, const void *data, size_t len) {
    (void)ADAPTER(cc, data, (unsigned long long)len);
}

void sodium_memzero(void *where, size_t len) {
    volatile unsigned char *byte = where;

    while (len-- != 0)
        *byte++ = 0;
}
