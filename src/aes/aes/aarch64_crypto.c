/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES in ECB, CBC, CTR and XTS mode with the Cryptographic Extension of AArch64, in constant time: eight
 * blocks at a time.  See aes/aarch64.h for the count of instructions.
 */
#include "mote/aes.h"

#define DECRYPT
#include "aes/aarch64.h"

#define crypt_ctr crypt_any
#include "aes/ctr.h"
#undef crypt_ctr

/* For the bytes of a counter, by TBL, of the first and the second of two; what the second is beyond the first,
 * and the next two beyond these: see aes/aarch64.h. */
static const unsigned char COUNTING[64] = {
    7, 6, 5,  4,  3,  2,  1,  0,  23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
    9, 8, 31, 30, 29, 28, 27, 26, 25, 24, 0,  0,  0,  0,  0,  0,  0,  0,  1,  0,  0,  0,
    0, 0, 0,  0,  2,  0,  0,  0,  0,  0,  0,  0,  2,  0,  0,  0,  0,  0,  0,  0,
};

/* Four blocks, with registers that a function need not save */
#define ROUND_OF_FOUR(k)                                                                           \
    do {                                                                                           \
        const uint8x16_t round_key = (k);                                                          \
                                                                                                   \
        ROUND4(round_key);                                                                         \
    } while (0)
#define COUNTER_OF(two, bytes) vqtbl2q_u8(two, bytes)
#define COUNT(step)                                                                                \
    (lower = vaddq_u64(lower, step), upper = vsubq_u64(upper, vcgtq_u64(step, lower)),             \
     counters.val[0] = BYTES_OF(upper), counters.val[1] = BYTES_OF(lower))
static void ctr_four(const mote_aes_context *cc, unsigned char *counter, const unsigned char *src,
                     unsigned char *dst) {
    const int back = 0;
    const unsigned char *k = cc->round_keys, *counting = COUNTING;
    uint64x2_t c = HALVES_OF(vrev64q_u8(LOAD(counter))), step, two;
    uint64x2_t lower = vzip2q_u64(c, c), upper = vzip1q_u64(c, c);
    uint8x16_t s0, s1, s2, s3, first, second, last;
    uint8x16x2_t counters;
    unsigned rounds = cc->rounds;

    /* Compilers would make some of these in more instructions than a load takes. */
    __asm__("" : "+r"(counting));
    first = LOAD(counting);
    second = LOAD(counting + 16);
    step = HALVES_OF(LOAD(counting + 32));
    two = HALVES_OF(LOAD(counting + 48));
    COUNT(step);
    s0 = COUNTER_OF(counters, first);
    s1 = COUNTER_OF(counters, second);
    COUNT(two);
    s2 = COUNTER_OF(counters, first);
    s3 = COUNTER_OF(counters, second);
    COUNT(two);
    STORE(counter, COUNTER_OF(counters, first));
    for (; rounds > 10; rounds -= 2, k += 32) {
        ROUND_OF_FOUR(LOAD(k));
        ROUND_OF_FOUR(LOAD(k + 16));
    }
    ROUND_OF_FOUR(LOAD(k));
    ROUND_OF_FOUR(LOAD(k + 16));
    ROUND_OF_FOUR(LOAD(k + 32));
    ROUND_OF_FOUR(LOAD(k + 48));
    ROUND_OF_FOUR(LOAD(k + 64));
    ROUND_OF_FOUR(LOAD(k + 80));
    ROUND_OF_FOUR(LOAD(k + 96));
    ROUND_OF_FOUR(LOAD(k + 112));
    ROUND_OF_FOUR(LOAD(k + 128));
    last = LOAD(k + 144);
    s0 = LAST(s0, last);
    s1 = LAST(s1, last);
    s2 = LAST(s2, last);
    s3 = LAST(s3, last);
    last = LOAD(k + 160);
    s0 = XOR3(s0, last, LOAD(src));
    s1 = XOR3(s1, last, LOAD(src + 16));
    s2 = XOR3(s2, last, LOAD(src + 32));
    s3 = XOR3(s3, last, LOAD(src + 48));
    STORE(dst, s0);
    STORE(dst + 16, s1);
    STORE(dst + 32, s2);
    STORE(dst + 48, s3);
}

/* As crypt_any; short texts are not worth the registers that eight blocks take. */
static void crypt_ctr(const schedule *key, mote_aes_ctr_state *state, const void *from, void *to,
                      size_t len, unsigned fixed) {
    const unsigned char *src = (const unsigned char *)from;
    unsigned char *dst = (unsigned char *)to;

    if (state->left == 0 && len >= 64 && len < 128 && fixed == 0) {
        ctr_four(*key, state->counter, src, dst);
        src += 64;
        dst += 64;
        len -= 64;
        if (len == 0)
            return;
    }
    crypt_any(key, state, src, dst, len, fixed);
}

#include "aes/modes.h"
