/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A transparent PSA driver of Mote's hash functions: the entry points of mote_driver.json.
 *
 * An algorithm is in it where MBEDTLS_PSA_ACCEL_ALG_... of it is defined; SHA-224 comes with SHA-256,
 * SHA-384 with SHA-512.  Of any other the functions say PSA_ERROR_NOT_SUPPORTED, and the core goes on.
 *
 * Source: Mbed TLS 3.6, docs/proposed/psa-driver-interface.md, "Hash computation" and "Fallback".
 */
#ifndef MOTE_PSA_H
#define MOTE_PSA_H

#include "psa/crypto_types.h"

#if defined MBEDTLS_PSA_ACCEL_ALG_SHA_224 || defined MBEDTLS_PSA_ACCEL_ALG_SHA_256
#define MOTE_PSA_SHA256
#include "mote_sha256.h"
#endif
#if defined MBEDTLS_PSA_ACCEL_ALG_SHA_384 || defined MBEDTLS_PSA_ACCEL_ALG_SHA_512
#define MOTE_PSA_SHA512
#include "mote_sha512.h"
#endif
#if defined MBEDTLS_PSA_ACCEL_ALG_SHA3_224 || defined MBEDTLS_PSA_ACCEL_ALG_SHA3_256 ||            \
    defined MBEDTLS_PSA_ACCEL_ALG_SHA3_384 || defined MBEDTLS_PSA_ACCEL_ALG_SHA3_512
#define MOTE_PSA_SHA3
#include "mote_sha3.h"
#endif

typedef struct {
    psa_algorithm_t alg; /* 0: no computation */
    union {
        unsigned none;
#ifdef MOTE_PSA_SHA256
        mote_sha256_context sha256;
#endif
#ifdef MOTE_PSA_SHA512
        mote_sha512_context sha512;
#endif
#ifdef MOTE_PSA_SHA3
        mote_sha3_context sha3;
#endif
    } cc;
} mote_transparent_hash_operation_t;

psa_status_t mote_transparent_hash_compute(psa_algorithm_t alg, const uint8_t *input,
                                           size_t input_length, uint8_t *hash, size_t hash_size,
                                           size_t *hash_length);

psa_status_t mote_transparent_hash_setup(mote_transparent_hash_operation_t *operation,
                                         psa_algorithm_t alg);

psa_status_t mote_transparent_hash_clone(const mote_transparent_hash_operation_t *source_operation,
                                         mote_transparent_hash_operation_t *target_operation);

psa_status_t mote_transparent_hash_update(mote_transparent_hash_operation_t *operation,
                                          const uint8_t *input, size_t input_length);

psa_status_t mote_transparent_hash_finish(mote_transparent_hash_operation_t *operation,
                                          uint8_t *hash, size_t hash_size, size_t *hash_length);

psa_status_t mote_transparent_hash_abort(mote_transparent_hash_operation_t *operation);

#endif
