/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The compression function of SHA-256 with whatever of the instructions of cores/riscv/extensions/sha256_add.py,
 * sha256_sigma.py and bits.py there are (has_NAME); without any it is the plain file's order of work:
 *
 *   void mote_sha256_compress(u32 *H, const unsigned char *data, size_t blocks)
 *
 * a0 = H, a1 = data (a multiple of four), a2 = blocks, at least one.  Clobbers a0 to a7, t0 to t6.
 * Stack: 128 bytes.
 *
 * Specification: FIPS 180-4, section 6.2.2, whose letters are used; functions of section 4.1.2.
 *
 * 16 rounds are written out.  Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b serves the next round
 * as its b ^ c.
 */

#include "extensions.inc"

/* The functions without an instruction, under other names. */
#define rotations shifted_rotations
#define schedule_rotations shifted_schedule
#define prepare_reversed shifted_prepare
#define reversed shifted_reversed
#include "sha2/sha256_shifts_rv32imc.inc"
#undef rotations
#undef schedule_rotations
#undef prepare_reversed
#undef reversed

/* Registers: a to h in s0 s1 a4 a5 t0 t1 t2 ra, the last 16 words of the schedule in a6 a7 s2 to s11
   t3 to t6, and */
#define P a0 /* where the next constant lies; at other times a word of the block, or of H */
#define X a1 /* X and Y: one holds b ^ c, which is a ^ b of the round before; the other is free */
#define Y a2
#define Z a3 /* free */

/* The frame, from sp on. */
        .equ    SAVED, 0                # ra and s0 to s11
        .equ    H, 52
        .equ    DATA, 56
        .equ    BLOCKS, 60
        .equ    LAST, 64                # the constants of the last 16 rounds
        .equ    FRAME, 128

        .text
        .p2align 2

/* The constants (section 4.2.2). */
K:
#include "sha2/sha256_constants.inc"

#include "sha2/rv32imc_frame.inc"
#include "sha2/sha256_rv32imc.inc"

        .purgem round

/* \to = \x rotated right by i, i + j and i + j + k, added. */
        .macro  rotations to, x, i, j, k
        .ifdef  has_rotate
        rotate  \to, \x, \k
        xor     \to, \to, \x
        rotate  \to, \to, \j
        xor     \to, \to, \x
        rotate  \to, \to, \i
        .else
        shifted_rotations \to, \x, Z, \i, \j, \k
        .endif
        .endm

/* \to = \x shifted right by \shift, and rotated right by \r1 and \r2, added. */
        .macro  schedule_rotations to, x, shift, r1, r2
        .ifdef  has_rotate
        rotate  \to, \x, \r2 - \r1
        xor     \to, \to, \x
        rotate  \to, \to, \r1
        srli    Z, \x, \shift
        xor     \to, \to, Z
        .else
        shifted_schedule \to, \x, Z, \shift, \r1, \r2
        .endif
        .endm

/* \sum += SIGMA1(\x), SIGMA0(\x), sigma0(\x) or sigma1(\x); \t: free. */
        .macro  plus_sum1 sum, x, t
        .ifdef  has_add_sum1
        add_sum1 \sum, \x, \sum
        .else
        .ifdef  has_sha256_sum1
        sha256_sum1 \t, \x
        .else
        rotations \t, \x, 6, 5, 14
        .endif
        add     \sum, \sum, \t
        .endif
        .endm

        .macro  plus_sum0 sum, x, t
        .ifdef  has_add_sum0
        add_sum0 \sum, \x, \sum
        .else
        .ifdef  has_sha256_sum0
        sha256_sum0 \t, \x
        .else
        rotations \t, \x, 2, 11, 9
        .endif
        add     \sum, \sum, \t
        .endif
        .endm

        .macro  plus_sig0 sum, x, t
        .ifdef  has_add_sig0
        add_sig0 \sum, \x, \sum
        .else
        .ifdef  has_sha256_sig0
        sha256_sig0 \t, \x
        .else
        schedule_rotations \t, \x, 3, 7, 18
        .endif
        add     \sum, \sum, \t
        .endif
        .endm

        .macro  plus_sig1 sum, x, t
        .ifdef  has_add_sig1
        add_sig1 \sum, \x, \sum
        .else
        .ifdef  has_sha256_sig1
        sha256_sig1 \t, \x
        .else
        schedule_rotations \t, \x, 10, 17, 19
        .endif
        add     \sum, \sum, \t
        .endif
        .endm

/* \to = the word at \offset(P), its bytes in reverse order; X: the mask of `prepare`. */
        .macro  word to, offset
        .ifdef  has_swap_bytes
        lw      \to, \offset(P)
        swap_bytes \to, \to
        .else
        .ifdef  has_reverse
        lw      \to, \offset(P)
        reverse \to, \to
        .else
        shifted_reversed \to, \offset, P, X, Y, Z
        .endif
        .endif
        .endm

        .macro  prepare
        .ifndef has_swap_bytes
        .ifndef has_reverse
        shifted_prepare X
        .endif
        .endif
        .endm

/* A round (section 6.2.2, step 3); bc: b ^ c, ab: for a ^ b. */
        .macro  round i, w, a, b, c, d, e, f, g, h, bc, ab
        lw      \ab, 4 * (\i)(P)
        add     \h, \h, \w              # T1 = h + K + W + SIGMA1(e) + Ch(e, f, g)
        add     \h, \h, \ab
        plus_sum1 \h, \e, \ab
        xor     \ab, \f, \g
        and     \ab, \ab, \e
        xor     \ab, \ab, \g
        add     \h, \h, \ab
        add     \d, \d, \h              # e = d + T1
        plus_sum0 \h, \a, \ab          # a = T1 + SIGMA0(a) + Maj(a, b, c)
        xor     \ab, \a, \b
        and     \bc, \bc, \ab
        xor     \bc, \bc, \b
        add     \h, \h, \bc
        .endm

/* The message schedule (step 1): W(t), in place of W(t - 16), from that, W(t - 15), W(t - 7) and
   W(t - 2); \free: free. */
        .macro  schedule free, w, w1, w9, w14
        plus_sig0 \w, \w1, \free
        add     \w, \w, \w9
        plus_sig1 \w, \w14, \free
        .endm

        .macro  two_steps first, i, w, w1, w2, w9, w10, w14, w15, a, b, c, d, e, f, g, h
        .ifeq   \first
        schedule Y, \w, \w1, \w9, \w14
        .endif
        round   \i, \w, \a, \b, \c, \d, \e, \f, \g, \h, X, Y
        .ifeq   \first
        schedule X, \w1, \w2, \w10, \w15
        .endif
        round   \i + 1, \w1, \h, \a, \b, \c, \d, \e, \f, \g, Y, X
        .endm

        .macro  steps first
        two_steps \first, 0, a6, a7, s2, s9, s10, t5, t6, s0, s1, a4, a5, t0, t1, t2, ra
        two_steps \first, 2, s2, s3, s4, s11, t3, a6, a7, t2, ra, s0, s1, a4, a5, t0, t1
        two_steps \first, 4, s4, s5, s6, t4, t5, s2, s3, t0, t1, t2, ra, s0, s1, a4, a5
        two_steps \first, 6, s6, s7, s8, t6, a6, s4, s5, a4, a5, t0, t1, t2, ra, s0, s1
        two_steps \first, 8, s8, s9, s10, a7, s2, s6, s7, s0, s1, a4, a5, t0, t1, t2, ra
        two_steps \first, 10, s10, s11, t3, s3, s4, s8, s9, t2, ra, s0, s1, a4, a5, t0, t1
        two_steps \first, 12, t3, t4, t5, s5, s6, s10, s11, t0, t1, t2, ra, s0, s1, a4, a5
        two_steps \first, 14, t5, t6, a6, s7, s8, t3, t4, a4, a5, t0, t1, t2, ra, s0, s1
        .endm

        .globl  mote_sha256_compress
        .type   mote_sha256_compress, @function
mote_sha256_compress:
        enter
        sw      a0, H(sp)
        sw      a1, DATA(sp)
        sw      a2, BLOCKS(sp)
        lla     t0, K + 192
        sw      t0, LAST(sp)
        # Step 2: a to h from the hash value
        lw      s0, 0(a0)
        lw      s1, 4(a0)
        start_c_to_h a0

next_block:
        lw      P, DATA(sp)
        # W(0) to W(15): the words of the block, high bytes first
        prepare
        word    a6, 0
        word    a7, 4
        .irp    number, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        word    s\number, 4 * \number
        .endr
        .irp    number, 3, 4, 5, 6
        word    t\number, 36 + 4 * \number
        .endr
        addi    P, P, 64
        sw      P, DATA(sp)

        # Step 3
        lw      P, LAST(sp)
        xor     X, s1, a4
        addi    P, P, -192
        steps   1
1:      addi    P, P, 64
        steps   0
        lw      Z, LAST(sp)
        bne     P, Z, 1b

        # Step 4
        add_to_hash
        beqz    X, 2f
        j       next_block
2:
        return
        .size   mote_sha256_compress, . - mote_sha256_compress
