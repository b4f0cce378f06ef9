/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Mbed TLS's hash functions, which are told at the start and at the end what they are.
 */
#if defined(ADAPTER_SHA256)
#include "mbedtls/sha256.h"

void adapter_init(mbedtls_sha256_context *cc) {
    mbedtls_sha256_init(cc);
    (void)mbedtls_sha256_starts(cc, 0);
}

void adapter_close(mbedtls_sha256_context *cc, void *dst) {
    (void)mbedtls_sha256_finish(cc, dst);
}

#elif defined(ADAPTER_SHA512)
#include "mbedtls/sha512.h"

void adapter_init(mbedtls_sha512_context *cc) {
    mbedtls_sha512_init(cc);
    (void)mbedtls_sha512_starts(cc, 0);
}

void adapter_close(mbedtls_sha512_context *cc, void *dst) {
    (void)mbedtls_sha512_finish(cc, dst);
}

#else
#include "mbedtls/sha3.h"

void adapter_init(mbedtls_sha3_context *cc) {
    mbedtls_sha3_init(cc);
    (void)mbedtls_sha3_starts(cc, MBEDTLS_SHA3_256);
}

void adapter_close(mbedtls_sha3_context *cc, void *dst) {
    (void)mbedtls_sha3_finish(cc, dst, 32);
}

#endif
