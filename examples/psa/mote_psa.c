/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A transparent PSA driver of Mote's hash functions.
 */
#include "psa/crypto.h"

#include "mote_psa.h"

#ifdef MOTE_PSA_HASH

#include "mbedtls/platform_util.h"

/* The digest's size in bits if the driver has the algorithm, or 0. */
static unsigned digest_bits(psa_algorithm_t alg) {
    switch (alg) {
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
#endif
#ifdef MOTE_PSA_SHA3
    case PSA_ALG_SHA3_224:
    case PSA_ALG_SHA3_256:
    case PSA_ALG_SHA3_384:
    case PSA_ALG_SHA3_512:
#endif
        return (unsigned)(8 * PSA_HASH_LENGTH(alg));
    default:
        return 0;
    }
}

psa_status_t mote_transparent_hash_setup(mote_transparent_hash_operation_t *operation,
                                         psa_algorithm_t alg) {
    unsigned bits = digest_bits(alg);

    if (operation->alg != 0)
        return PSA_ERROR_BAD_STATE;
    if (bits == 0)
        return PSA_ERROR_NOT_SUPPORTED;
    operation->alg = alg;
    switch (alg) {
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
        mote_sha1_init(&operation->cc.sha1, bits);
        break;
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
        mote_sha256_init(&operation->cc.sha256, bits);
        break;
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
        mote_sha512_init(&operation->cc.sha512, bits);
        break;
#endif
    default:
#ifdef MOTE_PSA_SHA3
        mote_sha3_init(&operation->cc.sha3, bits);
#endif
        break;
    }
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_hash_clone(const mote_transparent_hash_operation_t *source_operation,
                                         mote_transparent_hash_operation_t *target_operation) {
    if (source_operation->alg == 0)
        return PSA_ERROR_BAD_STATE;
    *target_operation = *source_operation;
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_hash_update(mote_transparent_hash_operation_t *operation,
                                          const uint8_t *input, size_t input_length) {
    switch (operation->alg) {
    case 0:
        return PSA_ERROR_BAD_STATE;
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
        mote_sha1(&operation->cc.sha1, input, input_length);
        break;
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
        mote_sha256(&operation->cc.sha256, input, input_length);
        break;
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
        mote_sha512(&operation->cc.sha512, input, input_length);
        break;
#endif
    default:
#ifdef MOTE_PSA_SHA3
        mote_sha3(&operation->cc.sha3, input, input_length);
#endif
        break;
    }
    (void)input;
    (void)input_length;
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_hash_finish(mote_transparent_hash_operation_t *operation,
                                          uint8_t *hash, size_t hash_size, size_t *hash_length) {
    size_t length = digest_bits(operation->alg) / 8;

    *hash_length = 0;
    if (length == 0)
        return PSA_ERROR_BAD_STATE;
    if (hash_size < length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    switch (operation->alg) {
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
        mote_sha1_close(&operation->cc.sha1, 0, 0, hash);
        break;
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
        mote_sha256_close(&operation->cc.sha256, 0, 0, hash);
        break;
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
        mote_sha512_close(&operation->cc.sha512, 0, 0, hash);
        break;
#endif
    default:
#ifdef MOTE_PSA_SHA3
        mote_sha3_close(&operation->cc.sha3, 0, 0, hash);
#endif
        break;
    }
    *hash_length = length;
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_hash_abort(mote_transparent_hash_operation_t *operation) {
    mbedtls_platform_zeroize(operation, sizeof *operation);
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_hash_compute(psa_algorithm_t alg, const uint8_t *input,
                                           size_t input_length, uint8_t *hash, size_t hash_size,
                                           size_t *hash_length) {
    mote_transparent_hash_operation_t operation;
    psa_status_t status;

    operation.alg = 0;
    *hash_length = 0;
    status = mote_transparent_hash_setup(&operation, alg);
    if (status != PSA_SUCCESS)
        return status;
    (void)mote_transparent_hash_update(&operation, input, input_length);
    status = mote_transparent_hash_finish(&operation, hash, hash_size, hash_length);
    (void)mote_transparent_hash_abort(&operation);
    return status;
}

#else
typedef int mote_psa_is_not_compiled;
#endif
