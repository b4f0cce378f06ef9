@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 197 (updated 9 May 2023), section 5.1; NIST SP 800-38A, section 6.5"
@ functions = ["mote_aes_ctr_blocks(keys, rounds, counters, src, dst, blocks)"]
@ numbers = {rounds = 10, blocks = 35}
@ reads = {keys = 480, counters = 32, src = "16 * blocks"}
@ writes = {dst = "16 * blocks"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 220
@ constant_time = true
@ calls = []
@ block = "next_pair"
@ mode = "portable_fast"
@ bound = 1060
@
@ Registers, in which the bits are: X0 to X7 before the S-box, Y0 to Y7 behind it; P: the round key.
@
@ AES in counter mode, at most 256 blocks, wherever they lie, for ARMv7-M (Cortex-M3, Cortex-M4): two
@ blocks at a time, in bit slices, with no table; what the first round has in common for all of the
@ blocks is computed once.  dst may be src.
@
@ Specification: FIPS PUB 197; NIST SP 800-38A, section 6.5.
@
@ BITS.  Word k of the state has bit k of every byte of two blocks: in its byte r those of row r, in
@ that the first block's column c at bit 2 c, the second block's beside it.
@
@ SHIFTROWS is not done.  It would turn each byte of each word; instead the state stays where it was
@ (Adomnicai, Peyrin: Fixslicing AES-like Ciphers, eprint 2020/1123), so that in round i what
@ belongs into column c of row r lies i r columns further back.  MixColumns then finds the next row
@ of a column a byte and i columns on: that is a rotation of the word and one of each byte, by 2 i.
@ Four rounds make it whole.  The caller's round keys are of the same order, complemented where the
@ S-box would complement (bytes ^ 0x63, which MixColumns leaves as it is), but the first.
@
@ THE S-BOX is the circuit of 113 gates by Boyar, Matthews and Peralta (Journal of Cryptology 26,
@ 2013), with their names, in an order by which 14 registers need to keep 11 values on the stack.
@
@ THE FIRST ROUND.  Counter blocks differ in their last byte, and once, where that goes over, in the
@ others.  All other bytes go through the first round once, both those of before and those of behind:
@ the last byte is 0 there when it comes to the S-box, which gives 0 without its constant.  Of the
@ last byte itself 32 blocks go through the S-box in one, as bit slices of 32 bits, which the numbers
@ 0 to 31 are added to in bit slices, too.  Two blocks' bits are then multiplied into the four places
@ of the column that MixColumns makes of the byte.  (That the first rounds of counter blocks have much
@ in common is known from Bernstein, Schwabe: New AES Software Speed Records, 2008.)  Which blocks are behind the carry is a bit slice, too: nothing branches on
@ the counter.
@
@ PRICE.  A call takes 435 cycles before its blocks, and 235 for every 32 of them that it begins; two
@ blocks alone so take 2,851 here.  There is the S-box once more in the code, and 112 bytes more on the
@ stack than in encrypt_blocks/thumb2_fast.S.
@
@ COUNT for two blocks, in cycles of a Cortex-M4: their state behind the first round 114; nine times
@ the S-box 113 and 29 for the stack; eight times the round key 20; MixColumns 27, 51 or 75 where
@ words need no, one or two rotations of their bytes, 456 in eight rounds; the last key 18; the bits
@ sorted back into words 48; the order of columns 16; 32 bytes read, added and written 30: 2,120, or
@ 1,060 a block.  Loops and pointers take 61 more for both.

#if !defined(__thumb2__) || __ARM_ARCH_PROFILE != 'M'
#error "thumb2_cached.S needs a Cortex-M with 32-bit Thumb instructions: -mcpu=cortex-m3 or above"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

#define X0 r11
#define X1 r12
#define X2 r3
#define X3 r5
#define X4 r7
#define X5 r1
#define X6 r4
#define X7 lr
#define Y0 r9
#define Y1 r11
#define Y2 r8
#define Y3 r10
#define Y4 r3
#define Y5 r6
#define Y6 r0
#define Y7 lr

@ Free beside X0 to X7
#define P r2
#define T1 r6
#define T2 r0
#define T3 r8
#define T4 r9
#define T5 r10

@ Free beside Y0 to Y7 and P
#define U1 r12
#define U2 r5
#define U3 r7
#define U4 r1
#define U5 r4

        .equ    KEY, 44                 @ from sp on, behind the S-box's: the round key
        .equ    END, 48                 @ the last round key
        .equ    SRC, 52
        .equ    DST, 56
        .equ    KEYS, 60
        .equ    ROUNDS, 64
        .equ    BLOCKS, 68              @ still to be done
        .equ    BASE, 72                @ the last byte of the counter at the first of 32 blocks
        .equ    SHIFT, 76               @ which of those are next
        .equ    BACK, 80                @ where substitute returns to
        .equ    BYTES, 84               @ the last bytes of 32 blocks behind the S-box, a word each bit
        .equ    OVER, 116               @ which of 32 blocks are behind the carry
        .equ    COMMON, 120             @ behind the first round: the state, and its change by the carry
        .equ    FRAME, 184
        .equ    DST_GIVEN, 220
        .equ    BLOCKS_GIVEN, 224

@ What the byte in row 3 gives MixColumns' four rows, 1, 1, 3 and 2 times, of which row r is r columns
@ on: 1 time, and 2 times
        .equ    ONCE, 0x00100401
        .equ    TWICE, 0x40100000

#include "aes/sliced_thumb2.inc"

@ Bit \k of the last bytes of 32 blocks, in \x: the sum of the counter's and the number of the block,
@ which has \numbers; with the round key; for bit 0 there is no carry yet.
        .macro  last_byte k, x, numbers
        sbfx    T3, T2, #\k, #1
        .if     \k < 4
        eor     T4, T3, #\numbers
        and     T3, T3, #\numbers
        .else
        movw    T5, #0
        movt    T5, #\numbers >> 16
        eor     T4, T3, T5
        and     T3, T3, T5
        .endif
        .if     \k == 0
        mov     \x, T4
        mov     T1, T3
        .else
        eor     \x, T4, T1
        and     T1, T1, T4
        orr     T1, T1, T3
        .endif
        ldr     T4, [P, #4 * \k]
        eor     \x, \x, T4, asr #31
        .endm

@ The same for bits that the number has not
        .macro  last_byte_high k, x
        sbfx    T3, T2, #\k, #1
        ldr     T4, [P, #4 * \k]
        eor     \x, T3, T1
        and     T1, T1, T3
        eor     \x, \x, T4, asr #31
        .endm

@ Of the first block's bits in \x and the second one's, which is behind the carry: the first one's for
@ both blocks, and where the second one's differ
        .macro  common k, x
        eor     T1, \x, \x, lsr #1
        and     \x, \x, #0x55555555
        and     T1, T1, #0x55555555
        orr     \x, \x, \x, lsl #1
        orr     T1, T1, T1, lsl #1
        strd    \x, T1, [sp, #COMMON + 8 * \k]
        .endm

@ Bit \k behind the first round; \x: that of the last bytes, \below: the bit below, T5: what bit 7
@ gives as it goes out, \out: whether there.  P: which blocks are behind the carry
        .macro  first_round k, x, below, out
        mul     \x, \x, T3
        .ifnb   \below
        mul     T1, \below, T4
        eor     \x, \x, T1
        .endif
        ldr     T1, [sp, #COMMON + 8 * \k]
        ldr     T2, [sp, #COMMON + 8 * \k + 4]
        .ifnb   \out
        eor     \x, \x, T5
        .endif
        eor     \x, \x, T1
        and     T2, T2, P
        eor     \x, \x, T2
        .endm

@ void mote_aes_ctr_blocks(const void *keys, unsigned rounds, const unsigned char *counters,
@                          const unsigned char *src, unsigned char *dst, size_t blocks)
        .global mote_aes_ctr_blocks
        .type   mote_aes_ctr_blocks, %function
        .thumb_func
mote_aes_ctr_blocks:
        push    {r4-r11, lr}
        sub     sp, sp, #FRAME
        str     r3, [sp, #SRC]
        strd    r0, r1, [sp, #KEYS]
        add     r1, r0, r1, lsl #5
        str     r1, [sp, #END]
        ldr     r3, [sp, #DST_GIVEN]
        ldr     r12, [sp, #BLOCKS_GIVEN]
        str     r3, [sp, #DST]
        str     r12, [sp, #BLOCKS]
        ldrb    r3, [P, #15]
        str     r3, [sp, #BASE]

        @ The first round, with the round key behind it, of the counters of before and behind the carry
        ldr     X0, [P]
        ldr     X2, [P, #4]
        ldr     X4, [P, #8]
        ldr     X6, [P, #12]
        ldr     X1, [P, #16]
        ldr     X3, [P, #20]
        ldr     X5, [P, #24]
        ldr     X7, [P, #28]
        transpose X0, X1, X2, X3, X4, X5, X6, X7, P
        ldr     P, [sp, #KEYS]
        add_round_key
        @ Without the last byte: it is in row 3, column 3.
        .irp    x, X0, X1, X2, X3, X4, X5, X6, X7
        bic     \x, \x, #0xC0000000
        .endr
        adr     P, 1f
        adds    P, #1                   @ of Thumb
        str     P, [sp, #BACK]
        b.w     substitute
        .align  2
1:      mix_columns_odd 0x03030303, 10
        ldr     P, [sp, #KEY]
        add_round_key
        common  0, X0
        common  1, X1
        common  2, X2
        common  3, X3
        common  4, X4
        common  5, X5
        common  6, X6
        common  7, X7

next_blocks:
        @ The last bytes of 32 blocks with the round key, and which of the blocks are behind the carry
        ldr     P, [sp, #KEYS]
        ldr     T2, [sp, #BASE]
        last_byte 0, X0, 0xAAAAAAAA
        last_byte 1, X1, 0xCCCCCCCC
        last_byte 2, X2, 0xF0F0F0F0
        last_byte 3, X3, 0xFF00FF00
        last_byte 4, X4, 0xFFFF0000
        last_byte_high 5, X5
        last_byte_high 6, X6
        last_byte_high 7, X7
        sbfx    T3, T2, #8, #1
        adds    T2, T2, #32
        orr     T1, T1, T3
        str     T2, [sp, #BASE]
        str     T1, [sp, #OVER]
        movs    T1, #0
        str     T1, [sp, #SHIFT]
        adr     P, 1f
        adds    P, #1
        str     P, [sp, #BACK]
        b.w     substitute
        .align  2
1:
        str     Y0, [sp, #BYTES + 0]
        str     Y1, [sp, #BYTES + 4]
        str     Y2, [sp, #BYTES + 8]
        str     Y3, [sp, #BYTES + 12]
        str     Y4, [sp, #BYTES + 16]
        str     Y5, [sp, #BYTES + 20]
        str     Y6, [sp, #BYTES + 24]
        str     Y7, [sp, #BYTES + 28]

next_pair:
        ldr     T1, [sp, #SHIFT]
        ldr     P, [sp, #OVER]
        ldr     X0, [sp, #BYTES + 0]
        ldr     X1, [sp, #BYTES + 4]
        ldr     X2, [sp, #BYTES + 8]
        ldr     X3, [sp, #BYTES + 12]
        ldr     X4, [sp, #BYTES + 16]
        ldr     X5, [sp, #BYTES + 20]
        ldr     X6, [sp, #BYTES + 24]
        ldr     X7, [sp, #BYTES + 28]
        .irp    x, P, X0, X1, X2, X3, X4, X5, X6, X7
        lsr     \x, \x, T1
        and     \x, \x, #3
        .endr
        mov     T2, #0x55555555
        mul     P, P, T2
        movw    T3, #ONCE & 0xFFFF
        movt    T3, #ONCE >> 16
        movw    T4, #TWICE & 0xFFFF
        movt    T4, #TWICE >> 16
        mul     T5, X7, T4
        first_round 7, X7, X6
        first_round 6, X6, X5
        first_round 5, X5, X4
        first_round 4, X4, X3, out
        first_round 3, X3, X2, out
        first_round 2, X2, X1
        first_round 1, X1, X0, out
        first_round 0, X0, , out
        ldr     P, [sp, #KEYS]
        adds    P, P, #64
        str     P, [sp, #KEY]

        @ Section 5.1, four rounds, from the second one on; of 10, 12 or 14 rounds the last is the first
        @ or the third of them.
next_rounds:
        sub_bytes
        ldr     P, [sp, #KEY]
        ldr     U1, [sp, #END]
        cmp     P, U1
        beq.w   last_key
        mix_columns_2
        add_round_key
        sub_bytes
        mix_columns_odd 0x3F3F3F3F, 14
        ldr     P, [sp, #KEY]
        add_round_key
        sub_bytes
        ldr     P, [sp, #KEY]
        ldr     U1, [sp, #END]
        cmp     P, U1
        beq.w   last_key
        mix_columns_0
        add_round_key
        sub_bytes
        mix_columns_odd 0x03030303, 10
        ldr     P, [sp, #KEY]
        add_round_key
        b.w     next_rounds

last_key:
        ldr     U1, [P]
        ldr     U2, [P, #4]
        ldr     U3, [P, #8]
        ldr     U4, [P, #12]
        ldr     U5, [P, #16]
        eor     Y0, Y0, U1
        eor     Y1, Y1, U2
        eor     Y2, Y2, U3
        eor     Y3, Y3, U4
        eor     Y4, Y4, U5
        ldr     U1, [P, #20]
        ldr     U2, [P, #24]
        ldr     U3, [P, #28]
        eor     Y5, Y5, U1
        eor     Y6, Y6, U2
        eor     Y7, Y7, U3
        transpose Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, P
        @ What ShiftRows has moved, after so many rounds: nothing, or odd rows by two columns.
        ldr     U1, [sp, #ROUNDS]
        lsls    U1, U1, #30
        beq     2f
        exchange_rows Y0, Y4, P
        exchange_rows Y1, Y5, P
        exchange_rows Y2, Y6, P
        exchange_rows Y3, Y7, P

        @ The message added
2:      ldr     U1, [sp, #SRC]
        ldr     U2, [sp, #BLOCKS]
        ldr     P, [sp, #DST]
        ldr     U3, [U1]
        ldr     U4, [U1, #4]
        ldr     U5, [U1, #8]
        eor     Y0, Y0, U3
        ldr     U3, [U1, #12]
        eor     Y2, Y2, U4
        eor     Y4, Y4, U5
        eor     Y6, Y6, U3
        str     Y0, [P]
        str     Y2, [P, #4]
        str     Y4, [P, #8]
        str     Y6, [P, #12]
        subs    U2, #2
        bmi     3f
        ldr     U3, [U1, #16]
        ldr     U4, [U1, #20]
        ldr     U5, [U1, #24]
        ldr     Y0, [U1, #28]
        ldr     Y2, [sp, #SHIFT]
        eor     Y1, Y1, U3
        eor     Y3, Y3, U4
        eor     Y5, Y5, U5
        eor     Y7, Y7, Y0
        str     Y1, [P, #16]
        str     Y3, [P, #20]
        str     Y5, [P, #24]
        str     Y7, [P, #28]
        add     U1, U1, #32
        adds    P, P, #32
        adds    Y2, Y2, #2
        str     U1, [sp, #SRC]
        str     P, [sp, #DST]
        str     U2, [sp, #BLOCKS]
        str     Y2, [sp, #SHIFT]
        cmp     U2, #0
        beq     3f
        cmp     Y2, #32
        bne.w   next_pair
        b.w     next_blocks
3:      add     sp, sp, #FRAME
        pop     {r4-r11, pc}

@ SubBytes by itself, and back to where BACK says
substitute:
        sub_bytes
        ldr     pc, [sp, #BACK]
        .size   mote_aes_ctr_blocks, . - mote_aes_ctr_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
