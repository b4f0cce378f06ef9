/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What CMAC takes of Mbed TLS beside AES: its layer of ciphers, whose contexts are allocated, no
 * other mode, and keys of every length, as ours takes them.
 */
#include <stddef.h>

#undef MBEDTLS_CIPHER_MODE_CTR
#undef MBEDTLS_AES_ONLY_128_BIT_KEY_LENGTH
#undef MBEDTLS_CHACHA20_C
#undef MBEDTLS_POLY1305_C
#undef MBEDTLS_CHACHAPOLY_C
#define MBEDTLS_CIPHER_C
#define MBEDTLS_CMAC_C
#define MBEDTLS_PLATFORM_C
#define MBEDTLS_PLATFORM_MEMORY
#define MBEDTLS_PLATFORM_CALLOC_MACRO adapter_calloc
#define MBEDTLS_PLATFORM_FREE_MACRO adapter_free

void *adapter_calloc(size_t count, size_t size);
void adapter_free(void *where);
