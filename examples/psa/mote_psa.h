/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * A transparent PSA driver of Mote's hash functions, MACs, ciphers and AEADs: the entry points of
 * mote_driver.json.
 *
 * An algorithm is in it where MBEDTLS_PSA_ACCEL_ALG_... of it is defined; SHA-224 comes with SHA-256,
 * SHA-384 with SHA-512, and HMAC is there with each hash function that is.  Of any other, and of block
 * ciphers other than AES, the functions say PSA_ERROR_NOT_SUPPORTED, and the core goes on.  A program
 * that needs HMAC with another hash function, too, defines MOTE_PSA_HMAC_BESIDE in place of
 * MBEDTLS_PSA_ACCEL_ALG_HMAC: then the core keeps its own for that.
 *
 * Source: Mbed TLS 3.6, docs/proposed/psa-driver-interface.md, "Driver entry points".
 */
#ifndef MOTE_PSA_H
#define MOTE_PSA_H

#include "psa/crypto_types.h"

/* With it the core's files call drivers other than its own. */
#ifndef PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#define PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#endif

/* ---- hash functions ---- */

#ifdef MBEDTLS_PSA_ACCEL_ALG_SHA_1
#define MOTE_PSA_SHA1
#include "mote_sha1.h"
#endif
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

/* Whether the driver has any function of a family: where not, nobody calls its entry points. */
#if defined MOTE_PSA_SHA1 || defined MOTE_PSA_SHA256 || defined MOTE_PSA_SHA512 ||                 \
    defined MOTE_PSA_SHA3
#define MOTE_PSA_HASH
#endif

typedef struct {
    psa_algorithm_t alg; /* 0: no computation */
    union {
        unsigned none;
#ifdef MOTE_PSA_SHA1
        mote_sha1_context sha1;
#endif
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

/* ---- MACs ---- */

#if defined MBEDTLS_PSA_ACCEL_ALG_HMAC || defined MOTE_PSA_HMAC_BESIDE
#define MOTE_PSA_HMAC
#ifdef MOTE_PSA_SHA1
#include "mote_hmac_sha1.h"
#endif
#ifdef MOTE_PSA_SHA256
#include "mote_hmac_sha256.h"
#endif
#ifdef MOTE_PSA_SHA512
#include "mote_hmac_sha512.h"
#endif
#ifdef MOTE_PSA_SHA3
#include "mote_hmac_sha3.h"
#endif
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_CMAC
#define MOTE_PSA_CMAC
#include "mote_cmac.h"
#endif

#if defined MOTE_PSA_HMAC || defined MOTE_PSA_CMAC
#define MOTE_PSA_MAC
#endif

typedef struct {
    psa_algorithm_t alg; /* PSA_ALG_CMAC, or the hash function of HMAC; 0: no computation */
    size_t length;       /* bytes of the code */
    union {
        unsigned none;
#ifdef MOTE_PSA_HMAC
#ifdef MOTE_PSA_SHA1
        mote_hmac_sha1_context sha1;
#endif
#ifdef MOTE_PSA_SHA256
        mote_hmac_sha256_context sha256;
#endif
#ifdef MOTE_PSA_SHA512
        mote_hmac_sha512_context sha512;
#endif
#ifdef MOTE_PSA_SHA3
        mote_hmac_sha3_context sha3;
#endif
#endif
#ifdef MOTE_PSA_CMAC
        mote_cmac_context cmac;
#endif
    } cc;
} mote_transparent_mac_operation_t;

psa_status_t mote_transparent_mac_compute(const psa_key_attributes_t *attributes,
                                          const uint8_t *key_buffer, size_t key_buffer_size,
                                          psa_algorithm_t alg, const uint8_t *input,
                                          size_t input_length, uint8_t *mac, size_t mac_size,
                                          size_t *mac_length);

psa_status_t mote_transparent_mac_sign_setup(mote_transparent_mac_operation_t *operation,
                                             const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg);

psa_status_t mote_transparent_mac_verify_setup(mote_transparent_mac_operation_t *operation,
                                               const psa_key_attributes_t *attributes,
                                               const uint8_t *key_buffer, size_t key_buffer_size,
                                               psa_algorithm_t alg);

psa_status_t mote_transparent_mac_update(mote_transparent_mac_operation_t *operation,
                                         const uint8_t *input, size_t input_length);

psa_status_t mote_transparent_mac_sign_finish(mote_transparent_mac_operation_t *operation,
                                              uint8_t *mac, size_t mac_size, size_t *mac_length);

psa_status_t mote_transparent_mac_verify_finish(mote_transparent_mac_operation_t *operation,
                                                const uint8_t *mac, size_t mac_length);

psa_status_t mote_transparent_mac_abort(mote_transparent_mac_operation_t *operation);

/* ---- ciphers ---- */

#ifdef MBEDTLS_PSA_ACCEL_ALG_CTR
#define MOTE_PSA_CTR
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_ECB_NO_PADDING
#define MOTE_PSA_ECB
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_CBC_NO_PADDING
#define MOTE_PSA_CBC
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_CBC_PKCS7
#define MOTE_PSA_CBC_PKCS7
#endif
#if defined MOTE_PSA_ECB || defined MOTE_PSA_CBC || defined MOTE_PSA_CBC_PKCS7
#define MOTE_PSA_BLOCKS
#endif
#if defined MOTE_PSA_CTR || defined MOTE_PSA_BLOCKS
#include "mote_aes.h"
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_STREAM_CIPHER
#define MOTE_PSA_CHACHA20
#include "mote_chacha20.h"
#endif

#if defined MOTE_PSA_CTR || defined MOTE_PSA_BLOCKS || defined MOTE_PSA_CHACHA20
#define MOTE_PSA_CIPHER
#endif

typedef struct {
    psa_algorithm_t alg; /* 0: no computation */
    uint8_t decrypts;
    uint8_t filled;    /* bytes that wait in block: 0 to 15, or 16 before what may be padding */
    uint8_t block[16]; /* the beginning of a block, or ChaCha20's key until it is started */
    uint8_t iv[16];    /* what CBC adds to the next block, or the rest of that key */
    union {
        unsigned none;
#if defined MOTE_PSA_CTR || defined MOTE_PSA_BLOCKS
        struct {
            mote_aes_context key;
            mote_aes_ctr_state ctr;
        } aes;
#endif
#ifdef MOTE_PSA_CHACHA20
        mote_chacha20_context chacha20;
#endif
    } cc;
} mote_transparent_cipher_operation_t;

psa_status_t mote_transparent_cipher_encrypt(const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg, const uint8_t *iv,
                                             size_t iv_length, const uint8_t *input,
                                             size_t input_length, uint8_t *output,
                                             size_t output_size, size_t *output_length);

psa_status_t mote_transparent_cipher_decrypt(const psa_key_attributes_t *attributes,
                                             const uint8_t *key_buffer, size_t key_buffer_size,
                                             psa_algorithm_t alg, const uint8_t *input,
                                             size_t input_length, uint8_t *output,
                                             size_t output_size, size_t *output_length);

psa_status_t mote_transparent_cipher_encrypt_setup(mote_transparent_cipher_operation_t *operation,
                                                   const psa_key_attributes_t *attributes,
                                                   const uint8_t *key_buffer,
                                                   size_t key_buffer_size, psa_algorithm_t alg);

psa_status_t mote_transparent_cipher_decrypt_setup(mote_transparent_cipher_operation_t *operation,
                                                   const psa_key_attributes_t *attributes,
                                                   const uint8_t *key_buffer,
                                                   size_t key_buffer_size, psa_algorithm_t alg);

psa_status_t mote_transparent_cipher_set_iv(mote_transparent_cipher_operation_t *operation,
                                            const uint8_t *iv, size_t iv_length);

/*
 * Input and output are the same, or the output ends before the input begins or begins behind its
 * end, or it begins before the input.
 */
psa_status_t mote_transparent_cipher_update(mote_transparent_cipher_operation_t *operation,
                                            const uint8_t *input, size_t input_length,
                                            uint8_t *output, size_t output_size,
                                            size_t *output_length);

psa_status_t mote_transparent_cipher_finish(mote_transparent_cipher_operation_t *operation,
                                            uint8_t *output, size_t output_size,
                                            size_t *output_length);

psa_status_t mote_transparent_cipher_abort(mote_transparent_cipher_operation_t *operation);

/* ---- AEADs ---- */

#ifdef MBEDTLS_PSA_ACCEL_ALG_GCM
#define MOTE_PSA_GCM
#include "mote_gcm.h"
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_CCM
#define MOTE_PSA_CCM
#include "mote_ccm.h"
#endif
#ifdef MBEDTLS_PSA_ACCEL_ALG_CHACHA20_POLY1305
#define MOTE_PSA_CHACHA20_POLY1305
#include "mote_chacha20_poly1305.h"
#endif

#if defined MOTE_PSA_GCM || defined MOTE_PSA_CCM || defined MOTE_PSA_CHACHA20_POLY1305
#define MOTE_PSA_AEAD
#endif

typedef struct {
    psa_algorithm_t alg; /* with a tag length of 0; 0: no computation */
    uint8_t tag_length;
    uint8_t decrypts;
    uint8_t nonce_length;   /* CCM: 0 until it is set */
    uint8_t lengths_set;    /* CCM: whether the two lengths are known */
    uint8_t nonce[16];      /* CCM: kept until both are */
    uint8_t key[32];        /* ChaCha20-Poly1305: kept until the nonce is set */
    size_t ad_length, text; /* CCM: the two lengths */
    union {
        unsigned none;
#ifdef MOTE_PSA_GCM
        mote_gcm_context gcm;
#endif
#ifdef MOTE_PSA_CCM
        mote_ccm_context ccm;
#endif
#ifdef MOTE_PSA_CHACHA20_POLY1305
        mote_chacha20_poly1305_context chacha;
#endif
    } cc;
} mote_transparent_aead_operation_t;

psa_status_t mote_transparent_aead_encrypt(const psa_key_attributes_t *attributes,
                                           const uint8_t *key_buffer, size_t key_buffer_size,
                                           psa_algorithm_t alg, const uint8_t *nonce,
                                           size_t nonce_length, const uint8_t *additional_data,
                                           size_t additional_data_length, const uint8_t *plaintext,
                                           size_t plaintext_length, uint8_t *ciphertext,
                                           size_t ciphertext_size, size_t *ciphertext_length);

psa_status_t mote_transparent_aead_decrypt(const psa_key_attributes_t *attributes,
                                           const uint8_t *key_buffer, size_t key_buffer_size,
                                           psa_algorithm_t alg, const uint8_t *nonce,
                                           size_t nonce_length, const uint8_t *additional_data,
                                           size_t additional_data_length, const uint8_t *ciphertext,
                                           size_t ciphertext_length, uint8_t *plaintext,
                                           size_t plaintext_size, size_t *plaintext_length);

psa_status_t mote_transparent_aead_encrypt_setup(mote_transparent_aead_operation_t *operation,
                                                 const psa_key_attributes_t *attributes,
                                                 const uint8_t *key_buffer, size_t key_buffer_size,
                                                 psa_algorithm_t alg);

psa_status_t mote_transparent_aead_decrypt_setup(mote_transparent_aead_operation_t *operation,
                                                 const psa_key_attributes_t *attributes,
                                                 const uint8_t *key_buffer, size_t key_buffer_size,
                                                 psa_algorithm_t alg);

psa_status_t mote_transparent_aead_set_nonce(mote_transparent_aead_operation_t *operation,
                                             const uint8_t *nonce, size_t nonce_length);

psa_status_t mote_transparent_aead_set_lengths(mote_transparent_aead_operation_t *operation,
                                               size_t ad_length, size_t plaintext_length);

psa_status_t mote_transparent_aead_update_ad(mote_transparent_aead_operation_t *operation,
                                             const uint8_t *input, size_t input_length);

psa_status_t mote_transparent_aead_update(mote_transparent_aead_operation_t *operation,
                                          const uint8_t *input, size_t input_length,
                                          uint8_t *output, size_t output_size,
                                          size_t *output_length);

psa_status_t mote_transparent_aead_finish(mote_transparent_aead_operation_t *operation,
                                          uint8_t *ciphertext, size_t ciphertext_size,
                                          size_t *ciphertext_length, uint8_t *tag, size_t tag_size,
                                          size_t *tag_length);

psa_status_t mote_transparent_aead_verify(mote_transparent_aead_operation_t *operation,
                                          uint8_t *plaintext, size_t plaintext_size,
                                          size_t *plaintext_length, const uint8_t *tag,
                                          size_t tag_length);

psa_status_t mote_transparent_aead_abort(mote_transparent_aead_operation_t *operation);

#endif
