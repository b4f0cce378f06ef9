/*
 * The memcpy and memset that the bench links with an implementation: one byte a turn, as a C
 * library for small AVRs has them.  avr-gcc convention: destination in r25:r24 (and returned
 * there), source or value in r23:r22, length in r21:r20.  Only avr25 instructions.
 */
    .text
    .p2align 1
    .p2align 1

    .global memcpy
    .type memcpy, @function
memcpy:
    movw r30, r22
    movw r26, r24
    rjmp 2f
1:  ld r0, Z+
    st X+, r0
2:  subi r20, 1
    sbci r21, 0
    brcc 1b
    ret
    .size memcpy, . - memcpy

    .global memset
    .type memset, @function
memset:
    movw r26, r24
    rjmp 2f
1:  st X+, r22
2:  subi r20, 1
    sbci r21, 0
    brcc 1b
    ret
    .size memset, . - memset
