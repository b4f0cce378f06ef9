/* The mode: FIPS PUB 180-4, sections 5.1.1 (padding) and 6.2. */
#include <stddef.h>
#include <stdint.h>

#include "tiny_sha256.h"

void tiny_sha256_starts(tiny_sha256_ctx *ctx) {
    ctx->state[0] = 0x6a09e667;
    ctx->state[1] = 0xbb67ae85;
    ctx->state[2] = 0x3c6ef372;
    ctx->state[3] = 0xa54ff53a;
    ctx->state[4] = 0x510e527f;
    ctx->state[5] = 0x9b05688c;
    ctx->state[6] = 0x1f83d9ab;
    ctx->state[7] = 0x5be0cd19;
    ctx->total = 0;
}

void tiny_sha256_update(tiny_sha256_ctx *ctx, const uint8_t *input, size_t length) {
    while (length-- > 0) {
        ctx->buffer[ctx->total % TINY_BLOCK] = *input++;
        ctx->total++;
        if (ctx->total % TINY_BLOCK == 0)
            compress_block(ctx->state, ctx->buffer);
    }
}

void tiny_sha256_finish(tiny_sha256_ctx *ctx, uint8_t *output) {
    static const uint8_t one = 0x80, zero = 0;
    uint64_t bits = ctx->total * 8;
    int i;

    tiny_sha256_update(ctx, &one, 1);
    while (ctx->total % TINY_BLOCK != 56)
        tiny_sha256_update(ctx, &zero, 1);
    for (i = 0; i < 8; i++)
        ctx->buffer[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
    compress_block(ctx->state, ctx->buffer);
    for (i = 0; i < 32; i++)
        output[i] = (uint8_t)(ctx->state[i / 4] >> (24 - 8 * (i % 4)));
}
