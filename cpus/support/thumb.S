@ memcpy and memset for Thumb state (ARMv4T and ARMv6-M: 16-bit instructions only).
@
@ Rule: four words at a time with ldm/stm when both pointers are aligned to a word, then the rest
@ byte by byte; anything not aligned goes byte by byte.  The cycles of these two count in the
@ figures of code that calls them.

        .syntax unified
        .thumb
        .text
        .align  2

        .global memcpy
        .type   memcpy, %function
        .thumb_func
memcpy:                                 @ r0 = destination, r1 = source, r2 = bytes
        push    {r4, r5, r6, r7}
        mov     r12, r0
        movs    r3, r0
        orrs    r3, r1
        lsls    r3, r3, #30
        bne     2f
        subs    r2, r2, #16
        blo     1f
0:      ldmia   r1!, {r4, r5, r6, r7}
        stmia   r0!, {r4, r5, r6, r7}
        subs    r2, r2, #16
        bhs     0b
1:      adds    r2, r2, #16
2:      subs    r2, r2, #1
        blo     4f
        movs    r4, #0
3:      ldrb    r3, [r1, r4]
        strb    r3, [r0, r4]
        adds    r4, r4, #1
        cmp     r2, r4
        bhs     3b
4:      mov     r0, r12
        pop     {r4, r5, r6, r7}
        bx      lr
        .size   memcpy, . - memcpy

        .global memset
        .type   memset, %function
        .thumb_func
memset:                                 @ r0 = destination, r1 = byte, r2 = bytes
        push    {r4, r5, r6, r7}
        mov     r12, r0
        lsls    r3, r0, #30
        bne     2f
        subs    r2, r2, #16
        blo     1f
        lsls    r4, r1, #24
        lsrs    r5, r4, #8
        orrs    r4, r5
        lsrs    r5, r4, #16
        orrs    r4, r5
        movs    r5, r4
        movs    r6, r4
        movs    r7, r4
0:      stmia   r0!, {r4, r5, r6, r7}
        subs    r2, r2, #16
        bhs     0b
1:      adds    r2, r2, #16
2:      subs    r2, r2, #1
        blo     4f
3:      strb    r1, [r0, r2]
        subs    r2, r2, #1
        bhs     3b
4:      mov     r0, r12
        pop     {r4, r5, r6, r7}
        bx      lr
        .size   memset, . - memset
