/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The driver's ciphers in pieces of any length, in place and not, against themselves at once; and the
 * padding of CBC against a plain check.  Prints nothing and gives 0, or says what was wrong.
 */
#include "psa/crypto.h"

#include "mote_psa.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 200
#define ROUNDS 20000

/* The core's, which is not linked here. */
void mbedtls_platform_zeroize(void *p, size_t n);
void mbedtls_platform_zeroize(void *p, size_t n) {
    if (n != 0)
        memset(p, 0, n);
}

static unsigned long state = 1;

static unsigned below(unsigned limit) {
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF;
    return (unsigned)(state >> 8) % limit;
}

static const psa_algorithm_t algorithms[] = {
    PSA_ALG_CTR,
    PSA_ALG_ECB_NO_PADDING,
    PSA_ALG_CBC_NO_PADDING,
    PSA_ALG_CBC_PKCS7,
};
static const uint8_t key[16] = {1}, iv[16] = {9};

/* Whether src, in pieces, gives the length bytes at expected. */
static int in_pieces(const psa_key_attributes_t *attributes, psa_algorithm_t alg, int decrypts,
                     const uint8_t *src, size_t src_length, const uint8_t *expected,
                     size_t length) {
    mote_transparent_cipher_operation_t operation;
    uint8_t got[LONGEST + 64], input[128], apart[128];
    size_t at = 0, out = 0, piece, more;
    unsigned place = below(3);

    memset(&operation, 0, sizeof operation);
    if ((decrypts ? mote_transparent_cipher_decrypt_setup : mote_transparent_cipher_encrypt_setup)(
            &operation, attributes, key, sizeof key, alg) != PSA_SUCCESS)
        return 0;
    if (alg != PSA_ALG_ECB_NO_PADDING &&
        mote_transparent_cipher_set_iv(&operation, iv, sizeof iv) != PSA_SUCCESS)
        return 0;
    for (; at < src_length; at += piece) {
        /* Apart, the same, or 16 bytes before, as in one buffer with an IV. */
        uint8_t *from = place == 2 ? input + 16 : input, *to = place == 0 ? apart : input;

        piece = below(60);
        piece = piece < src_length - at ? piece : src_length - at;
        memcpy(from, src + at, piece);
        if (mote_transparent_cipher_update(&operation, from, piece, to, sizeof apart, &more) !=
            PSA_SUCCESS)
            return 0;
        memcpy(got + out, to, more);
        out += more;
    }
    if (mote_transparent_cipher_finish(&operation, got + out, sizeof got - out, &more) !=
        PSA_SUCCESS)
        return 0;
    return out + more == length && memcmp(got, expected, length) == 0;
}

/* Whether a last block with such an end, right or wrong, is taken as it should be. */
static int padding(const psa_key_attributes_t *attributes) {
    uint8_t text[16], message[32], output[16];
    size_t length, i;
    unsigned count = below(18), good;
    psa_status_t status;

    for (i = 0; i != 16; i++)
        text[i] = (uint8_t)(i + count >= 16 ? count : below(256));
    if (below(3) == 0)
        text[below(16)] ^= (uint8_t)(1 << below(8));
    memcpy(message, iv, 16);
    if (mote_transparent_cipher_encrypt(attributes, key, sizeof key, PSA_ALG_CBC_NO_PADDING, iv, 16,
                                        text, 16, message + 16, 16, &length) != PSA_SUCCESS)
        return 0;
    count = text[15];
    good = count >= 1 && count <= 16;
    for (i = 0; good && i != count; i++)
        good = text[15 - i] == count;
    status = mote_transparent_cipher_decrypt(attributes, key, sizeof key, PSA_ALG_CBC_PKCS7,
                                             message, 32, output, 16, &length);
    if (!good)
        return status == PSA_ERROR_INVALID_PADDING;
    return status == PSA_SUCCESS && length == 16 - count && memcmp(output, text, length) == 0;
}

int main(void) {
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    uint8_t text[LONGEST], sealed[LONGEST + 16];
    size_t length, sealed_length, i;
    unsigned round;

    psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
    for (round = 0; round != ROUNDS; round++) {
        psa_algorithm_t alg = algorithms[below(4)];

        length = below(LONGEST + 1);
        if (alg == PSA_ALG_ECB_NO_PADDING || alg == PSA_ALG_CBC_NO_PADDING)
            length -= length % 16;
        for (i = 0; i != length; i++)
            text[i] = (uint8_t)below(256);
        if (mote_transparent_cipher_encrypt(&attributes, key, sizeof key, alg, iv,
                                            alg == PSA_ALG_ECB_NO_PADDING ? 0 : 16, text, length,
                                            sealed, sizeof sealed, &sealed_length) != PSA_SUCCESS ||
            !in_pieces(&attributes, alg, 0, text, length, sealed, sealed_length) ||
            !in_pieces(&attributes, alg, 1, sealed, sealed_length, text, length)) {
            printf("algorithm %lx, %u bytes\n", (unsigned long)alg, (unsigned)length);
            return 1;
        }
        if (!padding(&attributes)) {
            printf("padding, round %u\n", round);
            return 1;
        }
    }
    return 0;
}
