/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20 with AVX2 of amd64, in C: eight blocks at a time, a word of all eight in a vector.
 *
 * Names are those of RFC 8439, sections 2.1 to 2.4.  A text of up to two blocks takes two, rows of both in a
 * vector; the end of a longer one takes eight in a copy.
 */
#include "mote/chacha20.h"

typedef mote_chacha20_context context;

#include "common/fast.h"

/* These functions alone may use what the processor was asked for. */
#define FEATURES __attribute__((__target__("avx2")))
#define NOINLINE __attribute__((__noinline__))

#include "salsa/chacha20_avx2.h"

/* Zeros on the stack, where eight blocks had the copy of a text's end, and words that found no register */
#define STACK_BYTES 1792
NOINLINE FEATURES static void wipe_stack(void) {
    unsigned char below[STACK_BYTES], *p = below, *end = below + STACK_BYTES;

    for (; p != end; p += 64) {
        STORE(p, _mm256_setzero_si256());
        STORE(p + 32, _mm256_setzero_si256());
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

/* Rows of two blocks: eight quarter rounds */
#define ROTATED_ROW(x, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))
#define HALF_OF_ROWS(by_bytes, n)                                                                  \
    a = _mm256_add_epi32(a, b);                                                                    \
    d = _mm256_shuffle_epi8(_mm256_xor_si256(d, a), by_bytes);                                     \
    c = _mm256_add_epi32(c, d);                                                                    \
    b = _mm256_xor_si256(b, c);                                                                    \
    b = ROTATED_ROW(b, n)
/* The diagonals into columns, or back; b, which comes last, stays where it is. */
#define TURN(from_a, from_c)                                                                       \
    a = _mm256_shuffle_epi32(a, from_a);                                                           \
    c = _mm256_shuffle_epi32(c, from_c);                                                           \
    d = _mm256_shuffle_epi32(d, 0x4E)
#define ROW(i) _mm256_broadcastsi128_si256(LOAD_ROW(s + 4 * (i)))

/* The next block of the key stream to the context; or, with 65 to 128 bytes of text, one added to the first 64
 * bytes and the one behind it to the context. */
NOINLINE FEATURES static void make_blocks(context *cc, const unsigned char *src, unsigned char *dst,
                                          size_t len) {
    const __m256i by_16 = _mm256_broadcastsi128_si256(BY_16);
    const __m256i by_8 = _mm256_broadcastsi128_si256(BY_8);
    const __m256i numbers = _mm256_set_epi32(0, 0, 0, 1, 0, 0, 0, 0);
    mote_u32 *s = cc->state;
    unsigned char *to = (unsigned char *)cc->key_stream;
    __m256i a = ROW(0), b = ROW(1), c = ROW(2), d = _mm256_add_epi32(ROW(3), numbers), t0, t1;
    unsigned round;

    for (round = 10; round != 0; round--) {
        HALF_OF_ROWS(by_16, 12);
        HALF_OF_ROWS(by_8, 7);
        TURN(0x93, 0x39);
        HALF_OF_ROWS(by_16, 12);
        HALF_OF_ROWS(by_8, 7);
        TURN(0x39, 0x93);
    }
    a = _mm256_add_epi32(a, ROW(0));
    b = _mm256_add_epi32(b, ROW(1));
    c = _mm256_add_epi32(c, ROW(2));
    d = _mm256_add_epi32(d, _mm256_add_epi32(ROW(3), numbers));
    t0 = _mm256_permute2x128_si256(a, b, 0x20);
    t1 = _mm256_permute2x128_si256(c, d, 0x20);
    s[12]++;
    if (len > 64) {
        STORE(dst, _mm256_xor_si256(t0, LOAD(src)));
        STORE(dst + 32, _mm256_xor_si256(t1, LOAD(src + 32)));
        t0 = _mm256_permute2x128_si256(a, b, 0x31);
        t1 = _mm256_permute2x128_si256(c, d, 0x31);
        s[12]++;
    }
    STORE(to, t0);
    STORE(to + 32, t1);
}

/* A text of 129 to 511 bytes, at the beginning of a block: with zeros behind it, which become what is
 * left of the key stream. */
NOINLINE static void crypt_end(context *cc, const unsigned char *src, unsigned char *dst,
                               size_t len) {
    unsigned char copy[EIGHT_BLOCKS];
    mote_u32 number = cc->state[12];
    size_t last = (len - 1) / 64;

    memcpy(copy, src, len);
    memset(copy + len, 0, EIGHT_BLOCKS - len);
    crypt_eights(cc, copy, copy, 1);
    memcpy(dst, copy, len);
    cc->state[12] = number + (mote_u32)last + 1;
    cc->left = (unsigned)(64 * (last + 1) - len);
    memset(copy + 64 * last, 0, len - 64 * last);
    memcpy(cc->key_stream, copy + 64 * last, 64);
}

/* Text that what is left of a block's key stream is enough for */
static void crypt_left(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    const unsigned char *stream = (const unsigned char *)cc->key_stream + 64 - cc->left;
    u64 word, key;

    cc->left -= (unsigned)len;
    for (; len >= 8; len -= 8, src += 8, dst += 8, stream += 8) {
        memcpy(&word, src, 8);
        memcpy(&key, stream, 8);
        word ^= key;
        memcpy(dst, &word, 8);
    }
    for (; len != 0; len--)
        *dst++ = (unsigned char)(*src++ ^ *stream++);
}

static void crypt(context *cc, const unsigned char *src, unsigned char *dst, size_t len) {
    size_t n;
    int wide = 0;

    while (len != 0) {
        if (cc->left == 0 && len > 128) {
            wide = 1;
            n = len / EIGHT_BLOCKS;
            if (n != 0) {
                crypt_eights(cc, src, dst, n);
                n *= EIGHT_BLOCKS;
            } else {
                n = len;
                crypt_end(cc, src, dst, n);
            }
        } else {
            n = 0;
            if (cc->left == 0) {
                make_blocks(cc, src, dst, len);
                n = len > 64 ? 64 : 0;
                cc->left = 64;
            }
            if (n == 0) {
                n = len < cc->left ? len : cc->left;
                crypt_left(cc, src, dst, n);
            }
        }
        src += n;
        dst += n;
        len -= n;
    }
    if (wide)
        wipe_stack();
}

void mote_chacha20_init(context *cc, const void *key, const void *nonce, mote_u32 counter) {
    cc->state[0] = 0x61707865; /* "expand 32-byte k" */
    cc->state[1] = 0x3320646E;
    cc->state[2] = 0x79622D32;
    cc->state[3] = 0x6B206574;
    memcpy(cc->state + 4, key, 32);
    cc->state[12] = counter;
    memcpy(cc->state + 13, nonce, 12);
    cc->left = 0;
}

void mote_chacha20_crypt(context *cc, const void *src, void *dst, size_t len) {
    crypt(cc, (const unsigned char *)src, (unsigned char *)dst, len);
}
