/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1"
 * functions = ["mote_aes_encrypt_blocks(keys, rounds, src, dst, blocks)"]
 * numbers = {rounds = 10, blocks = 3}
 * reads = {keys = 480, src = "16 * blocks"}
 * writes = {dst = "16 * blocks"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 80
 * constant_time = true
 * calls = []
 * block = "next_blocks"
 * bound = 1385
 */

/* Registers: in which the bits are before the S-box (X0 to X7) and behind it (Y0 to Y7), two masks,
   the round key and the last one. */
#define X0 s5
#define X1 s7
#define X2 a7
#define X3 a1
#define X4 s6
#define X5 t0
#define X6 a2
#define X7 s8
#define Y0 s9
#define Y1 a3
#define Y2 a5
#define Y3 t5
#define Y4 a4
#define Y5 s6
#define Y6 t1
#define Y7 s8
#define L s3
#define P t2
#define END s4
#define M t3
/* Free beside all of these, but in the S-box */
#define T1 a0
#define T2 a6
#define T3 ra
#define T4 s11

/*
 * AES encryption of any number of blocks (at least one), for RV32IMC: two blocks at a time, in bit
 * slices, with no table.  dst may be src.  Blocks are read and written by words where they are
 * aligned to four bytes, and by bytes elsewhere.  Only instructions of RV32I and C are used;
 * nothing is called, and there is no data outside .text.
 *
 * Specification: FIPS PUB 197.
 *
 * BITS.  Word k of the state has bit k of every byte of two blocks: in its byte r those of row r,
 * in that the first block's column c at bit 2 c, the second block's beside it.
 *
 * SHIFTROWS is not done.  It would turn each byte of each word; instead the state stays where it
 * was (Adomnicai, Peyrin: Fixslicing AES-like Ciphers, eprint 2020/1123), so that in round i what
 * belongs into column c of row r lies i r columns further back.  MixColumns then finds the next row
 * of a column a byte and i columns on: that is a rotation of the word and one of each byte, by 2 i.
 * Four rounds make it whole.  The caller's round keys are of the same order, complemented where the
 * S-box would complement (bytes ^ 0x63, which MixColumns leaves as it is), but the first.
 *
 * THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
 * 2013), with their names, in an order for which 25 registers are enough.
 *
 * COUNT for two blocks, in cycles of Ibex: a round key 25, the S-box 113; MixColumns 75, 115 or 157
 * where words need no, one or two rotations of their bytes.  Of ten rounds that is 1,380 + 1,165
 * and 24 for the last key; the bits sorted into words and back 152 with their masks; 32 bytes read
 * and written 32; the order of columns at the end 18: 2,771, or 1,385 a block; loops and pointers
 * take 46 more for both.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_fast.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32imc"
#endif

        .equ    SRC, 0                  # from sp on
        .equ    DST, 4
        .equ    KEYS, 8
        .equ    BLOCKS, 12
        .equ    LAST, 16                # the last round key
        .equ    MOVED, 20               # a mask of the rows that ShiftRows has moved in the end
        .equ    SAVED, 24
        .equ    FRAME, 80

        .text

#include "aes/sliced_rv32imc.inc"

# void mote_aes_encrypt_blocks(const void *keys, unsigned rounds, const unsigned char *src,
#                              unsigned char *dst, size_t blocks)
        .global mote_aes_encrypt_blocks
        .type   mote_aes_encrypt_blocks, @function
mote_aes_encrypt_blocks:
        addi    sp, sp, -FRAME
        sw      a2, SRC(sp)
        sw      a3, DST(sp)
        sw      a0, KEYS(sp)
        sw      a4, BLOCKS(sp)
        slli    a5, a1, 5
        add     a5, a5, a0
        sw      a5, LAST(sp)
        li      a5, 0xFF00FF00
        andi    a1, a1, 2
        bnez    a1, 1f
        li      a5, 0
1:      sw      a5, MOVED(sp)
        .set    at, SAVED
        .irp    r, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
        sw      \r, at(sp)
        .set    at, at + 4
        .endr
        li      L, 0x0F0F0F0F

next_blocks:
        # Two blocks; the words of the second one come from T4.
        lw      T1, SRC(sp)
        lw      T2, BLOCKS(sp)
        addi    T3, T1, 32
        sw      T3, SRC(sp)
        addi    T2, T2, -2
        sw      T2, BLOCKS(sp)
        bgez    T2, 5f                  # (what follows the loop is out of a branch's reach)
        j       one_block
5:      andi    T2, T1, 3
        beqz    T2, 6f
        j       unaligned
6:
        lw      X0, 0(T1)
        lw      X2, 4(T1)
        lw      X4, 8(T1)
        lw      X6, 12(T1)
        lw      X1, 16(T1)
        lw      X3, 20(T1)
        lw      X5, 24(T1)
        lw      X7, 28(T1)
1:      transpose X0, X1, X2, X3, X4, X5, X6, X7
        lw      P, KEYS(sp)
        lw      END, LAST(sp)

        # Section 5.1, four rounds; of 10, 12 or 14 rounds the last is the second or the fourth.
next_rounds:
        add_round_key
        sub_bytes
        mix_columns_odd 2
        add_round_key
        sub_bytes
        beq     P, END, last_key
        mix_columns_2
        add_round_key
        sub_bytes
        mix_columns_odd 6
        add_round_key
        sub_bytes
        beq     P, END, last_key
        mix_columns_0
        j       next_rounds

last_key:
        add_bits 0, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7
        transpose Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7
        # What ShiftRows has moved, after so many rounds: nothing, or odd rows by two columns.
        lw      T2, MOVED(sp)
        exchange_rows Y0, Y4, T2
        exchange_rows Y1, Y5, T2
        exchange_rows Y2, Y6, T2
        exchange_rows Y3, Y7, T2
        lw      T1, DST(sp)
        lw      T2, BLOCKS(sp)
        addi    T3, T1, 32
        sw      T3, DST(sp)
        andi    T3, T1, 3
        bnez    T3, store_unaligned
        sw      Y0, 0(T1)
        sw      Y2, 4(T1)
        sw      Y4, 8(T1)
        sw      Y6, 12(T1)
        bltz    T2, return
        sw      Y1, 16(T1)
        sw      Y3, 20(T1)
        sw      Y5, 24(T1)
        sw      Y7, 28(T1)
2:      beqz    T2, return
        j       next_blocks

        # The last block alone, which is the second one, too
one_block:
        mv      T4, T1
        j       3f
unaligned:
        addi    T4, T1, 16
3:      load_bytes X0, 0, T1
        load_bytes X2, 4, T1
        load_bytes X4, 8, T1
        load_bytes X6, 12, T1
        load_bytes X1, 0, T4
        load_bytes X3, 4, T4
        load_bytes X5, 8, T4
        load_bytes X7, 12, T4
        j       1b

store_unaligned:
        store_bytes Y0, 0, T1
        store_bytes Y2, 4, T1
        store_bytes Y4, 8, T1
        store_bytes Y6, 12, T1
        bltz    T2, return
        store_bytes Y1, 16, T1
        store_bytes Y3, 20, T1
        store_bytes Y5, 24, T1
        store_bytes Y7, 28, T1
        j       2b

return: .set    at, SAVED
        .irp    r, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
        lw      \r, at(sp)
        .set    at, at + 4
        .endr
        addi    sp, sp, FRAME
        ret
        .size   mote_aes_encrypt_blocks, . - mote_aes_encrypt_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
