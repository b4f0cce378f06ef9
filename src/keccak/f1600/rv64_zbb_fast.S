/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 202, SHA-3 Standard (August 2015), sections 3.2 and 3.3"
 * functions = ["mote_keccak_f1600(state)"]
 * reads = {state = 200}
 * writes = {state = 200}
 * clobbers = "a1-a7 t0-t6"
 * stack = 240
 * constant_time = true
 * calls = []
 * block = "mote_keccak_f1600"
 *
 * Registers:
 *   a0-a4        C[0] to C[4]: of this round, then of the next one
 *   a5-a7, t6, s11   D[0] to D[4]
 *   t1-t5        a plane behind rho and pi
 *   t0           free
 *   ra           the constants of the next four rounds
 *   s0-s10       eleven lanes: L below
 *   sp + 0..111  fourteen lanes
 *   sp + 112     the state
 *   sp + 120     the end of the constants
 *   sp + 128..231  what ra and s0 to s11 held before
 *
 * Keccak-f[1600] for RV64I with Zbb; the state is aligned to four bytes, as a context is, and faster
 * with eight.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * - A plane of a round's result needs five lanes, none of which any other plane needs, and takes their
 *   places: lane (x, y) before round i is at place N^i (x, y), where N (x, y) = (x, x + 2y) modulo 5.
 *   N^4 is the identity, so four rounds are written out.  Lane (0, 0) stays where it is.
 * - What a round writes, it adds to C for the next one.
 * - In plane 0, which comes first, C is no sum yet: a lane that goes to memory is made there, and one in
 *   a register is moved.  So few of the places in registers belong to plane 0 in any round.
 *
 * COUNT for four rounds: theta from C to D 40, to add D 100; rho 96; chi 200, iota 8; C 80 and 3 moves;
 * 14 lanes loaded and stored four times, 112; the loop 4: 643.  That is 3,857 for the permutation, and
 * entry and exit are 153 of a state that is aligned to eight bytes: 4,010.
 */

#if __riscv_xlen != 64
#error "rv64_zbb_fast.S needs a RISC-V with 64 bits"
#endif

        .option arch, +zbb

#ifndef PERMUTATION
#define PERMUTATION mote_keccak_f1600
#define ALL_ROUNDS
#endif

        .section .rodata
        .balign 8
/* The round constants of iota */
RC:
#ifdef ALL_ROUNDS
        .dword  0x0000000000000001, 0x0000000000008082
        .dword  0x800000000000808A, 0x8000000080008000
        .dword  0x000000000000808B, 0x0000000080000001
        .dword  0x8000000080008081, 0x8000000000008009
        .dword  0x000000000000008A, 0x0000000000000088
        .dword  0x0000000080008009, 0x000000008000000A
#endif
        .dword  0x000000008000808B, 0x800000000000008B
        .dword  0x8000000000008089, 0x8000000000008003
        .dword  0x8000000000008002, 0x8000000000000080
        .dword  0x000000000000800A, 0x800000008000000A
        .dword  0x8000000080008081, 0x8000000000008080
        .dword  0x0000000080000001, 0x8000000080008008
RC_END:

#define C0 a0
#define C1 a1
#define C2 a2
#define C3 a3
#define C4 a4
#define D0 a5
#define D1 a6
#define D2 a7
#define D3 t6
#define D4 s11
#define T0 t1
#define T1 t2
#define T2 t3
#define T3 t4
#define T4 t5

/* Places of lanes: r, a register; or m, bytes behind sp. */
#define L0 m, 0
#define L1 m, 8
#define L2 r, s10
#define L3 r, s9
#define L4 r, s8
#define L5 r, s0
#define L6 m, 16
#define L7 m, 24
#define L8 m, 32
#define L9 r, s1
#define L10 r, s2
#define L11 m, 40
#define L12 m, 48
#define L13 r, s3
#define L14 m, 56
#define L15 r, s4
#define L16 m, 64
#define L17 r, s5
#define L18 m, 72
#define L19 m, 80
#define L20 r, s6
#define L21 r, s7
#define L22 m, 88
#define L23 m, 96
#define L24 m, 104

/* A lane with D, rotated to the left by n: theta and rho. */
        .macro  take_r t, l, d, n
        xor     \t, \l, \d
        rori    \t, \t, 64-\n
        .endm
        .macro  take_m t, l, d, n
        ld      \t, \l(sp)
        xor     \t, \t, \d
        rori    \t, \t, 64-\n
        .endm

/* a + (~b and c) to its place, and to a column of the next round: chi. */
        .macro  chi_r l, a, b, c, column
        andn    t0, \c, \b
        xor     \l, t0, \a
        xor     \column, \column, \l
        .endm
        .macro  chi_m l, a, b, c, column
        andn    t0, \c, \b
        xor     t0, t0, \a
        xor     \column, \column, t0
        sd      t0, \l(sp)
        .endm

/* The same of the first plane. */
        .macro  first_r l, a, b, c, column
        andn    t0, \c, \b
        xor     \l, t0, \a
        mv      \column, \l
        .endm
        .macro  first_m l, a, b, c, column
        andn    t0, \c, \b
        xor     \column, t0, \a
        sd      \column, \l(sp)
        .endm

/* theta: from C to D */
        .macro  theta
        rori    D0, C1, 63
        rori    D1, C2, 63
        rori    D2, C3, 63
        rori    D3, C4, 63
        rori    D4, C0, 63
        xor     D0, D0, C4
        xor     D1, D1, C0
        xor     D2, D2, C1
        xor     D3, D3, C2
        xor     D4, D4, C3
        .endm

/* Plane 0 of the result; lane (0, 0) is in memory, is not rotated, and gets the constant of round i. */
        .macro  plane0 i, k0, l0, k1, l1, k2, l2, k3, l3, k4, l4
        ld      T0, \l0(sp)
        xor     T0, T0, D0
        take_\k1 T1, \l1, D1, 44
        take_\k2 T2, \l2, D2, 43
        take_\k3 T3, \l3, D3, 21
        take_\k4 T4, \l4, D4, 14
        andn    C0, T2, T1
        ld      t0, 8*\i(ra)
        xor     C0, C0, T0
        xor     C0, C0, t0              /* iota */
        sd      C0, \l0(sp)
        first_\k1 \l1, T1, T2, T3, C1
        first_\k2 \l2, T2, T3, T4, C2
        first_\k3 \l3, T3, T4, T0, C3
        first_\k4 \l4, T4, T0, T1, C4
        .endm

/* Plane 1 */
        .macro  plane1 k0, l0, k1, l1, k2, l2, k3, l3, k4, l4
        take_\k0 T0, \l0, D3, 28
        take_\k1 T1, \l1, D4, 20
        take_\k2 T2, \l2, D0, 3
        take_\k3 T3, \l3, D1, 45
        take_\k4 T4, \l4, D2, 61
        chi_\k2 \l2, T0, T1, T2, C0
        chi_\k3 \l3, T1, T2, T3, C1
        chi_\k4 \l4, T2, T3, T4, C2
        chi_\k0 \l0, T3, T4, T0, C3
        chi_\k1 \l1, T4, T0, T1, C4
        .endm

/* Plane 2 */
        .macro  plane2 k0, l0, k1, l1, k2, l2, k3, l3, k4, l4
        take_\k0 T0, \l0, D1, 1
        take_\k1 T1, \l1, D2, 6
        take_\k2 T2, \l2, D3, 25
        take_\k3 T3, \l3, D4, 8
        take_\k4 T4, \l4, D0, 18
        chi_\k4 \l4, T0, T1, T2, C0
        chi_\k0 \l0, T1, T2, T3, C1
        chi_\k1 \l1, T2, T3, T4, C2
        chi_\k2 \l2, T3, T4, T0, C3
        chi_\k3 \l3, T4, T0, T1, C4
        .endm

/* Plane 3 */
        .macro  plane3 k0, l0, k1, l1, k2, l2, k3, l3, k4, l4
        take_\k0 T0, \l0, D4, 27
        take_\k1 T1, \l1, D0, 36
        take_\k2 T2, \l2, D1, 10
        take_\k3 T3, \l3, D2, 15
        take_\k4 T4, \l4, D3, 56
        chi_\k1 \l1, T0, T1, T2, C0
        chi_\k2 \l2, T1, T2, T3, C1
        chi_\k3 \l3, T2, T3, T4, C2
        chi_\k4 \l4, T3, T4, T0, C3
        chi_\k0 \l0, T4, T0, T1, C4
        .endm

/* Plane 4 */
        .macro  plane4 k0, l0, k1, l1, k2, l2, k3, l3, k4, l4
        take_\k0 T0, \l0, D2, 62
        take_\k1 T1, \l1, D3, 55
        take_\k2 T2, \l2, D4, 39
        take_\k3 T3, \l3, D0, 41
        take_\k4 T4, \l4, D1, 2
        chi_\k3 \l3, T0, T1, T2, C0
        chi_\k4 \l4, T1, T2, T3, C1
        chi_\k0 \l0, T2, T3, T4, C2
        chi_\k1 \l1, T3, T4, T0, C3
        chi_\k2 \l2, T4, T0, T1, C4
        .endm

/* The state, whose address a0 has, aligned to eight bytes or to four; to t0, and from t1. */
        .macro  load_8 x, i
        ld      \x, 8*\i(a0)
        .endm
        .macro  load_4 x, i
        lw      t1, 8*\i+4(a0)
        lwu     \x, 8*\i(a0)
        slli    t1, t1, 32
        or      \x, \x, t1
        .endm
        .macro  store_8 x, i
        sd      \x, 8*\i(a0)
        .endm
        .macro  store_4 x, i
        srli    t0, \x, 32
        sw      \x, 8*\i(a0)
        sw      t0, 8*\i+4(a0)
        .endm
        .macro  enter_r how, i, l, column
        load_\how \l, \i
        xor     \column, \column, \l
        .endm
        .macro  enter_m how, i, l, column
        load_\how t0, \i
        xor     \column, \column, t0
        sd      t0, \l(sp)
        .endm
        .macro  leave_r how, i, l
        store_\how \l, \i
        .endm
        .macro  leave_m how, i, l
        ld      t1, \l(sp)
        store_\how t1, \i
        .endm
        .macro  enter how, i, k, l, column
        enter_\k \how, \i, \l, \column
        .endm
        .macro  leave how, i, k, l
        leave_\k \how, \i, \l
        .endm

/* The columns begin in D, as a0 is one of C. */
        .macro  enter_all how
        li      D0, 0
        li      D1, 0
        li      D2, 0
        li      D3, 0
        li      D4, 0
        enter   \how, 0, L0, D0
        enter   \how, 1, L1, D1
        enter   \how, 2, L2, D2
        enter   \how, 3, L3, D3
        enter   \how, 4, L4, D4
        enter   \how, 5, L5, D0
        enter   \how, 6, L6, D1
        enter   \how, 7, L7, D2
        enter   \how, 8, L8, D3
        enter   \how, 9, L9, D4
        enter   \how, 10, L10, D0
        enter   \how, 11, L11, D1
        enter   \how, 12, L12, D2
        enter   \how, 13, L13, D3
        enter   \how, 14, L14, D4
        enter   \how, 15, L15, D0
        enter   \how, 16, L16, D1
        enter   \how, 17, L17, D2
        enter   \how, 18, L18, D3
        enter   \how, 19, L19, D4
        enter   \how, 20, L20, D0
        enter   \how, 21, L21, D1
        enter   \how, 22, L22, D2
        enter   \how, 23, L23, D3
        enter   \how, 24, L24, D4
        .endm
        .macro  leave_all how
        leave   \how, 0, L0
        leave   \how, 1, L1
        leave   \how, 2, L2
        leave   \how, 3, L3
        leave   \how, 4, L4
        leave   \how, 5, L5
        leave   \how, 6, L6
        leave   \how, 7, L7
        leave   \how, 8, L8
        leave   \how, 9, L9
        leave   \how, 10, L10
        leave   \how, 11, L11
        leave   \how, 12, L12
        leave   \how, 13, L13
        leave   \how, 14, L14
        leave   \how, 15, L15
        leave   \how, 16, L16
        leave   \how, 17, L17
        leave   \how, 18, L18
        leave   \how, 19, L19
        leave   \how, 20, L20
        leave   \how, 21, L21
        leave   \how, 22, L22
        leave   \how, 23, L23
        leave   \how, 24, L24
        .endm

        .text
        .balign 4
        .global PERMUTATION
        .type   PERMUTATION, %function
PERMUTATION:
        addi    sp, sp, -240
        sd      ra, 128(sp)
        sd      s0, 136(sp)
        sd      s1, 144(sp)
        sd      s2, 152(sp)
        sd      s3, 160(sp)
        sd      s4, 168(sp)
        sd      s5, 176(sp)
        sd      s6, 184(sp)
        sd      s7, 192(sp)
        sd      s8, 200(sp)
        sd      s9, 208(sp)
        sd      s10, 216(sp)
        sd      s11, 224(sp)
        lla     ra, RC
        lla     t0, RC_END
        sd      a0, 112(sp)
        sd      t0, 120(sp)
        andi    t0, a0, 7
        bnez    t0, by_four
        enter_all 8
entered:
        mv      C0, D0
        mv      C1, D1
        mv      C2, D2
        mv      C3, D3
        mv      C4, D4
four_rounds:
        theta
        plane0  0, L0, L6, L12, L18, L24
        plane1  L3, L9, L10, L16, L22
        plane2  L1, L7, L13, L19, L20
        plane3  L4, L5, L11, L17, L23
        plane4  L2, L8, L14, L15, L21
        theta
        plane0  1, L0, L16, L7, L23, L14
        plane1  L18, L9, L20, L11, L2
        plane2  L6, L22, L13, L4, L15
        plane3  L24, L10, L1, L17, L8
        plane4  L12, L3, L19, L5, L21
        theta
        plane0  2, L0, L11, L22, L8, L19
        plane1  L23, L9, L15, L1, L12
        plane2  L16, L2, L13, L24, L5
        plane3  L14, L20, L6, L17, L3
        plane4  L7, L18, L4, L10, L21
        theta
        plane0  3, L0, L1, L2, L3, L4
        plane1  L8, L9, L5, L6, L7
        plane2  L11, L12, L13, L14, L10
        plane3  L19, L15, L16, L17, L18
        plane4  L22, L23, L24, L20, L21
        ld      t0, 120(sp)
        addi    ra, ra, 32
        beq     ra, t0, rounds_done
        j       four_rounds
rounds_done:
        ld      a0, 112(sp)
        andi    t0, a0, 7
        bnez    t0, back_by_four
        leave_all 8
left:
        ld      ra, 128(sp)
        ld      s0, 136(sp)
        ld      s1, 144(sp)
        ld      s2, 152(sp)
        ld      s3, 160(sp)
        ld      s4, 168(sp)
        ld      s5, 176(sp)
        ld      s6, 184(sp)
        ld      s7, 192(sp)
        ld      s8, 200(sp)
        ld      s9, 208(sp)
        ld      s10, 216(sp)
        ld      s11, 224(sp)
        addi    sp, sp, 240
        ret
by_four:
        enter_all 4
        j       entered
back_by_four:
        leave_all 4
        j       left
        .size   PERMUTATION, .-PERMUTATION

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
