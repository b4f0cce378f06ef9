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
 * stack = 282
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 10, words = 12}
 * state.B = {offset = 58, words = 16, order = "down"}
 * state.C = {offset = 122, words = 16, order = [8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11,
 *     10, 9]}
 * counter = {offset = 0, words = 8, word_bytes = 1}
 * fill = {offset = 9, word_bytes = 1, start = 186}
 */

/* Registers of the permutation; X, Y and Z below. */
#define zero r1
#define Aend r0          /* low byte of the address of A[12] */
#define T0 r18           /* A[a-1], later U and the new A[a] */
#define T1 r19
#define T2 r20
#define T3 r21
#define P0 r22           /* V, later a B and a byte at work */
#define P1 r23
#define P2 r24
#define P3 r25

/*
 * Shabal for AVR, classic core with movw (avr25), fast.
 *
 * Written from the specification ("Shabal, a Submission to NIST's Cryptographic Hash Algorithm
 * Competition", section 2.3) for the interface of include/mote/shabal.h.  It calls nothing.
 *
 * Design
 * ------
 * As in avr8.S, three pointers and the displacements 0 to 63 of Y and Z reach every word of a step
 * without index arithmetic:
 *
 * Y  B[0..63], unrolled on the stack, growing downwards: a step reads B[k], B[k+9] and B[k+13] at
 *    fixed displacements and stores B[k+16] with st -Y.
 * Z  C[8-i] and M[i]: C lies in memory in the order in which the steps want it, E[q] = C[8-q]
 *    (index modulo 16), and M follows it: C[8-i] is read with ld Z+, M[i] 60 bytes further on.
 * X  A, in ascending order.
 *
 * What its size buys, beyond avr8.S:
 *
 * - Four steps are written out.  16 and 12 are multiples of four, so the ends of M and A are looked
 *   for once in four steps.  And B[k+9] is kept in registers until, three steps later, it is
 *   B[k+6]: four words, r2 to r17, whose parts go round with the four steps.
 * - A whole block is taken from the caller's data where it lies; it comes into the context, where
 *   the steps need it, while it is added to B.  Blocks that follow one another do not go through
 *   the saving of registers again.
 * - C in the order of the steps: avr8.S moves Z to and fro in each step, but has C in the plain
 *   descending order that falls out of reading the stack; here the exchange of B and C and the
 *   output of the digest step over the end of E.
 * - The sums of C and the exchange of B and C are written out byte by byte.
 *
 * D keeps the new B between blocks (the old C - M), in descending order: D[p] = B[15-p].  During
 * the permutation B is on the stack, and the end of D holds a repetition of the end of E.
 *
 * W is counted where it is added to A; the carry at the call says whether it is: in close it is
 * not.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8_fast.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define SPL     0x3d
#define SPH     0x3e
#define SREG    0x3f

/* The context: 250 of its bytes. */
    .equ    W_, 0        /* number of the next block, 8 bytes */
    .equ    OUT_, 8      /* digest size in bytes */
    .equ    POS_, 9      /* offset in the context of the next message byte: M_ to M_ + 63 */
    .equ    A_, 10       /* A[0..11] */
    .equ    D_, A_ + 48  /* B[15], B[14] ... B[0]; A ends where D begins: see `step` */
    .equ    E_, D_ + 64  /* C[8], C[7] ... C[0], C[15] ... C[9] */
    .equ    M_, E_ + 64  /* M[0..15] */
    .equ    USED_, M_ + 64

    .text

/*
 * Blocks.
 * block_buffer: one block, M in the context; it counts (W).
 * block: T = 0: one block, at X; C = 0: it counts, C = 1: it does not.
 *        T = 1: C = 0, X = r23:r22, and as many whole blocks from there as r21:r20 bytes hold, at
 *        least one; both pairs are moved on.
 * In:  r25:r24 context.
 * Out: r25:r24 = r31:r30 = context, the buffer empty.  r20 to r23, but for T = 1, and all that the
 *      ABI names are preserved; r0, r18, r19 and X are lost.
 * Stack: 2 + 18 + 4 + 256 bytes.
 */
block_buffer:
    clt
    movw r26, r24
    subi r26, lo8(-(M_))
    sbci r27, hi8(-(M_))
    clc
block:
    .irp r, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    push \r
    .endr
    push r28
    push r29
next:
    push r20
    push r21
    push r22
    push r23

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

    /*
     * B[i] = rotl(B[i] + M[i], 17) = rotl(., 1) with the halves swapped.  The block comes from X
     * and goes to M.
     */
    subi r30, lo8(W_ + 8 - M_)
    sbci r31, hi8(W_ + 8 - M_)
    movw r28, r30
    subi r28, M_ - (D_ + 64)
    sbci r29, 0
    ldi r17, 16
1:  ld P3, -Y               /* D downwards is B upwards */
    ld P2, -Y
    ld P1, -Y
    ld P0, -Y
    ld T0, X+
    ld T1, X+
    ld T2, X+
    ld T3, X+
    st Z+, T0
    st Z+, T1
    st Z+, T2
    st Z+, T3
    add P0, T0
    adc P1, T1
    adc P2, T2
    adc P3, T3
    lsl P0
    rol P1
    rol P2
    rol P3
    adc P0, zero
    push P1
    push P0
    push P3
    push P2
    dec r17
    brne 1b

    /* Y = B[15]; below it 192 bytes of stack */
    in r28, SPL
    in r29, SPH
    movw T0, r28
    subi T0, 192
    sbci T1, 0
    in r0, SREG
    cli
    out SPH, T1
    out SREG, r0
    out SPL, T0
    adiw r28, 1

    /* T = A[11]; X = end of A (which the first step takes back); Z = E. */
    subi r30, USED_ - (D_ - 4)
    sbci r31, 0
    ld T0, Z+
    ld T1, Z+
    ld T2, Z+
    ld T3, Z+
    movw r26, r30
    mov Aend, r30
    subi r30, lo8(D_ - E_)
    sbci r31, hi8(D_ - E_)

    /*
     * U ^= (B[i+9] & ~B[i+6]) ^ B[i+13] ^ M[i], where x & ~y = (x | y) ^ y, for byte n.
     * y: the byte of B[i+6], which is lost; x: where that of B[i+9] goes.
     */
    .macro  mix n, T, y, x
    ldd \x, Y + 24 + \n     /* B[i+9] */
    eor \T, \y             /* B[i+6] */
    or \y, \x
    eor \T, \y
    ldd P0, Y + 8 + \n      /* B[i+13] */
    eor \T, P0
    ldd P0, Z + M_ - E_ - 4 + \n /* M[i] */
    eor \T, P0
    .endm
    /* B[i+16] = ~(rotl(B[i], 1) ^ A[a]), one byte */
    .macro  put P, T
    eor \P, \T
    com \P
    st -Y, \P
    .endm
    /* One step.  y0 to y3: B[i+6], x0 to x3: for B[i+9]. */
    .macro  onestep y0, y1, y2, y3, x0, x1, x2, x3
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
    ld T0, Z+
    eor P0, T0
    ld T0, Z+
    eor P1, T0
    ld T0, Z+
    eor P2, T0
    ld T0, Z+
    eor P3, T0
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
    /* U ^= (B[i+9] & ~B[i+6]) ^ B[i+13] ^ M[i] */
    mix 0, T0, \y0, \x0
    mix 1, T1, \y1, \x1
    mix 2, T2, \y2, \x2
    mix 3, T3, \y3, \x3
    /* A[a] = U */
    st -X, T3
    st -X, T2
    st -X, T1
    st -X, T0
    adiw r26, 4
    /* B[i+16] = ~(rotl(B[i], 1) ^ A[a]) */
    ldd P0, Y + 60
    ldd P1, Y + 61
    ldd P2, Y + 62
    ldd P3, Y + 63
    lsl P0
    rol P1
    rol P2
    rol P3
    adc P0, zero
    put P3, T3
    put P2, T2
    put P1, T1
    put P0, T0

    .endm
    /* B[6], B[7], B[8] */
    .irp n, 0, 1, 2, 3
    ldd 2 + \n, Y + 36 + \n
    ldd 6 + \n, Y + 32 + \n
    ldd 10 + \n, Y + 28 + \n
    .endr
step:
    cp r26, Aend
    brne 1f
    sbiw r26, 48            /* a = 12: back to 0 */
1:
    onestep r2, r3, r4, r5, r14, r15, r16, r17
    onestep r6, r7, r8, r9, r2, r3, r4, r5
    onestep r10, r11, r12, r13, r6, r7, r8, r9
    onestep r14, r15, r16, r17, r10, r11, r12, r13
    mov P0, Aend            /* A ends where D begins */
    subi P0, D_ - M_
    cpse r30, P0
    rjmp step
    subi r30, 64            /* i = 16: back to 0 */
    sbci r31, 0
    cpse r26, Aend          /* a = 12 at the same time: 48 steps */
    rjmp step

    /* E[-6..-1] = E[10..15] */
    ldi r18, 6
1:
    .rept 4
    ldd r19, Z + 63
    st -Z, r19
    .endr
    dec r18
    brne 1b

    /*
     * A[a] += C[a+3] + C[a+15] + C[a+27], a = 11 down to 0: these are E[5-a], E[9-a] and E[13-a].
     */
    movw r28, r26
    ldi r23, 12
1:  ld T3, -Y
    ld T2, -Y
    ld T1, -Y
    ld T0, -Y
    ld P0, Z+
    add T0, P0
    ld P0, Z+
    adc T1, P0
    ld P0, Z+
    adc T2, P0
    ld P0, Z+
    adc T3, P0
    .irp n, 12, 28
    ldd P0, Z + \n
    add T0, P0
    ldd P0, Z + \n + 1
    adc T1, P0
    ldd P0, Z + \n + 2
    adc T2, P0
    ldd P0, Z + \n + 3
    adc T3, P0
    .endr
    st Y, T0
    std Y + 1, T1
    std Y + 2, T2
    std Y + 3, T3
    dec r23
    brne 1b

    /* B, C = C - M, B: D = E - M, E = B from the stack, i = 15 down to 0. */
    adiw r28, D_ - A_       /* Y = D */
    movw r26, r30           /* Z = E[6] */
    subi r26, lo8(E_ + 24 - (M_ + 60))
    sbci r27, hi8(E_ + 24 - (M_ + 60))
    adiw r30, 12            /* X = M[15], Z = E[9] = C[15] */
    ldi r16, 9              /* seven words to the end of E, then nine, then none */
    ldi r17, 7
1:  ld P0, Z
    ldd P1, Z + 1
    ldd P2, Z + 2
    ldd P3, Z + 3
    ld T0, X+
    ld T1, X+
    ld T2, X+
    ld T3, X+
    sbiw r26, 8
    sub P0, T0
    sbc P1, T1
    sbc P2, T2
    sbc P3, T3
    st Y+, P0
    st Y+, P1
    st Y+, P2
    st Y+, P3
    .rept 4
    pop T0
    st Z+, T0
    .endr
    dec r17
    brne 1b
    subi r30, 64            /* from E[16] to E[0] = C[8]; at the end, from E[9] to E[-7] */
    sbci r31, 0
    mov r17, r16
    ldi r16, 0
    cpse r17, r16
    rjmp 1b

    /* The other 192 bytes. */
    in r28, SPL
    in r29, SPH
    subi r28, lo8(-(192))
    sbci r29, hi8(-(192))
    in r0, SREG
    cli
    out SPH, r29
    out SREG, r0
    out SPL, r28
    subi r30, lo8(E_ - 28)
    sbci r31, hi8(E_ - 28)
    movw r24, r30
    pop r23
    pop r22
    pop r21
    pop r20
    brtc 1f
    /* T = 1: another block? */
    subi r22, -64
    sbci r23, -1
    subi r20, 64
    sbci r21, 0
    movw r26, r22
    cpi r20, 64
    cpc r21, zero
    brcs 1f
    rjmp next               /* C = 0 */
1:  ldi r18, M_
    std Z + POS_, r18
    pop r29
    pop r28
    .irp r, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop \r
    .endr
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
 * In: r25:r24 cc, r23:r22 digest size in bits.  Stack: 282 bytes, the caller's return address and
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
2:  subi r30, lo8(-(M_))
    sbci r31, hi8(-(M_))
3:  st Z+, r22
    st Z+, r23
    subi r22, -1            /* H = 0 when the low four bits have come round */
    adiw r30, 2             /* H stays, C = 0 */
    brhs 3b
    rcall block_buffer
    sbrc r22, 4
    rjmp 2b
put_pos:
    movw r30, r24
    std Z + POS_, r18
    ret
    .size   mote_shabal_init, . - mote_shabal_init

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 * In: r25:r24 cc, r23:r22 data, r21:r20 len.  Stack: 282 bytes, as above.
 * Changes r0, r18 to r23, X, Z.
 */
    .global mote_shabal
    .type   mote_shabal, @function
mote_shabal:
    movw r26, r22
    rcall buffer
    /* The buffer empty and a whole block at hand: take it from where it lies. */
    cpi r18, M_
    brne 2f
    cpi r20, 64
    cpc r21, zero
    brcs 2f
    set                     /* X = data, C = 0 */
    rcall block
    rjmp mote_shabal
2:  subi r20, 1
    sbci r21, 0
    brcs put_pos
    ld r0, X+
    st Z+, r0
    inc r18
    cpi r18, USED_
    brne 2b                 /* C = 0 */
    movw r22, r26
    rcall block_buffer
    rjmp mote_shabal
    .size   mote_shabal, . - mote_shabal

/*
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * In: r25:r24 cc, r22 ub, r20 n, r19:r18 dst.  Stack: 282 bytes, as above.
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
    cpi r18, USED_
    brne 3b
    /* The block, and three times again, with the same W. */
    ldi r22, 4
    clt
4:  movw r26, r24
    subi r26, lo8(-(M_))
    sbci r27, hi8(-(M_))    /* C = 1: no context lies so high */
    rcall block
    dec r22
    brne 4b
    /* The last words of C, first word first: E downwards, from E[words + 8], index modulo 16. */
    movw r26, r20
    ldd r22, Z + OUT_
    mov r18, r22
    subi r18, -32
5:  andi r18, 63
    movw r30, r24
    subi r30, lo8(-(E_))
    sbci r31, hi8(-(E_))
    add r30, r18
    adc r31, zero
    ldi r19, 4
6:  ld r0, Z+
    st X+, r0
    dec r19
    brne 6b
    subi r18, 4
    subi r22, 4
    brne 5b
    ret
    .size   mote_shabal_close, . - mote_shabal_close
