; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 7
; internal_ram = 19
; constant_time = true
; block = "permute"
;
; Registers
;   theta     r0 byte of A or C, r1 of C[x-1], r2 x, r3 k, r4 byte of D[x], r5 byte of A, r6 byte
;             before it in C[x+1], r7 y; r2, r3 and r7 count down
;   rho, pi   r0 byte of A, r1 of `lane`, r2 8 x, r3 8 y, r4 k, r5 k (k + 1) / 2, r6 where `lane`
;             begins, r7 what is to be done
;   chi       r0 byte of A, r2-r6 bytes of a row, r1 rows, r7 bytes of lanes
;   iota      r0 byte of A, r2 number of the bit, r3 bits of a byte
;   the functions as stated there
;
; Keccak, SHA-3 and SHAKE for the 8051, small: included by the file of each function.  Not
; reentrant: variables lie at fixed addresses.  P2 must give the high address byte to `movx @r0`, as
; Intel's does.
;
; Specification: FIPS PUB 202, sections 3.2 and 3.3; A, C, D are the names of its step mappings.
;
; For the permutation the state goes to a page of external RAM (PSEG, `pdata` in C), where r0
; reaches all of it; behind it there are C[4] and C[0] to C[4].
;
; A ROUND is that of f1600/avr8.S: theta for a byte of D after the other; then along the path of rho
; a lane goes, rotated, to the place of the next, which takes its place in `lane`.  That is a ring:
; a rotation by bytes changes only where the lane begins in it.
;
; COUNT for a round, in machine cycles: C 40 x 58; theta 40 x 78; rho and pi 25 x 107 and 24 x some
; 140; chi 40 x 72; iota some 900.  In all some 15,200; of these loads, stores and operations of the
; step mappings, done once each and byte by byte, are some 2,800 (mcs51_fast_permutation.asm).

        .equ    SLICED, 0               ; for mcs51_sponge.asm
        .equ    LANE, 8                 ; bytes
        .equ    PLANE, 5 * LANE
        .equ    STATE, 5 * PLANE
        .equ    CC, STATE               ; C[4], C[0] to C[4]

        .area   DSEG    (DATA)
lane:   .ds     LANE
lfsr:   .ds     1                       ; the shift register R of section 3.2.5: R[0] in bit 7
        .area   PSEG    (PAG,XDATA)
page:   .ds     STATE + 6 * LANE

        .area   CSEG    (CODE)

; r0 on by \step.
        .macro  go, step
        mov     a,r0
        add     a,#step
        mov     r0,a
        .endm

; Lane x of a row: ra + ~rb rc, to the place at r0.
        .macro  chi, ra, rb, rc
        mov     a,rb
        cpl     a
        anl     a,rc
        xrl     a,ra
        movx    @r0,a
        .endm

; dptr = the state in the context, p2 and r0 = the page.
both_states:
        mov     dpl,context
        mov     dph,context + 1
        mov     p2,#>page
        mov     r0,#page
        ret

; a = the byte at r1 + a, C[x+1]; C[0] follows C[4].
after:  cjne    r2,#1,1$
        add     a,#-PLANE
1$:     add     a,r1
        mov     r0,a
        movx    a,@r0
        ret

; Keccak-f[1600], on the state of the context.
permute:
        lcall   both_states
1$:     movx    a,@dptr
        inc     dptr
        movx    @r0,a
        inc     r0
        cjne    r0,#page + STATE,1$
        mov     lfsr,#0x1D              ; one step before R = 10000000

rounds: mov     r0,#page                ; C
        mov     r2,#PLANE
1$:     mov     r3,#5
        mov     r4,#0
2$:     movx    a,@r0
        xrl     a,r4
        mov     r4,a
        go      PLANE
        djnz    r3,2$
        go      CC+LANE-STATE
        mov     a,r4
        movx    @r0,a
        go      1-CC-LANE
        djnz    r2,1$
        mov     r0,#page + CC + 5 * LANE
        mov     r1,#page + CC
        mov     r2,#LANE
3$:     movx    a,@r0                   ; C[4]
        movx    @r1,a
        inc     r0
        inc     r1
        djnz    r2,3$

        mov     r5,#page                ; theta: D[x] = C[x-1] + (C[x+1] <<< 1)
        mov     r1,#page + CC
        mov     r2,#5
5$:     mov     a,#3 * LANE - 1
        lcall   after
        mov     r6,a
        mov     r3,#LANE
6$:     mov     a,#2 * LANE
        lcall   after
        xch     a,r6
        rlc     a
        mov     a,r6
        rlc     a
        mov     r4,a
        movx    a,@r1
        inc     r1
        xrl     a,r4
        mov     r4,a
        mov     a,r5
        inc     r5
        mov     r0,a
        mov     r7,#5
7$:     movx    a,@r0
        xrl     a,r4
        movx    @r0,a
        go      PLANE
        djnz    r7,7$
        djnz    r3,6$
        djnz    r2,5$

        mov     r2,#LANE                ; rho and pi: the first place, (1, 0), is the last one, too
        clr     a                       ; (what goes there first counts for nothing)
        mov     r3,a
        mov     r4,a
        mov     r5,a
        mov     r6,a
path:   mov     a,r3                    ; lane (x, y) changes places with `lane`
        mov     b,#5
        mul     ab
        add     a,r2
        add     a,#page
        mov     r0,a
        mov     a,r6
        add     a,#lane
        mov     r1,a
        mov     r7,#LANE
1$:     movx    a,@r0
        xch     a,@r1
        movx    @r0,a
        inc     r0
        inc     r1
        cjne    r1,#lane + LANE,2$
        mov     r1,#lane
2$:     djnz    r7,1$
        mov     a,r5
        cjne    a,#(24 * 25 / 2) & 0xFF,3$
        sjmp    rows
3$:     inc     r4
        add     a,r4
        mov     r5,a
        anl     a,#7                    ; rotated by bits
        jz      5$
        mov     r7,a
4$:     mov     a,lane + 7
        rlc     a
        .irpc   k, 01234567
        mov     a,lane + k
        rlc     a
        mov     lane + k,a
        .endm
        djnz    r7,4$
5$:     mov     a,r5                    ; and by bytes
        rr      a
        rr      a
        rr      a
        cpl     a
        inc     a
        add     a,r6
        anl     a,#7
        mov     r6,a
        mov     a,r2                    ; (x, y) becomes (y, 2 x + 3 y)
        add     a,r3
        rl      a
        add     a,r3
        mov     b,#PLANE
        div     ab
        mov     a,r3
        mov     r2,a
        mov     r3,b
        sjmp    path

rows:   mov     r0,#page                ; chi
        mov     r1,#5
1$:     mov     r7,#LANE
2$:     movx    a,@r0
        mov     r2,a
        go      LANE
        movx    a,@r0
        mov     r3,a
        go      LANE
        movx    a,@r0
        mov     r4,a
        go      LANE
        movx    a,@r0
        mov     r5,a
        go      LANE
        movx    a,@r0
        mov     r6,a
        chi     r6, r2, r3
        go      -LANE
        chi     r5, r6, r2
        go      -LANE
        chi     r4, r5, r6
        go      -LANE
        chi     r3, r4, r5
        go      -LANE
        chi     r2, r3, r4
        inc     r0
        djnz    r7,2$
        go      PLANE-LANE
        djnz    r1,1$

        mov     r0,#page                ; iota
        mov     r2,#0
3$:     mov     r3,#0x80                ; falls out after eight bits
4$:     mov     a,r2                    ; bits 0, 1, 3, 7, 15, 31, 63:
        inc     r2
        clr     c
        anl     a,r2                    ; no digit in common with the bit behind
        jnz     6$
        mov     a,lfsr
        rrc     a
        jnc     5$
        xrl     a,#0x8E                 ; R[0], R[4], R[5], R[6]
5$:     mov     lfsr,a
6$:     mov     a,r3
        rrc     a
        mov     r3,a
        jnc     4$
        movx    a,@r0
        xrl     a,r3
        movx    @r0,a
        inc     r0
        mov     a,r2
        jnb     acc.6,3$
        mov     a,lfsr
        cjne    a,#0xE2,7$              ; after 24 times seven steps
        lcall   both_states
8$:     movx    a,@r0
        inc     r0
        movx    @dptr,a
        inc     dptr
        cjne    r0,#page + STATE,8$
        ret
7$:     ljmp    rounds

        .include "keccak/mcs51_sponge.asm"
