/* What a program may have before a file of the library: one instruction, of two bytes where the
 * processor has such ones and of one on x86, and a constant of one byte.  So code behind it begins
 * at an odd halfword, and constants at an odd address, where nothing in the file aligns them. */
#if defined(__ARM_ARCH_ISA_THUMB)
        .syntax unified
        .thumb
#endif
        .text
        nop
#if defined(__AVR__)
        .section .progmem.data, "a", %progbits
#else
        .section .rodata
#endif
        .byte 0x5A
