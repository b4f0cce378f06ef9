/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "Shabal, submission of 28 October 2008, section 2.3"
 * functions = [
 *   "mote_shabal_init(cc, out_size)",
 *   "mote_shabal(cc, data, len)",
 *   "mote_shabal_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 256, data = "len"}
 * writes = {cc = 256, dst = "out_size / 8"}
 * clobbers = "rax rcx rdx rsi rdi r8-r11 xmm0-xmm4 flags"
 * stack = 728
 * constant_time = true
 * calls = []
 * block = "message_round"
 * state.A = {offset = 16, words = 12}
 * state.B = {offset = 128, words = 16}
 * state.C = {offset = 64, words = 16}
 * counter = {offset = 8, words = 2}
 * fill = {offset = 0}
 *
 * Registers of the three functions:
 *   %rdi  context, for a while in %r8   %r10  bytes to come   %r11  data, dst   %rsi, %rcx  a copy
 * Registers of `message_round`:
 *   %rdi  context       %rsi  blocks     %eax  the last A, then the next one, from block to block
 *   %rbx  the array of B                 %rbp  the array of A           %ecx, %edx  temporary
 *   %r10  bytes to come, less 64         %r9   turns                    %xmm0 to %xmm4  four words
 *
 * Shabal for amd64 (GNU as, C preprocessor; System V ABI), written for speed.
 *
 * Specification: Shabal, Submission to NIST, section 2.3; interface: "mote/shabal.h".
 *
 * Instructions that are cheap on the processors of one maker alone, none of them in the way of a
 * block: stosl, for a word of the prefix, and stosb, once in close: about a cycle on Intel's, three
 * on AMD's.
 *
 * Why the code is laid out as it is
 *
 * - The chain of the 48 steps, A[a-1] to A[a], is a rotation, 5 * x, an exclusive or, 3 * x and an
 *   exclusive or: 5 cycles where a scaled lea takes one.  It stays in %eax.  Everything else of a
 *   step is gathered in other registers (A[a] ^ C[8-i] in %ecx, the words of B and M in %edx), and
 *   B[i+13], the youngest, comes last, so that the chain never waits.
 * - The successive words of A and B are kept in arrays on the stack, 60 and 64 words.  A turn of 16
 *   steps moves both pointers by 16 words; all indices are constants, and one turn, run three
 *   times, is the whole permutation.  48 steps in a row are no faster.
 * - What is not a chain is done by SSE2 (part of amd64), 4 words at once: B + M and its rotation,
 *   the next B = C - M, and the sums of C that A gets in the end, all before the steps.
 * - Between blocks A stays on the stack, the last word in %eax, so that the chain of the next block
 *   starts at once.
 * - Whole blocks are read in place; only the beginning of a block is copied.
 * - Digests of 256 bits begin with a table: the prefix is two of the seven blocks of a short message.
 */

#if !defined(__x86_64__) || defined(__ILP32__) || defined(_WIN64)
#error "amd64_fast.S needs amd64 with the System V ABI: -m64"
#endif

#undef MOTE_SHABAL_INITIAL_VALUE
#define MOTE_SHABAL_INITIAL_VALUE 256
#include "shabal/initial_value.inc"

        /* The context, from its start. */
        .equ    X_PTR, 0                /* bytes waiting in M */
        .equ    X_OUT, 4                /* digest size in bits */
        .equ    X_W, 8                  /* number of the next block */
        .equ    X_A, 16
        .equ    X_C, 64
        .equ    X_B, 128
        .equ    X_M, 192
        .equ    X_WORDS, 64

        /* The frame of message_round. */
        .equ    F_S, 0                  /* sums of C, 12 words */
        .equ    F_A, 48                 /* 60 words */
        .equ    F_B, 288                /* 64 words */
        .equ    F_BYTES, 552            /* and 8 to align it */

        .text

/*
 * Message rounds for the blocks at %rsi: as many as %r10 holds whole times 64, and one more.  W is
 * incremented after each.  %rdi = context.
 *
 * %rsi: behind the last block; %r10: below 0 (the rest less 64).  Changed: %rax, %rbx, %rcx, %rdx,
 * %rbp, %r9, %xmm0 to %xmm4.  552 bytes of stack and the return address.
 */
        .type   message_round, @function
message_round:
        .cfi_startproc
        .cfi_undefined %rbx
        .cfi_undefined %rbp
        subq    $F_BYTES, %rsp
        .cfi_def_cfa_offset F_BYTES + 8
        movdqu  X_A(%rdi), %xmm0
        movdqu  X_A+16(%rdi), %xmm1
        movdqu  X_A+32(%rdi), %xmm2
        movdqu  %xmm0, F_A(%rsp)
        movdqu  %xmm1, F_A+16(%rsp)
        movdqu  %xmm2, F_A+32(%rsp)
        movl    X_A+44(%rdi), %eax
1:      movl    X_W(%rdi), %ecx         /* A[0] <- A[0] ^ Wlow */
        movl    X_W+4(%rdi), %edx       /* A[1] <- A[1] ^ Whigh */
        xorl    %ecx, F_A(%rsp)
        xorl    %edx, F_A+4(%rsp)
        incq    X_W(%rdi)
        movq    $-64, %rcx              /* the array of B begins with (B + M) <<< 17; B <- C - M */
3:      movdqu  64(%rsi, %rcx), %xmm0
        movdqu  X_B+64(%rdi, %rcx), %xmm1
        movdqu  X_C+64(%rdi, %rcx), %xmm2
        paddd   %xmm0, %xmm1
        psubd   %xmm0, %xmm2
        movdqa  %xmm1, %xmm0
        movdqu  %xmm2, X_B+64(%rdi, %rcx)
        psrld   $15, %xmm0
        pslld   $17, %xmm1
        por     %xmm0, %xmm1
        movdqu  %xmm1, F_B+64(%rsp, %rcx)
        addq    $16, %rcx
        jnz     3b
        movdqu  X_C+12(%rdi), %xmm0     /* C[3..6] */
        movdqu  X_C+28(%rdi), %xmm1     /* C[7..10] */
        movdqu  X_C+44(%rdi), %xmm2     /* C[11..14] */
        movdqu  X_C+48(%rdi), %xmm3     /* C[15], C[0..2] */
        movdqu  X_C(%rdi), %xmm4
        psrldq  $12, %xmm3
        pslldq  $4, %xmm4
        por     %xmm4, %xmm3
        movdqa  %xmm0, %xmm4            /* S[j] = C[j+3] + C[j+11] + C[j+15] */
        paddd   %xmm2, %xmm0
        paddd   %xmm1, %xmm2
        paddd   %xmm3, %xmm1
        paddd   %xmm0, %xmm3
        paddd   %xmm4, %xmm1
        paddd   %xmm4, %xmm2
        movdqu  %xmm3, F_S(%rsp)
        movdqu  %xmm1, F_S+16(%rsp)
        movdqu  %xmm2, F_S+32(%rsp)

        leaq    F_B+64(%rsp), %rbx      /* the array of B, 16 words on */
        leaq    F_A+64(%rsp), %rbp      /* the array of A, 16 words on */
        movl    $3, %r9d
2:
        .irp    i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        roll    $15, %eax               /* V = 5 * (A[a-1] <<< 15) */
        movl    4*\i-64(%rbp), %ecx     /* A[a] ^ C[8-i] */
        leal    (%rax, %rax, 4), %eax
        xorl    X_C+4*((8-\i)&15)(%rdi), %ecx
        movl    4*\i-40(%rbx), %edx     /* ~B[i+6] */
        xorl    %ecx, %eax              /* U = 3 * (V ^ A[a] ^ C[8-i]) */
        movl    4*\i-64(%rbx), %ecx     /* ~(B[i] <<< 1) */
        notl    %edx
        leal    (%rax, %rax, 2), %eax
        andl    4*\i-28(%rbx), %edx     /* & B[i+9] */
        roll    %ecx
        xorl    4*\i(%rsi), %edx        /* ^ M[i] */
        notl    %ecx
        xorl    4*\i-12(%rbx), %edx     /* ^ B[i+13] */
        xorl    %edx, %eax              /* A[a] <- U ^ all that */
        xorl    %eax, %ecx              /* B[i] <- ~(B[i] <<< 1) ^ A[a] */
        movl    %eax, 4*\i-16(%rbp)
        movl    %ecx, 4*\i(%rbx)
        .endr
        addq    $64, %rbx
        addq    $64, %rbp
        decl    %r9d
        jnz     2b

        addl    F_S+44(%rsp), %eax
        .irp    v, 0, 16, 32            /* A <- A + S; A[11] is in %eax too */
        movdqu  F_S+\v(%rsp), %xmm0
        movdqu  \v-64(%rbp), %xmm1
        paddd   %xmm1, %xmm0
        movdqu  %xmm0, F_A+\v(%rsp)
        .endr
        .irp    v, 0, 16, 32, 48        /* C <- B */
        movdqu  \v-64(%rbx), %xmm0
        movdqu  %xmm0, X_C+\v(%rdi)
        .endr
        addq    $64, %rsi
        subq    $64, %r10
        jae     1b
        movdqu  F_A(%rsp), %xmm0
        movdqu  F_A+16(%rsp), %xmm1
        movdqu  F_A+32(%rsp), %xmm2
        movdqu  %xmm0, X_A(%rdi)
        movdqu  %xmm1, X_A+16(%rdi)
        movdqu  %xmm2, X_A+32(%rdi)
        addq    $F_BYTES, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   message_round, . - message_round

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 *      %rdi = cc, %rsi = data, %rdx = len; 584 bytes of stack, return addresses included.
 *
 * Changed: %rax, %rcx, %rdx, %rsi, %rdi, %r8 to %r11, %xmm0 to %xmm4 and the flags.
 */
        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        .cfi_startproc
        pushq   %rbx
        .cfi_def_cfa_offset 16
        .cfi_offset %rbx, -16
        pushq   %rbp
        .cfi_def_cfa_offset 24
        .cfi_offset %rbp, -24
        movq    %rdx, %r10              /* bytes to come */
        movl    X_PTR(%rdi), %eax
        testl   %eax, %eax
        jz      2f
1:      movl    $64, %ecx               /* %rcx = bytes to copy */
        subl    %eax, %ecx
        cmpq    %r10, %rcx
        cmovaq  %r10, %rcx
        subq    %rcx, %r10
        leaq    X_M(%rdi, %rax), %rdx   /* to here */
        addl    %ecx, %eax
        movq    %rdi, %r8
        movq    %rdx, %rdi
        rep     movsb
        movq    %r8, %rdi
        movl    %eax, X_PTR(%rdi)
        cmpl    $64, %eax
        jne     4f
        movl    %ecx, X_PTR(%rdi)       /* 0 */
        movq    %rsi, %r11
        movq    %r10, %r8
        leaq    X_M(%rdi), %rsi
        xorl    %r10d, %r10d
        call    message_round
        movq    %r11, %rsi
        movq    %r8, %r10
2:      subq    $64, %r10               /* whole blocks in place */
        jb      3f
        call    message_round
3:      xorl    %eax, %eax
        addq    $64, %r10               /* 0 to 63 */
        jnz     1b
4:      popq    %rbp
        .cfi_def_cfa_offset 16
        .cfi_restore %rbp
        popq    %rbx
        .cfi_def_cfa_offset 8
        .cfi_restore %rbx
        ret
        .cfi_endproc
        .size   mote_shabal, . - mote_shabal

/*
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 *      %rdi = cc, %esi = ub, %edx = n, %rcx = dst; stack and changed registers as above.
 */
        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        .cfi_startproc
        pushq   %rbx
        .cfi_def_cfa_offset 16
        .cfi_offset %rbx, -16
        pushq   %rbp
        .cfi_def_cfa_offset 24
        .cfi_offset %rbp, -24
        movq    %rcx, %r11              /* dst */
        movl    %edx, %ecx
        movl    %esi, %eax              /* the n high bits of ub, a bit 1, bits 0: */
        shll    %cl, %eax               /* the n bits to %ah, */
        movb    $0x80, %al
        shrl    %cl, %eax               /* and back with the bit 1 behind them */
        movl    X_PTR(%rdi), %ecx
        movq    %rdi, %r8
        leaq    X_M(%rdi, %rcx), %rdi
        xorl    $63, %ecx               /* 63 - ptr */
        stosb
        xorl    %eax, %eax
        rep     stosb
        movq    %r8, %rdi
        movl    $4, %r8d                /* the last block and 3 final rounds */
1:      leaq    X_M(%rdi), %rsi
        xorl    %r10d, %r10d
        call    message_round
        decq    X_W(%rdi)
        decl    %r8d
        jnz     1b
        movl    X_OUT(%rdi), %ecx
        leaq    X_B(%rdi), %rsi         /* the end of C */
        movq    %r11, %rdi
        shrl    $3, %ecx
        subq    %rcx, %rsi
        rep     movsb
        popq    %rbp
        .cfi_def_cfa_offset 16
        .cfi_restore %rbp
        popq    %rbx
        .cfi_def_cfa_offset 8
        .cfi_restore %rbx
        ret
        .cfi_endproc
        .size   mote_shabal_close, . - mote_shabal_close

/*
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 *      %rdi = cc, %esi = out_size; 728 bytes of stack; changed registers as above.
 */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        .cfi_startproc
        cmpl    $256, %esi
        je      2f
        xorl    %eax, %eax
        movq    %rdi, %r8
        movl    $X_WORDS, %ecx
        rep     stosl
        movl    %esi, X_OUT(%r8)
        decq    X_W(%r8)                /* W <- -1 */
        subq    $136, %rsp              /* the two prefix blocks, given to update as a message */
        .cfi_def_cfa_offset 144
        movq    %rsp, %rdi
        movl    $32, %ecx
        movl    %esi, %eax
1:      stosl
        incl    %eax
        decl    %ecx
        jnz     1b
        movq    %r8, %rdi
        movq    %rsp, %rsi
        movl    $128, %edx
        call    mote_shabal
        addq    $136, %rsp
        .cfi_def_cfa_offset 8
        ret
2:      movl    $0, X_PTR(%rdi)         /* the usual size has its state behind the prefix as a table */
        movl    %esi, X_OUT(%rdi)
        movq    $1, X_W(%rdi)
        leaq    behind_prefix(%rip), %rdx
        .irp    v, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160
        movdqu  \v(%rdx), %xmm0
        movdqu  %xmm0, X_A+\v(%rdi)
        .endr
        ret
        .cfi_endproc
        .size   mote_shabal_init, . - mote_shabal_init

        /* A, C and B, as the context has them */
        .balign 16
        .type   behind_prefix, @object
behind_prefix:
        .long   INITIAL_A
        .long   INITIAL_C
        .long   INITIAL_B
        .size   behind_prefix, . - behind_prefix
        .section .note.GNU-stack, "", @progbits
