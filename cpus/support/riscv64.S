# memcpy and memset for RV64I (compressed forms where the assembler finds them).
#
# Rule: two doublewords at a time when both pointers are aligned to a doubleword, then the rest byte
# by byte; anything not aligned goes byte by byte.  Their instructions count in the figures of code
# that calls them.

        .text
        .align  2

        .globl  memcpy
        .type   memcpy, @function
memcpy:                                 # a0 = destination, a1 = source, a2 = bytes
        mv      t0, a0
        or      a3, a0, a1
        andi    a3, a3, 7
        bnez    a3, 1f
        andi    a3, a2, -16             # bytes that go in doublewords
        beqz    a3, 1f
        add     a3, a3, a1
        andi    a2, a2, 15
0:      ld      a4, 0(a1)
        ld      a5, 8(a1)
        sd      a4, 0(t0)
        sd      a5, 8(t0)
        addi    a1, a1, 16
        addi    t0, t0, 16
        bne     a1, a3, 0b
1:      beqz    a2, 3f
        add     a3, a1, a2
2:      lbu     a4, 0(a1)
        addi    a1, a1, 1
        sb      a4, 0(t0)
        addi    t0, t0, 1
        bne     a1, a3, 2b
3:      ret
        .size   memcpy, . - memcpy

        .globl  memset
        .type   memset, @function
memset:                                 # a0 = destination, a1 = byte, a2 = bytes
        mv      t0, a0
        andi    a3, a0, 7
        bnez    a3, 1f
        andi    a3, a2, -16
        beqz    a3, 1f
        add     a3, a3, a0
        andi    a1, a1, 255
        slli    a4, a1, 8
        or      a1, a1, a4
        slli    a4, a1, 16
        or      a1, a1, a4
        slli    a4, a1, 32
        or      a1, a1, a4
        andi    a2, a2, 15
0:      sd      a1, 0(t0)
        sd      a1, 8(t0)
        addi    t0, t0, 16
        bne     t0, a3, 0b
1:      beqz    a2, 3f
        add     a3, t0, a2
2:      sb      a1, 0(t0)
        addi    t0, t0, 1
        bne     t0, a3, 2b
3:      ret
        .size   memset, . - memset
