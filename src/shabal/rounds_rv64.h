/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The rounds of Shabal for RISC-V with 64 bits: B is in registers, A, C and M are read where they lie, as 31
 * registers hold no more; what a compiler keeps of those it stores and loads again.
 *
 * A private header; shabal/portable_fast.c includes it behind PERMUTATION.
 *
 * Names are those of the Shabal specification, section 2.2.
 */
#ifndef MOTE_SHABAL_ROUNDS_RV64_H
#define MOTE_SHABAL_ROUNDS_RV64_H

typedef volatile u32 __attribute__((__may_alias__)) word;

/* Without Zbb in assembly: GCC sees to the upper half of a register after each rotation. */
#ifndef __riscv_zbb
#undef ROTL32
#define ROTL32(x, n)                                                                               \
    __extension__({                                                                                \
        long low_, high_;                                                                          \
        __asm__("slliw %0,%2,%3\n\tsrliw %1,%2,32-%3\n\tor %0,%0,%1"                               \
                : "=&r"(high_), "=&r"(low_)                                                        \
                : "r"(x), "i"(n));                                                                 \
        (u32) high_;                                                                               \
    })
#endif

/* A step; `last` is the word of A that was replaced last. */
#undef STEP
#define STEP(a, before, b, b13, b9, b6, c, m)                                                      \
    (x = (a) ^ MULTIPLE(ROTL32(last, 15), 5, 2) ^ (c),                                             \
     last = MULTIPLE(x, 3, 1) ^ (b13) ^ ((b9) & ~(b6)) ^ (m), (a) = last,                          \
     b = ~(ROTL32(b, 1) ^ last))

/* A word of A with three of C, 36 times with shifting indices */
#define ADD_3(i, j, k, l) A[i] = A[i] + C[j] + C[k] + C[l]

#define EACH_WORD(f)                                                                               \
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
    f(11);                                                                                         \
    f(12);                                                                                         \
    f(13);                                                                                         \
    f(14);                                                                                         \
    f(15)
#define LOAD_B(i) B[i] = cc->B[i]
#define ADD_M(i) (x = B[i] + M[i], B[i] = ROTL32(x, 17))
/* C <- C - M, then B and C change places. */
#define EXCHANGE(i) (x = C[i] - M[i], C[i] = B[i], B[i] = x)
#define STORE_B(i) cc->B[i] = B[i]

/* Message rounds on some blocks; or, final_rounds = 1, on the last one, which all rounds take. */
static void all_rounds(context *cc, const unsigned char *data, size_t blocks,
                       unsigned final_rounds) {
    word *A = (word *)cc->A, *C = (word *)cc->C;
    const word *M;
    u32 B[16], copy[16], x, last;
    unsigned i, n = 1;

    EACH_WORD(LOAD_B);
    do {
        cc->Wlow += n;
        if (cc->Wlow < n)
            cc->Whigh++;
        M = (const word *)(const void *)data;
        if ((size_t)data % 4 != 0) {
            for (i = 0; i < 16; i++)
                copy[i] = (u32)data[4 * i] | (u32)data[4 * i + 1] << 8 |
                          (u32)data[4 * i + 2] << 16 | (u32)data[4 * i + 3] << 24;
            M = copy;
        }
        EACH_WORD(ADD_M);
        A[0] = A[0] ^ cc->Wlow;
        A[1] = A[1] ^ cc->Whigh;
        last = A[11];
        PERMUTATION;
        ADD_3(0, 3, 15, 11);
        ADD_3(1, 4, 0, 12);
        ADD_3(2, 5, 1, 13);
        ADD_3(3, 6, 2, 14);
        ADD_3(4, 7, 3, 15);
        ADD_3(5, 8, 4, 0);
        ADD_3(6, 9, 5, 1);
        ADD_3(7, 10, 6, 2);
        ADD_3(8, 11, 7, 3);
        ADD_3(9, 12, 8, 4);
        ADD_3(10, 13, 9, 5);
        ADD_3(11, 14, 10, 6);
        EACH_WORD(EXCHANGE);
        /* Behind the last block the final rounds have it and its number again. */
        if (final_rounds)
            n = 0;
        else
            data += 64;
    } while (--blocks != 0);
    EACH_WORD(STORE_B);
}

#define rounds(cc, data, blocks, n) all_rounds(cc, data, blocks, 0)

#endif
