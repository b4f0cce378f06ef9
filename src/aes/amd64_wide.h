/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Two blocks in a register of 256 bits: what AES and GHASH share where amd64 has AVX2, VAES and
 * VPCLMULQDQ.
 *
 * A private header; aes/amd64_words.h comes before it.
 */
#ifndef MOTE_AES_AMD64_WIDE_H
#define MOTE_AES_AMD64_WIDE_H

/* These functions alone may use what the processor was asked for. */
#define WIDE __attribute__((__target__("avx2,vaes,vpclmulqdq,aes,pclmul,ssse3,sse4.1")))

#define LOAD2(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE2(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define XOR2(x, y) _mm256_xor_si256(x, y)

/* A block in both halves */
#define BOTH(p) _mm256_broadcastsi128_si256(LOAD(p))

/* Bytes of each block in reverse order */
WIDE static __inline__ __attribute__((__always_inline__, __unused__)) __m256i swapped2(__m256i x) {
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_set_epi32(
                                      0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F)));
}

#endif
