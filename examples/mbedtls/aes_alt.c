/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_AES_ALT: the modes of mbedtls/aes.h by Mote.  ECB, CBC, CTR and XTS are Mote's own; CFB and
 * OFB encrypt block after block.
 */
#include "mbedtls/aes.h"

#include "mbedtls/platform_util.h"

#include <string.h>

void mbedtls_aes_init(mbedtls_aes_context *ctx) {
    memset(ctx, 0, sizeof *ctx);
}

void mbedtls_aes_free(mbedtls_aes_context *ctx) {
    if (ctx != NULL)
        mbedtls_platform_zeroize(ctx, sizeof *ctx);
}

int mbedtls_aes_setkey_enc(mbedtls_aes_context *ctx, const unsigned char *key,
                           unsigned int keybits) {
    return mote_aes_init(ctx, key, keybits) == 0 ? 0 : MBEDTLS_ERR_AES_INVALID_KEY_LENGTH;
}

/* One context serves both directions. */
#if !defined(MBEDTLS_BLOCK_CIPHER_NO_DECRYPT)
int mbedtls_aes_setkey_dec(mbedtls_aes_context *ctx, const unsigned char *key,
                           unsigned int keybits) {
    return mbedtls_aes_setkey_enc(ctx, key, keybits);
}
#endif

static int is_mode(int mode) {
    return mode == MBEDTLS_AES_ENCRYPT || mode == MBEDTLS_AES_DECRYPT;
}

int mbedtls_internal_aes_encrypt(mbedtls_aes_context *ctx, const unsigned char input[16],
                                 unsigned char output[16]) {
    mote_aes_ecb_encrypt(ctx, input, output, 1);
    return 0;
}

#if !defined(MBEDTLS_BLOCK_CIPHER_NO_DECRYPT)
int mbedtls_internal_aes_decrypt(mbedtls_aes_context *ctx, const unsigned char input[16],
                                 unsigned char output[16]) {
    mote_aes_ecb_decrypt(ctx, input, output, 1);
    return 0;
}
#endif

int mbedtls_aes_crypt_ecb(mbedtls_aes_context *ctx, int mode, const unsigned char input[16],
                          unsigned char output[16]) {
    if (!is_mode(mode))
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
#if !defined(MBEDTLS_BLOCK_CIPHER_NO_DECRYPT)
    if (mode == MBEDTLS_AES_DECRYPT)
        return mbedtls_internal_aes_decrypt(ctx, input, output);
#endif
    return mbedtls_internal_aes_encrypt(ctx, input, output);
}

#if defined(MBEDTLS_CIPHER_MODE_CBC)
int mbedtls_aes_crypt_cbc(mbedtls_aes_context *ctx, int mode, size_t length, unsigned char iv[16],
                          const unsigned char *input, unsigned char *output) {
    if (!is_mode(mode))
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
    if (length % 16 != 0)
        return MBEDTLS_ERR_AES_INVALID_INPUT_LENGTH;
    if (mode == MBEDTLS_AES_ENCRYPT)
        mote_aes_cbc_encrypt(ctx, iv, input, output, length / 16);
    else
        mote_aes_cbc_decrypt(ctx, iv, input, output, length / 16);
    return 0;
}
#endif

#if defined(MBEDTLS_CIPHER_MODE_CTR)
/* The next block of the key stream; the counter goes on. */
static void next_key_stream(mbedtls_aes_context *ctx, unsigned char counter[16],
                            unsigned char stream[16]) {
    mote_aes_ctr_state state;

    memset(stream, 0, 16);
    mote_aes_ctr_start(&state, counter);
    mote_aes_ctr(ctx, &state, stream, stream, 16);
    memcpy(counter, state.counter, 16);
    mbedtls_platform_zeroize(&state, sizeof state);
}

int mbedtls_aes_crypt_ctr(mbedtls_aes_context *ctx, size_t length, size_t *nc_off,
                          unsigned char nonce_counter[16], unsigned char stream_block[16],
                          const unsigned char *input, unsigned char *output) {
    size_t place = *nc_off, whole;

    if (place > 15)
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
    for (; length != 0 && place != 0; length--, place = (place + 1) % 16)
        *output++ = *input++ ^ stream_block[place];
    if (length == 0) {
        *nc_off = place;
        return 0;
    }
    /* The last block, whole or not, stays in stream_block. */
    whole = (length - 1) / 16 * 16;
    if (whole != 0) {
        mote_aes_ctr_state state;

        mote_aes_ctr_start(&state, nonce_counter);
        mote_aes_ctr(ctx, &state, input, output, whole);
        memcpy(nonce_counter, state.counter, 16);
        mbedtls_platform_zeroize(&state, sizeof state);
        input += whole;
        output += whole;
        length -= whole;
    }
    next_key_stream(ctx, nonce_counter, stream_block);
    for (; length != 0; length--, place = (place + 1) % 16)
        *output++ = *input++ ^ stream_block[place];
    *nc_off = place;
    return 0;
}
#endif

#if defined(MBEDTLS_CIPHER_MODE_CFB)
int mbedtls_aes_crypt_cfb128(mbedtls_aes_context *ctx, int mode, size_t length, size_t *iv_off,
                             unsigned char iv[16], const unsigned char *input,
                             unsigned char *output) {
    size_t place = *iv_off;

    if (!is_mode(mode) || place > 15)
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
    for (; length != 0; length--, place = (place + 1) % 16) {
        unsigned char given = *input++;

        if (place == 0)
            mote_aes_ecb_encrypt(ctx, iv, iv, 1);
        *output = given ^ iv[place];
        iv[place] = mode == MBEDTLS_AES_ENCRYPT ? *output : given;
        output++;
    }
    *iv_off = place;
    return 0;
}

int mbedtls_aes_crypt_cfb8(mbedtls_aes_context *ctx, int mode, size_t length, unsigned char iv[16],
                           const unsigned char *input, unsigned char *output) {
    unsigned char block[16];

    if (!is_mode(mode))
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
    for (; length != 0; length--) {
        unsigned char given = *input++;

        mote_aes_ecb_encrypt(ctx, iv, block, 1);
        *output = given ^ block[0];
        memmove(iv, iv + 1, 15);
        iv[15] = mode == MBEDTLS_AES_ENCRYPT ? *output : given;
        output++;
    }
    mbedtls_platform_zeroize(block, sizeof block);
    return 0;
}
#endif

#if defined(MBEDTLS_CIPHER_MODE_OFB)
int mbedtls_aes_crypt_ofb(mbedtls_aes_context *ctx, size_t length, size_t *iv_off,
                          unsigned char iv[16], const unsigned char *input, unsigned char *output) {
    size_t place = *iv_off;

    if (place > 15)
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
    for (; length != 0; length--, place = (place + 1) % 16) {
        if (place == 0)
            mote_aes_ecb_encrypt(ctx, iv, iv, 1);
        *output++ = *input++ ^ iv[place];
    }
    *iv_off = place;
    return 0;
}
#endif

#if defined(MBEDTLS_CIPHER_MODE_XTS)
void mbedtls_aes_xts_init(mbedtls_aes_xts_context *ctx) {
    memset(ctx, 0, sizeof *ctx);
}

void mbedtls_aes_xts_free(mbedtls_aes_xts_context *ctx) {
    if (ctx != NULL)
        mbedtls_platform_zeroize(ctx, sizeof *ctx);
}

/* Not by mote_aes_xts_init: that refuses two equal keys, which Mbed TLS allows. */
int mbedtls_aes_xts_setkey_enc(mbedtls_aes_xts_context *ctx, const unsigned char *key,
                               unsigned int keybits) {
    if ((keybits != 256 && keybits != 512) || mote_aes_init(&ctx->data, key, keybits / 2) != 0 ||
        mote_aes_init(&ctx->tweak, key + keybits / 16, keybits / 2) != 0)
        return MBEDTLS_ERR_AES_INVALID_KEY_LENGTH;
    return 0;
}

int mbedtls_aes_xts_setkey_dec(mbedtls_aes_xts_context *ctx, const unsigned char *key,
                               unsigned int keybits) {
    return mbedtls_aes_xts_setkey_enc(ctx, key, keybits);
}

int mbedtls_aes_crypt_xts(mbedtls_aes_xts_context *ctx, int mode, size_t length,
                          const unsigned char data_unit[16], const unsigned char *input,
                          unsigned char *output) {
    int wrong;

    if (!is_mode(mode))
        return MBEDTLS_ERR_AES_BAD_INPUT_DATA;
    if (mode == MBEDTLS_AES_ENCRYPT)
        wrong = mote_aes_xts_encrypt(ctx, data_unit, input, output, length);
    else
        wrong = mote_aes_xts_decrypt(ctx, data_unit, input, output, length);
    return wrong == 0 ? 0 : MBEDTLS_ERR_AES_INVALID_INPUT_LENGTH;
}
#endif
