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
 * stack = 500
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 12, words = 12}
 * state.B = {offset = 124, words = 16}
 * state.C = {offset = 60, words = 16}
 * counter = {offset = 0, words = 2}
 * fill = {offset = 8, start = -64}
 *
 * Registers of the three functions:
 *   %ebx  context             %ebp  frame         %edx  ptr - 64
 *   %esi  data; C at the end  %ecx  len, counter  %edi  the next byte of M, end of a block, dst
 * Registers of `block`:
 *   %eax  the last A, then the next one  %edi  end of M      %ecx  counter
 *   %edx  temporary                      %esi  index         %esp  the last B
 *   %ebx  context, 64 bytes on in the steps                  %ebp  the stack as it was
 *
 * Shabal for the 80386 (GNU as, C preprocessor; System V ABI), written for size, with no
 * instruction in the way of a block that is slow on the processors of one maker.  Elsewhere, stosl,
 * once a message, is cheap on Intel's alone: about a cycle, and three on AMD's.
 *
 * Specification: Shabal, Submission to NIST, section 2.3; interface: "mote/shabal.h".
 *
 * Why the code is laid out as it is
 *
 * - One frame and one body for the three functions.  Each entry is one instruction that sets flags
 *   (carry: init; sign: close; neither: update); the moves, leas and pushes of the common prologue
 *   leave them alone.  An entry is followed by the opcode byte of "mov eax, imm32" or "mov al,
 *   imm8", which takes the entries behind it for its constant.
 * - init clears the context, pushes the two prefix blocks as words and goes on as update does with
 *   a whole block, and another to come.  W is the number of the next block.
 * - update reads whole blocks where they are, and the others byte by byte into M; what is stored is
 *   ptr - 64, so that the increment says when M is full, and the place of the next byte is one lea.
 *   A block is known by its end, where that byte pointer is when M is full.
 * - The chain of the 48 steps, A[a-1] to A[a], is a rotation, 5 * x, an exclusive or, 3 * x and an
 *   exclusive or; A[a] ^ C[8-i] is made beside it, and so are all words of B and M.
 * - The successive B are pushed: B[i] of 15 steps ago is at 60(%esp), each is 4 bytes from the
 *   next, there is no index modulo 16, and the last 16 are popped into C (the swap).
 * - The successive A follow at a distance, from 76(%esp) up, in the place of words of B that nobody
 *   reads any more.  A[i] is as far from B[i] at the start and in the end, so that one loop serves
 *   both.  It does so for i = 12 to 15 too: four words are kept free for them on the stack, and in
 *   the context they are the first words of C, which nobody reads any more, or which are written
 *   later.
 * - While B is on the stack, its place in the context holds a second C.  C and the copy are
 *   adjacent, so that C[8-i] and C[j+3], C[j+11], C[j+15] need no index modulo 16 either.  The copy
 *   is C itself for B <- C - M at the end.  While A is on the stack, its place holds the sum of
 *   three C that it gets in the end.
 * - One counter serves all 48 steps; its low four bits are 15 - i, for C, and inverted i, for M.
 * - The rotation by 1 has the encoding with a constant, as the short one, which also sets the
 *   overflow flag, is two operations on Intel's processors.
 */

#if !defined(__i386__)
#error "i386.S needs an 80386 or later in 32-bit mode: -m32"
#endif

        /* The context, from %ebx. */
        .equ    X_W, 0
        .equ    X_LEFT, 8               /* ptr - 64 */
        .equ    X_A, 12
        .equ    X_C, 60
        .equ    X_B, 124                /* between blocks; during a block the second C */
        .equ    X_M, 188
        .equ    X_OUT, 252              /* digest size in bits */
        .equ    X_WORDS, 64

        .text

/*
 * void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
 * void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
 * void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
 *
 * Arguments on the stack; every general register but %eax is preserved.  Flags: arbitrary,
 * direction clear on entry as the ABI says.  Stack below the caller's frame, return address
 * included: 372 bytes (update, close), 500 bytes (init).
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
        movl    36(%ebp), %ebx          /* cc, for good */
        movl    40(%ebp), %esi          /* data, ub, out_size */
        movl    44(%ebp), %ecx          /* len, n */
        movl    X_LEFT(%ebx), %edx      /* ptr - 64 */
        jnc     fill

        movl    %ebx, %edi              /* init: clear the context */
        xorl    %eax, %eax
        pushl   $X_WORDS-1
        popl    %ecx
        rep     stosl
        xchgl   %eax, %esi
        stosl                           /* its last word is out_size */
        decl    X_W(%ebx)               /* W <- -1 */
        decl    X_W+4(%ebx)
        addl    $31, %eax
        movb    $32, %cl
0:      pushl   %eax                    /* out_size + 31 down to out_size */
        decl    %eax
        decl    %ecx
        jnz     0b
        movl    %esp, %esi
        movb    $64, %cl                /* bytes to come behind the first block */
whole:
        addl    $64, %esi               /* a block in place: %edi = its end */
        movl    %esi, %edi
go:     call    block
        addl    $1, X_W(%ebx)           /* W <- W + 1 */
        adcl    $0, X_W+4(%ebx)         /* sign 0 */
        pushl   $-64                    /* M is empty */
        popl    %edx
fill:
        leal    X_OUT(%ebx, %edx), %edi /* the next byte of M */
        jns     update

        xchgl   %eax, %esi              /* close: the n high bits of ub, a bit 1, bits 0: */
        shll    %cl, %eax               /* the n bits to %ah, */
        movb    $0x80, %al
        shrl    %cl, %eax               /* and back with the bit 1 behind them */
0:      movb    %al, (%edi)
        incl    %edi
        movb    $0, %al
        incl    %edx
        jnz     0b
        movb    $4, %cl                 /* the last block and 3 final rounds; n was below 8 */
0:      call    block
        decl    %ecx
        jnz     0b
        leal    X_B-X_OUT(%edi), %esi   /* %edi = end of M = X_OUT; %esi = end of C */
        movl    (%edi), %ecx
        shrl    $3, %ecx
        subl    %ecx, %esi
        movl    48(%ebp), %edi          /* dst */
        rep     movsb
done:
        movl    %edx, X_LEFT(%ebx)      /* nobody reads it after close */
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

update:
        cmpl    $-64, %edx              /* M is empty and a whole block is there: in place */
        jne     0f
        addl    %edx, %ecx
        jc      whole
        subl    %edx, %ecx
0:      jecxz   done                    /* else byte by byte into M */
        decl    %ecx
        movb    (%esi), %al
        incl    %esi
        movb    %al, (%edi)
        incl    %edi
        incl    %edx
        jnz     0b
        jmp     go
        .cfi_endproc
        .size   mote_shabal_init, . - mote_shabal_init
        .size   mote_shabal_close, . - mote_shabal_close
        .size   mote_shabal, . - mote_shabal

/*
 * One message round, W not incremented.  %ebx = context, %edi = end of the block.  %eax and %edx
 * changed, all others preserved; 332 bytes of stack and the return address.
 */
block:
        .cfi_startproc
        pushl   %esi
        .cfi_def_cfa_offset 8
        .cfi_offset %esi, -8
        pushl   %ecx
        .cfi_def_cfa_offset 12
        .cfi_offset %ecx, -12
        pushl   %ebp
        .cfi_def_cfa_offset 16
        .cfi_offset %ebp, -16
        movl    %esp, %ebp
        .cfi_def_cfa_register %ebp
        movl    X_W(%ebx), %eax         /* A[0] <- A[0] ^ Wlow */
        xorl    %eax, X_A(%ebx)
        movl    X_W+4(%ebx), %eax       /* A[1] <- A[1] ^ Whigh */
        xorl    %eax, X_A+4(%ebx)
        subl    $64, %esp               /* for A and four words more */
        pushl   $-16
        popl    %ecx
1:      movl    X_A(%ebx), %eax         /* A[i] above the array of B */
        movl    %eax, 60(%esp)
        movl    (%edi, %ecx, 4), %eax   /* push (B[i] + M[i]) <<< 17 */
        addl    X_B(%ebx), %eax
        roll    $17, %eax
        pushl   %eax
        movl    X_C(%ebx), %eax         /* second C[i] <- C[i] */
        movl    %eax, X_B(%ebx)
        movl    X_C+12(%ebx), %eax      /* A[i] <- C[i+3] + C[i+11] + C[i+15] */
        addl    X_C+44(%ebx), %eax
        addl    X_C+60(%ebx), %eax
        movl    %eax, X_A(%ebx)
        addl    $4, %ebx
        incl    %ecx
        jnz     1b

        movl    80(%esp), %eax          /* A[11] */
        movb    $47, %cl                /* 48 steps */
2:      roll    $15, %eax               /* V = 5 * (A[a-1] <<< 15) */
        leal    (%eax, %eax, 4), %eax
        movl    %ecx, %esi
        andl    $15, %esi               /* 15 - i */
        movl    124(%esp), %edx         /* U = 3 * (V ^ A[a] ^ C[8-i]) */
        xorl    X_C+36-64(%ebx, %esi, 4), %edx  /* C[9 + (15 - i)], in the doubled C */
        xorl    %edx, %eax
        leal    (%eax, %eax, 2), %eax
        xorl    $15, %esi               /* i */
        movl    36(%esp), %edx          /* ~B[i+6] */
        notl    %edx
        andl    24(%esp), %edx          /* & B[i+9] */
        xorl    -64(%edi, %esi, 4), %edx        /* ^ M[i] */
        xorl    8(%esp), %edx           /* ^ B[i+13] */
        xorl    %edx, %eax              /* A[a] <- U ^ all that */
        movl    %eax, 76(%esp)
        movl    60(%esp), %edx          /* B[i] <- ~((B[i] <<< 1) ^ A[a]) */
        .byte   0xc1, 0xc2, 1           /* roll $1, %edx */
        notl    %edx
        xorl    %eax, %edx
        pushl   %edx
        decl    %ecx
        jns     2b

        addl    $16, %ecx               /* i = 15 down to 0 */
3:      subl    $4, %ebx
        movl    64(%esp), %eax          /* A[i] <- A[i] + the sum of three C */
        addl    %eax, X_A(%ebx)
        popl    %eax                    /* C[i] <- B[i] */
        movl    %eax, X_C(%ebx)
        movl    -64(%edi, %ecx, 4), %eax        /* B[i] <- C[i] - M[i] */
        subl    %eax, X_B(%ebx)
        decl    %ecx
        jns     3b
        leave
        .cfi_def_cfa %esp, 12
        .cfi_restore %ebp
        popl    %ecx
        .cfi_def_cfa_offset 8
        .cfi_restore %ecx
        popl    %esi
        .cfi_def_cfa_offset 4
        .cfi_restore %esi
        ret
        .cfi_endproc
        .size   block, . - block

        .section .note.GNU-stack, "", @progbits
