/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The permutation of Keccak with the instructions of ARMv8.2 (FEAT_SHA3): a lane in each register, or the
 * same lane of two states.
 *
 * A private header; keccak/fast.h includes it in place of its own for a source that defines
 * KECCAK_AARCH64, keccak/many.h for one that defines SIDE_BY_SIDE.
 *
 * Names are those of FIPS 202, sections 3.2 and 3.3.  In assembly, as 25 lanes with the five words D and
 * two more are all 32 registers, and compilers find no way without copies.
 *
 * Registers:
 *   v0-v24                   the state; before the first of two rounds lane (x, y) is v(x + 5 y), before the
 *                            second one it is v(X + 5 Y) with X = 2 x + y, Y = 2 x + 3 y (mod 5)
 *   v25-v29                  theta's C[0] to C[4]
 *   v30 v29 v31 v26 v27      theta's D[0] to D[4]
 *   v25 v28                  free then: two lanes of a row between pi and chi
 *
 * A row of the result comes of five lanes; these are in the registers in which it goes: so each row is
 * rotated (XAR, which adds D, too) and computed (BCAX) at a time, and pi is no instruction.  After two
 * rounds every lane is where it was.
 *
 * Instructions for a round: theta 15, rho with the end of theta 25, chi 25, iota 2, and one for the
 * loop: 68.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C7.2,
 * "EOR3", "RAX1", "XAR" and "BCAX".
 */
#ifndef MOTE_KECCAK_AARCH64_SHA3_H
#define MOTE_KECCAK_AARCH64_SHA3_H

#include "common/aarch64_sha3.h"

/* Lines here are steps, and the formatter would run them together. */
/* clang-format off */

#define EOR3(d, x, y, z) "eor3 v" #d ".16b,v" #x ".16b,v" #y ".16b,v" #z ".16b\n"
#define RAX1(d, x, y) "rax1 v" #d ".2d,v" #x ".2d,v" #y ".2d\n"
#define EOR(d, x, y) "eor v" #d ".16b,v" #x ".16b,v" #y ".16b\n"
#define XAR(d, x, y, right) "xar v" #d ".2d,v" #x ".2d,v" #y ".2d," #right "\n"
#define BCAX(d, x, y, z) "bcax v" #d ".16b,v" #x ".16b,v" #y ".16b,v" #z ".16b\n"

/* Theta, then a row after the other. */
#define ROUND1                                                                                     \
    EOR3(25, 0, 5, 10) EOR3(26, 1, 6, 11) EOR3(27, 2, 7, 12) EOR3(28, 3, 8, 13)                    \
    EOR3(29, 4, 9, 14) EOR3(25, 25, 15, 20) EOR3(26, 26, 16, 21) EOR3(27, 27, 17, 22)              \
    EOR3(28, 28, 18, 23) EOR3(29, 29, 19, 24)                                                      \
    RAX1(30, 29, 26) RAX1(31, 26, 28) RAX1(26, 27, 29) RAX1(29, 25, 27) RAX1(27, 28, 25)           \
    EOR(0, 0, 30) XAR(25, 6, 29, 20) XAR(12, 12, 31, 21) XAR(28, 18, 26, 43) XAR(24, 24, 27, 50)   \
    BCAX(6, 28, 0, 24) BCAX(18, 24, 25, 0) BCAX(0, 0, 12, 25) BCAX(24, 12, 24, 28)                 \
    BCAX(12, 25, 28, 12)                                                                           \
    XAR(25, 3, 26, 36) XAR(9, 9, 27, 44) XAR(10, 10, 30, 61) XAR(28, 16, 29, 19)                   \
    XAR(22, 22, 31, 3) BCAX(16, 25, 10, 9) BCAX(3, 9, 28, 10) BCAX(10, 10, 22, 28)                 \
    BCAX(9, 22, 9, 25) BCAX(22, 28, 25, 22)                                                        \
    XAR(25, 1, 29, 63) XAR(7, 7, 31, 58) XAR(1, 13, 26, 39) XAR(13, 19, 27, 56)                    \
    XAR(28, 20, 30, 46) BCAX(19, 7, 13, 1) BCAX(20, 28, 7, 25) BCAX(7, 25, 1, 7)                   \
    BCAX(1, 1, 28, 13) BCAX(13, 13, 25, 28)                                                        \
    XAR(4, 4, 27, 37) XAR(5, 5, 30, 28) XAR(25, 11, 29, 54) XAR(17, 17, 31, 49)                    \
    XAR(28, 23, 26, 8) BCAX(23, 4, 25, 5) BCAX(11, 28, 5, 4) BCAX(5, 5, 17, 25)                    \
    BCAX(4, 17, 4, 28) BCAX(17, 25, 28, 17)                                                        \
    XAR(2, 2, 31, 2) XAR(25, 8, 26, 9) XAR(14, 14, 27, 25) XAR(15, 15, 30, 23)                     \
    XAR(28, 21, 29, 62) BCAX(21, 25, 15, 14) BCAX(8, 14, 28, 15) BCAX(14, 2, 14, 25)               \
    BCAX(15, 15, 2, 28) BCAX(2, 28, 25, 2)
#define ROUND2                                                                                     \
    EOR3(25, 0, 16, 7) EOR3(26, 12, 3, 19) EOR3(27, 24, 10, 1) EOR3(28, 6, 22, 13)                 \
    EOR3(29, 18, 9, 20) EOR3(25, 25, 23, 14) EOR3(26, 26, 5, 21) EOR3(27, 27, 17, 8)               \
    EOR3(28, 28, 4, 15) EOR3(29, 29, 11, 2)                                                        \
    RAX1(30, 29, 26) RAX1(31, 26, 28) RAX1(26, 27, 29) RAX1(29, 25, 27) RAX1(27, 28, 25)           \
    EOR(0, 0, 30) XAR(25, 3, 29, 20) XAR(1, 1, 31, 21) XAR(28, 4, 26, 43) XAR(2, 2, 27, 50)        \
    BCAX(3, 28, 0, 2) BCAX(4, 2, 25, 0) BCAX(0, 0, 1, 25) BCAX(2, 1, 2, 28) BCAX(1, 25, 28, 1)     \
    XAR(25, 6, 26, 36) XAR(9, 9, 27, 44) XAR(7, 7, 30, 61) XAR(28, 5, 29, 19) XAR(8, 8, 31, 3)     \
    BCAX(5, 25, 7, 9) BCAX(6, 9, 28, 7) BCAX(7, 7, 8, 28) BCAX(9, 8, 9, 25) BCAX(8, 28, 25, 8)     \
    XAR(25, 12, 29, 63) XAR(10, 10, 31, 58) XAR(12, 13, 26, 39) XAR(13, 11, 27, 56)                \
    XAR(28, 14, 30, 46) BCAX(11, 10, 13, 12) BCAX(14, 28, 10, 25) BCAX(10, 25, 12, 10)             \
    BCAX(12, 12, 28, 13) BCAX(13, 13, 25, 28)                                                      \
    XAR(18, 18, 27, 37) XAR(16, 16, 30, 28) XAR(25, 19, 29, 54) XAR(17, 17, 31, 49)                \
    XAR(28, 15, 26, 8) BCAX(15, 18, 25, 16) BCAX(19, 28, 16, 18) BCAX(16, 16, 17, 25)              \
    BCAX(18, 17, 18, 28) BCAX(17, 25, 28, 17)                                                      \
    XAR(24, 24, 31, 2) XAR(25, 22, 26, 9) XAR(20, 20, 27, 25) XAR(23, 23, 30, 23)                  \
    XAR(28, 21, 29, 62) BCAX(21, 25, 23, 20) BCAX(22, 20, 28, 23) BCAX(20, 24, 20, 25)             \
    BCAX(23, 23, 24, 28) BCAX(24, 28, 25, 24)

#ifdef SIDE_BY_SIDE

/* Section 3.2.5 */
#define IOTA                                                                                       \
    "ld1r {v25.2d},[%[constants]],8\n"                                                             \
    EOR(0, 0, 25)

#define MOVE2(instruction, i, j) instruction " q" #i ",q" #j ",[%[state],16*" #i "]\n"
#define MOVE(pair, single)                                                                         \
    MOVE2(pair, 0, 1) MOVE2(pair, 2, 3) MOVE2(pair, 4, 5) MOVE2(pair, 6, 7)                        \
    MOVE2(pair, 8, 9) MOVE2(pair, 10, 11) MOVE2(pair, 12, 13) MOVE2(pair, 14, 15)                  \
    MOVE2(pair, 16, 17) MOVE2(pair, 18, 19) MOVE2(pair, 20, 21) MOVE2(pair, 22, 23)                \
    single " q24,[%[state],16*24]\n"

/* The rounds, two a turn */
#define PERMUTE                                                                                    \
    MOVE("ldp", "ldr")                                                                             \
    "1:\n"                                                                                         \
    ROUND1 IOTA ROUND2 IOTA                                                                        \
    "subs %w[rounds],%w[rounds],1\n"                                                               \
    "b.ne 1b\n"                                                                                    \
    MOVE("stp", "str")

#else

/* Section 3.2.5 */
#define IOTA                                                                                       \
    "ldr d25,[%[constants]],8\n"                                                                   \
    EOR(0, 0, 25)

/* Adds two lanes, or one, of the message to lanes i and j. */
#define ADD2(i, j) "ldp d25,d26,[%[data],8*" #i "]\n" EOR(i, i, 25) EOR(j, j, 26)
#define ADD1(i) "ldr d25,[%[data],8*" #i "]\n" EOR(i, i, 25)

#define MOVE2(instruction, i, j) instruction " d" #i ",d" #j ",[%[state],8*" #i "]\n"
#define MOVE(pair, single)                                                                         \
    MOVE2(pair, 0, 1) MOVE2(pair, 2, 3) MOVE2(pair, 4, 5) MOVE2(pair, 6, 7)                        \
    MOVE2(pair, 8, 9) MOVE2(pair, 10, 11) MOVE2(pair, 12, 13) MOVE2(pair, 14, 15)                  \
    MOVE2(pair, 16, 17) MOVE2(pair, 18, 19) MOVE2(pair, 20, 21) MOVE2(pair, 22, 23)                \
    single " d24,[%[state],8*24]\n"

/* The lanes of a block; then the rounds, two a turn; and so for all blocks. */
#define ABSORB                                                                                     \
    MOVE("ldp", "ldr")                                                                             \
    "1:\n"                                                                                         \
    "cbz %w[lanes],2f\n"                                                                           \
    ADD2(0, 1) ADD2(2, 3) ADD2(4, 5) ADD2(6, 7) ADD1(8)                                            \
    "cmp %w[lanes],13\n"                                                                           \
    "b.lo 2f\n"                                                                                    \
    ADD2(9, 10) ADD2(11, 12)                                                                       \
    "b.eq 2f\n"                                                                                    \
    ADD2(13, 14) ADD2(15, 16)                                                                      \
    "cmp %w[lanes],18\n"                                                                           \
    "b.lo 2f\n"                                                                                    \
    ADD1(17)                                                                                       \
    "b.eq 2f\n"                                                                                    \
    ADD2(18, 19) ADD1(20)                                                                          \
    "2:\n"                                                                                         \
    "add %[data],%[data],%x[lanes],lsl 3\n"                                                        \
    "mov %w[rounds],%[half]\n"                                                                     \
    "mov %[constants],%[first]\n"                                                                  \
    "3:\n"                                                                                         \
    ROUND1 IOTA ROUND2 IOTA                                                                        \
    "subs %w[rounds],%w[rounds],1\n"                                                               \
    "b.ne 3b\n"                                                                                    \
    "subs %[blocks],%[blocks],1\n"                                                                 \
    "b.ne 1b\n"                                                                                    \
    MOVE("stp", "str")

#endif

/* clang-format on */

#ifdef SIDE_BY_SIDE

/* The permutation of two states: lane i of both in A[i]. */
static void permute_two(u64 (*A)[2]) {
    const u64 *constants = RC;
    unsigned rounds = 12;

    __asm__ __volatile__(PERMUTE
                         : [constants] "+r"(constants), [rounds] "+r"(rounds)
                         : [state] "r"(A)
                         : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8",
                           "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18",
                           "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28",
                           "v29", "v30", "v31");
}

#else

/*
 * Takes in some blocks of message, of 8 * lanes bytes each (lanes = 0: none, one permutation), with
 * a permutation after each.  Rates are 9 (Keccak-512), 13, 17, 18 and 21 lanes (SHAKE128).
 */
static void absorb(context *cc, const unsigned char *data, size_t blocks, unsigned lanes) {
    const u64 *constants;
    unsigned rounds;

    __asm__ __volatile__(
        ABSORB
        : [data] "+r"(data), [blocks] "+r"(blocks), [constants] "=&r"(constants),
          [rounds] "=&r"(rounds)
        : [state] "r"(cc->A), [lanes] "r"((u64)lanes), [first] "r"(RC), [half] "i"(ROUNDS / 2)
        : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11",
          "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
          "v25", "v26", "v27", "v28", "v29", "v30", "v31");
}

/* Adds bytes to the state, whose words lie in memory as its bytes do. */
static void add_bytes(unsigned char *state, const unsigned char *bytes, unsigned n) {
    for (; n >= 16; n -= 16, state += 16, bytes += 16)
        vst1q_u8(state, veorq_u8(vld1q_u8(state), vld1q_u8(bytes)));
    if (n >= 8) {
        vst1_u8(state, veor_u8(vld1_u8(state), vld1_u8(bytes)));
        n -= 8;
        state += 8;
        bytes += 8;
    }
    for (; n != 0; n--)
        *state++ ^= *bytes++;
}

#endif

#endif
