@ memcpy and memset for ARM state (ARMv4 on).
@
@ Rule: four words at a time with ldm/stm when both pointers are aligned to a word, then the rest
@ byte by byte; anything not aligned goes byte by byte.  The cycles of these two count in the
@ figures of code that calls them.

        .syntax unified
        .arm
        .text
        .align  2

@ Return: bx where the architecture has it, for callers in Thumb state.
        .macro  return
#if __ARM_ARCH_4T__ || __ARM_ARCH >= 5
        bx      lr
#else
        mov     pc, lr
#endif
        .endm

        .global memcpy
        .type   memcpy, %function
memcpy:                                 @ r0 = destination, r1 = source, r2 = bytes
        mov     r12, r0
        orr     r3, r0, r1
        tst     r3, #3
        bne     2f
        subs    r2, r2, #16
        blo     1f
        stmdb   sp!, {r4, r5, r6, lr}
0:      ldmia   r1!, {r3, r4, r5, r6}
        stmia   r12!, {r3, r4, r5, r6}
        subs    r2, r2, #16
        bhs     0b
        ldmia   sp!, {r4, r5, r6, lr}
1:      add     r2, r2, #16
2:      subs    r2, r2, #1
        ldrbhs  r3, [r1], #1
        strbhs  r3, [r12], #1
        bhi     2b
        return
        .size   memcpy, . - memcpy

        .global memset
        .type   memset, %function
memset:                                 @ r0 = destination, r1 = byte, r2 = bytes
        mov     r12, r0
        tst     r0, #3
        bne     2f
        subs    r2, r2, #16
        blo     1f
        stmdb   sp!, {r4, r5, r6, lr}
        and     r3, r1, #255
        orr     r3, r3, r3, lsl #8
        orr     r3, r3, r3, lsl #16
        mov     r4, r3
        mov     r5, r3
        mov     r6, r3
0:      stmia   r12!, {r3, r4, r5, r6}
        subs    r2, r2, #16
        bhs     0b
        ldmia   sp!, {r4, r5, r6, lr}
1:      add     r2, r2, #16
2:      subs    r2, r2, #1
        strbhs  r1, [r12], #1
        bhi     2b
        return
        .size   memset, . - memset
