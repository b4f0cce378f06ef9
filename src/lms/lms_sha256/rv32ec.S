/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8554, sections 4 and 5, with one tree; FIPS PUB 180-4"
 * functions = [
 *   "mote_lms_sha256_init(cc, key, key_len, signature, signature_len)",
 *   "mote_lms_sha256(cc, data, len)",
 *   "mote_lms_sha256_close(cc)",
 * ]
 * reads = {cc = 212, key = "key_len", signature = "signature_len", data = "len"}
 * writes = {cc = 212}
 * clobbers = "a0-a5 t0-t2"
 * stack = 736
 * constant_time = false
 * calls = []
 * block = "compress"
 */

/* Registers of `compress`.  a0 = a state, in all functions. */
#define TO_GO a1 /* steps to go; at other times where a word lies */
#define T1 a2    /* T1 of the specification */
#define X a3     /* a word of the schedule */
#define V a4     /* free */
#define U a5     /* free */
#define A s0     /* the letter a; the others are on the stack */
#define E s1     /* the letter e */
#define W t2     /* W(t), and the word for step t + 16 */

/* Registers of a constant. */
#define ROOT_E a1
#define ROOT_A a2
#define ROOT_C a3
#define ROOT_AE a4 /* A + E */
#define ROOT_Y a5
#define ROOT_R s0
#define BITS s1    /* bits to go */
#define PRIME t2

/*
 * Verification of LMS signatures with SHA-256 for RISC-V with 16 registers (RV32EC), and so for
 * RV32IMC as well: smallest.  Nothing is called, and there
 * is no data outside .text: the hash function is in here.  Hashes of 32 bytes, Winternitz 8, any
 * height.
 *
 * Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
 *
 * A MESSAGE has fewer than 2^29 - 54 bytes (512 MB): its bits are counted in a word.
 *
 * The block function is that of src/sha2/sha256/rv32ec.S, where the window and the constants K are
 * explained.  These are computed once a call, in some 314,000 cycles, and lie on the stack above the
 * frame of `compress`, which therefore is called with nothing pushed since then: give the message in
 * large pieces.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif
#if (defined(MOTE_LMS_N) && MOTE_LMS_N != 32) || (defined(MOTE_LMS_W) && MOTE_LMS_W != 8) || \
    (defined(MOTE_LMS_H) && MOTE_LMS_H != 0)
#error "this file verifies hashes of 32 bytes, Winternitz 8, every height: take portable.c"
#endif

#include "sha2/sha256_rv32ec.inc"

        .equ    STEPS, 64
        .equ    READY, 4 * STEPS
        .equ    K, SAVED + WINDOW + 4 * STEPS   # K(t) in a step
        .macro  constant
        lw      V, K(sp)
        .endm

        .macro  ready
        c.jal   constants
        .endm
        .macro  ready_with a, b
        mv      t0, \a
        mv      t1, \b
        c.jal   constants
        mv      \a, t0
        mv      \b, t1
        .endm
        .macro  done more
        addi    sp, sp, READY + \more
        .endm

        .text
        .p2align 2

/* Pushes the constants K.  Clobbers a1-a5, t2, s0, s1. */
constants:
        li      PRIME, 2
is_prime:                               # ROOT_C = divisors 17 to 1: those below p have another
        li      ROOT_C, 18              # multiple than themselves that is p
1:      addi    ROOT_C, ROOT_C, -1
        sub     V, PRIME, ROOT_C
2:      sub     V, V, ROOT_C
        bgtz    V, 2b
        bnez    V, 1b
        addi    ROOT_C, ROOT_C, -1
        bnez    ROOT_C, next_number
        li      ROOT_C, 1 << 27         # X = 4, Y = 0
        mv      ROOT_E, ROOT_C
        li      ROOT_A, 0
        slli    ROOT_R, PRIME, 20
        li      BITS, 35
1:      slli    ROOT_R, ROOT_R, 1
        slli    ROOT_Y, ROOT_Y, 1
        add     ROOT_AE, ROOT_A, ROOT_E
        bltu    ROOT_R, ROOT_AE, 2f
        addi    ROOT_Y, ROOT_Y, 1
        sub     ROOT_R, ROOT_R, ROOT_AE
        add     ROOT_E, ROOT_E, ROOT_C
        add     ROOT_A, ROOT_AE, ROOT_E
        add     ROOT_E, ROOT_E, ROOT_C
        add     ROOT_E, ROOT_E, ROOT_C
2:      srli    ROOT_E, ROOT_E, 1
        srli    ROOT_C, ROOT_C, 2
        sub     ROOT_E, ROOT_E, ROOT_C
        addi    BITS, BITS, -1
        bnez    BITS, 1b
        addi    sp, sp, -4
        sw      ROOT_Y, 0(sp)
next_number:
        addi    PRIME, PRIME, 1
        li      V, 312                  # 311 is the 64th prime
        bne     PRIME, V, is_prime
        ret

/*
 * The hash computation for the block in the state a0 (FIPS PUB 180-4, section 6.2.2).
 * Keeps a0 to a2, t0, t1, s0, s1; a3 = 0, as behind the last byte of a block.
 */
compress:
        addi    sp, sp, -SAVED
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      a1, 8(sp)
        sw      a2, 12(sp)
        # Steps 1 and 2: W(0) to W(15), and the letters h to a
        load_window TO_GO
        lw      E, LETTER_D(sp)         # e: nothing has been pushed yet
        li      TO_GO, STEPS

        # Step 3; and step 1, of the last 16 words in vain
step:   round
        next_word
        addi    TO_GO, TO_GO, -1
        bnez    TO_GO, step

        # Step 4: the hash value
        add_to_hash TO_GO
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      a1, 8(sp)
        lw      a2, 12(sp)
        addi    sp, sp, SAVED
        li      a3, 0
        ret

#include "lms/lms_sha256_rv32ec.inc"
