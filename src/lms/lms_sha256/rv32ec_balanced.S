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
 * stack = 484
 * constant_time = false
 * calls = []
 * block = "compress"
 */

/* Registers of `compress`.  a0 = a state, in all functions. */
#define KP a1  /* where the next constant lies; at other times a word */
#define T1 a2  /* T1 of the specification */
#define X a3   /* a word of the schedule */
#define V a4   /* free */
#define U a5   /* free */
#define A s0   /* the letter a; the others are on the stack */
#define E s1   /* the letter e */
#define END ra /* the end of the constants */
#define W t2   /* W(t), and the word for step t + 16 */

/*
 * Verification of LMS signatures with SHA-256 for RISC-V with 16 registers (RV32EC), and so for
 * RV32IMC as well: small, with a table of constants.  Nothing is called, and there
 * is no data outside .text: the hash function is in here.  Hashes of 32 bytes, Winternitz 8, any
 * height.
 *
 * Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
 *
 * A MESSAGE has fewer than 2^29 - 54 bytes (512 MB): its bits are counted in a word.
 *
 * The block function is that of src/sha2/sha256/rv32ec_balanced.S, where the window is explained.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32ec_balanced.S needs a 32-bit little-endian RISC-V with compressed instructions: -march=rv32ec"
#endif
#if (defined(MOTE_LMS_N) && MOTE_LMS_N != 32) || (defined(MOTE_LMS_W) && MOTE_LMS_W != 8) || \
    (defined(MOTE_LMS_H) && MOTE_LMS_H != 0)
#error "this file verifies hashes of 32 bytes, Winternitz 8, every height: take portable.c"
#endif

#include "sha2/sha256_rv32ec.inc"

        .equ    READY, 0
        .macro  constant
        lw      V, 0(KP)
        addi    KP, KP, 4
        .endm

        .macro  ready
        .endm
        .macro  ready_with a, b
        .endm
        .macro  done more
        .if     \more
        addi    sp, sp, \more
        .endif
        .endm

        .text
        .p2align 2

/*
 * The hash computation for the block in the state a0 (FIPS PUB 180-4, section 6.2.2).
 * Keeps a0 to a2, t0, t1, s0, s1; a3 = 0, as behind the last byte of a block.
 */
compress:
        addi    sp, sp, -20
        sw      s0, 0(sp)
        sw      s1, 4(sp)
        sw      a1, 8(sp)
        sw      a2, 12(sp)
        sw      ra, 16(sp)
        # Steps 1 and 2: W(0) to W(15), and the letters h to a
        load_window KP
        lw      E, LETTER_D(sp)         # e: nothing has been pushed yet
        .p2align 2
        jal     KP, 2f                  # at a multiple of four, as the table behind it has to be
        # Section 4.2.2
#include "sha2/sha256_constants.inc"
2:      addi    END, KP, 256

        # Step 3
step:   round
        # Step 1, but for the last 16 steps
        addi    V, KP, 64
        bltu    END, V, 3f
        next_word
3:      bne     KP, END, step

        # Step 4: the hash value
        add_to_hash KP
        lw      s0, 0(sp)
        lw      s1, 4(sp)
        lw      a1, 8(sp)
        lw      a2, 12(sp)
        lw      ra, 16(sp)
        addi    sp, sp, 20
        li      a3, 0
        ret

#include "lms/lms_sha256_rv32ec.inc"
