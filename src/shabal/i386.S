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
 * clobbers = "eax flags"
 * stack = 456
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 4, words = 12}
 * state.B = {offset = 188, words = 16}
 * state.C = {offset = 124, words = 16}
 * counter = {offset = 52, words = 2}
 * fill = {offset = 0, start = -64}
 *
 * Registers of the three functions:
 *   %ebx  end of A in the context      %ebp  frame         %edx  ptr - 64
 *   %esi  data; C at the end           %ecx  len, counter  %edi  the next byte of M, dst
 * Registers of `block`:
 *   %eax  the last A, then the next one  %esi  M, then C     %ecx  counter
 *   %edx  temporary                      %edi  A             %esp  the last B
 *   %ebx  end of A in the context      %ebp  the stack as it was
 *
 * Shabal for the 80386 (GNU as, C preprocessor; System V ABI), written for size.
 *
 * Specification: Shabal, Submission to NIST, section 2.3; interface: "mote/shabal.h".
 *
 * Why the code is laid out as it is
 *
 * - One frame and one body for the three functions.  Each entry is one instruction that sets flags
 *   (carry: init; sign: close; neither: update); the moves, leas and pushes of the common prologue
 *   leave them alone.  An entry is followed by the opcode byte of "mov eax, imm32" or "mov al,
 *   imm8", which takes the entries behind it for its constant.
 * - init clears the context, pushes the two prefix blocks as words and falls into update, which
 *   reads them like a message.  Number of blocks: W is one ahead, the number of the next block.
 * - update moves one byte at a time; what is stored is ptr - 64, so that the increment says when M
 *   is full, and the place of the next byte is one lea.
 * - The successive B are pushed: B[i] of 15 steps ago is at 60(%esp), each is 4 bytes from the
 *   next, there is no index modulo 16, and the last 16 are popped into C (the swap).
 * - While B is on the stack, its place in the context holds a second C.  C and the copy are
 *   adjacent, so that C[8-i] and C[j+3], C[j+11], C[j+15] need no index modulo 16 either.  The copy
 *   is C itself for B <- C - M at the end.
 * - %ebx points at the end of A, which is where W begins: one register is the base of the context,
 *   the mark at which the pointer into A goes back, the source of W and M, and the sign that all 48
 *   steps are done (after 16 and 32 of them the pointer into A stands elsewhere).
 * - M is reached upwards by %esi, C downwards by the loop counter %ecx.
 */

#if !defined(__i386__)
#error "i386.S needs an 80386 or later in 32-bit mode: -m32"
#endif

        /* The context, from %ebx. */
        .equ    X_LEFT, -52             /* ptr - 64 */
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
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 *
 * Arguments on the stack; every general register but %eax is preserved.  Flags: arbitrary, direction
 * clear on entry as the ABI says.  Stack below the caller's frame, return address included: 328
 * bytes (update, close), 456 bytes (init).
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

        pushal
        .cfi_def_cfa_offset 36
        .cfi_offset %ecx, -12
        .cfi_offset %edx, -16
        .cfi_offset %ebx, -20
        .cfi_offset %ebp, -28
        .cfi_offset %esi, -32
        .cfi_offset %edi, -36
        movl    %esp, %ebp              /* %ebp = frame */
        .cfi_def_cfa_register %ebp
        movl    36(%ebp), %edi          /* cc */
        leal    -X_LEFT(%edi), %ebx     /* %ebx = end of A, for good */
        movl    40(%ebp), %esi          /* data, ub, out_size */
        movl    44(%ebp), %ecx          /* len, n */
        movl    (%edi), %edx            /* ptr - 64 */
        jc      init
fill:
        leal    X_C(%ebx, %edx), %edi   /* the next byte of M */
        js      close
0:      jecxz   done
        decl    %ecx
        movsb
        incl    %edx
        jnz     0b
        call    block
        stc                             /* W <- W + 1; %edx is 0 */
        adcl    %edx, X_W(%ebx)
        adcl    %edx, X_W+4(%ebx)       /* sign 0 */
restart:
        pushl   $-64                    /* M is empty */
        popl    %edx
        jmp     fill
done:
        movl    %edx, X_LEFT(%ebx)
exit:
        .cfi_remember_state
        movl    %ebp, %esp
        .cfi_def_cfa_register %esp
        popal
        .cfi_def_cfa_offset 4
        .cfi_restore %ecx
        .cfi_restore %edx
        .cfi_restore %ebx
        .cfi_restore %ebp
        .cfi_restore %esi
        .cfi_restore %edi
        ret
        .cfi_restore_state

close:
        xchgl   %eax, %esi              /* the n high bits of ub, a bit 1, bits 0: */
        shll    %cl, %eax               /* the n bits to %ah, */
        movb    $0x80, %al
        shrl    %cl, %eax               /* and back with the bit 1 behind them */
0:      stosb
        movb    $0, %al
        incl    %edx
        jnz     0b
        movb    $4, %cl                 /* the last block and 3 final rounds; n was below 8 */
0:      call    block
        loop    0b
        leal    64(%edi), %esi          /* the end of C; %edi = end of M */
        movl    X_OUT-X_B(%esi), %ecx
        shrl    $3, %ecx
        subl    %ecx, %esi
        movl    48(%ebp), %edi          /* dst */
        rep     movsb
        jmp     exit

init:
        xorl    %eax, %eax
        pushl   $X_WORDS-1
        popl    %ecx
        rep     stosl
        xchgl   %eax, %esi
        stosl                           /* the last word of the context is out_size */
        decl    X_W(%ebx)               /* W <- -1 */
        decl    X_W+4(%ebx)
        addl    $31, %eax
        movb    $32, %cl
0:      pushl   %eax                    /* out_size + 31 down to out_size */
        decl    %eax                    /* sign 0 */
        loop    0b
        movl    %esp, %esi
        movb    $128, %cl
        jmp     restart
        .cfi_endproc
        .size   mote_shabal_init, . - mote_shabal_init
        .size   mote_shabal_close, . - mote_shabal_close
        .size   mote_shabal, . - mote_shabal

/*
 * One message round, W not incremented.  %ebx = context.  Every register is preserved; 288 bytes of
 * stack and the return address.
 */
block:
        .cfi_startproc
        pushal
        .cfi_def_cfa_offset 36
        .cfi_offset %eax, -8
        .cfi_offset %ecx, -12
        .cfi_offset %edx, -16
        .cfi_offset %ebx, -20
        .cfi_offset %ebp, -28
        .cfi_offset %esi, -32
        .cfi_offset %edi, -36
        movl    %esp, %ebp
        .cfi_def_cfa_register %ebp
        movl    %ebx, %esi
        movl    %ebx, %edi
        lodsl                           /* A[0] <- A[0] ^ Wlow */
        xorl    %eax, X_A(%edi)
        lodsl                           /* A[1] <- A[1] ^ Whigh; %esi = M */
        xorl    %eax, X_A+4(%edi)
        pushl   $16
        popl    %ecx
1:      lodsl                           /* push (B[i] + M[i]) <<< 17; second C[i] <- C[i] */
        addl    X_B-X_M-4(%esi), %eax
        movl    X_C-X_M-4(%esi), %edx
        movl    %edx, X_B-X_M-4(%esi)
        roll    $17, %eax
        pushl   %eax
        loop    1b

        movl    -4(%edi), %eax          /* A[11] */
2:      movb    $16, %cl                /* 16 steps; %ecx = 16 - i */
        subl    $64, %esi
3:      cmpl    %ebx, %edi              /* A[a], a = 0 after 11 */
        jne     4f
        subl    $48, %edi
4:      roll    $15, %eax               /* V = 5 * (A[a-1] <<< 15) */
        leal    (%eax, %eax, 4), %eax
        xorl    (%edi), %eax            /* U = 3 * (A[a] ^ V ^ C[8-i]) */
        xorl    X_C+32(%ebx, %ecx, 4), %eax
        leal    (%eax, %eax, 2), %eax
        movl    36(%esp), %edx          /* ~B[i+6] */
        notl    %edx
        andl    24(%esp), %edx          /* & B[i+9] */
        xorl    8(%esp), %edx           /* ^ B[i+13] */
        xorl    (%esi), %edx            /* ^ M[i] */
        addl    $4, %esi
        xorl    %edx, %eax              /* A[a] <- U ^ all that */
        stosl
        movl    60(%esp), %edx          /* B[i] <- ~((B[i] <<< 1) ^ A[a]) */
        roll    %edx
        notl    %edx
        xorl    %eax, %edx
        pushl   %edx
        loop    3b
        cmpl    %ebx, %edi
        jne     2b

        movb    $12, %cl                /* A[j] <- A[j] + C[j+3] + C[j+11] + C[j+15] */
5:      lodsl                           /* only for the step: %esi = C + 4 * (j + 1) */
        movl    8(%esi), %eax
        addl    40(%esi), %eax
        addl    56(%esi), %eax
        addl    %eax, X_A(%edi)
        scasl                           /* only for the step: %edi = end of A + 4 * (j + 1) */
        loop    5b

        movb    $16, %cl                /* downwards from i = 15, with %esi = C + 48: */
6:      popl    -52(%esi, %ecx, 4)      /* C[i] <- B[i] */
        movl    X_M-X_C-52(%esi, %ecx, 4), %eax
        subl    %eax, X_B-X_C-52(%esi, %ecx, 4) /* B[i] <- C[i] - M[i] */
        loop    6b
        movl    %ebp, %esp
        .cfi_def_cfa_register %esp
        popal
        .cfi_def_cfa_offset 4
        .cfi_restore %eax
        .cfi_restore %ecx
        .cfi_restore %edx
        .cfi_restore %ebx
        .cfi_restore %ebp
        .cfi_restore %esi
        .cfi_restore %edi
        ret
        .cfi_endproc
        .size   block, . - block

        .section .note.GNU-stack, "", @progbits
