/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/keccak_lanes.py: the whole state is in the unit.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * An interrupt may come at any place, if what uses the unit in between saves and restores its words.
 *
 * COUNT: an instruction of 32 steps takes 35 cycles.  50 loads and 25 of the unit, 24 rounds of three of the unit
 * and two loads, 50 stores, and 24 and 25 of the unit for what goes out, the latter of one step.
 */

#include "extensions.inc"

#define STATE a0
#define END a2
#define EVEN a3
#define ODD a4

        .equ    MOVE, 0
        .equ    THETA, 1
        .equ    RHO, 2
        .equ    CHI, 3

        .text
        .p2align 2

/* The round constants of iota, even bits and odd bits. */
#define ALL_ROUNDS
#include "keccak/f1600_rv32imc.inc"

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a2 to a5.  Stack: none.
 */
        .globl  mote_keccak_f1600
        .type   mote_keccak_f1600, @function
mote_keccak_f1600:
        .irp    x, 0, 1, 2, 3, 4
        .irp    y, 0, 1, 2, 3, 4
        lw      EVEN, 8 * (5 * \x + \y) (STATE)
        lw      ODD, 8 * (5 * \x + \y) + 4 (STATE)
        lanes   zero, EVEN, ODD, MOVE
        .endr
        .endr
        lla     CONSTANTS, constants
        addi    END, CONSTANTS, 24 * 8

rounds: lw      EVEN, 0(CONSTANTS)
        lw      ODD, 4(CONSTANTS)
        lanes   zero, zero, zero, THETA
        lanes   zero, zero, zero, RHO
        lanes   EVEN, EVEN, ODD, CHI
        addi    CONSTANTS, CONSTANTS, 8
        bne     CONSTANTS, END, rounds

        lanes_word ODD, zero, 1
        sw      EVEN, 0(STATE)
        sw      ODD, 4(STATE)
        .equ    place, 8
        .rept   24
        lanes   EVEN, zero, zero, MOVE
        lanes_word ODD, zero, 1
        sw      EVEN, place(STATE)
        sw      ODD, place + 4(STATE)
        .equ    place, place + 8
        .endr
        ret

        round_constants
        .size   mote_keccak_f1600, . - mote_keccak_f1600

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
