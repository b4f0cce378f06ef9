// memcpy and memset for AArch64.
//
// Rule: 16 bytes at a time, whatever the alignment, then the rest byte by byte.  Their instructions
// count in the figures of code that calls them.

        .text
        .p2align 2

        .globl  memcpy
        .type   memcpy, %function
memcpy:                                 // x0 = destination, x1 = source, x2 = bytes
        mov     x3, x0
        b       1f
0:      ldp     x4, x5, [x1], 16
        stp     x4, x5, [x3], 16
1:      subs    x2, x2, 16
        b.hs    0b
        adds    x2, x2, 16
        b.eq    3f
2:      ldrb    w4, [x1], 1
        strb    w4, [x3], 1
        subs    x2, x2, 1
        b.ne    2b
3:      ret
        .size   memcpy, . - memcpy

        .globl  memset
        .type   memset, %function
memset:                                 // x0 = destination, w1 = byte, x2 = bytes
        mov     x3, x0
        and     x4, x1, 255
        mov     x5, 0x0101010101010101
        mul     x4, x4, x5
        b       1f
0:      stp     x4, x4, [x3], 16
1:      subs    x2, x2, 16
        b.hs    0b
        adds    x2, x2, 16
        b.eq    3f
2:      strb    w4, [x3], 1
        subs    x2, x2, 1
        b.ne    2b
3:      ret
        .size   memset, . - memset
