/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_SHA256_ALT: SHA-224 and SHA-256 of mbedtls/sha256.h by Mote.
 */
#include "mbedtls/sha256.h"

#include "mbedtls/platform_util.h"

#include <string.h>

void mbedtls_sha256_init(mbedtls_sha256_context *ctx) {
    memset(ctx, 0, sizeof *ctx);
}

void mbedtls_sha256_free(mbedtls_sha256_context *ctx) {
    if (ctx != NULL)
        mbedtls_platform_zeroize(ctx, sizeof *ctx);
}

void mbedtls_sha256_clone(mbedtls_sha256_context *dst, const mbedtls_sha256_context *src) {
    *dst = *src;
}

int mbedtls_sha256_starts(mbedtls_sha256_context *ctx, int is224) {
#if defined(MBEDTLS_SHA224_C)
    if (is224 != 0 && is224 != 1)
        return MBEDTLS_ERR_SHA256_BAD_INPUT_DATA;
    mote_sha256_init(ctx, is224 ? 224 : 256);
#else
    if (is224 != 0)
        return MBEDTLS_ERR_SHA256_BAD_INPUT_DATA;
    mote_sha256_init(ctx, 256);
#endif
    return 0;
}

int mbedtls_sha256_update(mbedtls_sha256_context *ctx, const unsigned char *input, size_t ilen) {
    mote_sha256(ctx, input, ilen);
    return 0;
}

int mbedtls_sha256_finish(mbedtls_sha256_context *ctx, unsigned char *output) {
    mote_sha256_close(ctx, 0, 0, output);
    return 0;
}

int mbedtls_internal_sha256_process(mbedtls_sha256_context *ctx, const unsigned char data[64]) {
    mote_sha256(ctx, data, 64);
    return 0;
}
