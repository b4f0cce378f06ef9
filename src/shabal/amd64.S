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
 * stack = 704
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 4, words = 12}
 * state.B = {offset = 188, words = 16}
 * state.C = {offset = 124, words = 16}
 * counter = {offset = 52, words = 2}
 * fill = {offset = 0, start = 64}
 *
 * Registers of the three functions:
 *   %rbx  end of A in the context      %rbp  frame         %edx  ptr + 64
 *   %rsi  data; C at the end           %rcx  len, counter  %rdi  the next byte of M, dst
 * Registers of `block`:
 *   %eax  the last A, then the next one  %rsi  M, then C     %rcx  counter
 *   %edx  temporary                      %rdi  A             %rsp  the last B
 *   %rbx  end of A in the context      %rbp  the stack as it was
 *
 * Shabal for amd64 (GNU as, C preprocessor; System V ABI), written for size.
 *
 * Specification: Shabal, Submission to NIST, section 2.3; interface: "mote/shabal.h".
 *
 * Why the code is laid out as it is
 *
 * - One frame and one body for the three functions.  Each entry is one instruction that sets flags
 *   (carry: init; sign: close; neither: update); the moves, leas and pushes of the common prologue
 *   leave them alone.  An entry is followed by the opcode byte of "mov eax, imm32" or "mov al,
 *   imm8", which takes the entries behind it for its constant.
 * - init clears the context, writes the two prefix blocks as words into the frame and goes on as
 *   update, which reads them like a message.  W is the number of the next block.
 * - update moves one byte at a time; what is stored is ptr + 64, so that the sign of the low byte
 *   says when M is full, and the place of the next byte is one lea.
 * - The successive B are pushed, 8 bytes each: B[i] of 15 steps ago is at 120(%rsp), there is no
 *   index modulo 16, and the last 16 are popped into C (the swap).
 * - While B is on the stack, its place in the context holds a second C.  C and the copy are
 *   adjacent, so that C[8-i] and C[j+3], C[j+11], C[j+15] need no index modulo 16 either.  The copy
 *   is C itself for B <- C - M at the end.
 * - %rbx points at the end of A, which is where W begins: one register is the base of the context,
 *   the mark at which the pointer into A goes back, the source of W and M, and the sign that all 48
 *   steps are done (after 16 and 32 of them the pointer into A stands elsewhere).  Pointers into
 *   the context are compared by their low halves, which saves a prefix.
 * - M is reached upwards by %rsi, C downwards by the loop counter %rcx.
 * - Only the eight old registers are used, with 32 bits where possible: no prefixes.
 */

#if !defined(__x86_64__) || defined(__ILP32__) || defined(_WIN64)
#error "amd64.S needs amd64 with the System V ABI: -m64"
#endif

        /* The context, from %rbx. */
        .equ    X_PTR, -52              /* ptr + 64 */
        .equ    X_A, -48
        .equ    X_W, 0
        .equ    X_M, 8
        .equ    X_C, 72
        .equ    X_B, 136                /* between blocks; during a block the second C */
        .equ    X_OUT, 200              /* digest size in bits */
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
 * Stack below the caller's frame, return address included: 704 bytes.
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
        leaq    -X_PTR(%rdi), %rbx      /* %rbx = end of A, for good */
        movl    (%rdi), %edx            /* ptr + 64 */
        jc      init
fill:
        leaq    X_M-64(%rbx, %rdx), %rdi        /* the next byte of M */
        js      close
0:      jrcxz   done
        decq    %rcx
        movsb
        incb    %dl
        jns     0b
        call    block
        incq    X_W(%rbx)               /* W <- W + 1; sign 0 */
restart:
        pushq   $64                     /* M is empty */
        popq    %rdx
        jmp     fill
done:
        movl    %edx, X_PTR(%rbx)
exit:
        .cfi_remember_state
        leave
        .cfi_def_cfa %rsp, 16
        .cfi_restore %rbp
        popq    %rbx
        .cfi_def_cfa_offset 8
        .cfi_restore %rbx
        ret
        .cfi_restore_state

close:
        xchgl   %eax, %esi              /* the n high bits of ub, a bit 1, bits 0: */
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
        leaq    X_B-48(%rdi), %rsi      /* the end of C; block leaves %rdi = end of A + 48 */
        movl    X_OUT-X_B(%rsi), %ecx
        shrl    $3, %ecx
        subq    %rcx, %rsi
        popq    %rdi                    /* dst */
        rep     movsb
        jmp     exit

init:
        xorl    %eax, %eax
        pushq   $X_WORDS-1
        popq    %rcx
        rep     stosl
        xchgl   %eax, %esi
        stosl                           /* the last word of the context is out_size */
        decq    X_W(%rbx)               /* W <- -1 */
        pushq   %rsp                    /* %rdi = the lowest 128 bytes of the frame */
        popq    %rdi
        movb    $32, %cl
0:      stosl                           /* out_size to out_size + 31 */
        incl    %eax                    /* sign 0 */
        loop    0b
        pushq   %rsp
        popq    %rsi
        movb    $128, %cl
        jmp     restart
        .cfi_endproc
        .size   mote_shabal_init, . - mote_shabal_init
        .size   mote_shabal_close, . - mote_shabal_close
        .size   mote_shabal, . - mote_shabal

/*
 * One message round, W not incremented.  %rbx = context.  %rsi, %rcx, %rbp preserved, %rax and %rdx
 * changed, %rdi = end of A + 48; 536 bytes of stack and the return address.
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
        pushq   %rsp
        .cfi_def_cfa_offset 40
        popq    %rbp
        .cfi_def_cfa %rbp, 32
        pushq   %rbx
        popq    %rsi
        pushq   %rbx
        popq    %rdi
        lodsq                           /* A[0], A[1] <- A[0] ^ Wlow, A[1] ^ Whigh; %rsi = M */
        xorq    %rax, X_A(%rdi)
        pushq   $16
        popq    %rcx
1:      lodsl                           /* push (B[i] + M[i]) <<< 17; second C[i] <- C[i] */
        addl    X_B-X_M-4(%rsi), %eax
        movl    X_C-X_M-4(%rsi), %edx
        movl    %edx, X_B-X_M-4(%rsi)
        roll    $17, %eax
        pushq   %rax
        loop    1b

        movl    -4(%rdi), %eax          /* A[11] */
2:      movb    $16, %cl                /* 16 steps; %rcx = 16 - i */
        subq    $64, %rsi
3:      cmpl    %ebx, %edi              /* A[a], a = 0 after 11 */
        jne     4f
        subq    $48, %rdi
4:      roll    $15, %eax               /* V = 5 * (A[a-1] <<< 15) */
        leal    (%rax, %rax, 4), %eax
        xorl    (%rdi), %eax            /* U = 3 * (A[a] ^ V ^ C[8-i]) */
        xorl    X_C+32(%rbx, %rcx, 4), %eax
        leal    (%rax, %rax, 2), %eax
        movl    72(%rsp), %edx          /* ~B[i+6] */
        notl    %edx
        andl    48(%rsp), %edx          /* & B[i+9] */
        xorl    16(%rsp), %edx          /* ^ B[i+13] */
        xorl    (%rsi), %edx            /* ^ M[i] */
        addq    $4, %rsi
        xorl    %edx, %eax              /* A[a] <- U ^ all that */
        stosl
        movl    120(%rsp), %edx         /* B[i] <- ~((B[i] <<< 1) ^ A[a]) */
        roll    %edx
        notl    %edx
        xorl    %eax, %edx
        pushq   %rdx
        loop    3b
        cmpl    %ebx, %edi
        jne     2b

        movb    $12, %cl                /* A[j] <- A[j] + C[j+3] + C[j+11] + C[j+15] */
5:      lodsl                           /* only for the step: %rsi = C + 4 * (j + 1) */
        movl    8(%rsi), %eax
        addl    40(%rsi), %eax
        addl    56(%rsi), %eax
        addl    %eax, X_A(%rdi)
        scasl                           /* only for the step: %rdi = end of A + 4 * (j + 1) */
        loop    5b

        movb    $16, %cl                /* downwards from i = 15, with %rsi = C + 48: */
6:      popq    %rax                    /* C[i] <- B[i] */
        movl    %eax, -52(%rsi, %rcx, 4)
        movl    X_M-X_C-52(%rsi, %rcx, 4), %eax
        subl    %eax, X_B-X_C-52(%rsi, %rcx, 4) /* B[i] <- C[i] - M[i] */
        loop    6b
        leave
        .cfi_def_cfa %rsp, 24
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
