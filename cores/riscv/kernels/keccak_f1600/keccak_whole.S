/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak-f[1600] with the instructions of cores/riscv/extensions/keccak_whole.py: the whole state is in the unit,
 * which does a round at once.
 *
 * Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
 *
 * COUNT: 50 loads and 25 of the unit, 24 rounds of one of the unit and two loads, 50 of the unit and 50 stores.
 */

#include "extensions.inc"

#define STATE a0
#define END a2
#define EVEN a3
#define ODD a4

        .equ    MOVE, 0
        .equ    ROUND, 1

        .text
        .p2align 2

#define ALL_ROUNDS
#include "keccak/f1600_rv32imc.inc"

/*
 * void mote_keccak_f1600(u32 *state)
 * a0 = state, interleaved.  Clobbers a2 to a5.  Stack: none.
 */
        .globl  mote_keccak_f1600
        .type   mote_keccak_f1600, @function
mote_keccak_f1600:
        .equ    place, 0
        .rept   25
        lw      EVEN, place(STATE)
        lw      ODD, place + 4(STATE)
        whole   zero, EVEN, ODD, MOVE
        .equ    place, place + 8
        .endr
        lla     CONSTANTS, constants
        addi    END, CONSTANTS, 24 * 8

rounds: lw      EVEN, 0(CONSTANTS)
        lw      ODD, 4(CONSTANTS)
        whole   zero, EVEN, ODD, ROUND
        addi    CONSTANTS, CONSTANTS, 8
        bne     CONSTANTS, END, rounds

        .equ    place, 0
        .rept   25
        whole_word ODD, zero, 1
        whole   EVEN, zero, zero, MOVE
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
