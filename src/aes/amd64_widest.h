/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Four blocks in a register of 512 bits: what AES and GHASH share where amd64 has AVX-512, VAES and
 * VPCLMULQDQ.
 *
 * A private header; aes/amd64_words.h comes before it.
 */
#ifndef MOTE_AES_AMD64_WIDEST_H
#define MOTE_AES_AMD64_WIDEST_H

/* These functions alone may use what the processor was asked for. */
#define FEATURES4 "avx512f,avx512bw,avx512vl,avx2,vaes,vpclmulqdq,aes,pclmul,ssse3,sse4.1"
#define WIDE4 __attribute__((__target__(FEATURES4)))
#define INLINE4 WIDE4 static __inline__ __attribute__((__always_inline__, __unused__))

#define XOR4(x, y) _mm512_xor_si512(x, y)
#define LOAD4(mask, p) _mm512_maskz_loadu_epi64(mask, (const void *)(p))
#define STORE4(p, mask, x) _mm512_mask_storeu_epi64((void *)(p), mask, x)
#define GET4(p) _mm512_loadu_si512((const void *)(p))
#define ONE(step) step(0)
#define FOUR(step) step(0) step(1) step(2) step(3)

/* A block in all four places */
#define ALL(p) _mm512_broadcast_i32x4(LOAD(p))

/* Bytes of each block in reverse order */
INLINE4 __m512i swapped4(__m512i x) {
    return _mm512_shuffle_epi8(
        x, _mm512_broadcast_i32x4(_mm_set_epi32(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F)));
}

#endif
