/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_PSA_CRYPTO_CONFIG_FILE: the hash functions that programs may use, on a device SHA-256 alone.
 * Without -DWITHOUT_MOTE the driver has them, and the core leaves out its own code.
 */
#define PSA_WANT_ALG_SHA_256 1
#ifndef ON_DEVICE
#define PSA_WANT_ALG_SHA_224 1
#define PSA_WANT_ALG_SHA_384 1
#define PSA_WANT_ALG_SHA_512 1
#define PSA_WANT_ALG_SHA3_224 1
#define PSA_WANT_ALG_SHA3_256 1
#define PSA_WANT_ALG_SHA3_384 1
#define PSA_WANT_ALG_SHA3_512 1
/* Mbed TLS has these itself beside a driver: the tests look at algorithms that it lacks, too. */
#define PSA_WANT_ALG_MD5 1
#define PSA_WANT_ALG_RIPEMD160 1
#define PSA_WANT_ALG_SHA_1 1
/* Mbed TLS's HMAC calls the hash functions through the same interface, and so the driver. */
#define PSA_WANT_ALG_HMAC 1
#define PSA_WANT_KEY_TYPE_HMAC 1
#define PSA_WANT_ALG_HKDF 1
#define PSA_WANT_KEY_TYPE_DERIVE 1
#endif

#ifndef WITHOUT_MOTE
#define MBEDTLS_PSA_ACCEL_ALG_SHA_256 1
#ifndef ON_DEVICE
#define MBEDTLS_PSA_ACCEL_ALG_SHA_224 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA_384 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA_512 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA3_224 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA3_256 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA3_384 1
#define MBEDTLS_PSA_ACCEL_ALG_SHA3_512 1
#endif
#endif
