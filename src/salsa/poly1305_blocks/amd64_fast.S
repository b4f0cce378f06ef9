/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8439 (June 2018), section 2.5"
 * functions = ["mote_poly1305_blocks(cc, data, blocks, above)"]
 * numbers = {blocks = 2, above = 1}
 * reads = {cc = 36, data = "16 * blocks"}
 * writes = {cc = 36}
 * clobbers = "rax rdx rsi r8-r11 flags"
 * stack = 56
 * constant_time = true
 * calls = []
 * block = "next_block"
 *
 * Registers:
 *   %rdi  context       %rsi  message     %rbp  blocks to come     %rcx  above
 *   %r8, %r9, %r10  h0, h1, h2            %r11, %r12, %r13  r0, r1, s1
 *   %r14, %r15  d0      %rbx, %r8  d1, once h0 was used            %rax, %rdx  a product
 *
 * Blocks of Poly1305 for amd64 (GNU as, C preprocessor; System V ABI), behind the fast mode, in constant
 * time.
 *
 * h has two words of 64 bits and a small one, h2, and r has two, of which the four highest bits are clear,
 * and in r1 the two lowest ones (section 2.5).  2^130 is 5, so 2^128 r1 is s1 = 5 r1 / 4, and h r is
 *
 *     d0 + 2^64 d1 + 2^128 d2,  d0 = h0 r0 + h1 s1,  d1 = h0 r1 + h1 r0 + h2 s1,  d2 = h2 r0
 *
 * of which d2 and the carries are less than 2^64, as h2 is at most 6: 3 that are left of a block, 1 above
 * the next one, and carries.  Of d2 all but two bits come back five times, a quarter of that at 2^0.
 *
 * Words of h in the context have 26 bits, or some more, and get the same form here.
 */

#if !defined(__x86_64__) || defined(__ILP32__) || defined(_WIN64)
#error "amd64_fast.S needs amd64 with the System V ABI: -m64"
#endif

        /* The context. */
        .equ    X_H, 0
        .equ    X_R, 20

        .equ    BITS26, 0x3FFFFFF

        /* h2 keeps two bits; what is above them comes back.  %rax and %rdx are changed. */
        .macro  FOLD
        movq    %r10, %rax
        movq    %r10, %rdx
        andl    $3, %r10d
        shrq    $2, %rax
        andq    $-4, %rdx
        addq    %rdx, %rax
        addq    %rax, %r8
        adcq    $0, %r9
        adcq    $0, %r10
        .endm

        .text

        /* void mote_poly1305_blocks(mote_u32 *cc, const unsigned char *data, size_t blocks, unsigned above) */
        .globl  mote_poly1305_blocks
        .type   mote_poly1305_blocks, @function
mote_poly1305_blocks:
        .cfi_startproc
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        movq    %rdx, %rbp
        movl    %ecx, %ecx
        movq    X_R(%rdi), %r11
        movq    X_R+8(%rdi), %r12
        movq    %r12, %r13              /* s1 = r1 + r1 / 4 */
        shrq    $2, %r13
        addq    %r12, %r13

        /* h from words of 26 bits, at 2^0, 2^26, 2^52, 2^78, 2^104 */
        movl    X_H(%rdi), %r8d
        movl    X_H+4(%rdi), %eax
        shlq    $26, %rax
        addq    %rax, %r8
        movl    X_H+8(%rdi), %eax
        movq    %rax, %r9
        shlq    $52, %rax
        shrq    $12, %r9
        addq    %rax, %r8
        movl    X_H+12(%rdi), %eax
        movl    X_H+16(%rdi), %edx
        adcq    $0, %r9
        shlq    $14, %rax
        addq    %rax, %r9
        movq    %rdx, %r10
        shrq    $24, %r10
        shlq    $40, %rdx
        addq    %rdx, %r9
        adcq    $0, %r10
        FOLD

next_block:
        addq    (%rsi), %r8
        adcq    8(%rsi), %r9
        adcq    %rcx, %r10
        movq    %r9, %rax               /* d0 */
        mulq    %r13
        movq    %rax, %r14
        movq    %rdx, %r15
        movq    %r8, %rax
        mulq    %r11
        addq    %rax, %r14
        adcq    %rdx, %r15
        movq    %r8, %rax               /* d1 */
        mulq    %r12
        movq    %rax, %rbx
        movq    %rdx, %r8
        movq    %r9, %rax
        mulq    %r11
        movq    %r15, %r9
        addq    %rax, %rbx
        adcq    %rdx, %r8
        movq    %r10, %rax
        imulq   %r13, %rax
        imulq   %r11, %r10              /* d2 */
        addq    %rax, %rbx
        adcq    $0, %r8
        addq    %rbx, %r9
        adcq    %r8, %r10
        movq    %r14, %r8
        FOLD
        addq    $16, %rsi
        decq    %rbp
        jnz     next_block

        movl    %r8d, %eax
        andl    $BITS26, %eax
        movl    %eax, X_H(%rdi)
        movq    %r8, %rax
        shrq    $26, %rax
        andl    $BITS26, %eax
        movl    %eax, X_H+4(%rdi)
        shrdq   $52, %r9, %r8
        andl    $BITS26, %r8d
        movl    %r8d, X_H+8(%rdi)
        movq    %r9, %rax
        shrq    $14, %rax
        andl    $BITS26, %eax
        movl    %eax, X_H+12(%rdi)
        shrdq   $40, %r10, %r9          /* some more than 26 bits */
        movl    %r9d, X_H+16(%rdi)
        xorl    %eax, %eax              /* nothing of the key stays here */
        xorl    %edx, %edx
        xorl    %r8d, %r8d
        xorl    %r9d, %r9d
        xorl    %r10d, %r10d
        xorl    %r11d, %r11d
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r12
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbx
        ret
        .cfi_endproc
        .size   mote_poly1305_blocks, . - mote_poly1305_blocks

#ifdef __linux__
        .section .note.GNU-stack, "", %progbits
#endif
