/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "The Hash Function JH, 16 January 2011, sections 3 to 5"
 * functions = ["mote_jh_f8(H, block)"]
 * reads = {H = 128, block = 64}
 * writes = {H = 128}
 * clobbers = "a1-a7 t0-t6"
 * stack = 64
 * constant_time = true
 * calls = []
 * block = "mote_jh_f8"
 */

/*
 * JH's compression function F8 with the instructions of cores/riscv/extensions/jh.py.
 *
 * Specification: "The Hash Function JH", 16 January 2011, sections 3 to 5.
 *
 * H is words of eight elements of four bits.  The names E(p) and O(p) of elements, a pass, and how elements
 * change places are those of cores/riscv/plain/jh.inc.  Word k, 0 to 15, has E(p) and word 16 + k has O(p) of those
 * p whose bits 6, 5, 1, 0 are k, so that the bits of a block that come to it are every fourth of a word: those
 * with the bits 4, 3 and the complement of bit 2 as their number.  Words of one pass have the same bit 6: the exchanges
 * by 2^0, 2^1 and 2^5 are of names, by 2^2 to 2^4 inside of words, that by 2^6 by where O comes from.
 *
 * COUNT of a round: 64 of the unit, 8 loads; of a pass of half the elements 32 loads and stores.
 */

#include "extensions.inc"

/* Registers: eight words of E and of O; */
#define E0 s0
#define E1 s1
#define E2 s2
#define E3 s3
#define E4 s4
#define E5 s5
#define E6 s6
#define E7 s7
#define O0 s8
#define O1 s9
#define O2 s10
#define O3 s11
#define O4 t0
#define O5 t1
#define O6 t2
#define O7 t3
#define H a0
#define PE a1 /* where words of E and of O are */
#define PO a2
#define K a3 /* the next constants */
#define C t4 /* a constant */

/* The frame. */
        .equ    SAVED, 0
        .equ    BLOCK, 52
        .equ    FRAME, 64

#include "sha2/rv32imc_frame.inc"

/* S-boxes and L; \byte: of C, for e; \apart: how far apart elements of o are to be exchanged. */
        .macro  pair e, o, byte, apart
        jh_substitute \e, \e, C, \byte
        .if     \apart == 0
        jh_substitute \o, \o, C, \byte + 1
        .elseif \apart == 1
        jh_substitute \o, \o, C, \byte + 1 + 4
        .elseif \apart == 2
        jh_substitute \o, \o, C, \byte + 1 + 8
        .else
        jh_substitute \o, \o, C, \byte + 1 + 12
        .endif
        jh_double \o, \o, \e
        jh_double \e, \e, \o
        .endm

        .macro  round at, apart, o0, o1, o2, o3, o4, o5, o6, o7
        lw      C, \at(K)
        pair    E0, \o0, 0, \apart
        pair    E1, \o1, 2, \apart
        lw      C, \at + 4(K)
        pair    E2, \o2, 0, \apart
        pair    E3, \o3, 2, \apart
        lw      C, \at + 8(K)
        pair    E4, \o4, 0, \apart
        pair    E5, \o5, 2, \apart
        lw      C, \at + 12(K)
        pair    E6, \o6, 0, \apart
        pair    E7, \o7, 2, \apart
        .endm

        .text
        .p2align 2
constants:
#include "constants.inc"
constants_end:

/* A pass; K moves on. */
pass:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\n, 4 * \n(PE)
        .endr
        lw      O0, 0(PO)
        lw      O1, 4(PO)
        lw      O2, 8(PO)
        lw      O3, 12(PO)
        lw      O4, 16(PO)
        lw      O5, 20(PO)
        lw      O6, 24(PO)
        lw      O7, 28(PO)
        round   0, 0, O0, O1, O2, O3, O4, O5, O6, O7
        round   16, 0, O1, O0, O3, O2, O5, O4, O7, O6
        round   32, 0, O3, O2, O1, O0, O7, O6, O5, O4
        round   48, 1, O3, O2, O1, O0, O7, O6, O5, O4
        round   64, 2, O3, O2, O1, O0, O7, O6, O5, O4
        round   80, 4, O3, O2, O1, O0, O7, O6, O5, O4
        round   96, 0, O7, O6, O5, O4, O3, O2, O1, O0
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        sw      s\n, 4 * \n(PE)
        .endr
        sw      O7, 0(PO)
        sw      O6, 4(PO)
        sw      O5, 8(PO)
        sw      O4, 12(PO)
        sw      O3, 16(PO)
        sw      O2, 20(PO)
        sw      O1, 24(PO)
        sw      O0, 28(PO)
        addi    K, K, 112
        ret

/* A word of H: every fourth bit of s0 and of s1, shifted \left and one to the right of that. */
        .macro  plus place, left
        lw      s4, \place(PO)
        shifted s5, s0, \left
        shifted s6, s1, \left - 1
        and     s5, s5, s2
        and     s6, s6, s3
        xor     s4, s4, s5
        xor     s4, s4, s6
        sw      s4, \place(PO)
        .endm

        .macro  shifted to, from, left
        .if     (\left) >= 0
        slli    \to, \from, \left
        .else
        srli    \to, \from, -(\left)
        .endif
        .endm

/* The block's bits come to the two highest bits of the elements (\left 0), or to the lowest (-2). */
        .macro  add_block mask, left
        li      s2, \mask
        srli    s3, s2, 1
        mv      PO, H
        addi    K, PE, 32
1:      lw      s0, 0(PE)
        lw      s1, 32(PE)
        plus    0, \left
        plus    4, \left + 1
        plus    8, \left + 2
        plus    12, \left + 3
        addi    PE, PE, 4
        addi    PO, PO, 16
        bne     PE, K, 1b
        .endm

/* void mote_jh_f8(u32 *H, const unsigned char *block)
 * a0 = H, a1 = block, both aligned to four bytes.  Stack: 64 bytes. */
        .globl  mote_jh_f8
        .type   mote_jh_f8, @function
mote_jh_f8:
        enter
        sw      a1, BLOCK(sp)
        add_block 0x88888888, 0
        lla     K, constants
1:      mv      PE, H
        addi    PO, H, 64
        jal     pass
        addi    PE, H, 32
        addi    PO, H, 96
        jal     pass
        mv      PE, H
        jal     pass
        addi    PE, H, 32
        addi    PO, H, 64
        jal     pass
        lla     C, constants_end
        bne     K, C, 1b
        lw      PE, BLOCK(sp)
        add_block 0x22222222, -2
        return
        .size   mote_jh_f8, . - mote_jh_f8
