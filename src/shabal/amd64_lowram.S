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
 * clobbers = "rax rcx rdx rsi rdi flags"
 * stack = 328
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 12, words = 12}
 * state.B = {offset = 60, words = 16}
 * state.C = {offset = 124, words = 16}
 * counter = {offset = 0, words = 2}
 * fill = {offset = 8, start = 64}
 *
 * Registers of the three functions:
 *   %rbx  context             %rbp  frame         %edx  ptr + 64
 *   %rsi  data; C at the end  %rcx  len, counter  %rdi  the next byte of M, end of a block, dst
 * Registers of `block`:
 *   %eax  the last A, then the next one  %rdi  end of M      %ecx  counter
 *   %edx  temporary                      %esi  index         %rbp  place in A
 *   %rbx  end of A, which is B           %rsp  C, twice
 *
 * Shabal for amd64 (GNU as, C preprocessor; System V ABI), with little RAM, 328 bytes of stack,
 * and no instruction in the way of a block that is slow on the processors of one maker.  amd64.S is
 * smaller, with 376 bytes of stack more.
 *
 * Specification: Shabal, Submission to NIST, section 2.3; interface: "mote/shabal.h".
 *
 * Instructions elsewhere that are cheap on the processors of one maker alone:
 * - loop, 4 times a message, in close: a cycle on AMD's processors, five or six on Intel's;
 * - lodsb, for a byte of an incomplete block, stosb, for one of the padding, and stosl, for a word
 *   of the prefix: about a cycle on Intel's, three on AMD's.
 *
 * Why the code is laid out as it is
 *
 * - One frame and one body for the three functions.  Each entry is one instruction that sets flags
 *   (carry: init; sign: close; neither: update); the moves, leas and pushes of the common prologue
 *   leave them alone.  An entry is followed by the opcode byte of "mov eax, imm32" or "mov al,
 *   imm8", which takes the entries behind it for its constant.
 * - init clears the context, writes the two prefix blocks as words into the frame and goes on as
 *   update does with a whole block, and another to come.  W is the number of the next block.
 * - update reads whole blocks where they are, and the others byte by byte into M; what is stored is
 *   ptr + 64, so that the sign of the low byte says when M is full, and the place of the next byte
 *   is one lea.  A block is known by its end, where that byte pointer is when M is full.
 * - The chain of the 48 steps, A[a-1] to A[a], is a rotation, 5 * x, an exclusive or, 3 * x and an
 *   exclusive or; A[a] ^ C[8-i] is made beside it, and so are all words of B and M.
 * - Each new B is stored twice, at B[i] and at B[i+16], so that B[i+6], B[i+9] and B[i+13] need
 *   no index modulo 16.  The second copy lies on C, which has moved to the stack: after the last
 *   step it is the new C, and the exchange of B and C costs nothing.
 * - C stands on the stack twice in a row, so that C[8-i] and C[i+3], C[i+11], C[i+15] need no index
 *   modulo 16 either.
 * - A stays in the context, and its pointer goes back from the end, which is where B begins.
 * - One loop of 16 serves the sums of A and C - M.  It does so for i = 12 to 15 too: these "A" are
 *   the first words of B, which are written later.
 * - One counter serves all 48 steps; its low four bits are 15 - i, for C, and inverted i, for B and
 *   M.
 * - Only the eight old registers are used, with 32 bits where possible: no prefixes.
 * - The rotation by 1 has the encoding with a constant, as the short one, which also sets the
 *   overflow flag, is two operations on Intel's processors.
 */

#if !defined(__x86_64__) || defined(__ILP32__) || defined(_WIN64)
#error "amd64_lowram.S needs amd64 with the System V ABI: -m64"
#endif

        /* The context, from %rbx. */
        .equ    X_W, 0
        .equ    X_PTR, 8                /* ptr + 64 */
        .equ    X_A, 12
        .equ    X_B, 60                 /* A ends where B begins, and B where C does */
        .equ    X_C, 124                /* during a block the second B */
        .equ    X_M, 188
        .equ    X_OUT, 252              /* digest size in bits */
        .equ    X_WORDS, 64

        .text

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 *      %rdi = cc, %rsi = data, %rdx = len
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 *      %rdi = cc, %esi = ub, %edx = n, %rcx = dst
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 *      %rdi = cc, %esi = out_size
 *
 * Changed: %rax, %rcx, %rdx, %rsi, %rdi and the flags.  Direction clear on entry, as the ABI says.
 * Stack below the caller's frame, return address included: 328 bytes.
 */
        .globl  mote_shabal
        .type   mote_shabal, @function
mote_shabal:
        .cfi_startproc
        xorl    %eax, %eax              /* carry 0, sign 0 */
        .byte   0xb8                    /* movl $..., %eax: skips 4 bytes */
        .globl  mote_shabal_close
        .type   mote_shabal_close, @function
mote_shabal_close:
        orb     $-1, %al                /* carry 0, sign 1 */
        .byte   0xb0                    /* movb $..., %al: skips 1 byte */
        .globl  mote_shabal_init
        .type   mote_shabal_init, @function
mote_shabal_init:
        stc                             /* carry 1 */

        pushq   %rbx
        .cfi_def_cfa_offset 16
        .cfi_offset %rbx, -16
        enter   $128, $0                /* room for the prefix */
        .cfi_def_cfa %rbp, 24
        .cfi_offset %rbp, -24
        pushq   %rcx                    /* dst */
        pushq   %rdx                    /* %rcx = len, %cl = n */
        popq    %rcx
        pushq   %rdi                    /* %rbx = context, for good */
        popq    %rbx
        movl    X_PTR(%rdi), %edx       /* ptr + 64 */
        jnc     fill

        xorl    %eax, %eax              /* init: clear the context */
        pushq   $X_WORDS-1
        popq    %rcx
        rep     stosl
        xchgl   %eax, %esi
        stosl                           /* its last word is out_size */
        decq    X_W(%rbx)               /* W <- -1 */
        pushq   %rsp                    /* the prefix: the lowest 128 bytes of the frame */
        popq    %rdi
0:      stosl                           /* out_size and so on, until the frame is full */
        incl    %eax
        cmpl    %ebp, %edi
        jne     0b
        pushq   %rsp
        popq    %rsi
        movb    $64, %cl                /* bytes to come behind the first block */
whole:
        addq    $64, %rsi               /* a block in place: %rdi = its end */
        pushq   %rsi
        popq    %rdi
go:     call    block
        incq    X_W(%rbx)               /* W <- W + 1; sign 0 */
        pushq   $64                     /* M is empty */
        popq    %rdx
fill:
        leaq    X_M-64(%rbx, %rdx), %rdi        /* the next byte of M */
        jns     update

        xchgl   %eax, %esi              /* close: the n high bits of ub, a bit 1, bits 0: */
        shll    %cl, %eax               /* the n bits to %ah, */
        movb    $0x80, %al
        shrl    %cl, %eax               /* and back with the bit 1 behind them */
0:      stosb
        movb    $0, %al
        incb    %dl
        jns     0b
        pushq   $4                      /* the last block and 3 final rounds */
        popq    %rcx
0:      call    block
        loop    0b
        leaq    X_M-X_OUT(%rdi), %rsi   /* %rdi = end of M = X_OUT, %rsi = end of C */
        movl    (%rdi), %ecx
        shrl    $3, %ecx
        subq    %rcx, %rsi
        popq    %rdi                    /* dst */
        rep     movsb
done:
        movl    %edx, X_PTR(%rbx)       /* nobody reads it after close */
        .cfi_remember_state
        leave
        .cfi_def_cfa %rsp, 16
        .cfi_restore %rbp
        popq    %rbx
        .cfi_def_cfa_offset 8
        .cfi_restore %rbx
        ret
        .cfi_restore_state

update:
        cmpl    $64, %edx               /* M is empty and a whole block is there: in place */
        jne     0f
        subq    %rdx, %rcx
        jae     whole
        addq    %rdx, %rcx
0:      jrcxz   done                    /* else byte by byte into M */
        decq    %rcx
        lodsb
        movb    %al, (%rdi)
        incq    %rdi
        incb    %dl
        jns     0b
        jmp     go
        .cfi_endproc
        .size   mote_shabal_init, . - mote_shabal_init
        .size   mote_shabal_close, . - mote_shabal_close
        .size   mote_shabal, . - mote_shabal

/*
 * One message round, W not incremented.  %rbx = context, %rdi = end of the block.  %rax and %rdx
 * changed, all others preserved; 160 bytes of stack and the return address.
 */
block:
        .cfi_startproc
        pushq   %rsi
        .cfi_def_cfa_offset 16
        .cfi_offset %rsi, -16
        pushq   %rcx
        .cfi_def_cfa_offset 24
        .cfi_offset %rcx, -24
        pushq   %rbp
        .cfi_def_cfa_offset 32
        .cfi_offset %rbp, -32
        addq    $-128, %rsp             /* C, twice; 128 would be 3 bytes more */
        .cfi_def_cfa_offset 160
        movq    X_W(%rbx), %rax         /* A[0], A[1] <- A[0] ^ Wlow, A[1] ^ Whigh */
        xorq    %rax, X_A(%rbx)
        addq    $X_B, %rbx
        pushq   $15
        .cfi_adjust_cfa_offset 8
        popq    %rcx
        .cfi_adjust_cfa_offset -8
1:      movl    X_C-X_B(%rbx, %rcx, 4), %eax    /* C[i] to the stack, twice */
        movl    %eax, (%rsp, %rcx, 4)
        movl    %eax, 64(%rsp, %rcx, 4)
        movl    -64(%rdi, %rcx, 4), %eax        /* B[i] <- (B[i] + M[i]) <<< 17 */
        addl    (%rbx, %rcx, 4), %eax
        roll    $17, %eax
        movl    %eax, (%rbx, %rcx, 4)
        decl    %ecx
        jns     1b

        movl    X_A+44-X_B(%rbx), %eax  /* A[11] */
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        addl    $48, %ecx               /* 48 steps */
2:      cmpl    %ebx, %ebp
        jne     4f
        subq    $48, %rbp               /* a = 12: back to 0 */
4:      roll    $15, %eax               /* V = 5 * (A[a-1] <<< 15) */
        leal    (%rax, %rax, 4), %eax
        movl    %ecx, %esi
        andl    $15, %esi               /* 15 - i */
        movl    36(%rsp, %rsi, 4), %edx /* U = 3 * (V ^ A[a] ^ C[8-i]): C[9 + (15 - i)] */
        xorl    (%rbp), %edx
        xorl    %edx, %eax
        leal    (%rax, %rax, 2), %eax
        xorl    $15, %esi               /* i */
        movl    24(%rbx, %rsi, 4), %edx /* ~B[i+6] */
        notl    %edx
        andl    36(%rbx, %rsi, 4), %edx /* & B[i+9] */
        xorl    -64(%rdi, %rsi, 4), %edx        /* ^ M[i] */
        xorl    52(%rbx, %rsi, 4), %edx /* ^ B[i+13] */
        xorl    %edx, %eax              /* A[a] <- U ^ all that */
        movl    %eax, (%rbp)
        addq    $4, %rbp
        movl    (%rbx, %rsi, 4), %edx   /* B[i] <- ~((B[i] <<< 1) ^ A[a]) */
        .byte   0xc1, 0xc2, 1           /* roll $1, %edx */
        notl    %edx
        xorl    %eax, %edx
        movl    %edx, (%rbx, %rsi, 4)
        movl    %edx, X_C-X_B(%rbx, %rsi, 4)
        decl    %ecx
        jns     2b

        addl    $16, %ecx               /* i = 15 down to 0 */
3:      movl    (%rsp, %rcx, 4), %eax   /* B[i] <- C[i] - M[i] */
        subl    -64(%rdi, %rcx, 4), %eax
        movl    %eax, (%rbx, %rcx, 4)
        movl    12(%rsp, %rcx, 4), %eax /* A[i] <- A[i] + C[i+3] + C[i+11] + C[i+15] */
        addl    44(%rsp, %rcx, 4), %eax
        addl    60(%rsp, %rcx, 4), %eax
        addl    %eax, X_A-X_B(%rbx, %rcx, 4)
        decl    %ecx
        jns     3b
        subq    $X_B, %rbx
        subq    $-128, %rsp
        .cfi_def_cfa_offset 32
        popq    %rbp
        .cfi_def_cfa_offset 24
        .cfi_restore %rbp
        popq    %rcx
        .cfi_def_cfa_offset 16
        .cfi_restore %rcx
        popq    %rsi
        .cfi_def_cfa_offset 8
        .cfi_restore %rsi
        ret
        .cfi_endproc
        .size   block, . - block

        .section .note.GNU-stack, "", @progbits
