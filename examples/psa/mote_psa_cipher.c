/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The ciphers of the transparent PSA driver: AES with CTR, ECB, CBC and CBC with padding, and ChaCha20.
 *
 * Source: Mbed TLS 3.6, docs/proposed/psa-driver-interface.md; PSA Certified Crypto API 1.2,
 * "Unauthenticated ciphers"; the padding of PSA_ALG_CBC_PKCS7: RFC 5652, section 6.3.
 */
#include "psa/crypto.h"

#include "mote_psa.h"

#ifdef MOTE_PSA_CIPHER

#include "mbedtls/platform_util.h"

#include <string.h>

#define BLOCK 16
#define CHACHA20_NONCE 12

#if defined MOTE_PSA_CTR || defined MOTE_PSA_BLOCKS
#define HAS_AES
#endif

/* Whether the driver has the algorithm for such a key. */
static int is_known(psa_key_type_t type, psa_algorithm_t alg) {
    switch (alg) {
#ifdef MOTE_PSA_CTR
    case PSA_ALG_CTR:
#endif
#ifdef MOTE_PSA_ECB
    case PSA_ALG_ECB_NO_PADDING:
#endif
#ifdef MOTE_PSA_CBC
    case PSA_ALG_CBC_NO_PADDING:
#endif
#ifdef MOTE_PSA_CBC_PKCS7
    case PSA_ALG_CBC_PKCS7:
#endif
#ifdef HAS_AES
        return type == PSA_KEY_TYPE_AES;
#endif
#ifdef MOTE_PSA_CHACHA20
    case PSA_ALG_STREAM_CIPHER:
        return type == PSA_KEY_TYPE_CHACHA20;
#endif
    default:
        return 0;
    }
}

static psa_status_t setup(mote_transparent_cipher_operation_t *operation,
                          const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                          size_t key_buffer_size, psa_algorithm_t alg, int decrypts) {
    if (operation->alg != 0)
        return PSA_ERROR_BAD_STATE;
    if (!is_known(psa_get_key_type(attributes), alg))
        return PSA_ERROR_NOT_SUPPORTED;
#ifdef MOTE_PSA_CHACHA20
    if (alg == PSA_ALG_STREAM_CIPHER) {
        if (key_buffer_size != sizeof operation->block + sizeof operation->iv)
            return PSA_ERROR_INVALID_ARGUMENT;
        memcpy(operation->block, key_buffer, sizeof operation->block);
        memcpy(operation->iv, key_buffer + sizeof operation->block, sizeof operation->iv);
    }
#endif
#ifdef HAS_AES
    if (alg != PSA_ALG_STREAM_CIPHER &&
        mote_aes_init(&operation->cc.aes.key, key_buffer, (unsigned)(8 * key_buffer_size)) != 0)
        return PSA_ERROR_INVALID_ARGUMENT;
#endif
    operation->alg = alg;
    operation->decrypts = decrypts != 0;
    operation->filled = 0;
    return PSA_SUCCESS;
}

psa_status_t mote_transparent_cipher_encrypt_setup(mote_transparent_cipher_operation_t *operation,
                                                   const psa_key_attributes_t *attributes,
                                                   const uint8_t *key_buffer,
                                                   size_t key_buffer_size, psa_algorithm_t alg) {
    return setup(operation, attributes, key_buffer, key_buffer_size, alg, 0);
}

psa_status_t mote_transparent_cipher_decrypt_setup(mote_transparent_cipher_operation_t *operation,
                                                   const psa_key_attributes_t *attributes,
                                                   const uint8_t *key_buffer,
                                                   size_t key_buffer_size, psa_algorithm_t alg) {
    return setup(operation, attributes, key_buffer, key_buffer_size, alg, 1);
}

psa_status_t mote_transparent_cipher_set_iv(mote_transparent_cipher_operation_t *operation,
                                            const uint8_t *iv, size_t iv_length) {
    switch (operation->alg) {
    case 0:
    case PSA_ALG_ECB_NO_PADDING:
        return PSA_ERROR_BAD_STATE;
#ifdef MOTE_PSA_CHACHA20
    case PSA_ALG_STREAM_CIPHER: {
        uint8_t key[32];

        if (iv_length != CHACHA20_NONCE)
            return PSA_ERROR_INVALID_ARGUMENT;
        memcpy(key, operation->block, sizeof operation->block);
        memcpy(key + sizeof operation->block, operation->iv, sizeof operation->iv);
        mote_chacha20_init(&operation->cc.chacha20, key, iv, 0);
        mbedtls_platform_zeroize(key, sizeof key);
        return PSA_SUCCESS;
    }
#endif
    default:
        if (iv_length != BLOCK)
            return PSA_ERROR_INVALID_ARGUMENT;
#ifdef MOTE_PSA_CTR
        if (operation->alg == PSA_ALG_CTR)
            mote_aes_ctr_start(&operation->cc.aes.ctr, iv);
#endif
        memcpy(operation->iv, iv, BLOCK);
        return PSA_SUCCESS;
    }
}

#ifdef MOTE_PSA_BLOCKS
/* So many blocks with what comes between them by the mode. */
static void crypt_blocks(mote_transparent_cipher_operation_t *operation, const uint8_t *input,
                         uint8_t *output, size_t blocks) {
    const mote_aes_context *key = &operation->cc.aes.key;

#ifdef MOTE_PSA_ECB
    if (operation->alg == PSA_ALG_ECB_NO_PADDING) {
        if (operation->decrypts)
            mote_aes_ecb_decrypt(key, input, output, blocks);
        else
            mote_aes_ecb_encrypt(key, input, output, blocks);
        return;
    }
#endif
#if defined MOTE_PSA_CBC || defined MOTE_PSA_CBC_PKCS7
    if (operation->decrypts)
        mote_aes_cbc_decrypt(key, operation->iv, input, output, blocks);
    else
        mote_aes_cbc_encrypt(key, operation->iv, input, output, blocks);
#endif
}

/*
 * Blocks as they become whole; before the end of a padded ciphertext the last waits.  What waits is
 * always as long while there are blocks, so that output may be input: what a block at output covers
 * is read before.
 */
static psa_status_t update_blocks(mote_transparent_cipher_operation_t *operation,
                                  const uint8_t *input, size_t input_length, uint8_t *output,
                                  size_t output_size, size_t *output_length) {
    int holds_last = operation->alg == PSA_ALG_CBC_PKCS7 && operation->decrypts;
    size_t blocks, ahead, waiting = operation->filled;

    /* filled + input_length could be more than a size_t holds. */
    blocks = input_length / BLOCK;
    ahead = input_length % BLOCK + waiting;
    blocks += ahead / BLOCK;
    if (holds_last && blocks != 0 && ahead % BLOCK == 0)
        blocks--;
    if (output_size / BLOCK < blocks)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    *output_length = blocks * BLOCK;
    if (waiting == 0 && blocks != 0 &&
        (output == input || output + blocks * BLOCK <= input || input + input_length <= output)) {
        crypt_blocks(operation, input, output, blocks);
        input += blocks * BLOCK;
        input_length -= blocks * BLOCK;
        blocks = 0;
    }
    for (; blocks != 0; blocks--) {
        uint8_t whole[BLOCK];
        size_t rest;

        memcpy(whole, operation->block, waiting);
        memcpy(whole + waiting, input, BLOCK - waiting);
        input += BLOCK - waiting;
        input_length -= BLOCK - waiting;
        rest = input_length < waiting ? input_length : waiting;
        if (rest != 0)
            memcpy(operation->block, input, rest);
        crypt_blocks(operation, whole, whole, 1);
        memcpy(output, whole, BLOCK);
        output += BLOCK;
        mbedtls_platform_zeroize(whole, sizeof whole);
        if (rest < waiting) { /* it was the last */
            operation->filled = (uint8_t)rest;
            return PSA_SUCCESS;
        }
        input += rest;
        input_length -= rest;
    }
    if (input_length != 0)
        memcpy(operation->block + waiting, input, input_length);
    operation->filled = (uint8_t)(waiting + input_length);
    return PSA_SUCCESS;
}
#endif

psa_status_t mote_transparent_cipher_update(mote_transparent_cipher_operation_t *operation,
                                            const uint8_t *input, size_t input_length,
                                            uint8_t *output, size_t output_size,
                                            size_t *output_length) {
    *output_length = 0;
    switch (operation->alg) {
    case 0:
        return PSA_ERROR_BAD_STATE;
#ifdef MOTE_PSA_CTR
    case PSA_ALG_CTR:
        if (output_size < input_length)
            return PSA_ERROR_BUFFER_TOO_SMALL;
        mote_aes_ctr(&operation->cc.aes.key, &operation->cc.aes.ctr, input, output, input_length);
        *output_length = input_length;
        return PSA_SUCCESS;
#endif
#ifdef MOTE_PSA_CHACHA20
    case PSA_ALG_STREAM_CIPHER:
        if (output_size < input_length)
            return PSA_ERROR_BUFFER_TOO_SMALL;
        mote_chacha20_crypt(&operation->cc.chacha20, input, output, input_length);
        *output_length = input_length;
        return PSA_SUCCESS;
#endif
    default:
#ifdef MOTE_PSA_BLOCKS
        return update_blocks(operation, input, input_length, output, output_size, output_length);
#else
        (void)input;
        (void)input_length;
        (void)output;
        (void)output_size;
        return PSA_ERROR_BAD_STATE;
#endif
    }
}

#ifdef MOTE_PSA_CBC_PKCS7
/*
 * Takes the padding off the last block.  Whether and where it is wrong shows in what is given back
 * alone: no branch and no address depends on the text until then.
 */
static psa_status_t finish_padded(const uint8_t *text, uint8_t *output, size_t output_size,
                                  size_t *output_length) {
    unsigned padding = text[BLOCK - 1], wrong, i, length, mask;

    /* 0 and more than a block are wrong: then one of these is negative. */
    wrong = (((padding - 1) | (BLOCK - padding)) >> 8) & 1;
    for (i = 0; i != BLOCK; i++) {
        mask = 0 - (((BLOCK - 1 - i - padding) >> 8) & 1); /* whether it is of the padding */
        wrong |= (text[i] ^ padding) & mask;
    }
    mask = 0 - (((0 - wrong) >> 8) & 1); /* all ones where wrong is not 0 */
    length = (BLOCK - padding) & ~mask;
    if (output_size < length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    for (i = 0; i != BLOCK && i < output_size; i++)
        output[i] = (uint8_t)(text[i] & (0 - (((i - length) >> 8) & 1)));
    *output_length = length;
    return -(psa_status_t)(mask & 1) & PSA_ERROR_INVALID_PADDING;
}
#endif

psa_status_t mote_transparent_cipher_finish(mote_transparent_cipher_operation_t *operation,
                                            uint8_t *output, size_t output_size,
                                            size_t *output_length) {
    *output_length = 0;
    switch (operation->alg) {
    case 0:
        return PSA_ERROR_BAD_STATE;
    case PSA_ALG_CTR:
    case PSA_ALG_STREAM_CIPHER:
        return PSA_SUCCESS;
#ifdef MOTE_PSA_CBC_PKCS7
    case PSA_ALG_CBC_PKCS7: {
        uint8_t padding = (uint8_t)(BLOCK - operation->filled);

        if (operation->decrypts) {
            if (operation->filled != BLOCK)
                return PSA_ERROR_INVALID_ARGUMENT;
            crypt_blocks(operation, operation->block, operation->block, 1);
            return finish_padded(operation->block, output, output_size, output_length);
        }
        if (output_size < BLOCK)
            return PSA_ERROR_BUFFER_TOO_SMALL;
        memset(operation->block + operation->filled, padding, padding);
        crypt_blocks(operation, operation->block, output, 1);
        *output_length = BLOCK;
        return PSA_SUCCESS;
    }
#endif
    default:
        (void)output;
        (void)output_size;
        return operation->filled == 0 ? PSA_SUCCESS : PSA_ERROR_INVALID_ARGUMENT;
    }
}

psa_status_t mote_transparent_cipher_abort(mote_transparent_cipher_operation_t *operation) {
    mbedtls_platform_zeroize(operation, sizeof *operation);
    return PSA_SUCCESS;
}

static psa_status_t all_at_once(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                size_t key_buffer_size, psa_algorithm_t alg, int decrypts,
                                const uint8_t *iv, size_t iv_length, const uint8_t *input,
                                size_t input_length, uint8_t *output, size_t output_size,
                                size_t *output_length) {
    mote_transparent_cipher_operation_t operation;
    size_t first = 0, last = 0;
    psa_status_t status;

    operation.alg = 0;
    *output_length = 0;
    status = setup(&operation, attributes, key_buffer, key_buffer_size, alg, decrypts);
    if (status == PSA_SUCCESS && iv_length != 0)
        status = mote_transparent_cipher_set_iv(&operation, iv, iv_length);
    if (status == PSA_SUCCESS)
        status = mote_transparent_cipher_update(&operation, input, input_length, output,
                                                output_size, &first);
    if (status == PSA_SUCCESS)
        status = mote_transparent_cipher_finish(&operation, first != 0 ? output + first : output,
                                                output_size - first, &last);
    if (status == PSA_SUCCESS || status == PSA_ERROR_INVALID_PADDING)
        *output_length = first + last;
    (void)mote_transparent_cipher_abort(&operation);
    return status;
}

psa_status_t mote_transparent_cipher_encrypt(const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg, const uint8_t *iv,
                                             size_t iv_length, const uint8_t *input,
                                             size_t input_length, uint8_t *output,
                                             size_t output_size, size_t *output_length) {
    return all_at_once(attributes, key_buffer, key_buffer_size, alg, 0, iv, iv_length, input,
                       input_length, output, output_size, output_length);
}

psa_status_t mote_transparent_cipher_decrypt(const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg, const uint8_t *input,
                                             size_t input_length, uint8_t *output,
                                             size_t output_size, size_t *output_length) {
    size_t iv_length = PSA_CIPHER_IV_LENGTH(psa_get_key_type(attributes), alg);

    *output_length = 0;
    if (input_length < iv_length)
        return PSA_ERROR_INVALID_ARGUMENT;
    return all_at_once(attributes, key_buffer, key_buffer_size, alg, 1, input, iv_length,
                       iv_length != 0 ? input + iv_length : input, input_length - iv_length, output,
                       output_size, output_length);
}

#else
typedef int mote_psa_cipher_is_not_compiled;
#endif
