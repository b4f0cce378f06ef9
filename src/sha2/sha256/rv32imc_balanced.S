/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "FIPS PUB 180-4, Secure Hash Standard (August 2015), sections 6.2 and 6.3"
 * functions = [
 *   "mote_sha256_init(cc, out_size)",
 *   "mote_sha256(cc, data, len)",
 *   "mote_sha256_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 112, data = "len"}
 * writes = {cc = 112, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 352
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.H = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 512}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 4358
 */

/* Registers of `compress`.  Those in a0 to a5, s0 and s1 are within reach of most compressed
   instructions: of the letters the ones that are, or become, a and e in two rounds. */
#define A s0
#define B a6
#define C a7
#define D a1
#define E s1
#define F t0
#define G t1
#define H a2
#define X a3   /* X and Y: one holds b ^ c, which is a ^ b of the round before; the other is free */
#define Y t2
#define V a4   /* free */
#define U a5   /* free */
#define W a0   /* a word of the schedule */
#define W0 t3  /* W(t), and the word for round t + 16 */
#define W1 t4  /* W(t + 1), and the word for round t + 17 */
#define KP t5  /* where the next constant lies */
#define K48 t6 /* the constants of the last 16 rounds */
#define END s2 /* the end of the constants */

/*
 * SHA-224 and SHA-256 for RV32IMC, with two rounds written out: between rv32ec_balanced.S and
 * rv32imc.S.  Only instructions of RV32I and C are used; nothing is called, and there is no data
 * outside .text.
 *
 * Specification: FIPS 180-4, sections 5.1.1, 5.3, 6.2 and 6.3, whose letters are used; functions of
 * section 4.1.2.
 *
 * THE LETTERS are in registers.  After two rounds a, c, e and g go round among themselves, and so
 * do b, d, f and h; the new a is made outside of its place: nine moves.
 *
 * THE WINDOW.  The last words of the schedule lie at sp, which slides down by two words in two
 * rounds: no word is moved, every word has a constant offset, and compressed instructions load from
 * there into any register.
 *
 * SIGMA0, SIGMA1 and the schedule's functions are six or five shifts: those to the right as one
 * chain, ((x >> i ^ x) >> j ^ x) >> k, those to the left as another.
 *
 * Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round as its b ^ c.
 *
 * THE BLOCK is read by bytes, where it lies if it is whole there; any alignment will do.
 *
 * COUNT for a round, in cycles of Ibex: K and W 6, SIGMA1 12, Ch 4, d 1, SIGMA0 12, Maj 4: 39, and
 * for two rounds 9 moves and the loop 6 or 8; the schedule's two words 57 for the first 48 rounds:
 * 4,358 for 64.  A block takes some 430 more, of which 21 for each of its words.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_balanced.S needs a little-endian RV32 with compressed instructions: -march=rv32imc"
#endif

/* The context: H, then */
        .equ    BUF, 32                 # the block being collected
        .equ    LOW, 96                 # bits in the blocks so far
        .equ    HIGH, 100
        .equ    PTR, 104                # bytes waiting in the block, 0 to 63
        .equ    SIZE, 108               # digest size in bits
        .equ    BLOCK_BYTES, 64

/* The frame of the functions that call compress. */
        .equ    SAVED, 0                # ra and s0 to s2
        .equ    CONTEXT, 16
        .equ    DATA, 20                # the data behind the block, or where the digest goes
        .equ    DATA_END, 24
        .equ    FRAME, 32

/* W(t + n) of the schedule in the window at sp, n from 0 to 17. */
        .equ    WINDOW, 4 * 17

        .text
        .p2align 2

/* V = \x rotated right by i, i + j and i + j + k, added: U the parts to the left. */
        .macro  rotations x, i, j, k
        srli    V, \x, \k
        xor     V, V, \x
        srli    V, V, \j
        xor     V, V, \x
        srli    V, V, \i
        slli    U, \x, \j
        xor     U, U, \x
        slli    U, U, \k
        xor     U, U, \x
        slli    U, U, 32 - \i - \j - \k
        xor     V, V, U
        .endm

/* V = \x shifted right by \shift, and rotated right by \r1 and \r2, added. */
        .macro  schedule_rotations x, shift, r1, r2
        srli    V, \x, \r2 - \r1
        xor     V, V, \x
        srli    V, V, \r1 - \shift
        xor     V, V, \x
        srli    V, V, \shift
        slli    U, \x, \r2 - \r1
        xor     U, U, \x
        slli    U, U, 32 - \r2
        xor     V, V, U
        .endm

/* A round (section 6.2.2, step 3) with W(t + i), which goes to \w; bc: b ^ c, ab: for a ^ b.
   \sum and \term: h and bc, whose sum is the new a, as it is to be in the one or the other. */
        .macro  round i, w, a, b, c, d, e, f, g, h, bc, ab, sum, term
        lw      \w, WINDOW - 4 * \i(sp)
        add     \h, \h, \w
        lw      V, 4 * \i(KP)
        add     \h, \h, V
        rotations \e, 6, 5, 14
        add     \h, \h, V
        xor     V, \f, \g
        and     V, V, \e
        xor     V, V, \g
        add     \h, \h, V
        add     \d, \d, \h
        rotations \a, 2, 11, 9
        add     \h, \h, V
        xor     \ab, \a, \b
        and     \bc, \bc, \ab
        xor     \bc, \bc, \b
        add     \sum, \sum, \term
        .endm

/*
 * The hash computation (section 6.2.2) for the block at a4.
 * The context is in the frame of the caller, which saves s0 to s2.  Returns a0 = context.
 */
compress:
        # Steps 1 and 2: W(0) to W(15), and the letters
        addi    a5, a4, BLOCK_BYTES
1:      lbu     a0, 0(a4)
        lbu     a1, 1(a4)
        lbu     a2, 2(a4)
        lbu     a3, 3(a4)
        slli    a0, a0, 24
        slli    a1, a1, 16
        slli    a2, a2, 8
        or      a0, a0, a1
        or      a2, a2, a3
        or      a0, a0, a2
        addi    sp, sp, -4
        sw      a0, 0(sp)
        addi    a4, a4, 4
        bne     a4, a5, 1b
        lw      a0, BLOCK_BYTES + CONTEXT(sp)
        lw      A, 0(a0)
        lw      B, 4(a0)
        lw      C, 8(a0)
        lw      D, 12(a0)
        lw      E, 16(a0)
        lw      F, 20(a0)
        lw      G, 24(a0)
        lw      H, 28(a0)
        xor     X, B, C
        jal     KP, 2f                  # at a multiple of four, as the table behind it has to be
        # Section 4.2.2
        .word   0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5
        .word   0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5
        .word   0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3
        .word   0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174
        .word   0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC
        .word   0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA
        .word   0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7
        .word   0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967
        .word   0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13
        .word   0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85
        .word   0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3
        .word   0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070
        .word   0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5
        .word   0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3
        .word   0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208
        .word   0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2
2:      addi    END, KP, 256
        addi    K48, KP, 4 * 48

rounds: addi    sp, sp, -8
        round   0, W0, A, B, C, D, E, F, G, H, X, Y, H, X
        round   1, W, H, A, B, C, D, E, F, G, Y, X, Y, G
        mv      G, E                    # the new a is in Y, and the letters move on
        mv      E, C
        mv      C, A
        mv      A, Y
        mv      V, B
        mv      B, H
        mv      H, F
        mv      F, D
        mv      D, V
        addi    KP, KP, 8
        bltu    K48, KP, 3f
        # sigma1(W(t + 14)) + W(t + 9) + sigma0(W(t + 1)) + W(t), and the same for t + 1
        mv      W1, W
        schedule_rotations W, 3, 7, 18
        add     W0, W0, V
        lw      V, WINDOW - 4 * 9(sp)
        add     W0, W0, V
        lw      W, WINDOW - 4 * 14(sp)
        schedule_rotations W, 10, 17, 19
        add     W0, W0, V
        sw      W0, WINDOW - 4 * 16(sp)
        lw      W, WINDOW - 4 * 2(sp)
        schedule_rotations W, 3, 7, 18
        add     W1, W1, V
        lw      V, WINDOW - 4 * 10(sp)
        add     W1, W1, V
        lw      W, WINDOW - 4 * 15(sp)
        schedule_rotations W, 10, 17, 19
        add     W1, W1, V
        sw      W1, WINDOW - 4 * 17(sp)
3:      bne     KP, END, rounds

        # Step 4: the hash value
        addi    sp, sp, BLOCK_BYTES + 256
        lw      a0, CONTEXT(sp)
        .set    place, 0
        .irp    letter, A, B, C, D, E, F, G, H
        lw      V, place(a0)
        add     V, V, \letter
        sw      V, place(a0)
        .set    place, place + 4
        .endr
        ret

/* The beginning of the functions below, by t0, and their end. */
enter:  addi    sp, sp, -FRAME
        sw      ra, SAVED(sp)
        sw      s0, SAVED + 4(sp)
        sw      s1, SAVED + 8(sp)
        sw      s2, SAVED + 12(sp)
        sw      a0, CONTEXT(sp)
        jr      t0

leave:  lw      ra, SAVED(sp)
        lw      s0, SAVED + 4(sp)
        lw      s1, SAVED + 8(sp)
        lw      s2, SAVED + 12(sp)
        addi    sp, sp, FRAME
        ret

/*
 * void mote_sha256(a0 = context, a1 = data, a2 = bytes)
 */
        .globl  mote_sha256
        .type   mote_sha256, @function
mote_sha256:
        jal     t0, enter
        add     a2, a2, a1              # the end of the data
more:   beq     a1, a2, leave
        li      a5, BLOCK_BYTES
        lw      a3, PTR(a0)
        bnez    a3, 1f
        # A whole block where it lies
        mv      a4, a1
        add     a1, a1, a5
        sub     a3, a2, a4
        bgeu    a3, a5, 2f
        mv      a1, a4
        li      a3, 0
        # A byte
1:      lbu     t0, 0(a1)
        addi    a1, a1, 1
        add     a4, a0, a3
        sb      t0, BUF(a4)
        addi    a3, a3, 1
        sw      a3, PTR(a0)
        bne     a3, a5, more
        sw      zero, PTR(a0)
        addi    a4, a0, BUF
2:      sw      a1, DATA(sp)
        sw      a2, DATA_END(sp)
        c.jal   compress
        lw      a1, DATA(sp)
        lw      a2, DATA_END(sp)
        lw      a4, LOW(a0)
        addi    a4, a4, 512
        sw      a4, LOW(a0)
        bnez    a4, more
        lw      a4, HIGH(a0)
        addi    a4, a4, 1
        sw      a4, HIGH(a0)
        j       more
        .size   mote_sha256, . - mote_sha256

/*
 * void mote_sha256_close(a0 = context, a1 = ub, a2 = n, a3 = dst)
 */
        .globl  mote_sha256_close
        .type   mote_sha256_close, @function
mote_sha256_close:
        jal     t0, enter
        sw      a3, DATA(sp)
        # Section 5.1.1: a4 = the n bits, and a bit 1 below them
        li      a4, -256
        sra     a4, a4, a2
        and     a1, a1, a4
        srai    a4, a4, 1
        sub     a4, a1, a4
        # The low word of the message's length: LOW + 8 PTR + n
        lw      a3, PTR(a0)
        lw      a5, LOW(a0)
        add     a2, a2, a5
        slli    a5, a3, 3
        add     a2, a2, a5
        sw      a2, LOW(a0)
1:      add     a5, a0, a3
        sb      a4, BUF(a5)
        addi    a3, a3, 1
        li      a5, BLOCK_BYTES
        bne     a3, a5, 2f
        addi    a4, a0, BUF
        c.jal   compress
        li      a3, 0
2:      li      a4, 0
        li      a5, BLOCK_BYTES - 8
        bne     a3, a5, 1b
        add     a1, a0, a5
        addi    a1, a1, BUF
        addi    a2, a0, LOW
        li      a3, 8
        li      a4, 7
        c.jal   bytes                   # the length: its last byte is the lowest
        addi    a4, a0, BUF
        c.jal   compress
        # The digest: high bytes first
        lw      a1, DATA(sp)
        mv      a2, a0
        lw      a3, SIZE(a0)
        srli    a3, a3, 3
        li      a4, 3
        c.jal   bytes
        j       leave
        .size   mote_sha256_close, . - mote_sha256_close

/* The a3 bytes at a2 go to a1, those of each word (a4 = 3) or two words (7) in opposite order. */
bytes:  addi    a3, a3, -1
        xor     a5, a3, a4
        add     a5, a5, a2
        lbu     t0, 0(a5)
        add     a5, a1, a3
        sb      t0, 0(a5)
        bnez    a3, bytes
        ret

/*
 * void mote_sha256_init(a0 = context, a1 = digest size in bits)
 */
        .globl  mote_sha256_init
        .type   mote_sha256_init, @function
        .p2align 2
mote_sha256_init:
        jal     a2, 1f
        # Section 5.3.3, then 5.3.2
        .word   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .word   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
        .word   0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939
        .word   0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4
1:      andi    a3, a1, 32              # 32 if it is 224, and 0 if it is 256
        add     a2, a2, a3
        li      a5, 8
2:      lw      a4, 0(a2)
        sw      a4, 0(a0)
        addi    a2, a2, 4
        addi    a0, a0, 4
        addi    a5, a5, -1
        bnez    a5, 2b
        sw      a5, LOW - 32(a0)
        sw      a5, HIGH - 32(a0)
        sw      a5, PTR - 32(a0)
        sw      a1, SIZE - 32(a0)
        ret
        .size   mote_sha256_init, . - mote_sha256_init

#ifdef __linux__
        .section .note.GNU-stack, "", @progbits
#endif
