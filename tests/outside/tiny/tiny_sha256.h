/* SHA-256 as libraries have it: names and arguments of their own, whole bytes only, and a header
 * that takes for granted that <stddef.h> and <stdint.h> stand before it. */
#ifndef TINY_SHA256_H
#define TINY_SHA256_H

#include "tiny_config.h"

typedef struct {
    uint32_t state[8];
    uint64_t total; /* bytes */
    uint8_t buffer[TINY_BLOCK];
} tiny_sha256_ctx;

void tiny_sha256_starts(tiny_sha256_ctx *ctx);
void tiny_sha256_update(tiny_sha256_ctx *ctx, const uint8_t *input, size_t length);
void tiny_sha256_finish(tiny_sha256_ctx *ctx, uint8_t *output);

void compress_block(uint32_t state[8], const uint8_t block[TINY_BLOCK]);

#endif
