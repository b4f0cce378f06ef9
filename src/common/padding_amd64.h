/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The padding of SHA-1 and SHA-2 on amd64, in vectors.
 *
 * A private header; common/fast.h with BLOCK_BYTES comes before it.  The compression function reads the last
 * block as vectors.  Of bytes and words that were written just before, the processor would have to wait for
 * each of them.
 *
 * Names are those of FIPS 180-4, section 5.1.
 */
#ifndef MOTE_PADDING_AMD64_H
#define MOTE_PADDING_AMD64_H

#include <emmintrin.h>

/* Bytes that stay and then none that does; and a bit 1 behind bits 0. */
#define EIGHT_BYTES(x) x, x, x, x, x, x, x, x
#define ALL_BYTES(x) EIGHT_BYTES(x), EIGHT_BYTES(x), EIGHT_BYTES(x), EIGHT_BYTES(x)
#if BLOCK_BYTES == 64
#define BLOCK_OF(x) ALL_BYTES(x), ALL_BYTES(x)
#else
#define BLOCK_OF(x) ALL_BYTES(x), ALL_BYTES(x), ALL_BYTES(x), ALL_BYTES(x)
#endif
static const unsigned char stay[2 * BLOCK_BYTES] = {BLOCK_OF(0xFF)};
static const unsigned char one_bit[2 * BLOCK_BYTES] = {BLOCK_OF(0), 0x80};

/*
 * Makes a last block of the bytes in cc->buf, of which there are fewer than `end`: with a bit 1 and bits 0
 * behind them, and the length of the message, of which `high` is 0 where a length has 64 bits.
 */
static void pad_block(context *cc, u64 high, u64 low) {
    unsigned char *buf = (unsigned char *)cc->buf;
    size_t from = BLOCK_BYTES - cc->ptr;
    __m128i x = _mm_setzero_si128();
    unsigned i;

#define VECTOR_AT(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
    for (i = 0; i < BLOCK_BYTES; i += 16) {
        x = _mm_and_si128(VECTOR_AT(buf + i), VECTOR_AT(stay + from + i));
        x = _mm_or_si128(x, VECTOR_AT(one_bit + from + i));
        if (i == BLOCK_BYTES - 16)
            x = _mm_or_si128(x, _mm_set_epi64x((long long)__builtin_bswap64(low),
                                               (long long)__builtin_bswap64(high)));
        _mm_storeu_si128((__m128i *)(void *)(buf + i), x);
    }
}

#endif
