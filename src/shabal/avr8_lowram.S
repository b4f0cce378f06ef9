/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Shabal, submission of 28 October 2008, section 2.3"
 * functions = [
 *   "mote_shabal_init(cc, out_size)",
 *   "mote_shabal(cc, data, len)",
 *   "mote_shabal_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 252, data = "len"}
 * writes = {cc = 252, dst = "out_size / 8"}
 * clobbers = "r0 r18-r23 r26 r27 r30 r31 flags"
 * stack = 14
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 10, words = 12}
 * state.B = {offset = 122, words = 16}
 * state.C = {offset = 186, words = 16, order = [8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10,
 *     9]}
 * counter = {offset = 0, words = 8, word_bytes = 1}
 * fill = {offset = 9, word_bytes = 1, start = 58}
 */

/* Registers of the permutation; X, Y and Z below. */
#define byte r0          /* a byte at work */
#define zero r1
#define base r14         /* and r15: the address of B[0], later of C's array */
#define Aend r16         /* low byte of the address of A[12] */
#define at r17           /* offset from base, modulo 64 */
#define T0 r18           /* A[a-1], later U and the new A[a] */
#define T1 r19
#define T2 r20
#define T3 r21
#define P0 r22           /* V, later a B */
#define P1 r23
#define P2 r24
#define P3 r25

/*
 * Shabal for AVR, classic core with movw (avr25), with little RAM: 252 bytes of context and 14 of
 * stack, of which the two return addresses take 4.  avr8.S is smaller and faster, with 256 bytes of
 * stack more.
 *
 * Written from the specification ("Shabal, a Submission to NIST's Cryptographic Hash Algorithm
 * Competition", section 2.3) for the interface of include/mote/shabal.h.  It calls nothing.
 *
 * Design
 * ------
 * An 8-bit CPU spends a step of the permutation on some 140 cycles of byte operations, so one step
 * is written out byte by byte and 48 turns of it are made.  All arrays stay where they are.
 *
 * Z  M[i], and B[i], which lies behind M at a displacement that Z reaches, and C[8-i], 128 bytes
 *    on: C lies in the order of the steps, E[q] = C[8-q], indices modulo 16, so that C[8-i] is E[i].
 * X  A, in ascending order.
 * Y  B[i+6], B[i+9] and B[i+13], one after the other.  `at` is what Y is ahead of B[0]: it moves
 *    on by 10, 3 and 4 words, is cut to six bits and added to `base`, 5 cycles each.  The 10 words
 *    are those from B[i+13] to the next step's B[i+6], so that it needs no other count.
 *
 * The 48 steps end when M and A come to their ends together (16 and 12 have no earlier common
 * multiple), so there is no counter.  What else is read from E against its order (the sums of A,
 * C - M, the digest) goes through `at` in the same way.
 *
 * init, update and close all run the same block routine.  It takes and returns the context in
 * r25:r24 and preserves r20 to r23, so that the three functions keep what they need there and have
 * no prologue.  W is counted where it is added to A; the carry at the call says whether it is: in
 * close it is not.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_lowram.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

/* The context: 250 of its bytes. */
    .equ    W_, 0        /* number of the next block, 8 bytes */
    .equ    OUT_, 8      /* digest size in bytes */
    .equ    POS_, 9      /* offset in the context of the next message byte: M_ to M_ + 63 */
    .equ    A_, 10       /* A[0..11] */
    .equ    M_, A_ + 48  /* M[0..15]; A ends where M begins: see `step` */
    .equ    B_, M_ + 64  /* B[0..15]; the steps reach it from M */
    .equ    E_, B_ + 64  /* C[8], C[7] ... C[0], C[15] ... C[9] */
    .equ    USED_, E_ + 64

    /* Y, or another pointer, \words further in the array of 16 words at base.  Leaves C = 0. */
    .macro  next pointer, words
    subi at, lo8(-(4 * (\words)))
    andi at, 63
    .ifc \pointer, X
    movw r26, base
    add r26, at
    adc r27, zero
    .endif
    .ifc \pointer, Y
    movw r28, base
    add r28, at
    adc r29, zero
    .endif
    .ifc \pointer, Z
    movw r30, base
    add r30, at
    adc r31, zero
    .endif
    .endm

    .text

/*
 * One block.
 * In:  r25:r24 context, M complete; C = 0: the block counts, C = 1: it does not.
 * Out: r25:r24 = r31:r30 = context, the buffer empty, r18 = M_.  r20 to r23 and all that the ABI
 *      names are preserved; r0, r19 and X are lost.
 * Stack: 2 + 10 bytes.
 */
block:
    push base
    push r15
    push Aend
    push at
    push r20
    push r21
    push r22
    push r23
    push r28
    push r29

    /* A[0] ^= Wlow, A[1] ^= Whigh, then W += 1 - C.  dec leaves C alone. */
    movw r30, r24
    ldi r18, 8
1:  ld r19, Z
    ldd r20, Z + A_ - W_
    eor r20, r19
    std Z + A_ - W_, r20
    sbci r19, 0xff
    st Z+, r19
    dec r18
    brne 1b

    /* B[i] = rotl(B[i] + M[i], 17) = rotl(., 1) with the halves swapped. */
    adiw r30, M_ - (W_ + 8)
    ldi r17, 16
1:  ld T0, Z+
    ld T1, Z+
    ld T2, Z+
    ld T3, Z+
    ldd P0, Z + 60
    ldd P1, Z + 61
    ldd P2, Z + 62
    ldd P3, Z + 63
    add P0, T0
    adc P1, T1
    adc P2, T2
    adc P3, T3
    lsl P0
    rol P1
    rol P2
    rol P3
    adc P0, zero
    std Z + 60, P2
    std Z + 61, P3
    std Z + 62, P0
    std Z + 63, P1
    dec r17
    brne 1b
    movw base, r30          /* Z = B = end of M */

    /* T = A[11]; X = end of A (which the first step takes back); Z = M. */
    subi r30, 64 + 4
    sbci r31, 0
    ld T0, Z+
    ld T1, Z+
    ld T2, Z+
    ld T3, Z+
    movw r26, r30
    mov Aend, r30
    ldi at, 4 * 12          /* B[i+13] of the step before the first */

step:
    cp r26, Aend
    brne 1f
    sbiw r26, 48            /* a = 12: back to 0 */
1:
    /*
     * V = 5 * rotl(A[a-1], 15).  With S = A[a-1], halves swapped: rotl(A[a-1], 15) = rotr(S, 1),
     * and 4 times that is 2 * (S with bit 0 clear).  S is in T2 T3 T0 T1, low byte first.
     */
    movw P0, T2
    movw P2, T0
    lsr P0                  /* C = bit 0 of S */
    ror T1
    ror T0
    ror T3
    ror T2
    lsl P0                  /* P = S with bit 0 clear */
    lsl P0
    rol P1
    rol P2
    rol P3
    add P0, T2
    adc P1, T3
    adc P2, T0
    adc P3, T1
    /* V ^= C[8-i] */
    subi r30, lo8(-(E_ - M_))
    sbci r31, hi8(-(E_ - M_))
    ld T0, Z
    eor P0, T0
    ldd T0, Z + 1
    eor P1, T0
    ldd T0, Z + 2
    eor P2, T0
    ldd T0, Z + 3
    eor P3, T0
    subi r30, lo8(E_ - M_)
    sbci r31, hi8(E_ - M_)
    /* V ^= A[a] */
    ld T0, X+
    eor P0, T0
    ld T0, X+
    eor P1, T0
    ld T0, X+
    eor P2, T0
    ld T0, X+
    eor P3, T0
    /* U = 3 * V */
    movw T0, P0
    movw T2, P2
    lsl T0
    rol T1
    rol T2
    rol T3
    add T0, P0
    adc T1, P1
    adc T2, P2
    adc T3, P3
    /* U ^= B[i+9] & ~B[i+6], where x & ~y = (x | y) ^ y */
    next Y, 10
    ld P0, Y
    ldd P1, Y + 1
    ldd P2, Y + 2
    ldd P3, Y + 3
    eor T0, P0
    eor T1, P1
    eor T2, P2
    eor T3, P3
    next Y, 3
    .macro  mix n, P, T
    ldd byte, Y + \n
    or \P, byte
    eor \T, \P
    .endm
    mix 0, P0, T0
    mix 1, P1, T1
    mix 2, P2, T2
    mix 3, P3, T3
    /* U ^= B[i+13] ^ M[i] */
    next Y, 4
    .macro  take n, T
    ldd P0, Y + \n
    eor \T, P0
    ld P0, Z+
    eor \T, P0
    .endm
    take 0, T0
    take 1, T1
    take 2, T2
    take 3, T3
    /* A[a] = U */
    st -X, T3
    st -X, T2
    st -X, T1
    st -X, T0
    adiw r26, 4
    /* B[i] = ~(rotl(B[i], 1) ^ A[a]); Z is 4 bytes behind M[i] */
    ldd P0, Z + 60
    ldd P1, Z + 61
    ldd P2, Z + 62
    ldd P3, Z + 63
    lsl P0
    rol P1
    rol P2
    rol P3
    adc P0, zero
    .macro  put n, P, T
    eor \P, \T
    com \P
    std Z + 60 + \n, \P
    .endm
    put 0, P0, T0
    put 1, P1, T1
    put 2, P2, T2
    put 3, P3, T3

    cpse r30, base
    rjmp step
    subi r30, 64            /* i = 16: back to 0 */
    sbci r31, 0
    cpse r26, Aend          /* a = 12 at the same time: 48 steps */
    rjmp step

    /*
     * A[a] += C[a+3] + C[a+15] + C[a+27], a = 11 down to 0: these are E[5-a], E[9-a] and E[13-a],
     * in steps of four words; from the last to the first of the next turn are nine.
     */
    subi r30, lo8(-(E_ - M_))
    sbci r31, hi8(-(E_ - M_))
    movw base, r30
    ldi at, 4 * (5 - 11 - 9 + 16)
    ldi r23, 12
1:  ld T3, -X
    ld T2, -X
    ld T1, -X
    ld T0, -X
    subi at, lo8(-(4 * (9 - 4)))
    ldi r24, 3
2:  next Z, 4
    ld P0, Z
    add T0, P0
    ldd P0, Z + 1
    adc T1, P0
    ldd P0, Z + 2
    adc T2, P0
    ldd P0, Z + 3
    adc T3, P0
    dec r24
    brne 2b
    st X+, T0
    st X+, T1
    st X+, T2
    st X+, T3
    sbiw r26, 4
    dec r23
    brne 1b

    /* B, C = C - M, B, i = 0 to 15; C[i] = E[8-i]. */
    movw r30, r26
    adiw r30, M_ - A_
    ldi at, 4 * (8 + 1)
1:  next X, -1              /* C = 0 */
    ldi r23, 4
2:  ld r19, Z+
    ld r18, X
    sbc r18, r19
    ldd r19, Z + 63
    st X+, r19
    std Z + 63, r18
    dec r23
    brne 2b
    cpi at, 4 * (8 - 15 + 16)
    brne 1b

    subi r30, lo8(B_)
    sbci r31, hi8(B_)
    movw r24, r30
    ldi r18, M_
    std Z + POS_, r18
    pop r29
    pop r28
    pop r23
    pop r22
    pop r21
    pop r20
    pop at
    pop Aend
    pop r15
    pop base
    ret

/* Z = where the next message byte goes, r18 = its offset in the context. */
buffer:
    movw r30, r24
    ldd r18, Z + POS_
    add r30, r18
    adc r31, zero
    ret

/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * In: r25:r24 cc, r23:r22 digest size in bits.  Stack: 14 bytes, the caller's return address and
 * all that is called included.  Changes r0, r18, r19, r22, r23, X, Z.
 */
    .global mote_shabal_init
    .type   mote_shabal_init, @function
mote_shabal_init:
    /* W = -1; all the rest 0.  The counter ends at 256; its first 8 values stand for W. */
    movw r30, r24
    ldi r18, 256 - USED_
1:  cpi r18, 256 - USED_ + 8
    sbc r19, r19
    st Z+, r19
    inc r18
    brne 1b
    /* Digest size / 8: with the low five bits 0, the two swapped bytes add up to a sixteenth. */
    movw r30, r24
    movw r18, r22
    swap r18
    swap r19
    add r18, r19
    lsl r18
    std Z + OUT_, r18
    /* Two blocks of the words out_size + 0 .. 31: only the low byte changes. */
2:  adiw r30, M_
3:  st Z+, r22
    st Z+, r23
    subi r22, -1            /* H = 0 when the low four bits have come round */
    adiw r30, 2             /* H stays, C = 0 */
    brhs 3b
    rcall block
    sbrc r22, 4
    rjmp 2b
put_pos:
    movw r30, r24
    std Z + POS_, r18
    ret
    .size   mote_shabal_init, . - mote_shabal_init

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 * In: r25:r24 cc, r23:r22 data, r21:r20 len.  Stack: 14 bytes, as above.
 * Changes r0, r18 to r23, X, Z.
 */
    .global mote_shabal
    .type   mote_shabal, @function
mote_shabal:
    movw r26, r22
    rcall buffer
2:  subi r20, 1
    sbci r21, 0
    brcs put_pos
    ld r0, X+
    st Z+, r0
    inc r18
    cpi r18, B_
    brne 2b                 /* C = 0 */
    movw r22, r26
    rcall block
    rjmp mote_shabal
    .size   mote_shabal, . - mote_shabal

/*
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * In: r25:r24 cc, r22 ub, r20 n, r19:r18 dst.  Stack: 14 bytes, as above.
 * Changes r0, r18 to r23, X, Z.
 */
    .global mote_shabal_close
    .type   mote_shabal_close, @function
mote_shabal_close:
    /* The byte with the last bits: z = 0x80 >> n is the bit 1; above it ub, below it 0. */
    sec                     /* r21, the high byte of n, is 0 */
1:  ror r21
    dec r20
    brpl 1b
    or r22, r21
    neg r21
    and r22, r21
    movw r20, r18
    rcall buffer
3:  st Z+, r22
    ldi r22, 0
    inc r18
    cpi r18, B_
    brne 3b
    /* The block, and three times again, with the same W. */
    subi r22, 4             /* 0 - 4: C = 1 */
4:  rcall block
    subi r22, -1            /* C = 1 until it comes to 0 */
    brne 4b
    /* The last words of C, first word first: with s bytes left, C[16 - s/4] = E[s/4 - 8]. */
    movw r26, r20
    ldd r18, Z + OUT_
5:  mov r19, r18
    subi r19, 32
    andi r19, 63
    subi r19, lo8(-(E_))
    movw r30, r24
    add r30, r19
    adc r31, zero
    ldi r19, 4
6:  ld r0, Z+
    st X+, r0
    dec r19
    brne 6b
    subi r18, 4
    brne 5b
    ret
    .size   mote_shabal_close, . - mote_shabal_close
