/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-2 around a library's block function, for adapters: whole blocks are the library's, the padding
 * of FIPS PUB 180-4 (section 5.1) is ours.
 *
 * The adapter has adapter_blocks, which takes n blocks of 16 words; libraries/sha2.h has the context.
 */
#ifndef ADAPTER_HASH_BLOCKS_H
#define ADAPTER_HASH_BLOCKS_H

#include <string.h>

#ifdef ADAPTER_SHA512
#define INITIAL_STATE                                                                              \
    {0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,               \
     0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179}
#else
#define INITIAL_STATE                                                                              \
    {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19}
#endif

#define BLOCK_BYTES ((unsigned)sizeof cc->block)
#define WORD_BYTES ((unsigned)sizeof cc->state[0])

static void adapter_blocks(adapter_word *state, const unsigned char *blocks, size_t n);

void adapter_init(adapter_context *cc) {
    static const adapter_word initial[8] = INITIAL_STATE;

    memcpy(cc->state, initial, sizeof initial);
    cc->bytes = 0;
}

void adapter_update(adapter_context *cc, const void *data, size_t len) {
    const unsigned char *from = data;
    unsigned used = (unsigned)(cc->bytes % BLOCK_BYTES);
    size_t n = BLOCK_BYTES - used;

    cc->bytes += len;
    if (used != 0 && len >= n) {
        memcpy(cc->block + used, from, n);
        adapter_blocks(cc->state, cc->block, 1);
        from += n;
        len -= n;
        used = 0;
    }
    n = len / BLOCK_BYTES;
    if (used == 0 && n != 0) {
        adapter_blocks(cc->state, from, n);
        from += n * BLOCK_BYTES;
        len -= n * BLOCK_BYTES;
    }
    if (len != 0)
        memcpy(cc->block + used, from, len);
}

void adapter_close(adapter_context *cc, unsigned char *dst) {
    unsigned long long bits = cc->bytes << 3;
    unsigned used = (unsigned)(cc->bytes % BLOCK_BYTES), i;

    cc->block[used++] = 0x80;
    if (used > BLOCK_BYTES - 2 * WORD_BYTES) {
        memset(cc->block + used, 0, BLOCK_BYTES - used);
        adapter_blocks(cc->state, cc->block, 1);
        used = 0;
    }
    memset(cc->block + used, 0, BLOCK_BYTES - used);
    if (WORD_BYTES == 8)
        cc->block[BLOCK_BYTES - 9] = (unsigned char)(cc->bytes >> 61);
    for (i = 1; i <= 8; i++, bits >>= 8)
        cc->block[BLOCK_BYTES - i] = (unsigned char)bits;
    adapter_blocks(cc->state, cc->block, 1);
    for (i = 0; i < 8 * WORD_BYTES; i++)
        dst[i] =
            (unsigned char)(cc->state[i / WORD_BYTES] >> 8 * (WORD_BYTES - 1 - i % WORD_BYTES));
}

#endif
