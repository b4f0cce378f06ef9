# The program that QEMU runs for the bench (mote.machines.qemu): it calls functions at the 64-bit
# ELF ABI, version 2 where it is assembled for little-endian and version 1 for big-endian.
#
# It maps memory as the bench asks, and then, for each byte that comes from standard input: fills
# every register with what the bench wants there, calls the function, writes every register back,
# and sends a byte.  The argument is the descriptor of the file that the bench shares with it; the
# first SHARED_BYTES of it hold what stands below, numbers in the byte order of this CPU.
#
# Documents: 64-Bit ELF V2 ABI Specification, section 2.2 (registers, stack frame); Linux's system
# calls for PowerPC; Power ISA 2.07.

        .machine power8
#if _CALL_ELF == 2
        .abiversion 2
#endif

        .equ    SHARED, 0x40000000
        .equ    SHARED_BYTES, 0x4000
        .equ    MAPS, 0                 # how many, and from LIST on address, size, protection, place
        .equ    SPARE, 8
        .equ    VECTORS, 0x10           # 0 none, 1 AltiVec, 2 VSX
        .equ    SIGNAL, 0x18            # a signal: its number, its address, the program counter
        .equ    LIST, 0x40
        .equ    BEFORE, 0x800           # registers at the call
        .equ    AFTER, 0x1000           # registers after it
        .equ    SIGNAL_STACK, 0x2000
        .equ    SIGNAL_STACK_BYTES, 0x2000

        # places within BEFORE and AFTER
        .equ    GENERAL, 0
        .equ    CR, 0x100
        .equ    XER, 0x108
        .equ    CTR, 0x110
        .equ    VRSAVE, 0x120
        .equ    VECTOR, 0x200           # vs0 to vs63, of 16 bytes; v0 to v31 are vs32 to vs63

        # system calls
        .equ    EXIT, 1
        .equ    READ, 3
        .equ    WRITE, 4
        .equ    MMAP, 90
        .equ    RT_SIGACTION, 173
        .equ    SIGALTSTACK, 185
        .equ    MAP_SHARED_FIXED, 0x11

        # from a handler's third argument: the program counter (asm/sigcontext.h: gp_regs, nip)
        .equ    CONTEXT_PC, 488
        .equ    INFO_ADDRESS, 16

        .macro  map
        li      0, MMAP
        sc
        bso     fail
        .endm

        .text
        .globl  _start
#if _CALL_ELF == 2
        .set    HANDLER, handler
_start:
#else
        .section ".opd", "aw"
        .align  3
_start: .quad   begin, .TOC.@tocbase, 0
described_handler:
        .quad   handler, .TOC.@tocbase, 0
        .set    HANDLER, described_handler
        .text
begin:
#endif
        # the descriptor: the first argument, a decimal number
        ld      3, 16(1)
        li      30, 0
1:      lbz     4, 0(3)
        addi    3, 3, 1
        cmpwi   4, '0'
        blt     2f
        mulli   30, 30, 10
        add     30, 30, 4
        addi    30, 30, -'0'
        b       1b
2:      lis     31, SHARED@h
        mr      3, 31
        li      4, SHARED_BYTES
        li      5, 3
        li      6, MAP_SHARED_FIXED
        mr      7, 30
        li      8, 0
        map
        ld      29, MAPS(31)
        addi    28, 31, LIST
3:      cmpdi   29, 0
        beq     4f
        ld      3, 0(28)
        ld      4, 8(28)
        ld      5, 16(28)
        li      6, MAP_SHARED_FIXED
        mr      7, 30
        ld      8, 24(28)
        map
        addi    28, 28, 32
        addi    29, 29, -1
        b       3b

        # signals go to a stack of their own: stack_t is address, flags, size
4:      addi    3, 1, -64
        addi    5, 31, SIGNAL_STACK
        std     5, 0(3)
        li      6, 0
        std     6, 8(3)
        li      6, SIGNAL_STACK_BYTES
        std     6, 16(3)
        li      4, 0
        li      0, SIGALTSTACK
        sc
        bso     fail
        li      29, 4                   # SIGILL
        bl      catch
        li      29, 5                   # SIGTRAP
        bl      catch
        li      29, 7                   # SIGBUS
        bl      catch
        li      29, 8                   # SIGFPE
        bl      catch
        li      29, 11                  # SIGSEGV
        bl      catch

wait:   li      0, READ
        li      3, 0
        addi    4, 31, SPARE
        li      5, 1
        sc
        bso     fail
        cmpdi   3, 1
        bne     leave

        # every register as the bench wants it
        ld      29, VECTORS(31)
        addi    30, 31, BEFORE + VECTOR
        cmpdi   29, 1
        blt     6f
        beq     5f
        .set    n, 0
        .rept   64
        lxvd2x  n, 0, 30
        addi    30, 30, 16
        .set    n, n + 1
        .endr
        b       7f
5:      addi    28, 31, BEFORE + VECTOR + 512
        .set    n, 0
        .rept   32
        lvx     n, 0, 28
        addi    28, 28, 16
        .set    n, n + 1
        .endr
6:      .set    n, 0
        .rept   32
        lfd     n, 16 * n(30)
        .set    n, n + 1
        .endr
7:      addi    31, 31, BEFORE
        ld      3, CR(31)
        mtcr    3
        ld      3, XER(31)
        mtxer   3
        ld      3, VRSAVE(31)
        mtspr   256, 3
        ld      3, CTR(31)
        mtctr   3
        ld      0, 0(31)
        .set    n, 1
        .rept   31
        ld      n, 8 * n(31)
        .set    n, n + 1
        .endr
        bctrl

        # and as the function left it; lr holds what `blr` took, and keeps r31 meanwhile
        .globl  returned
returned:
        mtlr    31
        lis     31, (SHARED + AFTER)@h
        ori     31, 31, (SHARED + AFTER)@l
        .set    n, 0
        .rept   31
        std     n, 8 * n(31)
        .set    n, n + 1
        .endr
        mflr    3
        std     3, 8 * 31(31)
        mfcr    3
        std     3, CR(31)
        mfxer   3
        std     3, XER(31)
        mfctr   3
        std     3, CTR(31)
        mfspr   3, 256
        std     3, VRSAVE(31)
        addi    30, 31, VECTOR
        addi    31, 31, -AFTER
        ld      29, VECTORS(31)
        cmpdi   29, 1
        blt     9f
        beq     8f
        .set    n, 0
        .rept   64
        stxvd2x n, 0, 30
        addi    30, 30, 16
        .set    n, n + 1
        .endr
        b       10f
8:      addi    28, 30, 512
        .set    n, 0
        .rept   32
        stvx    n, 0, 28
        addi    28, 28, 16
        .set    n, n + 1
        .endr
9:      .set    n, 0
        .rept   32
        stfd    n, 16 * n(30)
        .set    n, n + 1
        .endr
10:     bl      tell
        b       wait

        # a byte to the bench
tell:   li      0, WRITE
        li      3, 1
        addi    4, 31, SPARE
        li      5, 1
        sc
        blr

        # a handler for signal r29: sigaction is handler, flags, restorer, mask
catch:  addi    4, 1, -64
        lis     5, HANDLER@h
        ori     5, 5, HANDLER@l
        std     5, 0(4)
        lis     5, 0x0800               # SA_ONSTACK | SA_SIGINFO
        ori     5, 5, 4
        std     5, 8(4)
        li      5, 0
        std     5, 16(4)
        std     5, 24(4)
        mr      3, 29
        li      6, 8
        li      0, RT_SIGACTION
        sc
        bso     fail
        blr

        # a signal: say which, and end; the bench starts another process
handler:
        lis     31, SHARED@h
        std     3, SIGNAL(31)
        ld      6, INFO_ADDRESS(4)
        std     6, SIGNAL + 8(31)
        ld      6, CONTEXT_PC(5)
        std     6, SIGNAL + 16(31)
        li      3, 5
        b       end
fail:   li      3, 6
        b       end
leave:  li      3, 0
end:    li      0, EXIT
        sc
