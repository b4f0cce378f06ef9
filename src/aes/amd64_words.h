/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What AES and GHASH share on amd64: blocks of 128 bits in registers.
 *
 * A private header.
 */
#ifndef MOTE_AES_AMD64_WORDS_H
#define MOTE_AES_AMD64_WORDS_H

#if !defined __x86_64__ || defined __ILP32__
#error "aes/amd64.h needs an amd64 with pointers of 64 bits"
#endif

#include "common/fast.h"

#include <immintrin.h>

#define NOINLINE __attribute__((__noinline__))
#define MEMORY

/* Fills an object with zeros, although nobody reads it any more. */
static __inline__ __attribute__((__unused__)) void wipe(void *object, size_t bytes) {
    memset(object, 0, bytes);
    __asm__ __volatile__("" : : "r"(object) : "memory");
}

/* The stack on which a compiler may have put what found no register; a source may say more. */
#ifndef STACK_BYTES
#ifdef WIDER
#define STACK_BYTES 640
#else
#define STACK_BYTES 512
#endif
#endif
#ifdef WIDEST
#include "common/wipe_avx512.h"
#else
#ifdef WIDER
/* Those in the middle cross no line of the cache. */
NOINLINE __attribute__((__unused__, __target__("avx"))) static void wipe_below(void) {
    const __m256i zeros = _mm256_setzero_si256();
    unsigned char below[STACK_BYTES];
    unsigned char *p = below + 32 - ((size_t)below & 31);

#define WIPE_AT(i) _mm256_store_si256((__m256i *)(void *)(p + 32 * (i)), zeros);
    _mm256_storeu_si256((__m256i *)(void *)below, zeros);
    WIPE_AT(0)
    WIPE_AT(1)
    WIPE_AT(2)
    WIPE_AT(3)
    WIPE_AT(4)
    WIPE_AT(5)
    WIPE_AT(6)
    WIPE_AT(7)
    WIPE_AT(8)
    WIPE_AT(9)
    WIPE_AT(10)
    WIPE_AT(11)
    WIPE_AT(12)
    WIPE_AT(13)
    WIPE_AT(14)
    WIPE_AT(15)
    WIPE_AT(16)
    WIPE_AT(17)
    WIPE_AT(18)
#if STACK_BYTES == 768
    WIPE_AT(19)
    WIPE_AT(20)
    WIPE_AT(21)
    WIPE_AT(22)
#endif
    _mm256_storeu_si256((__m256i *)(void *)(below + STACK_BYTES - 32), zeros);
#undef WIPE_AT
    __asm__ __volatile__("" : : "r"(below) : "memory");
}
#else
NOINLINE __attribute__((__unused__)) static void wipe_below(void) {
    unsigned char below[STACK_BYTES];
    unsigned char *p = below;

    for (; p != below + STACK_BYTES; p += 64) {
        _mm_storeu_si128((__m128i *)(void *)p, _mm_setzero_si128());
        _mm_storeu_si128((__m128i *)(void *)(p + 16), _mm_setzero_si128());
        _mm_storeu_si128((__m128i *)(void *)(p + 32), _mm_setzero_si128());
        _mm_storeu_si128((__m128i *)(void *)(p + 48), _mm_setzero_si128());
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}
#endif

/* Not as the last thing of a function: compilers would leave its frame before the call. */
#define wipe_stack()                                                                               \
    do {                                                                                           \
        wipe_below();                                                                              \
        __asm__ __volatile__("");                                                                  \
    } while (0)
#endif

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("aes,pclmul,ssse3,sse4.1")))
#define INLINE FEATURES static __inline__ __attribute__((__always_inline__, __unused__))

/* What functions are called here where others of their names, with wider registers, call them. */
#ifdef WIDER
#define NARROW(name) name##_narrow
#else
#define NARROW(name) name
#endif

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define XOR(x, y) _mm_xor_si128(x, y)

#define EIGHT(step) step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7)

/* Bytes in reverse order: big-endian numbers */
INLINE __m128i swapped(__m128i x) {
    return _mm_shuffle_epi8(x, _mm_set_epi32(0x00010203, 0x04050607, 0x08090A0B, 0x0C0D0E0F));
}

#endif
