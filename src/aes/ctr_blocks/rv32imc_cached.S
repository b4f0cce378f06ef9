/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1; NIST SP 800-38A, section 6.5"
 * functions = ["mote_aes_ctr_blocks(keys, rounds, counters, src, dst, blocks)"]
 * numbers = {rounds = 10, blocks = 35}
 * reads = {keys = 480, counters = 32, src = "16 * blocks"}
 * writes = {dst = "16 * blocks"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 192
 * constant_time = true
 * calls = []
 * block = "next_pair"
 * mode = "portable_fast"
 * bound = 1273
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
/* While counter blocks are made: the mask of those behind the carry, two constants, what bit 7 gives
   as it goes out of its byte, which blocks are next; the carry and the counter's last byte */
#define BEHIND s1
#define ONE s2
#define TWO s9
#define OUT s10
#define NEXT s0
#define CARRY t5
#define LOW t4

/*
 * AES in counter mode, at most 256 blocks, for RV32IMC: two blocks at a time, in bit slices, with no
 * table; what the first round has in common for all of the blocks is computed once.  dst may be
 * src; they are read and written by words where both are aligned to four bytes, and by bytes
 * elsewhere.  Of M there are multiplications in the first round.  Nothing is called, and there is
 * no data outside .text.
 *
 * Specification: FIPS PUB 197; NIST SP 800-38A, section 6.5.
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
 * THE FIRST ROUND.  Counter blocks differ in their last byte, and once, where that goes over, in the
 * others.  All other bytes go through the first round once, both those of before and those of
 * behind: the last byte is 0 there when it comes to the S-box, which gives 0 without its constant.
 * Of the last byte itself 32 blocks go through the S-box in one, as bit slices of 32 bits, which the
 * numbers 0 to 31 are added to in bit slices, too.  Two blocks' bits are then multiplied into the
 * four places of the column that MixColumns makes of the byte.  (That the first rounds of counter
 * blocks have much in common is known from Bernstein, Schwabe: New AES Software Speed Records,
 * 2008.)  Which blocks are behind the carry is a bit slice, too:
 * nothing branches on the counter.
 *
 * PRICE.  A call takes 598 cycles before its blocks, and 237 for every 32 of them that it begins; two
 * blocks alone so take 3,421 here.  There is the S-box once more in the code, and 112 bytes more on
 * the stack than in encrypt_blocks/rv32imc_fast.S.
 *
 * COUNT for two blocks, in cycles of Ibex: their state behind the first round 164; nine times the
 * S-box 113; eight times the round key 25; MixColumns 75, 115 or 157 where words need no, one or two
 * rotations of their bytes, 1,008 in eight rounds; the last key 24; the bits sorted back into words
 * 76 with their masks; the order of columns 18; 32 bytes read, added and written 40: 2,547, or 1,273
 * a block.  Loops and pointers take 39 more for both.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || !defined(__riscv_mul) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_cached.S needs a 32-bit little-endian RISC-V with M and C: -march=rv32imc"
#endif

        .equ    SRC, 0                  # from sp on
        .equ    DST, 4
        .equ    KEYS, 8
        .equ    BLOCKS, 12              # still to be done
        .equ    LAST, 16                # the last round key
        .equ    MOVED, 20               # a mask of the rows that ShiftRows has moved in the end
        .equ    BASE, 24                # the last byte of the counter at the first of 32 blocks
        .equ    SHIFT, 28               # which of those are next
        .equ    SAVED, 32
        .equ    BYTES, 88               # last bytes of 32 blocks behind the S-box, a word each bit
        .equ    OVER, 120               # which of 32 blocks are behind the carry
        .equ    COMMON, 124             # behind the first round: the state, its change by the carry
        .equ    FRAME, 192

# What the byte in row 3 gives MixColumns' four rows, 1, 1, 3 and 2 times, of which row r is r columns
# on: 1 time, and 2 times
        .equ    ONCE, 0x00100401
        .equ    TWICE, 0x40100000

        .text

#include "aes/sliced_rv32imc.inc"

# Bit \k of the last bytes of 32 blocks, in \x: the sum of the counter's and the number of the block,
# which has \numbers; with the round key; for bit 0 there is no carry yet.
        .macro  last_byte k, x, numbers
        slli    T1, LOW, 31 - \k
        srai    T1, T1, 31
        li      T2, \numbers
        xor     \x, T1, T2
        and     T1, T1, T2
        .if     \k == 0
        mv      CARRY, T1
        .else
        and     T2, \x, CARRY
        xor     \x, \x, CARRY
        or      CARRY, T1, T2
        .endif
        lw      T1, 4 * \k (P)
        srai    T1, T1, 31
        xor     \x, \x, T1
        .endm

# The same for bits that the number has not
        .macro  last_byte_high k, x
        slli    T1, LOW, 31 - \k
        srai    T1, T1, 31
        xor     \x, T1, CARRY
        and     CARRY, CARRY, T1
        lw      T1, 4 * \k (P)
        srai    T1, T1, 31
        xor     \x, \x, T1
        .endm

# Of the first block's bits in \x and the second one's, which is behind the carry: the first one's for
# both blocks, and where the second one's differ; M has each first bit.
        .macro  common k, x
        srli    T1, \x, 1
        xor     T1, T1, \x
        and     \x, \x, M
        and     T1, T1, M
        slli    T2, \x, 1
        or      \x, \x, T2
        slli    T2, T1, 1
        or      T1, T1, T2
        sw      \x, COMMON + 8 * \k (sp)
        sw      T1, COMMON + 8 * \k + 4 (sp)
        .endm

# Bit \k behind the first round; \x: that of the last bytes, \below: the bit below, \out: whether bit
# 7 goes out there.
        .macro  first_round k, x, below, out
        mul     \x, \x, ONE
        .ifnb   \below
        mul     T1, \below, TWO
        xor     \x, \x, T1
        .endif
        lw      T1, COMMON + 8 * \k (sp)
        lw      T2, COMMON + 8 * \k + 4 (sp)
        .ifnb   \out
        xor     \x, \x, OUT
        .endif
        xor     \x, \x, T1
        and     T2, T2, BEHIND
        xor     \x, \x, T2
        .endm

# A column of the key stream in \w is added from the message at T1 to where T2 is.
        .macro  add_word w, at
        lw      T3, \at (T1)
        xor     \w, \w, T3
        sw      \w, \at (T2)
        .endm

        .macro  add_bytes w, at
        load_bytes T4, \at, T1
        xor     \w, \w, T4
        store_bytes \w, \at, T2
        .endm

# void mote_aes_ctr_blocks(const void *keys, unsigned rounds, const unsigned char *counters,
#                          const unsigned char *src, unsigned char *dst, size_t blocks)
        .global mote_aes_ctr_blocks
        .type   mote_aes_ctr_blocks, @function
mote_aes_ctr_blocks:
        addi    sp, sp, -FRAME
        sw      a3, SRC(sp)
        sw      a4, DST(sp)
        sw      a0, KEYS(sp)
        sw      a5, BLOCKS(sp)
        lbu     a3, 15(a2)
        sw      a3, BASE(sp)
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

        # The first round, with the round key behind it, of the counters of before and behind the carry
        mv      P, a0
        mv      T3, a2
        lw      X0, 0(T3)
        lw      X2, 4(T3)
        lw      X4, 8(T3)
        lw      X6, 12(T3)
        lw      X1, 16(T3)
        lw      X3, 20(T3)
        lw      X5, 24(T3)
        lw      X7, 28(T3)
        transpose X0, X1, X2, X3, X4, X5, X6, X7
        add_round_key
        # Without the last byte: it is in row 3, column 3.
        .irp    x, X0, X1, X2, X3, X4, X5, X6, X7
        slli    \x, \x, 2
        srli    \x, \x, 2
        .endr
        jal     s4, substitute
        mix_columns_odd 2
        add_round_key
        li      M, 0x55555555
        common  0, X0
        common  1, X1
        common  2, X2
        common  3, X3
        common  4, X4
        common  5, X5
        common  6, X6
        common  7, X7

next_blocks:
        # The last bytes of 32 blocks with the round key, and which of the blocks are behind the carry
        lw      P, KEYS(sp)
        lw      LOW, BASE(sp)
        last_byte 0, X0, 0xAAAAAAAA
        last_byte 1, X1, 0xCCCCCCCC
        last_byte 2, X2, 0xF0F0F0F0
        last_byte 3, X3, 0xFF00FF00
        last_byte 4, X4, 0xFFFF0000
        last_byte_high 5, X5
        last_byte_high 6, X6
        last_byte_high 7, X7
        slli    T1, LOW, 31 - 8
        srai    T1, T1, 31
        or      CARRY, CARRY, T1
        addi    LOW, LOW, 32
        sw      LOW, BASE(sp)
        sw      CARRY, OVER(sp)
        jal     s4, substitute
        sw      Y0, BYTES + 0(sp)
        sw      Y1, BYTES + 4(sp)
        sw      Y2, BYTES + 8(sp)
        sw      Y3, BYTES + 12(sp)
        sw      Y4, BYTES + 16(sp)
        sw      Y5, BYTES + 20(sp)
        sw      Y6, BYTES + 24(sp)
        sw      Y7, BYTES + 28(sp)
        lw      END, LAST(sp)
        li      NEXT, 0

next_pair:
        sw      NEXT, SHIFT(sp)
        lw      BEHIND, OVER(sp)
        lw      X0, BYTES + 0(sp)
        lw      X1, BYTES + 4(sp)
        lw      X2, BYTES + 8(sp)
        lw      X3, BYTES + 12(sp)
        lw      X4, BYTES + 16(sp)
        lw      X5, BYTES + 20(sp)
        lw      X6, BYTES + 24(sp)
        lw      X7, BYTES + 28(sp)
        .irp    x, BEHIND, X0, X1, X2, X3, X4, X5, X6, X7
        srl     \x, \x, NEXT
        andi    \x, \x, 3
        .endr
        li      T1, 0x55555555
        mul     BEHIND, BEHIND, T1
        li      ONE, ONCE
        li      TWO, TWICE
        mul     OUT, X7, TWO
        first_round 7, X7, X6
        first_round 6, X6, X5
        first_round 5, X5, X4
        first_round 4, X4, X3, out
        first_round 3, X3, X2, out
        first_round 2, X2, X1
        first_round 1, X1, X0, out
        first_round 0, X0, , out
        lw      P, KEYS(sp)
        addi    P, P, 64

        # Section 5.1, four rounds, from the second one on; of 10, 12 or 14 rounds the last is the
        # first or the third of them.
next_rounds:
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
        add_round_key
        sub_bytes
        mix_columns_odd 2
        add_round_key
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

        # The message added
        lw      T1, SRC(sp)
        lw      T2, DST(sp)
        lw      NEXT, BLOCKS(sp)
        or      T3, T1, T2
        andi    T3, T3, 3
        addi    NEXT, NEXT, -2
        bnez    T3, unaligned
        add_word Y0, 0
        add_word Y2, 4
        add_word Y4, 8
        add_word Y6, 12
        bltz    NEXT, return
        add_word Y1, 16
        add_word Y3, 20
        add_word Y5, 24
        add_word Y7, 28
1:      beqz    NEXT, return
        addi    T1, T1, 32
        addi    T2, T2, 32
        sw      T1, SRC(sp)
        sw      T2, DST(sp)
        sw      NEXT, BLOCKS(sp)
        lw      NEXT, SHIFT(sp)
        li      T1, 30
        addi    NEXT, NEXT, 2
        bltu    T1, NEXT, 2f
        j       next_pair
2:      j       next_blocks

unaligned:
        add_bytes Y0, 0
        add_bytes Y2, 4
        add_bytes Y4, 8
        add_bytes Y6, 12
        bltz    NEXT, return
        add_bytes Y1, 16
        add_bytes Y3, 20
        add_bytes Y5, 24
        add_bytes Y7, 28
        j       1b

return: .set    at, SAVED
        .irp    r, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
        lw      \r, at(sp)
        .set    at, at + 4
        .endr
        addi    sp, sp, FRAME
        ret

# SubBytes by itself; s4 has where to return to.
substitute:
        sub_bytes
        jr      s4
        .size   mote_aes_ctr_blocks, . - mote_aes_ctr_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
