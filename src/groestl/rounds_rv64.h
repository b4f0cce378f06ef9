/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The permutations of Groestl for RISC-V with 64 bits: each column of the result is made of eight bytes that
 * are loaded one by one, as a load takes a byte from its place and a register would have to be shifted.
 *
 * A private header; groestl/fast.h includes it behind its tables.
 *
 * Names are those of the Groestl specification (2 March 2011), sections 3.2 to 3.4.
 */
#ifndef MOTE_GROESTL_ROUNDS_RV64_H
#define MOTE_GROESTL_ROUNDS_RV64_H

/* SubBytes and MixBytes of row i of column j of a (sections 3.4.3 and 3.4.5).  Each table has its address in
 * a register that compilers know nothing of: they would add the tables' distances each time. */
#define LOOK_UP(a, i, j) t##i[((const unsigned char *)(a))[8 * ((j) % COLUMNS) + (i)]]
#define TABLE_OF(i)                                                                                \
    const u64 *t##i = T[i];                                                                        \
    __asm__("" : "+r"(t##i));
#define TABLES                                                                                     \
    TABLE_OF(0)                                                                                    \
    TABLE_OF(1)                                                                                    \
    TABLE_OF(2)                                                                                    \
    TABLE_OF(3)                                                                                    \
    TABLE_OF(4)                                                                                    \
    TABLE_OF(5)                                                                                    \
    TABLE_OF(6)                                                                                    \
    TABLE_OF(7)

/* Between two columns: or else compilers load for many at once, and store what no register has room for. */
#define APART __asm__ __volatile__("" : : : "memory")

/* Column j of the result, whose rows come from so many columns further on (ShiftBytes, section 3.4.4) */
#define COLUMN(a, j, s0, s1, s2, s3, s4, s5, s6, s7)                                               \
    (LOOK_UP(a, 0, (j) + (s0)) ^ LOOK_UP(a, 1, (j) + (s1)) ^ LOOK_UP(a, 2, (j) + (s2)) ^           \
     LOOK_UP(a, 3, (j) + (s3)) ^ LOOK_UP(a, 4, (j) + (s4)) ^ LOOK_UP(a, 5, (j) + (s5)) ^           \
     LOOK_UP(a, 6, (j) + (s6)) ^ LOOK_UP(a, 7, (j) + (s7)))

#define EIGHT_COLUMNS(f, b, a, j)                                                                  \
    f(b, a, j);                                                                                    \
    f(b, a, (j) + 1);                                                                              \
    f(b, a, (j) + 2);                                                                              \
    f(b, a, (j) + 3);                                                                              \
    f(b, a, (j) + 4);                                                                              \
    f(b, a, (j) + 5);                                                                              \
    f(b, a, (j) + 6);                                                                              \
    f(b, a, (j) + 7)

#if COLUMNS == 8
#define ROUNDS 10
#define COLUMN_P(a, j) COLUMN(a, j, 0, 1, 2, 3, 4, 5, 6, 7)
#define COLUMN_Q(a, j) COLUMN(a, j, 1, 3, 5, 7, 0, 2, 4, 6)
#define ALL_COLUMNS(f, b, a) EIGHT_COLUMNS(f, b, a, 0)
#else
#define ROUNDS 14
#define COLUMN_P(a, j) COLUMN(a, j, 0, 1, 2, 3, 4, 5, 6, 11)
#define COLUMN_Q(a, j) COLUMN(a, j, 1, 3, 5, 11, 0, 2, 4, 6)
#define ALL_COLUMNS(f, b, a)                                                                       \
    EIGHT_COLUMNS(f, b, a, 0);                                                                     \
    EIGHT_COLUMNS(f, b, a, 8)
#endif

/* AddRoundConstant (section 3.4.2): what column j gets in the round of which `number` says it. */
#define NUMBER_P(r) ((u64)(r))
#define NUMBER_Q(r) (~((u64)(r) << 56))
#define CONSTANT_P(number, j) ((number) ^ (u64)(j) << 4)
#define CONSTANT_Q(number, j) ((number) ^ (u64)(j) << 60)
#define PUT_P(b, a, j)                                                                             \
    b[j] = COLUMN_P(a, j) ^ CONSTANT_P(number, j);                                                 \
    APART
#define PUT_Q(b, a, j)                                                                             \
    b[j] = COLUMN_Q(a, j) ^ CONSTANT_Q(number, j);                                                 \
    APART
#define ADD_P(b, a, j) b[j] = a[j] ^ CONSTANT_P(number, j)
#define ADD_Q(b, a, j) b[j] = a[j] ^ CONSTANT_Q(number, j)

/* Two rounds of P or Q: from a to b and back.  A round adds the constant of the next one, which goes out
 * again behind the last. */
#define PERMUTE(name, NUMBER, ADD, PUT)                                                            \
    static void name(u64 *state) {                                                                 \
        u64 a[COLUMNS], b[COLUMNS], number = NUMBER(0);                                            \
        unsigned r;                                                                                \
        TABLES                                                                                     \
                                                                                                   \
        ALL_COLUMNS(ADD, a, state);                                                                \
        for (r = 1; r != ROUNDS + 1; r++) {                                                        \
            number = NUMBER(r);                                                                    \
            ALL_COLUMNS(PUT, b, a);                                                                \
            r++;                                                                                   \
            number = NUMBER(r);                                                                    \
            ALL_COLUMNS(PUT, a, b);                                                                \
        }                                                                                          \
        ALL_COLUMNS(ADD, state, a);                                                                \
    }

PERMUTE(permute_p, NUMBER_P, ADD_P, PUT_P)
PERMUTE(permute_q, NUMBER_Q, ADD_Q, PUT_Q)

#endif
