; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 11
; internal_ram = 98
; constant_time = true
; block = "permute"
; bound = 68208
;
; Registers
;   a round       see mcs51_rounds.asm
;   lanes         r0 place in the sliced state, r1 in `column`, r6 place of the lane, r4 its x, r5 how
;                 many, r2 temporary; PSW.1: out of the sliced state
;   the functions as stated there; F0 (PSW.5): the state is sliced, and C is there
;
; Keccak, SHA-3 and SHAKE for the 8051, fast: included by the file of each function.  Not reentrant:
; variables lie at fixed addresses, 98 bytes of them in internal RAM, of which a plain 8052 has 256.
; Its P2 must give the high address byte to `movx @r0`, as Intel's does.
;
; Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
;
; THE CONTEXT is in external RAM, the state in it as FIPS 202 has it.  For the permutation it is
; SLICED: byte k of a lane, k = 0 to 7, holds the bits z = k modulo 8, bit m of it bit z = 8 m + k
; of the lane.  A lane rotated by r = 8 q + s is then eight bytes that have changed places, each
; rotated by q or q + 1: at most two instructions (rl, rr, swap) for a byte, where a plain lane
; would take three for each byte and each bit of s.  A call of the API slices the state once, then
; message blocks as they are added, and puts the state back in order at its end.
;
; Byte (x, y, k) of the sliced state is at 40 y + 5 k + x of a page (256 bytes): the order in which
; a round makes them.  There are two pages, one read at scattered places through P2 and r0, one
; written in order through dptr, in turn.
;
; A ROUND takes for each y and k five bytes, adds D, rotates them and makes five bytes of chi.
; These are added to C (`column`) for the next round at once.
;
; Six lanes are kept complemented meanwhile: (1, 0), (2, 0), (3, 1), (2, 2), (2, 3), (0, 4).  With
; them chi needs 1 or 2 complements in a row instead of 5.
;
; COUNT for a round, in machine cycles:
;
;   D       40 bytes of load, add, store, 5 rotations                   125
;   theta   200 bytes loaded, 3 each (the place, movx), D added         800
;   rho     rotations by 0 to 7: 0, 1, 2, 2, 1, 2, 2, 1 instructions    260
;   pi      200 bytes to registers                                      200
;   chi     load, and or or, add; 40 loads spared; 56 complements       616
;   store   200 bytes, 3 each (movx, inc dpl), and added to C           800
;   iota    a constant loaded, four bytes added                          26
;
; That is 2827, 67,848 for the permutation: the bound for this order of work.  The loop takes 10
; more for a round.  A message byte takes 48 to be sliced and added.

        .equ    SLICED, 1               ; for mcs51_sponge.asm
        .equ    LANES, 25
        .equ    STATE, 200              ; bytes
        .equ    NEXT, 5                 ; from a byte of a lane to the next, sliced
        .equ    PLANE, 40

        .area   BIT_BANK (REL,OVR,DATA)
lane:   .ds     8                       ; eight bytes, bit by bit
        .area   OSEG    (OVR,DATA)
column: .ds     PLANE                   ; C[x], byte k, at 5 k + x
effect: .ds     PLANE                   ; D[x], in the same way
        .area   XSEG    (XDATA)
pages:  .ds     255 + 256 + STATE       ; two of them, wherever pages begin

        .area   CSEG    (CODE)

; ---- the permutation ----

        .include "keccak/mcs51_rounds.asm"

        .macro  load, x, y, r, k
        mov     r0,#(PLANE * y + NEXT * ((k - r) & 7) + x)
        movx    a,@r0
        xrl     a,effect + NEXT * ((k - r) & 7) + x
        .endm

        .macro  keep, x, y, k
        movx    @dptr,a
        inc     dpl
        .if     y
        xrl     column + NEXT * k + x,a
        .else
        mov     column + NEXT * k + x,a
        .endif
        .endm

; D[x], byte k: C[x-1] + C[x+1] rotated by 1.
        .macro  theta, x, before, after
        mov     a,column + NEXT * 7 + after
        rl      a
        xrl     a,column + before
        mov     effect + x,a
        .irpc   k, 1234567
        mov     a,column + NEXT * (k - 1) + after
        xrl     a,column + NEXT * k + before
        mov     effect + NEXT * k + x,a
        .endm
        .endm

; Keccak-f[1600], on the sliced state: first makes it so.
permute:
        lcall   slice
        mov     p2,#>(pages + 255)
        mov     dph,#>(pages + 255 + 256)
        mov     r1,#0
rounds: theta   0, 4, 1
        theta   1, 0, 2
        theta   2, 1, 3
        theta   3, 2, 4
        theta   4, 3, 0
        load_constant
        mov     dpl,#0
        row_planes
        next_round rounds

; ---- slices ----

; The bytes of `lane` are the rows of 8 by 8 bits: `emit` gets the columns, one after another.
transpose:
        .irpc   k, 01234567
        .irpc   m, 01234567
        one = (lane + m)[k]
        mov     c,one
        rrc     a
        .endm
        lcall   emit
        .endm
        ret

; a = a column: adds it to the sliced state and to C; or stores it at dptr.
emit:   jb      psw.1,1$
        mov     r2,a
        xrl     a,@r1
        mov     @r1,a
        mov     a,r1
        add     a,#NEXT
        mov     r1,a
        movx    a,@r0
        xrl     a,r2
        movx    @r0,a
        mov     a,r0
        add     a,#NEXT
        mov     r0,a
        ret
1$:     movx    @dptr,a
        inc     dptr
        ret

; Adds lanes, as many as r5 says, to the sliced state from lane 0 on; from dptr and b, which go on.
add_lanes:
        clr     psw.1
        mov     p2,#>(pages + 255)
        mov     r6,#0
        mov     r4,#0
1$:     mov     a,b
        jnz     2$
        .irpc   m, 01234567
        movx    a,@dptr
        mov     lane + m,a
        inc     dptr
        .endm
        sjmp    3$
2$:     mov     r1,#lane
        mov     r3,#8
4$:     lcall   get
        mov     @r1,a
        inc     r1
        djnz    r3,4$
3$:     mov     a,r6
        mov     r0,a
        mov     a,r4
        add     a,#column
        mov     r1,a
        lcall   transpose
        lcall   next_lane
        djnz    r5,1$
        ret

next_lane:
        inc     r6
        inc     r4
        cjne    r4,#5,1$
        mov     r4,#0
        mov     a,r6
        add     a,#PLANE - 5
        mov     r6,a
1$:     ret

; Complements, in the sliced state and in C, the lanes that are so kept.
complement:
        mov     p2,#>(pages + 255)
        mov     r7,#0
1$:     mov     a,r7
        add     a,#3$ - 2$
        movc    a,@a+pc
2$:     mov     r0,a
        mov     b,#5
        div     ab                      ; b = x
        mov     a,b
        add     a,#column
        mov     r1,a
        mov     r6,#8
4$:     movx    a,@r0
        cpl     a
        movx    @r0,a
        mov     a,@r1
        cpl     a
        mov     @r1,a
        mov     a,r0
        add     a,#NEXT
        mov     r0,a
        mov     a,r1
        add     a,#NEXT
        mov     r1,a
        djnz    r6,4$
        inc     r7
        cjne    r7,#6,1$
        ret
3$:     .db     1, 2, PLANE + 3, 2 * PLANE + 2, 3 * PLANE + 2, 4 * PLANE

; Slices the state of the context, if it is not sliced already, and makes C.
slice:  jb      f0,3$
        setb    f0
        clr     a
        mov     p2,#>(pages + 255)
        mov     r0,#STATE
1$:     dec     r0
        movx    @r0,a                   ; (a = 0)
        cjne    r0,#0,1$
        mov     r0,#column
        mov     r5,#PLANE
2$:     mov     @r0,a
        inc     r0
        djnz    r5,2$
        lcall   complement
        mov     dpl,context
        mov     dph,context + 1
        mov     b,#0
        mov     r5,#LANES
        ljmp    add_lanes
3$:     ret

; Puts the state back into the context, if it is sliced.
put_back:
        jnb     f0,3$
        clr     f0
        lcall   complement
        setb    psw.1
        mov     dpl,context
        mov     dph,context + 1
        mov     r6,#0
        mov     r4,#0
        mov     r5,#LANES
1$:     mov     a,r6
        mov     r0,a
        mov     r1,#lane
        mov     r3,#8
2$:     movx    a,@r0
        mov     @r1,a
        inc     r1
        mov     a,r0
        add     a,#NEXT
        mov     r0,a
        djnz    r3,2$
        lcall   transpose
        lcall   next_lane
        djnz    r5,1$
3$:     ret

        .include "keccak/mcs51_sponge.asm"
