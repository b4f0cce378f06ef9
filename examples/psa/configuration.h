/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS (MBEDTLS_CONFIG_FILE) with the PSA interface and, of algorithms, those of algorithms.h.
 */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#ifdef ON_DEVICE
#define MBEDTLS_PSA_CRYPTO_CLIENT
#ifdef SMALL
#define MBEDTLS_SHA256_SMALLER
#endif
#else
#define MBEDTLS_PLATFORM_C
#define MBEDTLS_FS_IO
#endif
