# memcpy and memset for 64-bit POWER, ELF ABI version 1 or 2.
#
# Rule: 16 bytes at a time, wherever they lie, then 8, 4, 2 and 1 by the bits of what is left.  The
# instructions of these two count in the figures of code that calls them.

        .machine power8
#if _CALL_ELF == 2
        .abiversion 2
        .macro  function name
        .globl  \name
        .type   \name, @function
\name:
1:
        .endm
#else
        .macro  function name
        .globl  \name
        .type   \name, @function
        .section ".opd", "aw"
        .align  3
\name:  .quad   1f, .TOC.@tocbase, 0
        .text
1:
        .endm
#endif

        .text
        .align  2

        function memcpy                 # r3 = destination, r4 = source, r5 = bytes
        srdi.   6, 5, 4
        mr      7, 3
        beq     3f
        mtctr   6
#ifdef __VSX__
2:      lxvd2x  0, 0, 4
        addi    4, 4, 16
        stxvd2x 0, 0, 7
#else
2:      ld      0, 0(4)
        ld      6, 8(4)
        addi    4, 4, 16
        std     0, 0(7)
        std     6, 8(7)
#endif
        addi    7, 7, 16
        bdnz    2b
3:      mtocrf  1, 5                    # the four low bits of the size
        bf      28, 4f
        ld      6, 0(4)
        addi    4, 4, 8
        std     6, 0(7)
        addi    7, 7, 8
4:      bf      29, 5f
        lwz     6, 0(4)
        addi    4, 4, 4
        stw     6, 0(7)
        addi    7, 7, 4
5:      bf      30, 6f
        lhz     6, 0(4)
        addi    4, 4, 2
        sth     6, 0(7)
        addi    7, 7, 2
6:      bflr    31
        lbz     6, 0(4)
        stb     6, 0(7)
        blr
        .size   memcpy, . - 1b

        function memset                 # r3 = destination, r4 = byte, r5 = bytes
        rlwimi  4, 4, 8, 16, 23
        rlwimi  4, 4, 16, 0, 15
        rldimi  4, 4, 32, 0
        srdi.   6, 5, 4
        mr      7, 3
        beq     3f
        mtctr   6
2:      std     4, 0(7)
        std     4, 8(7)
        addi    7, 7, 16
        bdnz    2b
3:      mtocrf  1, 5
        bf      28, 4f
        std     4, 0(7)
        addi    7, 7, 8
4:      bf      29, 5f
        stw     4, 0(7)
        addi    7, 7, 4
5:      bf      30, 6f
        sth     4, 0(7)
        addi    7, 7, 2
6:      bflr    31
        stb     4, 0(7)
        blr
        .size   memset, . - 1b
