/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The AEADs of the transparent PSA driver: GCM and CCM with AES, and ChaCha20-Poly1305.
 *
 * Source: Mbed TLS 3.6, docs/proposed/psa-driver-interface.md; PSA Certified Crypto API 1.2,
 * "Authenticated encryption with associated data".
 */
#include "psa/crypto.h"

#include "mote_psa.h"

#ifdef MOTE_PSA_AEAD

#include "mbedtls/platform_util.h"

#include <string.h>

/* The algorithm whatever the length of its tag. */
#define BASE(alg) PSA_ALG_AEAD_WITH_SHORTENED_TAG(alg, 0)
#define GCM BASE(PSA_ALG_GCM)
#define CCM BASE(PSA_ALG_CCM)
#define CHACHA20_POLY1305 BASE(PSA_ALG_CHACHA20_POLY1305)

#define LARGEST_NONCE 13 /* of CCM */

/* What Mote's functions say, with the same numbers in gcm.h, ccm.h and chacha20_poly1305.h. */
static psa_status_t said(int code) {
    switch (code) {
    case 0:
        return PSA_SUCCESS;
    case -4: /* ..._WRONG_ORDER */
        return PSA_ERROR_BAD_STATE;
    case -5: /* ..._WRONG_TAG */
        return PSA_ERROR_INVALID_SIGNATURE;
    default: /* a size of key, text, nonce or tag */
        return PSA_ERROR_INVALID_ARGUMENT;
    }
}

static psa_status_t setup(mote_transparent_aead_operation_t *operation,
                          const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                          size_t key_buffer_size, psa_algorithm_t alg, int decrypts) {
    psa_key_type_t type = psa_get_key_type(attributes);
    size_t tag_length = PSA_ALG_AEAD_GET_TAG_LENGTH(alg);
    int wrong = 0;

    if (operation->alg != 0)
        return PSA_ERROR_BAD_STATE;
    switch (BASE(alg)) {
#ifdef MOTE_PSA_GCM
    case GCM:
        if (type != PSA_KEY_TYPE_AES)
            return PSA_ERROR_NOT_SUPPORTED;
        wrong = mote_gcm_init(&operation->cc.gcm, key_buffer, (unsigned)(8 * key_buffer_size));
        break;
#endif
#ifdef MOTE_PSA_CCM
    case CCM:
        if (type != PSA_KEY_TYPE_AES)
            return PSA_ERROR_NOT_SUPPORTED;
        wrong = mote_ccm_init(&operation->cc.ccm, key_buffer, (unsigned)(8 * key_buffer_size));
        break;
#endif
#ifdef MOTE_PSA_CHACHA20_POLY1305
    case CHACHA20_POLY1305:
        if (type != PSA_KEY_TYPE_CHACHA20 || tag_length != 16)
            return PSA_ERROR_NOT_SUPPORTED;
        if (key_buffer_size != sizeof operation->key)
            return PSA_ERROR_INVALID_ARGUMENT;
        memcpy(operation->key, key_buffer, sizeof operation->key);
        break;
#endif
    default:
        (void)type;
        (void)key_buffer;
        (void)key_buffer_size;
        return PSA_ERROR_NOT_SUPPORTED;
    }
    if (wrong != 0)
        return PSA_ERROR_INVALID_ARGUMENT;
    operation->alg = BASE(alg);
    operation->tag_length = (uint8_t)tag_length;
    operation->decrypts = decrypts != 0;
    operation->nonce_length = 0;
    operation->lengths_set = 0;
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_aead_encrypt_setup(mote_transparent_aead_operation_t *operation,
                                                 const psa_key_attributes_t *attributes,
                                                 const uint8_t *key_buffer, size_t key_buffer_size,
                                                 psa_algorithm_t alg) {
    return setup(operation, attributes, key_buffer, key_buffer_size, alg, 0);
}

psa_status_t mote_transparent_aead_decrypt_setup(mote_transparent_aead_operation_t *operation,
                                                 const psa_key_attributes_t *attributes,
                                                 const uint8_t *key_buffer, size_t key_buffer_size,
                                                 psa_algorithm_t alg) {
    return setup(operation, attributes, key_buffer, key_buffer_size, alg, 1);
}

#ifdef MOTE_PSA_CCM
/* CCM's first block has the nonce and both lengths: it starts when it has them. */
static psa_status_t start_ccm(mote_transparent_aead_operation_t *operation) {
    if (operation->nonce_length == 0 || !operation->lengths_set)
        return PSA_SUCCESS;
    return said(mote_ccm_start(&operation->cc.ccm, operation->nonce, operation->nonce_length,
                               operation->ad_length, operation->text, operation->tag_length));
}
#endif

psa_status_t mote_transparent_aead_set_nonce(mote_transparent_aead_operation_t *operation,
                                             const uint8_t *nonce, size_t nonce_length) {
    switch (operation->alg) {
#ifdef MOTE_PSA_GCM
    case GCM:
        return said(mote_gcm_start(&operation->cc.gcm, nonce, nonce_length));
#endif
#ifdef MOTE_PSA_CCM
    case CCM:
        if (nonce_length == 0 || nonce_length > LARGEST_NONCE)
            return PSA_ERROR_INVALID_ARGUMENT;
        memcpy(operation->nonce, nonce, nonce_length);
        operation->nonce_length = (uint8_t)nonce_length;
        return start_ccm(operation);
#endif
#ifdef MOTE_PSA_CHACHA20_POLY1305
    case CHACHA20_POLY1305:
        if (nonce_length != 12)
            return PSA_ERROR_INVALID_ARGUMENT;
        mote_chacha20_poly1305_init(&operation->cc.chacha, operation->key, nonce);
        mbedtls_platform_zeroize(operation->key, sizeof operation->key);
        return PSA_SUCCESS;
#endif
    default:
        (void)nonce;
        (void)nonce_length;
        return PSA_ERROR_BAD_STATE;
    }
}

psa_status_t mote_transparent_aead_set_lengths(mote_transparent_aead_operation_t *operation,
                                               size_t ad_length, size_t plaintext_length) {
    if (operation->alg == 0)
        return PSA_ERROR_BAD_STATE;
#ifdef MOTE_PSA_CCM
    if (operation->alg == CCM) {
        operation->ad_length = ad_length;
        operation->text = plaintext_length;
        operation->lengths_set = 1;
        return start_ccm(operation);
    }
#endif
    (void)ad_length;
    (void)plaintext_length;
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_aead_update_ad(mote_transparent_aead_operation_t *operation,
                                             const uint8_t *input, size_t input_length) {
    switch (operation->alg) {
#ifdef MOTE_PSA_GCM
    case GCM:
        return said(mote_gcm_aad(&operation->cc.gcm, input, input_length));
#endif
#ifdef MOTE_PSA_CCM
    case CCM:
        return said(mote_ccm_aad(&operation->cc.ccm, input, input_length));
#endif
#ifdef MOTE_PSA_CHACHA20_POLY1305
    case CHACHA20_POLY1305:
        return said(mote_chacha20_poly1305_aad(&operation->cc.chacha, input, input_length));
#endif
    default:
        (void)input;
        (void)input_length;
        return PSA_ERROR_BAD_STATE;
    }
}

psa_status_t mote_transparent_aead_update(mote_transparent_aead_operation_t *operation,
                                          const uint8_t *input, size_t input_length,
                                          uint8_t *output, size_t output_size,
                                          size_t *output_length) {
    int code;

    *output_length = 0;
    if (operation->alg != 0 && output_size < input_length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    switch (operation->alg) {
#ifdef MOTE_PSA_GCM
    case GCM:
        code = operation->decrypts
                   ? mote_gcm_decrypt(&operation->cc.gcm, input, output, input_length)
                   : mote_gcm_encrypt(&operation->cc.gcm, input, output, input_length);
        break;
#endif
#ifdef MOTE_PSA_CCM
    case CCM:
        code = operation->decrypts
                   ? mote_ccm_decrypt(&operation->cc.ccm, input, output, input_length)
                   : mote_ccm_encrypt(&operation->cc.ccm, input, output, input_length);
        break;
#endif
#ifdef MOTE_PSA_CHACHA20_POLY1305
    case CHACHA20_POLY1305:
        code = operation->decrypts ? mote_chacha20_poly1305_decrypt(&operation->cc.chacha, input,
                                                                    output, input_length)
                                   : mote_chacha20_poly1305_encrypt(&operation->cc.chacha, input,
                                                                    output, input_length);
        break;
#endif
    default:
        (void)input;
        (void)output;
        return PSA_ERROR_BAD_STATE;
    }
    if (code == 0)
        *output_length = input_length;
    return said(code);
}

psa_status_t mote_transparent_aead_finish(mote_transparent_aead_operation_t *operation,
                                          uint8_t *ciphertext, size_t ciphertext_size,
                                          size_t *ciphertext_length, uint8_t *tag, size_t tag_size,
                                          size_t *tag_length) {
    int code;

    (void)ciphertext;
    (void)ciphertext_size;
    *ciphertext_length = 0;
    *tag_length = 0;
    if (operation->alg == 0 || operation->decrypts)
        return PSA_ERROR_BAD_STATE;
    if (tag_size < operation->tag_length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    switch (operation->alg) {
#ifdef MOTE_PSA_GCM
    case GCM:
        code = mote_gcm_tag(&operation->cc.gcm, tag, operation->tag_length);
        break;
#endif
#ifdef MOTE_PSA_CCM
    case CCM:
        code = mote_ccm_tag(&operation->cc.ccm, tag);
        break;
#endif
    default:
#ifdef MOTE_PSA_CHACHA20_POLY1305
        code = mote_chacha20_poly1305_tag(&operation->cc.chacha, tag);
        break;
#else
        (void)tag;
        return PSA_ERROR_BAD_STATE;
#endif
    }
    if (code == 0)
        *tag_length = operation->tag_length;
    return said(code);
}

psa_status_t mote_transparent_aead_verify(mote_transparent_aead_operation_t *operation,
                                          uint8_t *plaintext, size_t plaintext_size,
                                          size_t *plaintext_length, const uint8_t *tag,
                                          size_t tag_length) {
    (void)plaintext;
    (void)plaintext_size;
    *plaintext_length = 0;
    if (operation->alg == 0 || !operation->decrypts)
        return PSA_ERROR_BAD_STATE;
    if (tag_length != operation->tag_length)
        return PSA_ERROR_INVALID_SIGNATURE;
    switch (operation->alg) {
#ifdef MOTE_PSA_GCM
    case GCM:
        return said(mote_gcm_check(&operation->cc.gcm, tag, tag_length));
#endif
#ifdef MOTE_PSA_CCM
    case CCM:
        return said(mote_ccm_check(&operation->cc.ccm, tag));
#endif
    default:
#ifdef MOTE_PSA_CHACHA20_POLY1305
        return said(mote_chacha20_poly1305_check(&operation->cc.chacha, tag));
#else
        (void)tag;
        return PSA_ERROR_BAD_STATE;
#endif
    }
}

psa_status_t mote_transparent_aead_abort(mote_transparent_aead_operation_t *operation) {
    mbedtls_platform_zeroize(operation, sizeof *operation);
    return PSA_SUCCESS;
}

/* What both directions begin with; the lengths are declared whether or not the algorithm asks. */
static psa_status_t begin(mote_transparent_aead_operation_t *operation,
                          const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                          size_t key_buffer_size, psa_algorithm_t alg, int decrypts,
                          const uint8_t *nonce, size_t nonce_length, const uint8_t *ad,
                          size_t ad_length, size_t text_length) {
    psa_status_t status;

    operation->alg = 0;
    status = setup(operation, attributes, key_buffer, key_buffer_size, alg, decrypts);
    if (status == PSA_SUCCESS)
        status = mote_transparent_aead_set_lengths(operation, ad_length, text_length);
    if (status == PSA_SUCCESS)
        status = mote_transparent_aead_set_nonce(operation, nonce, nonce_length);
    if (status == PSA_SUCCESS)
        status = mote_transparent_aead_update_ad(operation, ad, ad_length);
    return status;
}

psa_status_t mote_transparent_aead_encrypt(const psa_key_attributes_t *attributes,
                                           const uint8_t *key_buffer, size_t key_buffer_size,
                                           psa_algorithm_t alg, const uint8_t *nonce,
                                           size_t nonce_length, const uint8_t *additional_data,
                                           size_t additional_data_length, const uint8_t *plaintext,
                                           size_t plaintext_length, uint8_t *ciphertext,
                                           size_t ciphertext_size, size_t *ciphertext_length) {
    mote_transparent_aead_operation_t operation;
    size_t length = 0, none, tag_length = 0;
    psa_status_t status =
        begin(&operation, attributes, key_buffer, key_buffer_size, alg, 0, nonce, nonce_length,
              additional_data, additional_data_length, plaintext_length);

    *ciphertext_length = 0;
    if (status == PSA_SUCCESS && (ciphertext_size < plaintext_length ||
                                  ciphertext_size - plaintext_length < operation.tag_length))
        status = PSA_ERROR_BUFFER_TOO_SMALL;
    if (status == PSA_SUCCESS)
        status = mote_transparent_aead_update(&operation, plaintext, plaintext_length, ciphertext,
                                              ciphertext_size, &length);
    if (status == PSA_SUCCESS)
        status = mote_transparent_aead_finish(&operation, ciphertext, 0, &none, ciphertext + length,
                                              ciphertext_size - length, &tag_length);
    if (status == PSA_SUCCESS)
        *ciphertext_length = length + tag_length;
    (void)mote_transparent_aead_abort(&operation);
    return status;
}

psa_status_t mote_transparent_aead_decrypt(const psa_key_attributes_t *attributes,
                                           const uint8_t *key_buffer, size_t key_buffer_size,
                                           psa_algorithm_t alg, const uint8_t *nonce,
                                           size_t nonce_length, const uint8_t *additional_data,
                                           size_t additional_data_length, const uint8_t *ciphertext,
                                           size_t ciphertext_length, uint8_t *plaintext,
                                           size_t plaintext_size, size_t *plaintext_length) {
    mote_transparent_aead_operation_t operation;
    size_t tag_length = PSA_ALG_AEAD_GET_TAG_LENGTH(alg), length, done = 0, none;
    psa_status_t status;
    uint8_t tag[16];

    *plaintext_length = 0;
    length = ciphertext_length < tag_length ? 0 : ciphertext_length - tag_length;
    status = begin(&operation, attributes, key_buffer, key_buffer_size, alg, 1, nonce, nonce_length,
                   additional_data, additional_data_length, length);
    if (status == PSA_SUCCESS && ciphertext_length < tag_length)
        status = PSA_ERROR_INVALID_ARGUMENT;
    if (status == PSA_SUCCESS && plaintext_size < length)
        status = PSA_ERROR_BUFFER_TOO_SMALL;
    if (status == PSA_SUCCESS) {
        /* Where the buffers overlap, the text may take the tag's place. */
        memcpy(tag, ciphertext + length, tag_length);
        status = mote_transparent_aead_update(&operation, ciphertext, length, plaintext,
                                              plaintext_size, &done);
    }
    if (status == PSA_SUCCESS)
        status = mote_transparent_aead_verify(&operation, plaintext, 0, &none, tag, tag_length);
    if (status == PSA_SUCCESS)
        *plaintext_length = length;
    else
        mbedtls_platform_zeroize(plaintext, done);
    (void)mote_transparent_aead_abort(&operation);
    return status;
}

#else
typedef int mote_psa_aead_is_not_compiled;
#endif
