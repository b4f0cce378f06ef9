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
 * stack = 267
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 10, words = 12}
 * state.B = {offset = 186, words = 16, order = "down"}
 * state.C = {offset = 122, words = 16, order = "down"}
 * counter = {offset = 0, words = 8, word_bytes = 1}
 * fill = {offset = 9, word_bytes = 1, start = 58}
 */

/* Registers of the permutation; X, Y and Z below. */
#define zero r1
#define Aend r0          /* low byte of the address of A[12] */
#define Mend r17         /* low byte of the address of M[16] */
#define T0 r18           /* A[a-1], later U and the new A[a] */
#define T1 r19
#define T2 r20
#define T3 r21
#define P0 r22           /* V, later a B and a byte at work */
#define P1 r23
#define P2 r24
#define P3 r25

/*
 * Shabal for AVR, classic core with movw (avr25), small.
 *
 * Written from the specification ("Shabal, a Submission to NIST's Cryptographic Hash Algorithm
 * Competition", section 2.3) for the interface of include/mote/shabal.h.  It calls nothing.
 *
 * Design
 * ------
 * An 8-bit CPU spends a step of the permutation on some 140 cycles of byte operations, so one step
 * is written out byte by byte and everything else is arranged so that the 48 turns of it need no
 * index arithmetic: three pointers and the displacements 0 to 63 of Y and Z reach every word.
 *
 * Y  B[0..63], unrolled on the stack, growing downwards: a step reads B[k], B[k+6], B[k+9] and
 *    B[k+13] at fixed displacements and stores B[k+16] with st -Y.  These 64 words are exactly 256
 *    bytes: the frame is taken and given back by writing SPH alone, which no interrupt can tear.
 * Z  M[i], and C[8-i] at a fixed distance, because C lies in memory in descending order:
 *    F[p] = C[15-p], so that C[8-i] is F[7+i].  F[16..22] must repeat F[0..6]; they lie in D.
 * X  A, in ascending order.
 *
 * The 48 steps end when M and A come to their ends together (16 and 12 have no earlier common
 * multiple), so there is no counter.  The descending C is also what falls out of reading the final
 * B[63], B[62], ... upwards in memory.
 *
 * D keeps the new B between blocks (the old C - M), in the order of F: D[p] = B[15-p].  During the
 * permutation B is on the stack, and D is free for the repetition of F.
 *
 * init, update and close all run the same block routine.  It takes and returns the context in
 * r25:r24 and preserves r20 to r23, so that the three functions keep what they need there and have
 * no prologue.  W is counted where it is added to A; the carry at the call says whether it is: in
 * close it is not.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif

#define SPL     0x3d
#define SPH     0x3e

/* The context: 250 of its bytes. */
    .equ    W_, 0        /* number of the next block, 8 bytes */
    .equ    OUT_, 8      /* digest size in bytes */
    .equ    POS_, 9      /* offset in the context of the next message byte: M_ to M_ + 63 */
    .equ    A_, 10       /* A[0..11] */
    .equ    M_, A_ + 48  /* M[0..15]; A ends where M begins: see `step` */
    .equ    F_, M_ + 64  /* C[15], C[14] ... C[0] */
    .equ    D_, F_ + 64  /* B[15], B[14] ... B[0] */
    .equ    USED_, D_ + 64

    .text

/*
 * One block.
 * In:  r25:r24 context, M complete; C = 0: the block counts, C = 1: it does not.
 * Out: r25:r24 = r31:r30 = context, the buffer empty, r18 = M_.  r20 to r23 and all that the ABI
 *      names are preserved; r0, r19 and X are lost.
 * Stack: 2 + 7 + 256 bytes.
 */
block:
    push Mend
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

    /* 256 bytes of stack; Y = their end. */
    in r28, SPL
    in r29, SPH
    dec r29
    out SPH, r29
    inc r29
    adiw r28, 1

    /* B[i] = rotl(B[i] + M[i], 17) = rotl(., 1) with the halves swapped. */
    adiw r30, M_ - (W_ + 8)
    movw r26, r30
    subi r26, lo8(M_ - USED_)
    sbci r27, hi8(M_ - USED_)
    ldi r17, 16
1:  ld P3, -X               /* D downwards is B upwards */
    ld P2, -X
    ld P1, -X
    ld P0, -X
    ld T0, Z+
    ld T1, Z+
    ld T2, Z+
    ld T3, Z+
    add P0, T0
    adc P1, T1
    adc P2, T2
    adc P3, T3
    lsl P0
    rol P1
    rol P2
    rol P3
    adc P0, zero
    st -Y, P1
    st -Y, P0
    st -Y, P3
    st -Y, P2
    dec r17
    brne 1b
    mov Mend, r30           /* Z = F = end of M */

    /* F[16..22] = F[0..6] */
    ldi r18, 28
1:  ld r19, Z+
    std Z + 63, r19
    dec r18
    brne 1b

    /* T = A[11]; X = end of A (which the first step takes back); Z = M. */
    subi r30, F_ + 28 - (M_ - 4)
    sbci r31, 0
    ld T0, Z+
    ld T1, Z+
    ld T2, Z+
    ld T3, Z+
    movw r26, r30
    mov Aend, r30

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
    adiw r30, 32
    ldd T0, Z + F_ + 28 - M_ - 32
    eor P0, T0
    ldd T0, Z + F_ + 29 - M_ - 32
    eor P1, T0
    ldd T0, Z + F_ + 30 - M_ - 32
    eor P2, T0
    ldd T0, Z + F_ + 31 - M_ - 32
    eor P3, T0
    sbiw r30, 32
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
    /* U ^= (B[i+9] & ~B[i+6]) ^ B[i+13] ^ M[i], where x & ~y = (x | y) ^ y */
    .macro  mix n, T
    ldd P0, Y + 36 + \n     /* B[i+6] */
    eor \T, P0
    ldd P1, Y + 24 + \n     /* B[i+9] */
    or P0, P1
    eor \T, P0
    ldd P0, Y + 8 + \n      /* B[i+13] */
    eor \T, P0
    ld P0, Z+               /* M[i] */
    eor \T, P0
    .endm
    mix 0, T0
    mix 1, T1
    mix 2, T2
    mix 3, T3
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
    .macro  put P, T
    eor \P, \T
    com \P
    st -Y, \P
    .endm
    put P3, T3
    put P2, T2
    put P1, T1
    put P0, T0

    cpse r30, Mend
    rjmp step
    subi r30, 64            /* i = 16: back to 0 */
    sbci r31, 0
    cpse r26, Aend          /* a = 12 at the same time: 48 steps */
    rjmp step

    /*
     * A[a] += C[a+3] + C[a+15] + C[a+27], a = 11 down to 0: these are F[12-a], F[16-a] and F[20-a],
     * in steps of four words.
     */
    subi r30, lo8(M_ - (F_ + 4))
    sbci r31, hi8(M_ - (F_ + 4))
    ldi r23, 12
1:  ld T3, -X
    ld T2, -X
    ld T1, -X
    ld T0, -X
    ldi r24, 3
2:  ld P0, Z
    add T0, P0
    ldd P0, Z + 1
    adc T1, P0
    ldd P0, Z + 2
    adc T2, P0
    ldd P0, Z + 3
    adc T3, P0
    adiw r30, 16
    dec r24
    brne 2b
    sbiw r30, 44
    st X+, T0
    st X+, T1
    st X+, T2
    st X+, T3
    sbiw r26, 4
    dec r23
    brne 1b

    /* B, C = C - M, B: D = F - M, F = B from the stack, i = 15 down to 0. */
    sbiw r30, 52            /* Z = F */
    movw r26, r30
    adiw r26, 4             /* X = M[17] */
    ldi r22, 16
1:  sbiw r26, 8             /* M[i]; C = 0 */
    ldi r23, 4
2:  ld r18, Z
    ld r19, X+
    sbc r18, r19
    ld r19, Y+
    st Z+, r19
    std Z + 63, r18
    dec r23
    brne 2b
    dec r22
    brne 1b

    in r29, SPH
    inc r29
    out SPH, r29
    subi r30, lo8(D_)
    sbci r31, hi8(D_)
    movw r24, r30
    ldi r18, M_
    std Z + POS_, r18
    pop r29
    pop r28
    pop r23
    pop r22
    pop r21
    pop r20
    pop Mend
    ret

/* Z = where the next message byte goes, r18 = its offset in the context. */
buffer:
    movw r30, r24
    ldd r18, Z + POS_
    add r30, r18
    adc r31, zero
    ret

#if MOTE_SHABAL_INITIAL_VALUE
#include "common/avr8_tables.inc"
#include "shabal/initial_value.inc"

    table_section shabal
initial_value:
    ascending INITIAL_A
    descending INITIAL_C
    descending INITIAL_B

    .text
/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * In: r25:r24 cc, r23:r22 digest size in bits, which the table is for.  Stack: 4 bytes.  Changes r0, r18, r19, X, Z.
 */
    .global mote_shabal_init
    .type   mote_shabal_init, @function
mote_shabal_init:
    movw r26, r24
    ldi r18, 1              /* W = 1 */
    ldi r19, 8
1:  st X+, r18
    clr r18
    dec r19
    brne 1b
    movw r18, r22           /* digest size / 8, as below */
    swap r18
    swap r19
    add r18, r19
    lsl r18
    st X+, r18
    adiw r26, 1
    set_rampz initial_value
    ldi r30, lo8(initial_value)
    ldi r31, hi8(initial_value)
    ldi r18, 48             /* A; then, behind M, C and B */
    rcall 2f
    adiw r26, 32
    adiw r26, 32
    ldi r18, 128
    rcall 2f
    ldi r18, M_
put_pos:
    movw r30, r24
    std Z + POS_, r18
    ret
2:  lpm r0, Z+
    st X+, r0
    dec r18
    brne 2b
    ret
    .size   mote_shabal_init, . - mote_shabal_init
#else
/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 * In: r25:r24 cc, r23:r22 digest size in bits.  Stack: 267 bytes, the caller's return address and
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
#endif

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 * In: r25:r24 cc, r23:r22 data, r21:r20 len.  Stack: 267 bytes, as above.
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
    cpi r18, F_
    brne 2b                 /* C = 0 */
    movw r22, r26
    rcall block
    rjmp mote_shabal
    .size   mote_shabal, . - mote_shabal

/*
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * In: r25:r24 cc, r22 ub, r20 n, r19:r18 dst.  Stack: 267 bytes, as above.
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
    cpi r18, F_
    brne 3b
    /* The block, and three times again, with the same W. */
    subi r22, 4             /* 0 - 4: C = 1 */
4:  rcall block
    subi r22, -1            /* C = 1 until it comes to 0 */
    brne 4b
    /* The last words of C, first word first: F downwards. */
    movw r26, r20
    ldd r18, Z + OUT_
    subi r30, lo8(-(F_ + 4))
    sbci r31, hi8(-(F_ + 4))
    add r30, r18
    adc r31, zero
5:  sbiw r30, 8
    ldi r19, 4
6:  ld r0, Z+
    st X+, r0
    dec r19
    brne 6b
    subi r18, 4
    brne 5b
    ret
    .size   mote_shabal_close, . - mote_shabal_close
