/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal for AArch64, unrolled.
 *
 * Names are those of the Shabal specification, section 2.2.
 *
 * A final round takes the last block again, whose words it would add to what C - M has become: the two cancel,
 * so these rounds do without M there.
 */
#include "mote/shabal.h"

#if !defined __aarch64__ || defined __AARCH64EB__
#error "aarch64.c needs a little-endian AArch64"
#endif

typedef mote_shabal_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"
#include "shabal/initial_values.h"

#define M(i) get_le32(data + 4 * (i))

/*
 * Step i of 48, of which a is i mod 12 and before the one before it; V(x) = 5x, U(x) = 3x.  The end is in
 * assembly: compilers would keep complements of words of B, for which registers do not suffice.
 */
#define STEP(i, a, before)                                                                         \
    do {                                                                                           \
        A[a] ^= ROTL32(A[before], 15) * 5 ^ C[(8 - (i)) & 15];                                     \
        A[a] = A[a] * 3 ^ B[((i) + 13) & 15] ^ (B[((i) + 9) & 15] & ~B[((i) + 6) & 15]) ^          \
               M((i) & 15);                                                                        \
        __asm__("eon %w0,%w1,%w0,ror #31" : "+r"(B[(i) & 15]) : "r"(A[a]));                        \
    } while (0)
#define TWELVE(i)                                                                                  \
    STEP((i), 0, 11);                                                                              \
    STEP((i) + 1, 1, 0);                                                                           \
    STEP((i) + 2, 2, 1);                                                                           \
    STEP((i) + 3, 3, 2);                                                                           \
    STEP((i) + 4, 4, 3);                                                                           \
    STEP((i) + 5, 5, 4);                                                                           \
    STEP((i) + 6, 6, 5);                                                                           \
    STEP((i) + 7, 7, 6);                                                                           \
    STEP((i) + 8, 8, 7);                                                                           \
    STEP((i) + 9, 9, 8);                                                                           \
    STEP((i) + 10, 10, 9);                                                                         \
    STEP((i) + 11, 11, 10)

/* A word of A with three of C, 36 times with shifting indices */
#define ADD_3(i) (A[i] += C[((i) + 3) & 15] + C[((i) + 15) & 15] + C[((i) + 11) & 15])

#define EACH_OF_12(f)                                                                              \
    f(0);                                                                                          \
    f(1);                                                                                          \
    f(2);                                                                                          \
    f(3);                                                                                          \
    f(4);                                                                                          \
    f(5);                                                                                          \
    f(6);                                                                                          \
    f(7);                                                                                          \
    f(8);                                                                                          \
    f(9);                                                                                          \
    f(10);                                                                                         \
    f(11)
#define EACH_WORD(f)                                                                               \
    EACH_OF_12(f);                                                                                 \
    f(12);                                                                                         \
    f(13);                                                                                         \
    f(14);                                                                                         \
    f(15)
#define ADD_M(i) B[i] += M(i)
#define TURN(i) B[i] = ROTL32(B[i], 17)
/* C <- C - M, then B and C change places. */
#define EXCHANGE(i) (t = C[i] - M(i), C[i] = B[i], B[i] = t)
#define EXCHANGE_ALONE(i) (t = C[i], C[i] = B[i], B[i] = t)

/*
 * Message rounds on some blocks; or, final = 1, all rounds on the last one: behind the last of them B and C have
 * not changed places, so B ends with the digest.
 */
static void rounds(context *cc, const unsigned char *data, size_t blocks, unsigned final) {
    u32 A[12], B[16], C[16], t;
    u64 W = (u64)cc->Whigh << 32 | cc->Wlow;
    unsigned again = 3;

    memcpy(A, cc->A, sizeof A);
    memcpy(B, cc->B, sizeof B);
    memcpy(C, cc->C, sizeof C);
    do {
        W++;
        EACH_WORD(ADD_M);
        for (;;) {
            EACH_WORD(TURN);
            A[0] ^= (u32)W;
            A[1] ^= (u32)(W >> 32);
            TWELVE(0);
            TWELVE(12);
            TWELVE(24);
            TWELVE(36);
            EACH_OF_12(ADD_3);
            if (!final)
                break;
            if (again-- == 0) {
                memcpy(cc->B, B, sizeof B);
                return;
            }
            EACH_WORD(EXCHANGE_ALONE);
        }
        EACH_WORD(EXCHANGE);
        data += 64;
    } while (--blocks != 0);
    cc->Wlow = (u32)W;
    cc->Whigh = (u32)(W >> 32);
    memcpy(cc->A, A, sizeof A);
    memcpy(cc->B, B, sizeof B);
    memcpy(cc->C, C, sizeof C);
}

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    rounds(cc, data, blocks, 0);
}

void mote_shabal_init(context *cc, unsigned out_size) {
    unsigned char prefix[128];
    unsigned i;

    if (has_initial_value(out_size)) {
        initial_value(cc, out_size);
        return;
    }
    /* The message is prefixed with two blocks of number -1 and 0, made of the digest size. */
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->Wlow = 0xFFFFFFFE;
    cc->Whigh = 0xFFFFFFFF;
    for (i = 0; i < 32; i++)
        put_le32(prefix + 4 * i, out_size + i);
    compress(cc, prefix, 2);
}

void mote_shabal(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_shabal_close(context *cc, unsigned ub, unsigned n, void *dst) {
    add_padding(cc, ub, n, 64);
    rounds(cc, (const unsigned char *)cc->buf, 1, 1);
    memcpy(dst, cc->B + 16 - cc->out_size / 32, cc->out_size / 8);
}
