@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011, sections 3.2 to 3.4"
@ functions = ["mote_groestl_f1024(H, block)"]
@ reads = {H = 128, block = 128}
@ writes = {H = 128}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 424
@ constant_time = false
@ secret_tables = ["T"]
@ calls = []
@ block = "mote_groestl_f1024"
@ defines = ["GROESTL_INTERLEAVED"]
@
@ Registers, and all but the name of the function, are in ../armv4_fast.inc.

#if !defined(__ARM_ARCH_ISA_ARM)
#error "armv4_fast.S needs a core with ARM instructions (no Cortex-M)"
#endif

#define COLUMNS 16

#include "groestl/armv4_fast.inc"

        .global mote_groestl_f1024
        .type   mote_groestl_f1024, %function
mote_groestl_f1024:
        compression_function
        .size   mote_groestl_f1024, . - mote_groestl_f1024

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
