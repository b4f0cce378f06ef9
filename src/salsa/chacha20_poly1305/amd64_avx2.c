/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * ChaCha20-Poly1305 with AVX2 and BMI2 of amd64, in C: vectors have eight blocks of ChaCha20, and words of 64 bits
 * Poly1305's sum at the same time.
 *
 * Neither waits for the other: the blocks that are added to the sum are the eight of the ciphertext before those that
 * are encrypted, or the same eight that are decrypted.
 */
#include "mote/chacha20_poly1305.h"

#include "common/fast.h"

#define T32(x) ((x) & 0xFFFFFFFF)
#define NOINLINE __attribute__((__noinline__))
#define STACK_BYTES 1280
#include "common/wipe_avx2.h"

#define POLY1305_WIDE
/*
 * What poly1305_wide.h says, in an order in which the sum is ready soon; compilers keep words of such products on the
 * stack.
 */
#define BLOCK_VARIABLES u64 h0, h1, h2, d0, d1, d2, d3
#define ADD_BLOCK(p)                                                                               \
    __asm__("addq (%7), %0\n\t"                                                                    \
            "adcq 8(%7), %1\n\t"                                                                   \
            "adcq %11, %2\n\t"                                                                     \
            "movq %1, %%rdx\n\t"                                                                   \
            "mulx %10, %3, %4\n\t"                                                                 \
            "mulx %8, %5, %6\n\t"                                                                  \
            "movq %0, %%rdx\n\t"                                                                   \
            "mulx %8, %0, %1\n\t"                                                                  \
            "addq %0, %3\n\t"                                                                      \
            "adcq %1, %4\n\t"                                                                      \
            "mulx %9, %0, %1\n\t"                                                                  \
            "movq %2, %%rdx\n\t"                                                                   \
            "addq %0, %5\n\t"                                                                      \
            "adcq %1, %6\n\t"                                                                      \
            "imulq %10, %%rdx\n\t"                                                                 \
            "imulq %8, %2\n\t"                                                                     \
            "addq %4, %%rdx\n\t"                                                                   \
            "addq %%rdx, %5\n\t"                                                                   \
            "adcq %6, %2\n\t"                                                                      \
            "movq %5, %1\n\t"                                                                      \
            "movq %2, %%rdx\n\t"                                                                   \
            "shrq $2, %%rdx\n\t"                                                                   \
            "leaq (%%rdx,%%rdx,4), %0\n\t"                                                         \
            "andl $3, %k2\n\t"                                                                     \
            "addq %3, %0\n\t"                                                                      \
            "adcq $0, %1\n\t"                                                                      \
            "adcq $0, %2"                                                                          \
            : "+&r"(h0), "+&r"(h1), "+&r"(h2), "=&r"(d0), "=&r"(d1), "=&r"(d2), "=&r"(d3)          \
            : "r"(p), "m"(r0), "m"(r1), "m"(s1), "m"(top), "m"(*(const unsigned char (*)[16])(p))  \
            : "cc", "rdx")

#include "salsa/poly1305.h"

#define FEATURES __attribute__((__target__("avx2")))
#define BESIDE_PARAMETERS , mote_poly1305_context *mac, const unsigned char *data
#define BESIDE_VARIABLES                                                                           \
    const u64 r0 = get_le64(mac->r), r1 = get_le64(mac->r + 8), s1 = r1 + (r1 >> 2), top = 1;      \
    BLOCK_VARIABLES;                                                                               \
                                                                                                   \
    JOIN(mac->h, h0, h1, h2)
#define BESIDE                                                                                     \
    ADD_BLOCK(data);                                                                               \
    data += 16
#define BESIDE_REST                                                                                \
    BESIDE;                                                                                        \
    BESIDE
#define BESIDE_END SPLIT(mac->h, h0, h1, h2)
#include "salsa/chacha20_avx2.h"

/* Whether the text's first eight blocks are whole blocks of both. */
static int begins_with_blocks(const mote_chacha20_context *cipher,
                              const mote_poly1305_context *mac) {
    return cipher->left == 0 && mac->ptr == 0;
}

#define TEXT_BESIDE
#define LEAST_BYTES 129

static void encrypt_text(mote_chacha20_context *cipher, mote_poly1305_context *mac,
                         const unsigned char *src, unsigned char *dst, size_t len) {
    size_t n, ahead = 0;

    if (begins_with_blocks(cipher, mac) && len >= 2 * EIGHT_BLOCKS) {
        n = len / EIGHT_BLOCKS - 1;
        mote_chacha20_crypt(cipher, src, dst, EIGHT_BLOCKS);
        crypt_eights(cipher, src + EIGHT_BLOCKS, dst + EIGHT_BLOCKS, n, mac, dst);
        n *= EIGHT_BLOCKS;
        src += n;
        dst += n;
        len -= n;
        ahead = EIGHT_BLOCKS;
    }
    mote_chacha20_crypt(cipher, src + ahead, dst + ahead, len - ahead);
    append(mac, dst, len);
}

static void decrypt_text(mote_chacha20_context *cipher, mote_poly1305_context *mac,
                         const unsigned char *src, unsigned char *dst, size_t len) {
    size_t n;

    if (begins_with_blocks(cipher, mac) && len >= EIGHT_BLOCKS) {
        n = len / EIGHT_BLOCKS;
        crypt_eights(cipher, src, dst, n, mac, src);
        n *= EIGHT_BLOCKS;
        src += n;
        dst += n;
        len -= n;
    }
    append(mac, src, len);
    mote_chacha20_crypt(cipher, src, dst, len);
}

#include "salsa/aead.h"
