/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "x0-x17"
 * stack = 112
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 * defines = ["KECCAK_IN_ORDER"]
 *
 * Registers:
 *   x0-x17, x19-x25   the state, L0 to L24 below
 *   x26-x30           E0 to E4: theta's C and D, then a plane of chi, then a round constant
 *   sp + 0..95        what x19 to x30 held before
 *   sp + 96           the state
 *   sp + 104          the constants of the next four rounds
 *
 * Keccak-f[1600] for the general registers of AArch64; the state may lie anywhere.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * - ROTATIONS cost nothing: the second operand of EOR and BIC is rotated on the way.  So rho is put off: a
 *   register holds its lane rotated to the right by a number that is known while this is assembled, and
 *   what the lanes x and y make, x being the operand that is not rotated, is in place of x as x was.
 * - All lanes of column x get D[x] in the frame of that, Gx; behind rho, pi and chi lane (x, y) is
 *   in the frame Pxy; and D comes of the frames of two columns, each that of the lane which is first in
 *   its sum.  These are chosen so that G is the same in each round: D[0] and D[2] take C of the column on
 *   the left, D[1], D[3] the one on the right, C[4] that of lane (4, 4), and so on.
 * - D[x] is made as soon as the C that it needs are there, and added at once: so five registers suffice
 *   beside the state.
 * - A plane of a round's result needs five lanes, none of which any other plane needs, and takes their
 *   places: lane (x, y) before round i is at place N^i (x, y), where N (x, y) = (x, x + 2y) modulo 5.
 *   N^4 is the identity, so four rounds are written out.
 *
 * COUNT for four rounds: theta from C to D 100, to add D 100; chi 200, and 16 moves, as four planes of each round
 * change places in a circle; iota 15: 431.  That is 2,586 for the permutation; entry and exit are 88.
 */

#if !defined __aarch64__ || defined __AARCH64EB__ || defined __ILP32__
#error "aarch64_fast.S needs a little-endian AArch64 with pointers of 64 bits"
#endif

#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .section .rodata
        .balign 8
/* The round constants of iota, and 0 behind them */
RC:
#ifdef ALL_ROUNDS
        .xword  0x0000000000000001, 0x0000000000008082
        .xword  0x800000000000808A, 0x8000000080008000
        .xword  0x000000000000808B, 0x0000000080000001
        .xword  0x8000000080008081, 0x8000000000008009
        .xword  0x000000000000008A, 0x0000000000000088
        .xword  0x0000000080008009, 0x000000008000000A
#endif
        .xword  0x000000008000808B, 0x800000000000008B
        .xword  0x8000000000008089, 0x8000000000008003
        .xword  0x8000000000008002, 0x8000000000000080
        .xword  0x000000000000800A, 0x800000008000000A
        .xword  0x8000000080008081, 0x8000000000008080
        .xword  0x0000000080000001, 0x8000000080008008
        .xword  0

#define L0 x0
#define L1 x1
#define L2 x2
#define L3 x3
#define L4 x4
#define L5 x5
#define L6 x6
#define L7 x7
#define L8 x8
#define L9 x9
#define L10 x10
#define L11 x11
#define L12 x12
#define L13 x13
#define L14 x14
#define L15 x15
#define L16 x16
#define L17 x17
#define L18 x19
#define L19 x20
#define L20 x21
#define L21 x22
#define L22 x23
#define L23 x24
#define L24 x25
#define E0 x26
#define E1 x27
#define E2 x28
#define E3 x29
#define E4 x30

/* By how many bits the lanes of column x are rotated to the right behind theta ... */
        .equ    G0, 22
        .equ    G1, 20
        .equ    G2, 58
        .equ    G3, 23
        .equ    G4, 44
/* ... and the lane (x, y) behind chi and before theta: with what rho asks of the lane from which pi has it */
        .equ    P00, (G0 + 0) & 63
        .equ    P10, (G1 + 44) & 63
        .equ    P20, (G2 + 43) & 63
        .equ    P30, (G3 + 21) & 63
        .equ    P40, (G4 + 14) & 63
        .equ    P01, (G3 + 28) & 63
        .equ    P11, (G4 + 20) & 63
        .equ    P21, (G0 + 3) & 63
        .equ    P31, (G1 + 45) & 63
        .equ    P41, (G2 + 61) & 63
        .equ    P02, (G1 + 1) & 63
        .equ    P12, (G2 + 6) & 63
        .equ    P22, (G3 + 25) & 63
        .equ    P32, (G4 + 8) & 63
        .equ    P42, (G0 + 18) & 63
        .equ    P03, (G4 + 27) & 63
        .equ    P13, (G0 + 36) & 63
        .equ    P23, (G1 + 10) & 63
        .equ    P33, (G2 + 15) & 63
        .equ    P43, (G3 + 56) & 63
        .equ    P04, (G2 + 62) & 63
        .equ    P14, (G3 + 55) & 63
        .equ    P24, (G4 + 39) & 63
        .equ    P34, (G0 + 41) & 63
        .equ    P44, (G1 + 2) & 63

/* d = a + b, which are rotated by p and q: rotated by p then */
        .macro  sum d, a, p, b, q
        eor     \d, \a, \b, ror #(((\p) - (\q)) & 63)
        .endm

/* The sum of a column; the result is rotated as its first lane is. */
        .macro  column c, a, p, b, q, d, r, e, s, f, t
        sum     \c, \a, \p, \b, \q
        sum     \c, \c, \p, \d, \r
        sum     \c, \c, \p, \e, \s
        sum     \c, \c, \p, \f, \t
        .endm

/* D[x] to all lanes of a column; its frame becomes theirs. */
        .macro  spread d, g, a, p, b, q, c, r, e, s, f, t
        sum     \a, \d, \g, \a, \p
        sum     \b, \d, \g, \b, \q
        sum     \c, \d, \g, \c, \r
        sum     \e, \d, \g, \e, \s
        sum     \f, \d, \g, \f, \t
        .endm

/* t = c and not b */
        .macro  clear t, c, r, b, q
        bic     \t, \c, \b, ror #((\r - \q) & 63)
        .endm

/* What chi adds to a plane, whose lanes are a, b, c, d, e behind rho and pi and rotated as in row y */
        .macro  products y, a, b, c, d, e
        clear   E0, \c, P2\y, \b, P1\y
        clear   E1, \d, P3\y, \c, P2\y
        clear   E2, \e, P4\y, \d, P3\y
        clear   E3, \a, P0\y, \e, P4\y
        clear   E4, \b, P1\y, \a, P0\y
        .endm

/* The planes of the result: each lane is written where what lay there is in the result already. */
        .macro  plane0 a, b, c, d, e
        products 0, \a, \b, \c, \d, \e
        sum     \a, \a, P00, E0, P20
        sum     \b, \b, P10, E1, P30
        sum     \c, \c, P20, E2, P40
        sum     \d, \d, P30, E3, P00
        sum     \e, \e, P40, E4, P10
        .endm
        .macro  plane1 a, b, c, d, e
        products 1, \a, \b, \c, \d, \e
        sum     E0, \a, P01, E0, P21
        sum     \a, \d, P31, E3, P01
        sum     \d, \b, P11, E1, P31
        sum     \b, \e, P41, E4, P11
        sum     \e, \c, P21, E2, P41
        mov     \c, E0
        .endm
        .macro  plane2 a, b, c, d, e
        products 2, \a, \b, \c, \d, \e
        sum     E0, \a, P02, E0, P22
        sum     \a, \b, P12, E1, P32
        sum     \b, \c, P22, E2, P42
        sum     \c, \d, P32, E3, P02
        sum     \d, \e, P42, E4, P12
        mov     \e, E0
        .endm
        .macro  plane3 a, b, c, d, e
        products 3, \a, \b, \c, \d, \e
        sum     E0, \a, P03, E0, P23
        sum     \a, \e, P43, E4, P13
        sum     \e, \d, P33, E3, P03
        sum     \d, \c, P23, E2, P43
        sum     \c, \b, P13, E1, P33
        mov     \b, E0
        .endm
        .macro  plane4 a, b, c, d, e
        products 4, \a, \b, \c, \d, \e
        sum     E0, \a, P04, E0, P24
        sum     \a, \c, P24, E2, P44
        sum     \c, \e, P44, E4, P14
        sum     \e, \b, P14, E1, P34
        sum     \b, \d, P34, E3, P04
        mov     \d, E0
        .endm

/* A round but for iota; a to e: the columns, from row 0 on */
        .macro  round a0, a1, a2, a3, a4, b0, b1, b2, b3, b4, c0, c1, c2, c3, c4, d0, d1, d2, d3, d4, e0, e1, e2, e3, e4
        column  E0, \a0, P00, \a1, P01, \a2, P02, \a3, P03, \a4, P04
        column  E1, \b3, P13, \b0, P10, \b1, P11, \b2, P12, \b4, P14
        column  E4, \e4, P44, \e0, P40, \e1, P41, \e2, P42, \e3, P43
        sum     E2, E4, P44, E1, P13+1
        spread  E2, G0, \a0, P00, \a1, P01, \a2, P02, \a3, P03, \a4, P04
        column  E2, \c4, P24, \c0, P20, \c1, P21, \c2, P22, \c3, P23
        sum     E3, E2, P24+1, E0, P00
        spread  E3, G1, \b0, P10, \b1, P11, \b2, P12, \b3, P13, \b4, P14
        column  E3, \d0, P30, \d1, P31, \d2, P32, \d3, P33, \d4, P34
        sum     E1, E1, P13, E3, P30+1
        spread  E1, G2, \c0, P20, \c1, P21, \c2, P22, \c3, P23, \c4, P24
        sum     E2, E4, P44+1, E2, P24
        spread  E2, G3, \d0, P30, \d1, P31, \d2, P32, \d3, P33, \d4, P34
        sum     E3, E3, P30, E0, P00+1
        spread  E3, G4, \e0, P40, \e1, P41, \e2, P42, \e3, P43, \e4, P44
        plane0  \a0, \b1, \c2, \d3, \e4
        plane1  \d0, \e1, \a2, \b3, \c4
        plane2  \b0, \c1, \d2, \e3, \a4
        plane3  \e0, \a1, \b2, \c3, \d4
        plane4  \c0, \d1, \e2, \a3, \b4
        .endm

/* Two lanes of the state, whose address is in E0, to and from registers */
        .macro  load_two i, a, b, p, q
        ldp     \a, \b, [E0, 8*\i]
        ror     \a, \a, \p
        ror     \b, \b, \q
        .endm
        .macro  store_two i, a, b, p, q
        ror     \a, \a, (64 - \p) & 63
        ror     \b, \b, (64 - \q) & 63
        stp     \a, \b, [E0, 8*\i]
        .endm

        .text
        .balign 4
        .global PERMUTATION
        .type   PERMUTATION, %function
PERMUTATION:
        sub     sp, sp, 112
        stp     x19, x20, [sp]
        stp     x21, x22, [sp, 16]
        stp     x23, x24, [sp, 32]
        stp     x25, x26, [sp, 48]
        stp     x27, x28, [sp, 64]
        stp     x29, x30, [sp, 80]
        mov     E0, x0
        adrp    E1, RC
        add     E1, E1, :lo12:RC
        stp     E0, E1, [sp, 96]
        load_two 0, L0, L1, P00, P10
        load_two 2, L2, L3, P20, P30
        load_two 4, L4, L5, P40, P01
        load_two 6, L6, L7, P11, P21
        load_two 8, L8, L9, P31, P41
        load_two 10, L10, L11, P02, P12
        load_two 12, L12, L13, P22, P32
        load_two 14, L14, L15, P42, P03
        load_two 16, L16, L17, P13, P23
        load_two 18, L18, L19, P33, P43
        load_two 20, L20, L21, P04, P14
        load_two 22, L22, L23, P24, P34
        ldr     L24, [E0, 8*24]
        ror     L24, L24, P44
four_rounds:
        round   L0, L5, L10, L15, L20, L1, L6, L11, L16, L21, L2, L7, L12, L17, L22, L3, L8, L13, L18, L23, L4, L9, L14, L19, L24
        ldr     E0, [sp, 104]           /* iota */
        ldr     E1, [E0, 0]
        sum     L0, L0, P00, E1, 0
        round   L0, L10, L20, L5, L15, L6, L16, L1, L11, L21, L12, L22, L7, L17, L2, L18, L3, L13, L23, L8, L24, L9, L19, L4, L14
        ldr     E0, [sp, 104]           /* iota */
        ldr     E1, [E0, 8]
        sum     L0, L0, P00, E1, 0
        round   L0, L20, L15, L10, L5, L16, L11, L6, L1, L21, L7, L2, L22, L17, L12, L23, L18, L13, L8, L3, L14, L9, L4, L24, L19
        ldr     E0, [sp, 104]           /* iota */
        ldr     E1, [E0, 16]
        sum     L0, L0, P00, E1, 0
        round   L0, L15, L5, L20, L10, L11, L1, L16, L6, L21, L22, L12, L2, L17, L7, L8, L23, L13, L3, L18, L19, L9, L24, L14, L4
        ldr     E0, [sp, 104]           /* iota */
        ldr     E1, [E0, 24]
        sum     L0, L0, P00, E1, 0
        ldr     E1, [E0, 32]!
        str     E0, [sp, 104]
        cbnz    E1, four_rounds
        ldr     E0, [sp, 96]
        store_two 0, L0, L1, P00, P10
        store_two 2, L2, L3, P20, P30
        store_two 4, L4, L5, P40, P01
        store_two 6, L6, L7, P11, P21
        store_two 8, L8, L9, P31, P41
        store_two 10, L10, L11, P02, P12
        store_two 12, L12, L13, P22, P32
        store_two 14, L14, L15, P42, P03
        store_two 16, L16, L17, P13, P23
        store_two 18, L18, L19, P33, P43
        store_two 20, L20, L21, P04, P14
        store_two 22, L22, L23, P24, P34
        ror     L24, L24, 64 - P44
        str     L24, [E0, 8*24]
        ldp     x19, x20, [sp]
        ldp     x21, x22, [sp, 16]
        ldp     x23, x24, [sp, 32]
        ldp     x25, x26, [sp, 48]
        ldp     x27, x28, [sp, 64]
        ldp     x29, x30, [sp, 80]
        add     sp, sp, 112
        ret
        .size   PERMUTATION, .-PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
