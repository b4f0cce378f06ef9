/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal in portable C, unrolled: for hosts and large cores.
 *
 * Names are those of the Shabal specification, section 2.2.  The 48 steps are written out, so that
 * every index is a constant.
 */
#include "mote/shabal.h"

typedef mote_shabal_context context;

#define BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

/* On an ARM7TDMI the time of a multiplication depends on the factor, and for Thumb GCC makes one of a
 * shift and a sum, too, where it sees both. */
#if defined(__GNUC__) && defined(__thumb__) && __ARM_ARCH < 6
#define MULTIPLE(x, factor, shift)                                                                 \
    __extension__({                                                                                \
        u32 once_ = (x), more_ = once_ << (shift);                                                 \
        __asm__("" : "+r"(more_));                                                                 \
        once_ + more_;                                                                             \
    })
#else
#define MULTIPLE(x, factor, shift) ((x) * (factor))
#endif

/* A step: V(x) = 5x, U(x) = 3x; a: the word of A to replace, before: the one replaced last */
#define STEP(a, before, b, b13, b9, b6, c, m)                                                      \
    (a ^= MULTIPLE(ROTL32(before, 15), 5, 2) ^ (c),                                                \
     a = MULTIPLE(a, 3, 1) ^ (b13) ^ ((b9) & ~(b6)) ^ (m), b = ~(ROTL32(b, 1) ^ a))

#define PERMUTATION                                                                                \
    (STEP(A[0], A[11], B[0], B[13], B[9], B[6], C[8], M[0]),                                       \
     STEP(A[1], A[0], B[1], B[14], B[10], B[7], C[7], M[1]),                                       \
     STEP(A[2], A[1], B[2], B[15], B[11], B[8], C[6], M[2]),                                       \
     STEP(A[3], A[2], B[3], B[0], B[12], B[9], C[5], M[3]),                                        \
     STEP(A[4], A[3], B[4], B[1], B[13], B[10], C[4], M[4]),                                       \
     STEP(A[5], A[4], B[5], B[2], B[14], B[11], C[3], M[5]),                                       \
     STEP(A[6], A[5], B[6], B[3], B[15], B[12], C[2], M[6]),                                       \
     STEP(A[7], A[6], B[7], B[4], B[0], B[13], C[1], M[7]),                                        \
     STEP(A[8], A[7], B[8], B[5], B[1], B[14], C[0], M[8]),                                        \
     STEP(A[9], A[8], B[9], B[6], B[2], B[15], C[15], M[9]),                                       \
     STEP(A[10], A[9], B[10], B[7], B[3], B[0], C[14], M[10]),                                     \
     STEP(A[11], A[10], B[11], B[8], B[4], B[1], C[13], M[11]),                                    \
     STEP(A[0], A[11], B[12], B[9], B[5], B[2], C[12], M[12]),                                     \
     STEP(A[1], A[0], B[13], B[10], B[6], B[3], C[11], M[13]),                                     \
     STEP(A[2], A[1], B[14], B[11], B[7], B[4], C[10], M[14]),                                     \
     STEP(A[3], A[2], B[15], B[12], B[8], B[5], C[9], M[15]),                                      \
     STEP(A[4], A[3], B[0], B[13], B[9], B[6], C[8], M[0]),                                        \
     STEP(A[5], A[4], B[1], B[14], B[10], B[7], C[7], M[1]),                                       \
     STEP(A[6], A[5], B[2], B[15], B[11], B[8], C[6], M[2]),                                       \
     STEP(A[7], A[6], B[3], B[0], B[12], B[9], C[5], M[3]),                                        \
     STEP(A[8], A[7], B[4], B[1], B[13], B[10], C[4], M[4]),                                       \
     STEP(A[9], A[8], B[5], B[2], B[14], B[11], C[3], M[5]),                                       \
     STEP(A[10], A[9], B[6], B[3], B[15], B[12], C[2], M[6]),                                      \
     STEP(A[11], A[10], B[7], B[4], B[0], B[13], C[1], M[7]),                                      \
     STEP(A[0], A[11], B[8], B[5], B[1], B[14], C[0], M[8]),                                       \
     STEP(A[1], A[0], B[9], B[6], B[2], B[15], C[15], M[9]),                                       \
     STEP(A[2], A[1], B[10], B[7], B[3], B[0], C[14], M[10]),                                      \
     STEP(A[3], A[2], B[11], B[8], B[4], B[1], C[13], M[11]),                                      \
     STEP(A[4], A[3], B[12], B[9], B[5], B[2], C[12], M[12]),                                      \
     STEP(A[5], A[4], B[13], B[10], B[6], B[3], C[11], M[13]),                                     \
     STEP(A[6], A[5], B[14], B[11], B[7], B[4], C[10], M[14]),                                     \
     STEP(A[7], A[6], B[15], B[12], B[8], B[5], C[9], M[15]),                                      \
     STEP(A[8], A[7], B[0], B[13], B[9], B[6], C[8], M[0]),                                        \
     STEP(A[9], A[8], B[1], B[14], B[10], B[7], C[7], M[1]),                                       \
     STEP(A[10], A[9], B[2], B[15], B[11], B[8], C[6], M[2]),                                      \
     STEP(A[11], A[10], B[3], B[0], B[12], B[9], C[5], M[3]),                                      \
     STEP(A[0], A[11], B[4], B[1], B[13], B[10], C[4], M[4]),                                      \
     STEP(A[1], A[0], B[5], B[2], B[14], B[11], C[3], M[5]),                                       \
     STEP(A[2], A[1], B[6], B[3], B[15], B[12], C[2], M[6]),                                       \
     STEP(A[3], A[2], B[7], B[4], B[0], B[13], C[1], M[7]),                                        \
     STEP(A[4], A[3], B[8], B[5], B[1], B[14], C[0], M[8]),                                        \
     STEP(A[5], A[4], B[9], B[6], B[2], B[15], C[15], M[9]),                                       \
     STEP(A[6], A[5], B[10], B[7], B[3], B[0], C[14], M[10]),                                      \
     STEP(A[7], A[6], B[11], B[8], B[4], B[1], C[13], M[11]),                                      \
     STEP(A[8], A[7], B[12], B[9], B[5], B[2], C[12], M[12]),                                      \
     STEP(A[9], A[8], B[13], B[10], B[6], B[3], C[11], M[13]),                                     \
     STEP(A[10], A[9], B[14], B[11], B[7], B[4], C[10], M[14]),                                    \
     STEP(A[11], A[10], B[15], B[12], B[8], B[5], C[9], M[15]))

#ifdef SHABAL_RV64
#include "shabal/rounds_rv64.h"
#else
/* A <- A + C, 36 times with shifting indices */
#define ADD_C                                                                                      \
    (A[0] += C[3] + C[15] + C[11], A[1] += C[4] + C[0] + C[12], A[2] += C[5] + C[1] + C[13],       \
     A[3] += C[6] + C[2] + C[14], A[4] += C[7] + C[3] + C[15], A[5] += C[8] + C[4] + C[0],         \
     A[6] += C[9] + C[5] + C[1], A[7] += C[10] + C[6] + C[2], A[8] += C[11] + C[7] + C[3],         \
     A[9] += C[12] + C[8] + C[4], A[10] += C[13] + C[9] + C[5], A[11] += C[14] + C[10] + C[6])

/*
 * Message rounds on some blocks; n = 1: the blocks are new; n = 0: the last one again, in a final
 * round.
 */
static void rounds(context *cc, const unsigned char *data, size_t blocks, unsigned n) {
    u32 A[12], B[16], C[16], M[16], t;
    unsigned i;

    memcpy(A, cc->A, sizeof A);
    memcpy(B, cc->B, sizeof B);
    memcpy(C, cc->C, sizeof C);
    do {
        cc->Wlow += n;
        if (cc->Wlow < n)
            cc->Whigh++;
        for (i = 0; i < 16; i++)
            M[i] = get_le32(data + 4 * i);
        for (i = 0; i < 16; i++) {
            t = B[i] + M[i];
            B[i] = ROTL32(t, 17);
        }
        A[0] ^= cc->Wlow;
        A[1] ^= cc->Whigh;
        PERMUTATION;
        ADD_C;
        /* C <- C - M, then B and C change places. */
        for (i = 0; i < 16; i++) {
            t = C[i] - M[i];
            C[i] = B[i];
            B[i] = t;
        }
        data += 64;
    } while (--blocks != 0);
    memcpy(cc->A, A, sizeof A);
    memcpy(cc->B, B, sizeof B);
    memcpy(cc->C, C, sizeof C);
}

#endif

static void compress(context *cc, const unsigned char *data, size_t blocks) {
    rounds(cc, data, blocks, 1);
}

#ifdef SHABAL_INITIAL_VALUES
#include "shabal/initial_values.h"
#endif

void mote_shabal_init(context *cc, unsigned out_size) {
    unsigned char prefix[128];
    unsigned i;
#ifdef SHABAL_INITIAL_VALUES

    if (has_initial_value(out_size)) {
        initial_value(cc, out_size);
        return;
    }
#endif

    /* The message is prefixed with two blocks of number -1 and 0, made of the digest size. */
    memset(cc, 0, sizeof *cc);
    cc->out_size = out_size;
    cc->Wlow = 0xFFFFFFFE;
    cc->Whigh = 0xFFFFFFFF;
    for (i = 0; i < 32; i++)
        put_le32(prefix + 4 * i, out_size + i);
    rounds(cc, prefix, 2, 1);
}

void mote_shabal(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_shabal_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned i;

    add_padding(cc, ub, n, 64);
#ifdef SHABAL_RV64
    all_rounds(cc, buf, 4, 1);
    (void)i;
    memcpy(out, cc->C + 16 - cc->out_size / 32, cc->out_size / 8);
#else
    /* The last block, then three final rounds with the same block and number */
    rounds(cc, buf, 1, 1);
    for (i = 0; i < 3; i++)
        rounds(cc, buf, 1, 0);
    n = cc->out_size / 32;
    for (i = 0; i < n; i++)
        put_le32(out + 4 * i, cc->C[16 - n + i]);
#endif
}
