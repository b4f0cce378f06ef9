/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "NIST SP 800-232 (August 2025), sections 3.2 to 3.4 and 4.1"
 * functions = ["mote_ascon_duplex(S, src, dst, blocks, way)"]
 * numbers = {blocks = 2, way = 2}
 * reads = {S = 40, src = "16 * blocks"}
 * writes = {S = 40, dst = "16 * blocks"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/* Registers of the permutation: ascon/rv32imcb.inc. */
#define SRC a6
#define BLOCKS a7 /* how many are left */
#define DST s8
#define WAY s9    /* -1 takes in, 0 encrypts, 1 decrypts */
/* EVEN links the subroutines, between permutations. */

/*
 * Ascon-AEAD128's work on whole blocks of 16 bytes, wherever they lie, and Ascon-p[12], for RV32IMC with
 * Zbb: words are read and written as such where they are aligned to four bytes, and by bytes elsewhere.
 * Only instructions of RV32I, C and Zbb are used; nothing is called, and there is no data outside .text.
 *
 * Specification: NIST SP 800-232, sections 3.2 to 3.4 and 4.1; x0 to x4 are its S_0 to S_4.
 *
 * The permutation is that of ascon/rv32imcb.inc, on interleaved bits.  The text is added to the state
 * there, too: each of a block's two lanes is interleaved, and where there is a result, that is put back
 * in order.
 *
 * COUNT, in cycles of Ibex, which rotates in two: Ascon-p[8] 756; a lane that is read takes 41, one that
 * is written 41, and what is between them 10; the loop 5.  That is 945 for a block that is encrypted, and
 * 853 for one that is taken in, and one more for each jump to an instruction across two words.  Where the
 * text is not aligned, a lane takes 16 more to be read, and 8 to be written.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_zbb)
#error "rv32imcb_fast.S needs a 32-bit RISC-V with compressed instructions and Zbb: -march=rv32imc_zbb"
#endif

#include "ascon/rv32imcb.inc"

/* The frame, from sp on. */
        .equ    STATE, 0
        .equ    SAVED, 4                # ra, s0 to s9
        .equ    FRAME, 48

        .text

/* A lane of the state with the text in T and U, which become what goes out; \done: a label. */
        .macro  lane even, odd, done
        xor     \even, \even, T
        xor     \odd, \odd, U
        bltz    WAY, \done
        mv      V, T
        mv      W, U
        mv      T, \even
        mv      U, \odd
        beqz    WAY, 1f
        mv      \even, V                # the state takes the text, which is what goes out
        mv      \odd, W
1:      jal     EVEN, store_lane
\done:
        .endm

/*
 * void mote_ascon_duplex(u32 *S, const unsigned char *src, unsigned char *dst, size_t blocks,
 *                        unsigned way)
 * a0 = S, a1 = src, a2 = dst, a3 = blocks, a4 = way.  Clobbers a0 to a7, t0 to t6.  Stack: 48 bytes.
 */
        .globl  mote_ascon_duplex
        .type   mote_ascon_duplex, @function
mote_ascon_duplex:
        addi    sp, sp, -FRAME
        sw      a0, STATE(sp)
        sw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
        sw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        mv      SRC, a1
        mv      DST, a2
        mv      BLOCKS, a3
        addi    WAY, a4, -1
        prepare
        load_state
        addi    PLACE, END, -12
        beqz    BLOCKS, permute

next_block:
        # Section 4.1: the block, which begins with its low bits
        jal     EVEN, load_lane
        lane    X0E, X0O, second_lane
        jal     EVEN, load_lane
        lane    X1E, X1O, taken
        addi    BLOCKS, BLOCKS, -1
        addi    PLACE, END, -8
permute:
        rounds
        bnez    BLOCKS, next_block

        store_state
        lw      ra, SAVED(sp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
        lw      s\number, SAVED + 4 + 4 * \number(sp)
        .endr
        addi    sp, sp, FRAME
        ret

/* T, U = the next lane of the text, interleaved. */
load_lane:
        andi    V, SRC, 3
        bnez    V, load_bytes
        lw      T, 0(SRC)
        lw      U, 4(SRC)
        exchange_halves T, U
        exchange T, U, 8, M8
interleave:
        exchange T, U, 4, M4
        exchange T, U, 2, M2
        exchange T, U, 1, M1
        addi    SRC, SRC, 8
        jr      EVEN

/* T, U = the even bytes and the odd bytes: what exchanges by 16 and 8 bits make of words. */
load_bytes:
        each_second T, 0, SRC
        each_second U, 1, SRC
        j       interleave

/* The lane in T and U goes out, put back in order. */
store_lane:
        exchange T, U, 1, M1
        exchange T, U, 2, M2
        exchange T, U, 4, M4
        andi    V, DST, 3
        bnez    V, store_bytes
        exchange T, U, 8, M8
        exchange_halves T, U
        sw      T, 0(DST)
        sw      U, 4(DST)
        addi    DST, DST, 8
        jr      EVEN

store_bytes:
        .irp    byte, 0, 2, 4, 6
        sb      T, \byte(DST)
        sb      U, \byte + 1(DST)
        .if     \byte < 6
        srli    T, T, 8
        srli    U, U, 8
        .endif
        .endr
        addi    DST, DST, 8
        jr      EVEN

        round_constants
        .size   mote_ascon_duplex, . - mote_ascon_duplex

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
