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

/* A word turned; the AND with a complement, and the complement of the sum of two: with Zbb an instruction each */
#ifdef __riscv_zbb
#define TURN_BY(to, from, left, spare) "roriw " to "," from ",32-" left "\n\t"
#define AND_NOT(to, x, y) "andn " to "," x "," y "\n\t"
#define NOT_XOR(to, x) "xnor " to "," to "," x
#else
#define TURN_BY(to, from, left, spare)                                                             \
    "slliw " spare "," from "," left "\n\tsrliw " to "," from ",32-" left "\n\tor " to "," to      \
    "," spare "\n\t"
#define AND_NOT(to, x, y) "not " to "," y "\n\tand " to "," to "," x "\n\t"
#define NOT_XOR(to, x) "xor " to "," to "," x "\n\tnot " to "," to
#endif

/*
 * A step; `last` is the word of A that was replaced last.  In assembly: GCC extends words that are
 * extended, and keeps addresses of words of A, C and M, for which registers do not suffice.  What PERMUTATION
 * calls A, C and M lies at the address 0 there, so that addresses are offsets, of cc or of the block.
 */
#undef STEP
#define STEP(a, before, b, b13, b9, b6, c, m)                                                      \
    __extension__({                                                                                \
        __asm__ __volatile__(                                                                      \
            TURN_BY("%[x]", "%[last]", "15",                                                       \
                    "%[y]") "slliw %[y],%[x],2\n\t"                                                \
                            "addw %[x],%[x],%[y]\n\t"                                              \
                            "lw %[last],%[A_](%[cc])\n\t"                                          \
                            "lw %[y],%[C_](%[cc])\n\t"                                             \
                            "xor %[last],%[last],%[x]\n\t"                                         \
                            "xor %[last],%[last],%[y]\n\t"                                         \
                            "slliw %[y],%[last],1\n\t"                                             \
                            "addw %[last],%[last],%[y]\n\t"                                        \
                            "lw %[x],%[M_](%[block])\n\t" AND_NOT(                                 \
                                "%[y]", "%[B9]", "%[B6]") "xor %[last],%[last],%[B13]\n\t"         \
                                                          "xor %[x],%[x],%[y]\n\t"                 \
                                                          "xor %[last],%[last],%[x]\n\t"           \
                                                          "sw %[last],%[A_](%[cc])\n\t" TURN_BY(   \
                                                              "%[B0]", "%[B0]", "1", "%[y]")       \
                                                              NOT_XOR("%[B0]", "%[last]")          \
            : [last] "+r"(last), [B0] "+r"(b), [x] "=&r"(x), [y] "=&r"(y)                          \
            : [B13] "r"(b13), [B9] "r"(b9), [B6] "r"(b6), [cc] "r"(cc), [block] "r"(block),        \
              [A_] "i"((size_t)&(a)), [C_] "i"((size_t)&(c)), [M_] "i"((size_t)&(m))               \
            : "memory");                                                                           \
    })

/* Three words of A with three of C each: all 12 take 36, with shifting indices. */
#define ADD_C3(i)                                                                                  \
    do {                                                                                           \
        const u32 c3 = cc_C[(i) + 3], c7 = cc_C[((i) + 7) & 15], c11 = cc_C[((i) + 11) & 15];      \
        const u32 c15 = cc_C[((i) + 15) & 15];                                                     \
                                                                                                   \
        x = c3 + c15;                                                                              \
        y = c7 + c11;                                                                              \
        cc_A[i] = cc_A[i] + x + c11;                                                               \
        cc_A[(i) + 4] = cc_A[(i) + 4] + x + c7;                                                    \
        cc_A[(i) + 8] = cc_A[(i) + 8] + y + c3;                                                    \
    } while (0)

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
#define ADD_M(i) B[i] += block[i]
#define TURN(i) B[i] = ROTL32(B[i], 17)
/* C <- C - M, then B and C change places. */
#define EXCHANGE(i) (x = cc_C[i] - block[i], cc_C[i] = B[i], B[i] = x)
#define EXCHANGE_ALONE(i) (x = cc_C[i], cc_C[i] = B[i], B[i] = x)
#define STORE_B(i) cc->B[i] = B[i]
#define STORE_C(i) cc_C[i] = B[i]

/*
 * Message rounds on some blocks; or, final = 1, on the last one, which so many rounds take: what these would
 * subtract from C the next one would add again, so that only the first takes it there.
 */
static void all_rounds(context *cc, const unsigned char *data, size_t blocks, unsigned final) {
    word *cc_A = (word *)cc->A, *cc_C = (word *)cc->C;
    const word *block;
    u32 B[16], copy[16], x, y, last;
    unsigned i;

#define A (((context *)0)->A)
#define C (((context *)0)->C)
#define M ((word *)0)
    EACH_WORD(LOAD_B);
    do {
        if (++cc->Wlow == 0)
            cc->Whigh++;
        block = (const word *)(const void *)data;
        if ((size_t)data % 4 != 0) {
            for (i = 0; i < 16; i++)
                copy[i] = (u32)data[4 * i] | (u32)data[4 * i + 1] << 8 |
                          (u32)data[4 * i + 2] << 16 | (u32)data[4 * i + 3] << 24;
            block = copy;
        }
        EACH_WORD(ADD_M);
        for (;;) {
            EACH_WORD(TURN);
            cc_A[0] = cc_A[0] ^ cc->Wlow;
            cc_A[1] = cc_A[1] ^ cc->Whigh;
            last = cc_A[11];
            PERMUTATION;
            ADD_C3(0);
            ADD_C3(1);
            ADD_C3(2);
            ADD_C3(3);
            if (!final)
                break;
            if (--blocks == 0) {
                EACH_WORD(STORE_C);
                return;
            }
            EACH_WORD(EXCHANGE_ALONE);
        }
        EACH_WORD(EXCHANGE);
        data += 64;
    } while (--blocks != 0);
    EACH_WORD(STORE_B);
#undef A
#undef C
#undef M
}

#define rounds(cc, data, blocks, n) all_rounds(cc, data, blocks, 0)

#endif
