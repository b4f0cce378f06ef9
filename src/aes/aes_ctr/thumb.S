@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "FIPS PUB 197 (updated 9 May 2023), sections 5.1 and 5.2; NIST SP 800-38A, section 6.5"
@ functions = [
@   "mote_aes_ctr_init(cc, key, key_bits, counter)",
@   "mote_aes_ctr_crypt(cc, src, dst, len)",
@ ]
@ reads = {cc = 88, key = "key_bits / 8", counter = 16, src = "len"}
@ writes = {cc = 88, dst = "len"}
@ clobbers = "r0-r3 r12 lr flags"
@ stack = 624
@ constant_time = true
@ calls = []
@ block = "next_blocks"

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

        .syntax unified
        .thumb
        .text
        .align  2

@ The context
        .equ    COUNTER, 32
        .equ    STREAM, 48
        .equ    STREAM_END, 80
        .equ    HALF, STREAM_END + 0    @ of the sliced key: 32 or 64 bytes
        .equ    LEFT, STREAM_END + 4    @ key stream that is left, negative

@ From sp on; the S-box has what is below
        .equ    ROUND_KEY, 64           @ place of a round key
        .equ    KEYS_END, 68
        .equ    CONSTANT, 72            @ Rcon
        .equ    T, 76                   @ what comes of the S-box
        .equ    KEYS, T + 32
        .equ    FRAME, KEYS + 480
        .equ    CC, FRAME
        .equ    SRC, FRAME + 4
        .equ    LEN, FRAME + 12
        .equ    ARGUMENTS, 16           @ bytes

@ Rows are bytes of a word in memory order.
#ifdef __ARMEB__
        .equ    NEXT_ROW, 24
        .equ    ODD_ROWS, 0x00550055
        .equ    LATER_ROWS, 0x00223311
#else
        .equ    NEXT_ROW, 8
        .equ    ODD_ROWS, 0x55005500
        .equ    LATER_ROWS, 0x11332200
#endif

        .macro  function name
        .global \name
        .type   \name, %function
        .thumb_func
\name:
        .endm

        function mote_aes_ctr_init
        push    {r4, lr}
        movs    r4, #7
        rors    r2, r2, r4
        subs    r4, r2, #1
        cmp     r4, #1
        bhi     wrong_size
        lsls    r4, r2, #5
        str     r4, [r0, #HALF]
        lsls    r2, r2, #4
1:      subs    r2, r2, #1
        ldrb    r4, [r1, r2]
        strb    r4, [r0, r2]
        bne     1b
        str     r2, [r0, #LEFT]
        adds    r0, r0, #COUNTER
        movs    r2, #16
2:      subs    r2, r2, #1
        ldrb    r4, [r3, r2]
        strb    r4, [r0, r2]
        bne     2b
        movs    r0, #0
3:      pop     {r4}
        pop     {r3}
        bx      r3
wrong_size:
        movs    r0, #0
        mvns    r0, r0
        b       3b

        function mote_aes_ctr_crypt
        subs    r2, r2, r1
        push    {r0-r7, lr}
        sub     sp, #508
        sub     sp, #FRAME - 508
        bl      consume

        ldr     r1, [sp, #CC]
        add     r0, sp, #KEYS
        ldr     r2, [r1, #HALF]
        lsls    r3, r2, #2
        adds    r3, r3, #224
        adds    r3, r3, r0
        str     r3, [sp, #KEYS_END]
        adds    r7, r0, r2
        str     r7, [sp, #ROUND_KEY]
        movs    r2, #1
        str     r2, [sp, #CONSTANT]
        ldmia   r1!, {r2-r5}
        stmia   r0!, {r2-r5}
        stmia   r0!, {r2-r5}
        ldmia   r1!, {r2-r5}
        stmia   r0!, {r2-r5}
        stmia   r0!, {r2-r5}
        subs    r0, r0, #64
        bl      transpose
        bl      transpose

next_key:
        ldr     r0, [sp, #ROUND_KEY]
        subs    r0, r0, #32
        bl      s_box
        ldr     r7, [sp, #ROUND_KEY]
        ldr     r6, [sp, #CC]
        ldr     r6, [r6, #HALF]
        subs    r1, r7, r6
        add     r5, sp, #KEYS
        subs    r0, r7, r5
        lsrs    r2, r6, #1
        movs    r3, #0
        ands    r0, r0, r2
        bne     2f
        ldr     r3, [sp, #CONSTANT]
        lsls    r2, r3, #1
        lsrs    r0, r2, #8
        beq     1f
        movs    r2, #0x1B
1:      str     r2, [sp, #CONSTANT]
        movs    r0, #NEXT_ROW
2:      ldr     r2, =0x11111111
        add     r5, sp, #T
3:      ldmia   r5!, {r4}
        rors    r4, r4, r0
        lsrs    r4, r4, #3
        ands    r4, r4, r2
        ldr     r7, [r1]
        eors    r7, r7, r4
        lsrs    r3, r3, #1
        bcc     4f
        movs    r4, #0x11
#ifdef __ARMEB__
        lsls    r4, r4, #24
#endif
        eors    r7, r7, r4
4:      movs    r4, r7
        .rept   3
        lsls    r4, r4, #1
        bics    r4, r4, r2
        eors    r4, r4, r7
        .endr
        str     r4, [r1, r6]
        adds    r1, r1, #4
        add     r4, sp, #KEYS
        cmp     r4, r5
        bne     3b
        adds    r1, r1, r6
        str     r1, [sp, #ROUND_KEY]
        ldr     r2, [sp, #KEYS_END]
        cmp     r1, r2
        bne     next_key

next_blocks:
        ldr     r0, [sp, #CC]
        adds    r0, r0, #COUNTER
        movs    r1, r0
        adds    r1, r1, #STREAM - COUNTER
1:      movs    r2, #15
        movs    r3, #1
2:      ldrb    r4, [r0, r2]
        strb    r4, [r1, r2]
        adds    r4, r4, r3
        strb    r4, [r0, r2]
        lsrs    r3, r4, #8
        subs    r2, r2, #1
        bpl     2b
        adds    r1, r1, #16
        subs    r4, r1, r0
        cmp     r4, #STREAM_END - COUNTER
        bne     1b
        lsls    r2, r2, #5
        str     r2, [r1, #LEFT - STREAM_END]
        movs    r0, r1
        subs    r0, r0, #32
        bl      transpose
        add     r1, sp, #KEYS
        str     r1, [sp, #ROUND_KEY]

round:  subs    r0, r0, #32
        ldr     r1, [sp, #ROUND_KEY]
        movs    r4, #8
1:      ldmia   r1!, {r2}
        ldr     r3, [r0]
        eors    r3, r3, r2
        stmia   r0!, {r3}
        subs    r4, r4, #1
        bne     1b
        str     r1, [sp, #ROUND_KEY]
        ldr     r2, [sp, #KEYS_END]
        subs    r0, r0, #32
        cmp     r1, r2
        beq     last
        bl      s_box
        @ ShiftRows
        ldr     r0, [sp, #CC]
        adds    r0, r0, #STREAM
        add     r1, sp, #T
        add     r6, sp, #KEYS
        ldr     r2, =ODD_ROWS
        ldr     r3, =LATER_ROWS
2:      ldmia   r1!, {r4}
        lsrs    r5, r4, #1
        eors    r5, r5, r4
        ands    r5, r5, r2
        eors    r4, r4, r5
        lsls    r5, r5, #1
        eors    r4, r4, r5
        lsrs    r5, r4, #2
        eors    r5, r5, r4
        ands    r5, r5, r3
        eors    r4, r4, r5
        lsls    r5, r5, #2
        eors    r4, r4, r5
        stmia   r0!, {r4}
        cmp     r1, r6
        bne     2b
        ldr     r1, [sp, #ROUND_KEY]
        ldr     r2, [sp, #KEYS_END]
        subs    r2, r2, r1
        cmp     r2, #32
        beq     round
        @ MixColumns
        subs    r0, r0, #32
        movs    r6, #NEXT_ROW
        ldr     r2, [r0, #28]
        movs    r3, r2
        rors    r3, r3, r6
        eors    r2, r2, r3
        movs    r7, r2
        movs    r5, #0x8D
        lsls    r5, r5, #1
3:      ldr     r4, [r0]
        movs    r3, r4
        rors    r3, r3, r6
        eors    r3, r3, r4
        movs    r1, r3
        rors    r1, r1, r6
        eors    r1, r1, r4
        rors    r1, r1, r6
        eors    r1, r1, r2
        movs    r2, r3
        lsrs    r5, r5, #1
        bcc     4f
        eors    r1, r1, r7
4:      stmia   r0!, {r1}
        cmp     r5, #1
        bne     3b
        b       round

last:   bl      transpose
        bl      consume
        b       next_blocks

consume:
        ldr     r0, [sp, #CC]
        adds    r0, r0, #STREAM_END
        ldr     r4, [r0, #LEFT - STREAM_END]
        add     r6, sp, #SRC
        ldmia   r6!, {r1-r3}
        cmp     r3, #0
        b       2f
1:      ldrb    r5, [r0, r4]
        ldrb    r7, [r1]
        eors    r5, r5, r7
        strb    r5, [r1, r2]
        adds    r1, r1, #1
        adds    r4, r4, #1
        subs    r3, r3, #1
2:      beq     3f
        cmp     r4, #0
        bne     1b
        str     r1, [sp, #SRC]
        str     r3, [sp, #LEN]
        bx      lr
3:      str     r4, [r0, #LEFT - STREAM_END]
        add     r1, sp, #CC
4:      subs    r1, r1, #4
        str     r3, [r1]
        cmp     r1, sp
        bne     4b
        add     sp, #508
        add     sp, #FRAME + ARGUMENTS - 508
        pop     {r4-r7}
        pop     {r0}
        bx      r0

transpose:
        ldr     r2, =0x0F0F0F0F
        movs    r1, #4
1:      movs    r3, #0
2:      lsls    r7, r1, #2
        adds    r7, r7, r3
        ldr     r4, [r0, r3]
        ldr     r5, [r0, r7]
        movs    r6, r4
        lsrs    r6, r6, r1
        eors    r6, r6, r5
        ands    r6, r6, r2
        eors    r5, r5, r6
        lsls    r6, r6, r1
        eors    r4, r4, r6
        str     r4, [r0, r3]
        str     r5, [r0, r7]
        adds    r3, r7, #4
        lsls    r7, r1, #2
        bics    r3, r3, r7
        cmp     r3, #32
        bne     2b
        movs    r6, r2
        lsrs    r1, r1, #1
        lsls    r6, r6, r1
        eors    r2, r2, r6
        cmp     r1, #0
        bne     1b
        adds    r0, r0, #32
        bx      lr
        .ltorg

s_box:
        ldr     r3, [r0, #16]           @ x3
        ldr     r6, [r0, #24]           @ x1
        ldr     r7, [r0, #28]           @ x0
        ldr     r2, [r0, #0]            @ x7
        ldr     r4, [r0, #12]           @ x4
        str     r7, [sp, #52]           @ keeps x0
        eors    r7, r7, r3              @ y9
        str     r7, [sp, #0]            @ keeps y9
        ldr     r7, [r0, #4]            @ x6
        ldr     r5, [r0, #20]           @ x2
        eors    r5, r5, r6              @ t0
        ldr     r0, [r0, #8]            @ x5
        movs    r1, r3
        eors    r1, r1, r0              @ y14
        str     r5, [sp, #56]           @ keeps t0
        eors    r5, r5, r2              @ y1
        eors    r3, r3, r5              @ y4
        str     r5, [sp, #4]            @ keeps y1
        eors    r5, r5, r7              @ y5
        str     r5, [sp, #60]           @ keeps y5
        ldr     r5, [sp, #52]           @ x0
        eors    r7, r7, r5              @ y13
        mov     r12, r7                 @ keeps y13
        eors    r7, r7, r1              @ y12
        eors    r4, r4, r7              @ t1
        eors    r6, r6, r4              @ y20
        eors    r4, r4, r0              @ y15
        str     r3, [sp, #8]            @ keeps y4
        ands    r3, r3, r2              @ t5
        str     r2, [sp, #12]           @ keeps x7
        eors    r2, r2, r4              @ y6
        eors    r0, r0, r5              @ y8
        str     r7, [sp, #16]           @ keeps y12
        ands    r7, r7, r4              @ t2
        ldr     r5, [sp, #60]           @ y5
        eors    r5, r5, r0              @ y3
        str     r5, [sp, #20]           @ keeps y3
        ands    r5, r5, r2              @ t3
        eors    r5, r5, r7              @ t4
        eors    r5, r5, r6              @ t17
        str     r2, [sp, #24]           @ keeps y6
        ldr     r2, [sp, #56]           @ t0
        eors    r2, r2, r4              @ y10
        str     r4, [sp, #28]           @ keeps y15
        movs    r4, r2
        eors    r4, r4, r0              @ y19
        str     r0, [sp, #32]           @ keeps y8
        ands    r0, r0, r2              @ t15
        eors    r3, r3, r7              @ t6
        ldr     r7, [sp, #0]            @ y9
        eors    r6, r6, r7              @ y11
        ands    r7, r7, r6              @ t12
        eors    r0, r0, r7              @ t16
        str     r2, [sp, #36]           @ keeps y10
        eors    r2, r2, r6              @ y17
        eors    r3, r3, r0              @ t18
        str     r1, [sp, #40]           @ keeps y14
        ands    r1, r1, r2              @ t13
        eors    r1, r1, r7              @ t14
        eors    r3, r3, r4              @ t22
        ldr     r4, [sp, #60]           @ y5
        ldr     r7, [sp, #4]            @ y1
        ands    r4, r4, r7              @ t8
        eors    r5, r5, r1              @ t21
        str     r2, [sp, #44]           @ keeps y17
        ldr     r2, [sp, #56]           @ t0
        eors    r2, r2, r6              @ y16
        str     r3, [sp, #56]           @ keeps t22
        mov     r3, r12                 @ y13
        ands    r3, r3, r2              @ t7
        eors    r4, r4, r3              @ t9
        eors    r4, r4, r1              @ t19
        mov     r1, r12                 @ y13
        eors    r1, r1, r2              @ y21
        eors    r4, r4, r1              @ t23
        ldr     r1, [sp, #12]           @ x7
        eors    r1, r1, r6              @ y7
        str     r6, [sp, #48]           @ keeps y11
        ldr     r6, [sp, #52]           @ x0
        eors    r7, r7, r6              @ y2
        eors    r6, r6, r2              @ y18
        str     r1, [sp, #52]           @ keeps y7
        ands    r1, r1, r7              @ t10
        eors    r1, r1, r3              @ t11
        eors    r1, r1, r0              @ t20
        movs    r0, r5
        ands    r0, r0, r4              @ t26
        eors    r1, r1, r6              @ t24
        movs    r3, r4
        eors    r3, r3, r1              @ t30
        ldr     r6, [sp, #56]           @ t22
        eors    r6, r6, r0              @ t31
        ands    r6, r6, r3              @ t32
        eors    r6, r6, r1              @ t33
        eors    r4, r4, r6              @ t34
        eors    r0, r0, r1              @ t27
        movs    r3, r0
        eors    r3, r3, r6              @ t35
        ands    r1, r1, r3              @ t36
        eors    r4, r4, r1              @ t37
        ldr     r3, [sp, #56]           @ t22
        eors    r5, r5, r3              @ t25
        eors    r1, r1, r0              @ t38
        ands    r0, r0, r5              @ t28
        eors    r0, r0, r3              @ t29
        movs    r3, r6
        eors    r3, r3, r4              @ t44
        ands    r7, r7, r0              @ z14
        ands    r1, r1, r0              @ t39
        eors    r5, r5, r1              @ t40
        ldr     r1, [sp, #12]           @ x7
        ands    r1, r1, r6              @ z2
        str     r7, [sp, #12]           @ keeps z14
        ldr     r7, [sp, #16]           @ y12
        ands    r7, r7, r3              @ z9
        str     r7, [sp, #56]           @ keeps z9
        ldr     r7, [sp, #8]            @ y4
        ands    r7, r7, r6              @ z11
        str     r7, [sp, #8]            @ keeps z11
        ldr     r7, [sp, #28]           @ y15
        ands    r3, r3, r7              @ z0
        ldr     r7, [sp, #52]           @ y7
        ands    r7, r7, r0              @ z5
        eors    r6, r6, r0              @ t42
        eors    r0, r0, r5              @ t43
        ands    r2, r2, r0              @ z3
        eors    r7, r7, r2              @ tc12
        eors    r1, r1, r3              @ tc4
        eors    r7, r7, r1              @ tc14
        str     r7, [sp, #52]           @ keeps tc14
        mov     r7, r12                 @ y13
        ands    r0, r0, r7              @ z12
        ldr     r7, [sp, #4]            @ y1
        ands    r7, r7, r5              @ z4
        eors    r1, r1, r0              @ tc7
        mov     r12, r0                 @ keeps z12
        ldr     r0, [sp, #24]           @ y6
        ands    r0, r0, r4              @ z1
        eors    r0, r0, r3              @ tc5
        ldr     r3, [sp, #60]           @ y5
        ands    r3, r3, r5              @ z13
        eors    r2, r2, r7              @ tc6
        eors    r5, r5, r4              @ t41
        ldr     r7, [sp, #36]           @ y10
        ands    r7, r7, r5              @ z8
        eors    r7, r7, r1              @ tc9
        ldr     r1, [sp, #32]           @ y8
        ands    r1, r1, r5              @ z17
        eors    r0, r0, r2              @ tc11
        eors    r5, r5, r6              @ t45
        str     r0, [sp, #60]           @ keeps tc11
        ldr     r0, [sp, #44]           @ y17
        ands    r0, r0, r5              @ z7
        eors    r0, r0, r2              @ tc8
        ldr     r2, [sp, #48]           @ y11
        ands    r2, r2, r6              @ z6
        eors    r7, r7, r0              @ tc10
        eors    r2, r2, r0              @ tc16
        ldr     r0, [sp, #20]           @ y3
        ands    r4, r4, r0              @ z10
        ldr     r0, [sp, #0]            @ y9
        ands    r6, r6, r0              @ z15
        ldr     r0, [sp, #40]           @ y14
        ands    r5, r5, r0              @ z16
        eors    r5, r5, r6              @ tc1
        ldr     r0, [sp, #12]           @ z14
        eors    r0, r0, r7              @ tc17
        eors    r4, r4, r5              @ tc2
        eors    r6, r6, r2              @ tc20
        eors    r3, r3, r5              @ tc13
        ldr     r5, [sp, #52]           @ tc14
        eors    r3, r3, r5              @ tc18
        mvns    r3, r3                  @ with the constant 0x63
        eors    r7, r7, r3              @ S6: bit 1
        eors    r6, r6, r0              @ tc26
        eors    r6, r6, r1              @ S2: bit 5
        ldr     r1, [sp, #8]            @ z11
        eors    r1, r1, r4              @ tc21
        eors    r1, r1, r0              @ S5: bit 2
        mov     r0, r12                 @ z12
        eors    r0, r0, r3              @ S7: bit 0
        ldr     r3, [sp, #56]           @ z9
        eors    r3, r3, r4              @ tc3
        ldr     r4, [sp, #60]           @ tc11
        eors    r4, r4, r3              @ S3: bit 4
        eors    r3, r3, r2              @ S0: bit 7
        eors    r5, r5, r4              @ S4: bit 3
        eors    r2, r2, r4              @ S1: bit 6
        mvns    r6, r6
        mvns    r2, r2
        str     r0, [sp, #T + 0]
        str     r7, [sp, #T + 4]
        str     r1, [sp, #T + 8]
        str     r5, [sp, #T + 12]
        str     r4, [sp, #T + 16]
        str     r6, [sp, #T + 20]
        str     r2, [sp, #T + 24]
        str     r3, [sp, #T + 28]
        bx      lr
        .size   mote_aes_ctr_crypt, . - mote_aes_ctr_crypt
