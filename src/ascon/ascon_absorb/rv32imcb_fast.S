/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 5.1"
 * functions = ["mote_ascon_absorb(S, data, blocks)"]
 * numbers = {blocks = 2}
 * reads = {S = 40, data = "8 * blocks"}
 * writes = {S = 40}
 * clobbers = "a0-a7 t0-t6"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers of the permutation: ascon/rv32imcb.inc. */
#define DATA a6    /* the place in the message */
#define BLOCKS a7  /* how many are left */

/*
 * Ascon-p[12] after each message block of 8 bytes, for RV32IMC with Zbb, on any number (at least one)
 * of blocks, wherever they lie: the words of a block are read as such where the block is aligned to
 * four bytes, and by bytes elsewhere.  Only instructions of RV32I, C and Zbb are used; nothing is
 * called, and there is no data outside .text.
 *
 * Specification: NIST SP 800-232, sections 3.2 to 3.4; x0 to x4 are its S_0 to S_4.
 *
 * The permutation is that of ascon/rv32imcb.inc, on interleaved bits.
 *
 * COUNT, in cycles of Ibex, which rotates in two: the permutation 1,134.  A block takes 44 more if it
 * is aligned, and 60 if it is not, a call some 510.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "ascon/rv32imcb.inc"

/* The frame, from sp on. */
        .equ    STATE, 0
        .equ    SAVED, 4                # ra, s0 to s7
        .equ    FRAME, 48

        .text

/*
 * void mote_ascon_absorb(u32 *S, const unsigned char *data, size_t blocks)
 * a0 = S, a1 = data, a2 = blocks.  Clobbers a0 to a7, t0 to t6.  Stack: 48 bytes.
 */
        .globl  mote_ascon_absorb
        .type   mote_ascon_absorb, @function
mote_ascon_absorb:
        addi    sp, sp, -FRAME
        sw      a0, STATE(sp)
        sw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        sw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        mv      DATA, a1
        mv      BLOCKS, a2
        prepare
        load_state

next_block:
        # Section 5.1: the block, which begins with its low bits
        andi    V, DATA, 3
        bnez    V, by_bytes
        lw      T, 0(DATA)
        lw      U, 4(DATA)
        exchange_halves T, U
        exchange T, U, 8, M8
add_block:
        exchange T, U, 4, M4
        exchange T, U, 2, M2
        exchange T, U, 1, M1
        xor     X0E, X0E, T
        xor     X0O, X0O, U
        addi    DATA, DATA, 8
        addi    PLACE, END, -12
        rounds
        addi    BLOCKS, BLOCKS, -1
        bnez    BLOCKS, next_block

        store_state
        lw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7
        lw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        addi    sp, sp, FRAME
        ret

/* T, U = the even bytes and the odd bytes: what exchanges by 16 and 8 bits make of words. */
by_bytes:
        each_second T, 0, DATA
        each_second U, 1, DATA
        j       add_block

        round_constants
        .size   mote_ascon_absorb, . - mote_ascon_absorb

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
