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
 * stack = 312
 * constant_time = true
 * calls = []
 * block = "block"
 * state.A = {offset = 12, words = 12}
 * state.B = {offset = 60, words = 16}
 * state.C = {offset = 124, words = 16}
 * counter = {offset = 0, words = 2}
 * fill = {offset = 8, start = -64}
 *
 * Registers of the three functions:
 *   %ebx  context             %ebp  frame         %edx  ptr - 64
 *   %esi  data; C at the end  %ecx  len, counter  %edi  the next byte of M, end of a block, dst
 * Registers of `block`:
 *   %eax  the last A, then the next one  %edi  end of M      %ecx  counter
 *   %edx  temporary                      %esi  index         %ebp  place in A
 *   %ebx  end of A, which is B           %esp  C, twice
 *
 * Shabal for the 80386 (GNU as, C preprocessor; System V ABI), with little RAM, 312
 * bytes of stack, and no instruction in the way of a block that is slow on the processors of one
 * maker.  Elsewhere, stosl, once a message, is cheap on Intel's alone: about a cycle, and three on
 * AMD's.  i386.S is smaller, with 188 bytes of stack more.
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
 * - The rotation by 1 has the encoding with a constant, as the short one, which also sets the
 *   overflow flag, is two operations on Intel's processors.
 */

#if !defined(__i386__)
#error "i386_lowram.S needs an 80386 or later in 32-bit mode: -m32"
#endif

        /* The context, from %ebx. */
        .equ    X_W, 0
        .equ    X_LEFT, 8               /* ptr - 64 */
        .equ    X_A, 12
        .equ    X_B, 60                 /* A ends where B begins, and B where C does */
        .equ    X_C, 124                /* during a block the second B */
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
 * included: 184 bytes (update, close), 312 bytes (init).
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
        leal    X_M-X_OUT(%edi), %esi   /* %edi = end of M = X_OUT; %esi = end of C */
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
 * changed, all others preserved; 144 bytes of stack and the return address.
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
        addl    $-128, %esp             /* C, twice; 128 would be 3 bytes more */
        .cfi_def_cfa_offset 144
        movl    X_W(%ebx), %eax         /* A[0] <- A[0] ^ Wlow */
        xorl    %eax, X_A(%ebx)
        movl    X_W+4(%ebx), %eax       /* A[1] <- A[1] ^ Whigh */
        xorl    %eax, X_A+4(%ebx)
        addl    $X_B, %ebx
        pushl   $15
        .cfi_adjust_cfa_offset 4
        popl    %ecx
        .cfi_adjust_cfa_offset -4
1:      movl    X_C-X_B(%ebx, %ecx, 4), %eax    /* C[i] to the stack, twice */
        movl    %eax, (%esp, %ecx, 4)
        movl    %eax, 64(%esp, %ecx, 4)
        movl    -64(%edi, %ecx, 4), %eax        /* B[i] <- (B[i] + M[i]) <<< 17 */
        addl    (%ebx, %ecx, 4), %eax
        roll    $17, %eax
        movl    %eax, (%ebx, %ecx, 4)
        decl    %ecx
        jns     1b

        movl    X_A+44-X_B(%ebx), %eax  /* A[11] */
        movl    %ebx, %ebp
        addl    $48, %ecx               /* 48 steps */
2:      cmpl    %ebx, %ebp
        jne     4f
        subl    $48, %ebp               /* a = 12: back to 0 */
4:      roll    $15, %eax               /* V = 5 * (A[a-1] <<< 15) */
        leal    (%eax, %eax, 4), %eax
        movl    %ecx, %esi
        andl    $15, %esi               /* 15 - i */
        movl    36(%esp, %esi, 4), %edx /* U = 3 * (V ^ A[a] ^ C[8-i]): C[9 + (15 - i)] */
        xorl    (%ebp), %edx
        xorl    %edx, %eax
        leal    (%eax, %eax, 2), %eax
        xorl    $15, %esi               /* i */
        movl    24(%ebx, %esi, 4), %edx /* ~B[i+6] */
        notl    %edx
        andl    36(%ebx, %esi, 4), %edx /* & B[i+9] */
        xorl    -64(%edi, %esi, 4), %edx        /* ^ M[i] */
        xorl    52(%ebx, %esi, 4), %edx /* ^ B[i+13] */
        xorl    %edx, %eax              /* A[a] <- U ^ all that */
        movl    %eax, (%ebp)
        addl    $4, %ebp
        movl    (%ebx, %esi, 4), %edx   /* B[i] <- ~((B[i] <<< 1) ^ A[a]) */
        .byte   0xc1, 0xc2, 1           /* roll $1, %edx */
        notl    %edx
        xorl    %eax, %edx
        movl    %edx, (%ebx, %esi, 4)
        movl    %edx, X_C-X_B(%ebx, %esi, 4)
        decl    %ecx
        jns     2b

        addl    $16, %ecx               /* i = 15 down to 0 */
3:      movl    (%esp, %ecx, 4), %eax   /* B[i] <- C[i] - M[i] */
        subl    -64(%edi, %ecx, 4), %eax
        movl    %eax, (%ebx, %ecx, 4)
        movl    12(%esp, %ecx, 4), %eax /* A[i] <- A[i] + C[i+3] + C[i+11] + C[i+15] */
        addl    44(%esp, %ecx, 4), %eax
        addl    60(%esp, %ecx, 4), %eax
        addl    %eax, X_A-X_B(%ebx, %ecx, 4)
        decl    %ecx
        jns     3b
        subl    $X_B, %ebx
        subl    $-128, %esp
        .cfi_def_cfa_offset 16
        popl    %ebp
        .cfi_def_cfa_offset 12
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
