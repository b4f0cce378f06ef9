; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; constant_time = true
;
; Registers
;   r0 place of a source byte (page P2), dptr of a result (page DPH), r1 number of the round, r2-r6 the
;   bytes of a row, r7 temporary, b round constant
;
; A round of Keccak on a sliced state but for the way to D, for the 8051.
; mcs51_fast_permutation.asm says what that is, and includes it, as its like does, with macros of
; its own:
;
;   load x, y, r, k   a = the byte of lane (x, y) that becomes byte k when the lane is rotated by r, with
;                     D[x] added; it may change r7
;   keep x, y, k      stores a as byte k of lane (x, y)

        .equ    ROUNDS, 24

; Byte k of lane (x, y) with D[x] added, rotated by r, to \into and to a.
        .macro  gather, into, x, y, r, k
        load    x, y, r, k
        turn = ((r >> 3) + 1 - ((k + 8 - (r & 7)) >> 3)) & 7
        .ifeq   turn - 1
        rl      a
        .endif
        .ifeq   turn - 2
        rl      a
        rl      a
        .endif
        .ifeq   turn - 3
        swap    a
        rr      a
        .endif
        .ifeq   turn - 4
        swap    a
        .endif
        .ifeq   turn - 5
        swap    a
        rl      a
        .endif
        .ifeq   turn - 6
        rr      a
        rr      a
        .endif
        .ifeq   turn - 7
        rr      a
        .endif
        mov     into,a
        .endm

; chi for byte k of lane (x, y): ra + ~rb rc, of which fa, fb, fc say whether they are complemented,
; and fo whether the result is to be.  With x = 0, rb is in a, too.
        .macro  chi, x, y, k, ra, fa, rb, fb, rc, fc, fo
        .if     x
        mov     a,rb
        .endif
        .if     1 - (fb ^ fc)
        cpl     a
        .endif
        .if     fc
        orl     a,rc
        .else
        anl     a,rc
        .endif
        xrl     a,ra
        .if     fa ^ fc ^ fo
        cpl     a
        .endif
        .ifeq   x + y
        iota    k
        .endif
        keep    x, y, k
        .endm

; Adds byte k of the round constant, of which b has the bits that may be 1.
        .macro  iota, k
        .ifeq   k
        mov     r7,a                    ; z = 0
        mov     c,b.2
        clr     a
        rlc     a
        xrl     a,r7
        .endif
        .ifeq   k - 1
        mov     r7,a                    ; z = 1
        mov     c,b.4
        clr     a
        rlc     a
        xrl     a,r7
        .endif
        .ifeq   k - 3
        mov     r7,a                    ; z = 3
        mov     c,b.5
        clr     a
        rlc     a
        xrl     a,r7
        .endif
        .ifeq   k - 7
        mov     r7,a                    ; z = 7, 15, 31, 63
        mov     a,b
        anl     a,#0x8B
        xrl     a,r7
        .endif
        .endm

; Plane y.  For x = 0 to 4: the lane (x', x) that becomes (x, y), how far it is rotated, whether it
; is complemented after theta, and whether (x, y) is to be.
        .macro  plane, y, x0, r0_, f0, o0, x1, r1_, f1, o1, x2, r2_, f2, o2, x3, r3_, f3, o3, x4, r4_, f4, o4
        .irpc   k, 01234567
        gather  r2, x0, 0, r0_, k
        gather  r4, x2, 2, r2_, k
        gather  r5, x3, 3, r3_, k
        gather  r6, x4, 4, r4_, k
        gather  r3, x1, 1, r1_, k
        chi     0, y, k, r2, f0, r3, f1, r4, f2, o0
        chi     1, y, k, r3, f1, r4, f2, r5, f3, o1
        chi     2, y, k, r4, f2, r5, f3, r6, f4, o2
        chi     3, y, k, r5, f3, r6, f4, r2, f0, o3
        chi     4, y, k, r6, f4, r2, f0, r3, f1, o4
        .endm
        .endm

; pi, rho and chi, iota.
        .macro  row_planes
        plane   0, 0, 0, 1, 0, 1, 44, 0, 1, 2, 43, 1, 1, 3, 21, 1, 0, 4, 14, 0, 0
        plane   1, 3, 28, 1, 0, 4, 20, 0, 0, 0, 3, 1, 0, 1, 45, 0, 1, 2, 61, 0, 0
        plane   2, 1, 1, 1, 0, 2, 6, 0, 0, 3, 25, 1, 1, 4, 8, 0, 0, 0, 18, 0, 0
        plane   3, 4, 27, 0, 0, 0, 36, 1, 0, 1, 10, 0, 1, 2, 15, 1, 0, 3, 56, 1, 0
        plane   4, 2, 62, 1, 1, 3, 55, 0, 0, 4, 39, 0, 0, 0, 41, 1, 0, 1, 2, 0, 0
        .endm

; b = the constant of round r1: bits 0, 1, 3 and 7 are z = 7, 15, 31, 63, bits 2, 4, 5 z = 0, 1, 3.
        .macro  load_constant, ?here, ?table, ?behind
        mov     a,r1
        add     a,#table - here
        movc    a,@a+pc
here:   mov     b,a
        sjmp    behind
table:
        .db     0x04, 0x13, 0xB3, 0x8A, 0x37, 0x0C, 0x8F, 0xA6
        .db     0x31, 0x21, 0x2E, 0x38, 0x3F, 0xB5, 0xA7, 0x96
        .db     0x92, 0x81, 0x32, 0xB8, 0x8F, 0x83, 0x0C, 0xAA
behind:
        .endm

; The pages change; on to the round \rounds, but for the last.
        .macro  next_round, rounds, ?done
        mov     a,p2
        xch     a,dph
        mov     p2,a
        inc     r1
        cjne    r1,#ROUNDS,done
        ret
done:   ljmp    rounds
        .endm
