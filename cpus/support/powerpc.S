# memcpy and memset for 32-bit PowerPC.
#
# Rule: four words at a time when both pointers are aligned to a word, then the rest byte by byte;
# anything not aligned goes byte by byte.  The cycles of these two count in the figures of code
# that calls them.

        .text
        .align  2

        .globl  memcpy
        .type   memcpy, @function
memcpy:                                 # r3 = destination, r4 = source, r5 = bytes
        or      7, 3, 4
        andi.   7, 7, 3
        addi    6, 3, -4
        bne     2f
        srwi.   7, 5, 4
        addi    4, 4, -4
        beq     1f
        mtctr   7
0:      lwz     7, 4(4)
        lwz     8, 8(4)
        lwz     9, 12(4)
        lwzu    10, 16(4)
        stw     7, 4(6)
        stw     8, 8(6)
        stw     9, 12(6)
        stwu    10, 16(6)
        bdnz    0b
1:      addi    4, 4, 4
        clrlwi  5, 5, 28
2:      cmplwi  5, 0
        beqlr
        mtctr   5
        addi    4, 4, -1
        addi    6, 6, 3
3:      lbzu    7, 1(4)
        stbu    7, 1(6)
        bdnz    3b
        blr
        .size   memcpy, . - memcpy

        .globl  memset
        .type   memset, @function
memset:                                 # r3 = destination, r4 = byte, r5 = bytes
        andi.   7, 3, 3
        addi    6, 3, -4
        bne     2f
        srwi.   7, 5, 4
        beq     1f
        mtctr   7
        rlwimi  4, 4, 8, 16, 23
        rlwimi  4, 4, 16, 0, 15
0:      stw     4, 4(6)
        stw     4, 8(6)
        stw     4, 12(6)
        stwu    4, 16(6)
        bdnz    0b
1:      clrlwi  5, 5, 28
2:      cmplwi  5, 0
        beqlr
        mtctr   5
        addi    6, 6, 3
3:      stbu    4, 1(6)
        bdnz    3b
        blr
        .size   memset, . - memset
