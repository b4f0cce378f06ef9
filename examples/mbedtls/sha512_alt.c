/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * MBEDTLS_SHA512_ALT: SHA-384 and SHA-512 of mbedtls/sha512.h by Mote.
 */
#include "mbedtls/sha512.h"

#include "mbedtls/platform_util.h"

#include <string.h>

void mbedtls_sha512_init(mbedtls_sha512_context *ctx) {
    memset(ctx, 0, sizeof *ctx);
}

void mbedtls_sha512_free(mbedtls_sha512_context *ctx) {
    if (ctx != NULL)
        mbedtls_platform_zeroize(ctx, sizeof *ctx);
}

void mbedtls_sha512_clone(mbedtls_sha512_context *dst, const mbedtls_sha512_context *src) {
    *dst = *src;
}

int mbedtls_sha512_starts(mbedtls_sha512_context *ctx, int is384) {
#if defined(MBEDTLS_SHA384_C)
    if (is384 != 0 && is384 != 1)
        return MBEDTLS_ERR_SHA512_BAD_INPUT_DATA;
    mote_sha512_init(ctx, is384 ? 384 : 512);
#else
    if (is384 != 0)
        return MBEDTLS_ERR_SHA512_BAD_INPUT_DATA;
    mote_sha512_init(ctx, 512);
#endif
    return 0;
}

int mbedtls_sha512_update(mbedtls_sha512_context *ctx, const unsigned char *input, size_t ilen) {
    mote_sha512(ctx, input, ilen);
    return 0;
}

int mbedtls_sha512_finish(mbedtls_sha512_context *ctx, unsigned char *output) {
    mote_sha512_close(ctx, 0, 0, output);
    return 0;
}

int mbedtls_internal_sha512_process(mbedtls_sha512_context *ctx, const unsigned char data[128]) {
    mote_sha512(ctx, data, 128);
    return 0;
}
