/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The MACs of the transparent PSA driver: HMAC, and CMAC with AES.
 *
 * Source: Mbed TLS 3.6, docs/proposed/psa-driver-interface.md; PSA Certified Crypto API 1.2, "Message
 * authentication codes".
 */
#include "psa/crypto.h"

#include "mote_psa.h"

#ifdef MOTE_PSA_MAC

#include "mbedtls/constant_time.h"
#include "mbedtls/platform_util.h"

/* PSA_ALG_CMAC, or the hash function of HMAC, if the driver has the algorithm for such a key, or 0. */
static psa_algorithm_t inner(const psa_key_attributes_t *attributes, psa_algorithm_t alg) {
#ifdef MOTE_PSA_CMAC
    if (PSA_ALG_FULL_LENGTH_MAC(alg) == PSA_ALG_CMAC)
        return psa_get_key_type(attributes) == PSA_KEY_TYPE_AES ? PSA_ALG_CMAC : 0;
#endif
#ifdef MOTE_PSA_HMAC
    if (PSA_ALG_IS_HMAC(alg))
        switch (PSA_ALG_HMAC_GET_HASH(alg)) {
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
            return PSA_ALG_HMAC_GET_HASH(alg);
        default:
            break;
        }
#endif
    (void)attributes;
    (void)alg;
    return 0;
}

psa_status_t mote_transparent_mac_sign_setup(mote_transparent_mac_operation_t *operation,
                                             const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg) {
    psa_algorithm_t found = inner(attributes, alg);
#ifdef MOTE_PSA_HMAC
    unsigned bits = (unsigned)(8 * PSA_HASH_LENGTH(found));
#endif

    if (operation->alg != 0)
        return PSA_ERROR_BAD_STATE;
    switch (found) {
    case 0:
        return PSA_ERROR_NOT_SUPPORTED;
#ifdef MOTE_PSA_CMAC
    case PSA_ALG_CMAC:
        if (mote_cmac_init(&operation->cc.cmac, key_buffer, (unsigned)(8 * key_buffer_size)) != 0)
            return PSA_ERROR_INVALID_ARGUMENT;
        break;
#endif
#ifdef MOTE_PSA_HMAC
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
        mote_hmac_sha1_init(&operation->cc.sha1, bits, key_buffer, key_buffer_size);
        break;
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
        mote_hmac_sha256_init(&operation->cc.sha256, bits, key_buffer, key_buffer_size);
        break;
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
        mote_hmac_sha512_init(&operation->cc.sha512, bits, key_buffer, key_buffer_size);
        break;
#endif
#endif
    default:
#if defined MOTE_PSA_HMAC && defined MOTE_PSA_SHA3
        mote_hmac_sha3_init(&operation->cc.sha3, bits, key_buffer, key_buffer_size);
#endif
        break;
    }
    operation->alg = found;
    operation->length = PSA_MAC_LENGTH(psa_get_key_type(attributes), 8 * key_buffer_size, alg);
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_mac_verify_setup(mote_transparent_mac_operation_t *operation,
                                               const psa_key_attributes_t *attributes,
                                               const uint8_t *key_buffer, size_t key_buffer_size,
                                               psa_algorithm_t alg) {
    return mote_transparent_mac_sign_setup(operation, attributes, key_buffer, key_buffer_size, alg);
}

psa_status_t mote_transparent_mac_update(mote_transparent_mac_operation_t *operation,
                                         const uint8_t *input, size_t input_length) {
    switch (operation->alg) {
    case 0:
        return PSA_ERROR_BAD_STATE;
#ifdef MOTE_PSA_CMAC
    case PSA_ALG_CMAC:
        mote_cmac(&operation->cc.cmac, input, input_length);
        break;
#endif
#ifdef MOTE_PSA_HMAC
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
        mote_hmac_sha1(&operation->cc.sha1, input, input_length);
        break;
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
        mote_hmac_sha256(&operation->cc.sha256, input, input_length);
        break;
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
        mote_hmac_sha512(&operation->cc.sha512, input, input_length);
        break;
#endif
#endif
    default:
#if defined MOTE_PSA_HMAC && defined MOTE_PSA_SHA3
        mote_hmac_sha3(&operation->cc.sha3, input, input_length);
#endif
        break;
    }
    return PSA_SUCCESS;
}

/* Writes the whole code at full; false without a computation. */
static int close_mac(mote_transparent_mac_operation_t *operation, uint8_t *full) {
    switch (operation->alg) {
    case 0:
        return 0;
#ifdef MOTE_PSA_CMAC
    case PSA_ALG_CMAC:
        mote_cmac_close(&operation->cc.cmac, full);
        break;
#endif
#ifdef MOTE_PSA_HMAC
#ifdef MOTE_PSA_SHA1
    case PSA_ALG_SHA_1:
        mote_hmac_sha1_close(&operation->cc.sha1, full);
        break;
#endif
#ifdef MOTE_PSA_SHA256
    case PSA_ALG_SHA_224:
    case PSA_ALG_SHA_256:
        mote_hmac_sha256_close(&operation->cc.sha256, full);
        break;
#endif
#ifdef MOTE_PSA_SHA512
    case PSA_ALG_SHA_384:
    case PSA_ALG_SHA_512:
        mote_hmac_sha512_close(&operation->cc.sha512, full);
        break;
#endif
#endif
    default:
#if defined MOTE_PSA_HMAC && defined MOTE_PSA_SHA3
        mote_hmac_sha3_close(&operation->cc.sha3, full);
#endif
        break;
    }
    return 1;
}

psa_status_t mote_transparent_mac_sign_finish(mote_transparent_mac_operation_t *operation,
                                              uint8_t *mac, size_t mac_size, size_t *mac_length) {
    uint8_t full[PSA_MAC_MAX_SIZE];
    size_t i;

    *mac_length = 0;
    if (operation->alg != 0 && mac_size < operation->length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    if (!close_mac(operation, full))
        return PSA_ERROR_BAD_STATE;
    for (i = 0; i != operation->length; i++)
        mac[i] = full[i];
    *mac_length = operation->length;
    mbedtls_platform_zeroize(full, sizeof full);
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_mac_verify_finish(mote_transparent_mac_operation_t *operation,
                                                const uint8_t *mac, size_t mac_length) {
    uint8_t full[PSA_MAC_MAX_SIZE];
    int differ;

    if (!close_mac(operation, full))
        return PSA_ERROR_BAD_STATE;
    differ = mac_length != operation->length || mbedtls_ct_memcmp(full, mac, mac_length) != 0;
    mbedtls_platform_zeroize(full, sizeof full);
    return differ ? PSA_ERROR_INVALID_SIGNATURE : PSA_SUCCESS;
}

psa_status_t mote_transparent_mac_abort(mote_transparent_mac_operation_t *operation) {
    mbedtls_platform_zeroize(operation, sizeof *operation);
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_mac_compute(const psa_key_attributes_t *attributes,
                                          const uint8_t *key_buffer, size_t key_buffer_size,
                                          psa_algorithm_t alg, const uint8_t *input,
                                          size_t input_length, uint8_t *mac, size_t mac_size,
                                          size_t *mac_length) {
    mote_transparent_mac_operation_t operation;
    psa_status_t status;

    operation.alg = 0;
    *mac_length = 0;
    status =
        mote_transparent_mac_sign_setup(&operation, attributes, key_buffer, key_buffer_size, alg);
    if (status != PSA_SUCCESS)
        return status;
    (void)mote_transparent_mac_update(&operation, input, input_length);
    status = mote_transparent_mac_sign_finish(&operation, mac, mac_size, mac_length);
    (void)mote_transparent_mac_abort(&operation);
    return status;
}

#else
typedef int mote_psa_mac_is_not_compiled;
#endif
