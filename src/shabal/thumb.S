@ Shabal in Thumb code: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).  16-bit instructions
@ only, nothing called, no constant pool.
@
@ Specification: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition",
@ 28 October 2008, section 2.3; interface: include/mote/shabal.h.  A, B, C, M, W, and U, V inside a
@ step, are the specification's names.
@
@ DESIGN
@
@ The permutation keeps a history on the stack.  One record of four words (A, B, C, M) per step:
@ 16 records are pushed from the context, then each of the 48 steps pushes one.  A step needs
@ A[k-12], B[k-3], B[k-7], B[k-10] and the whole record of step k-16; each of these is a load with a
@ constant offset from SP, whatever k is, so that the indices modulo 12 and 16 cost nothing and the
@ push is the store and the pointer update in one.  C and M are handed on unchanged from record
@ k-16 (B, C and M by one ldmia).  Their copies pay at the end: when the newest 16 records are
@ popped, the record of index i brings C[i] and M[i] for the new B, and the older ones still on the
@ stack have C[i-1], C[i-5], C[i-9] (all modulo 16), the three words that A[i-4] gets, at constant
@ offsets too.  Only the C of a step, C[8-i], runs against the others; it is read from the context.
@
@   record that a step appends:  A[k] B[k+16] C[k] M[k]        16 bytes, at SP after the push
@   record j steps older:        SP + 16 * j
@   A in the first 16 records:   A[i-4]: the newest is A[11], the one that the first step rotates;
@                                the first four are not A at all, and never used
@
@ The context is four arrays of 16 words in an order that lets two pointers reach all of them with
@ immediate offsets, the second one ending up at C for the steps, and walking back from there when
@ the records are popped.  M lies below the pointer that the functions keep (r0), so that the
@ position in the block is a negative number which becomes 0, and sets the carry, exactly when the
@ block is full.  The carry is the number of blocks to add to W: the final rounds call the same
@ routine with the carry clear.
@
@   offset from the context's address
@     0  M      message words (big-endian: last word first, so that the bytes run downwards)
@    64  POS    position in the block: little-endian -64 to -1 (bytes to come, negated);
@               big-endian 64 to 1 (bytes to come)
@    68  SIZE   digest size in bits
@    72  W      64 bits, high word first: number of the last block
@    80  A
@   128  C
@   192  B
@
@ Big-endian code differs in the order of the bytes in M (written from the end of the array
@ to its start, which reverses both the words and the bytes in them: the setup loop then reads the
@ words downwards), and in the copy of the digest.
@
@ Stack: 36 bytes of saved registers + 64 records = 1060 bytes for a block, and 20 for each of the
@ three functions.

        .syntax unified
        .thumb
        .text

        .set    STATE, 64               @ from the context to POS: what r0 points to
        .set    SIZE, 4                 @ from there
        .set    ENDC, 128               @ to the end of C
        .set    RECORD, 16              @ bytes of a record, and the places in it
        .set    RA, 0
        .set    RB, 4
        .set    RC, 8
        .set    RM, 12

@ In the three functions: r0 = context + STATE, r7 = POS; big-endian: r6 = start of M, less what
@ the use asks for.  r7 = 0 when the block is full, and block needs it.

        .macro  function name
        .global \name
        .type   \name, %function
        .thumb_func
\name:
        .endm

@ Enter with r0 = context; saves the registers.
        .macro  enter, ahead
        push    {r4-r7, lr}
#ifdef __ARMEB__
        subs    r6, r0, #\ahead
#endif
        adds    r0, #STATE
        .endm

@ POS from 0 (block full) to the start of an empty block.
        .macro  empty
#ifdef __ARMEB__
        adds    r7, #64
#else
        subs    r7, #64
#endif
        .endm

@ Move on by \bytes: Z and C set when the block is full.
        .macro  advance bytes
#ifdef __ARMEB__
        subs    r7, #\bytes
#else
        adds    r7, #\bytes
#endif
        .endm

@ Store a byte (strb) or a word (str) of M at POS.  Big-endian: r6 says whether before or after
@ the advance.
        .macro  put store, register
#ifdef __ARMEB__
        \store  \register, [r6, r7]
#else
        \store  \register, [r0, r7]
#endif
        .endm

@ void mote_shabal_init(mote_shabal_context *cc, unsigned out_size)
@ r0 = cc, r1 = out_size.  Clobbers r0-r3, r12.  Stack: 1080 bytes.
function mote_shabal_init
        enter   4
        movs    r7, #0
        movs    r3, #190                @ A = B = C = 0
1:      strh    r7, [r0, r3]
        subs    r3, #2
        bcs     1b
        asrs    r2, r3, #1              @ W = -2, one before the first prefix block: r3 = -2,
        stmia   r0!, {r0-r3}            @ r2 = -1 (POS holds anything until the return)
        subs    r0, #16
2:      empty                           @ M = out_size, out_size + 1, ...
3:      put     str, r1
        adds    r1, #1
        advance 4
        bne     3b
        bl      block                   @ (carry set)
        lsls    r2, r1, #27             @ bit 4: 16 words done, 16 to come
        bmi     2b
        b       again                   @ r2 = 0: as an update without data, after a block

@ void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst)
@ r0 = cc, r1 = ub, r2 = n, r3 = dst.  Clobbers r0-r3, r12.  Stack: 1080 bytes.
function mote_shabal_close
        enter   1
        ldr     r7, [r0]
        movs    r4, #128                @ the bit that ends the message: 80h >> n
        lsrs    r4, r2
        orrs    r1, r4
        negs    r4, r4                  @ and no bits below it
        ands    r1, r4
1:      put     strb, r1
        movs    r1, #0                  @ then zeros
        advance 1
        bne     1b
        movs    r4, #8                  @ four blocks, the first with the carry set ...
2:      bl      block
        lsrs    r4, #1                  @ ... the others, with the same M and W, with it clear
        bne     2b
        ldr     r2, [r0, #SIZE]         @ the digest: the last words of C
        lsrs    r2, #3
        adds    r0, #ENDC
#ifdef __ARMEB__
        subs    r0, r2
        movs    r6, #3
3:      subs    r2, #1
        eors    r2, r6                  @ lowest byte first
        ldrb    r1, [r0, r2]
        eors    r2, r6                  @ (Z set at byte 0)
        strb    r1, [r3, r2]
        bne     3b
#else
        subs    r1, r0, r2              @ copied by the loop of mote_shabal: from r1, r2 bytes,
        subs    r7, r3, r0              @ to r0 + r7, which is never 0 here; on leaving, r7 goes
        b       next                    @ to [r0], which is B, no longer needed
#endif
leave:  str     r7, [r0]                @ POS
#if __ARM_ARCH_6M__
        pop     {r4-r7, pc}
#else
        pop     {r4-r7}
        pop     {r3}
        bx      r3                      @ to ARM or Thumb state
#endif

@ void mote_shabal(mote_shabal_context *cc, const void *data, size_t len)
@ r0 = cc, r1 = data, r2 = len.  Clobbers r0-r3, r12.  Stack: 1080 bytes.
function mote_shabal
        enter   0
        ldr     r7, [r0]
next:   subs    r2, #1
        bcc     leave
        ldrb    r3, [r1]
        adds    r1, #1
#ifdef __ARMEB__
        advance 1
        put     strb, r3
#else
        put     strb, r3
        advance 1
#endif
        bne     next
        bl      block
again:  empty
        b       next

@ One block: W, B + M, the permutation, C - M, swap of B and C.
@ r0 = context + STATE, r7 = 0, carry = what W is increased by.  Keeps all of r0-r7; clobbers r12
@ and the flags.
@
@   r0  M of the context, then a temporary       r4  M    in records
@   r1  A     in records                         r5  4 * C's index in the steps
@   r2  B     in records                         r6  array of the context
@   r3  C     in records                         r7  rotation
@   lr  SP without records

block:  push    {r0-r7, lr}
        mov     lr, sp
        ldmia   r0!, {r1-r6}            @ POS, SIZE, W, A[0], A[1]
        adcs    r4, r7                  @ W = W + carry
        adcs    r3, r7
        eors    r5, r4                  @ A[0] = A[0] ^ W[0]
        eors    r6, r3                  @ A[1] = A[1] ^ W[1]
        subs    r0, #24
        stmia   r0!, {r1-r6}
        ldr     r6, [sp]                @ POS, SIZE, W, A: to C
#ifdef __ARMEB__
        subs    r0, #24                 @ the end of M
#else
        subs    r0, #24 + 64            @ M
#endif
        movs    r7, #15
        movs    r5, #16

1:
#ifdef __ARMEB__
        subs    r0, #4
        ldr     r4, [r0]                @ M[i]
#else
        ldmia   r0!, {r4}               @ M[i]
#endif
        ldmia   r6!, {r1}               @ A[i-4]
        ldr     r2, [r6, #124]          @ B[i]
        ldr     r3, [r6, #60]           @ C[i]
        adds    r2, r4                  @ B[i] = (B[i] + M[i]) <<< 17
        rors    r2, r7
        push    {r1-r4}
        subs    r5, #1
        bne     1b

        adds    r7, #2                  @ >>> 17 is <<< 15
        movs    r5, #224                @ 4 * 8 modulo 64, and 48 steps above 32

2:      rors    r1, r7                  @ V = 5 (A[k-1] <<< 15)
        lsls    r0, r1, #2
        adds    r1, r0
        ldr     r0, [sp, #11*RECORD+RA]
        lsls    r2, r5, #26             @ index modulo 16
        eors    r1, r0                  @ A[k-12] ^ V
        lsrs    r2, #26
        ldr     r0, [r6, r2]
        ldr     r2, [sp, #9*RECORD+RB]  @ B[i+6]
        eors    r1, r0                  @ ^ C[8-i]
        lsls    r0, r1, #1
        adds    r1, r0                  @ U = 3 (...)
        ldr     r0, [sp, #6*RECORD+RB]  @ B[i+9]
        ldr     r3, [sp, #2*RECORD+RB]  @ B[i+13]
        bics    r0, r2
        eors    r1, r0                  @ A[k] = U ^ B[i+9] & ~B[i+6]
        eors    r1, r3                  @        ^ B[i+13]
        add     r0, sp, #15*RECORD+RB
        ldmia   r0!, {r2-r4}            @ B[i], C[i], M[i]
        lsls    r0, r2, #1              @ (carry = bit 31)
        adcs    r2, r2                  @ B[i] <<< 1
        eors    r1, r4                  @        ^ M[i]
        eors    r2, r1
        mvns    r2, r2                  @ B[i] = ~(B[i] <<< 1 ^ A[k])
        push    {r1-r4}
        subs    r5, #4
        cmp     r5, #32
        bne     2b

3:      pop     {r1-r4}                 @ i = 15 to 0; r5 = 2 (i + 1)
        str     r2, [r6, #60]           @ C[i] = B[i]
        subs    r3, r4
        str     r3, [r6, #124]          @ B[i] = C[i] - M[i]
        subs    r6, #4
        cmp     r5, #2 * 5
        bcc     4f                      @ not POS, SIZE, W
        ldr     r2, [sp, #0*RECORD+RC]  @ A[i-4] += C[i-1] + C[i-5] + C[i-9]
        ldr     r3, [sp, #4*RECORD+RC]
        adds    r1, r2
        ldr     r2, [sp, #8*RECORD+RC]
        adds    r1, r3
        adds    r1, r2
        str     r1, [r6]
4:      subs    r5, #2
        bne     3b

        mov     sp, lr
        pop     {r0-r7, pc}
