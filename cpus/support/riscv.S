# memcpy and memset for RV32I and RV32E (compressed forms where the assembler finds them).
#
# Rule: four words at a time when both pointers are aligned to a word, then the rest byte by byte;
# anything not aligned goes byte by byte.  The cycles of these two count in the figures of code
# that calls them.

        .text
        .align  2

        .globl  memcpy
        .type   memcpy, @function
memcpy:                                 # a0 = destination, a1 = source, a2 = bytes
        mv      t0, a0
        or      a3, a0, a1
        andi    a3, a3, 3
        bnez    a3, 1f
        andi    a3, a2, -16             # bytes that go in words
        beqz    a3, 1f
        add     a3, a3, a1
        andi    a2, a2, 15
0:      lw      a4, 0(a1)
        lw      a5, 4(a1)
        lw      t1, 8(a1)
        lw      t2, 12(a1)
        sw      a4, 0(t0)
        sw      a5, 4(t0)
        sw      t1, 8(t0)
        sw      t2, 12(t0)
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
        andi    a3, a0, 3
        bnez    a3, 1f
        andi    a3, a2, -16
        beqz    a3, 1f
        add     a3, a3, a0
        andi    a1, a1, 255
        slli    a4, a1, 8
        or      a1, a1, a4
        slli    a4, a1, 16
        or      a1, a1, a4
        andi    a2, a2, 15
0:      sw      a1, 0(t0)
        sw      a1, 4(t0)
        sw      a1, 8(t0)
        sw      a1, 12(t0)
        addi    t0, t0, 16
        bne     t0, a3, 0b
1:      beqz    a2, 3f
        add     a3, t0, a2
2:      sb      a1, 0(t0)
        addi    t0, t0, 1
        bne     t0, a3, 2b
3:      ret
        .size   memset, . - memset
