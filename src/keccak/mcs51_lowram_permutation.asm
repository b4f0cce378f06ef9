; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 13
; internal_ram = 10
; constant_time = true
; block = "permute"
;
; Registers
;   a round       see mcs51_rounds.asm
;   lanes         r0-r7 the bytes of a lane; on the stack how many lanes are left, and the place of the
;                 lane in the sliced state
;   the functions as stated there; F0 (PSW.5): the state is sliced
;
; Keccak, SHA-3 and SHAKE for the 8051, with ten bytes of internal RAM beside the registers and the
; stack: included by the file of each function.  Not reentrant: variables lie at fixed addresses.
; P2 must give the high address byte to `movx @r0`, as Intel's does.
;
; Specification: FIPS PUB 202, sections 3.2 and 3.3; names are those of its step mappings.
;
; All is as in mcs51_fast_permutation.asm, which says what a sliced state is, but for C and D.
; These lie in external RAM, behind the state in the page that is read: byte k of C[x] at 5 k + x of
; `column`, and D[x] in the place of C[x-1].  C[0] and C[4] are needed again after that, and so are
; there twice.
;
; COUNT for a round, in machine cycles: C 40 x 42, as a loop; copies of two of them 96; D 405;
; theta, pi, rho 200 bytes loaded, 8 each, 260 for rotations, 200 to registers; chi 616; store 600;
; iota 26. That is 5,483, 131,592 for the permutation.  A message byte takes 67 to be sliced and
; added.

        .equ    SLICED, 1               ; for mcs51_sponge.asm
        .equ    LANES, 25
        .equ    STATE, 200              ; bytes
        .equ    NEXT, 5                 ; from a byte of a lane to the next, sliced
        .equ    PLANE, 40
        .equ    COLUMN, STATE           ; in a page
        .equ    COPY_4, COLUMN + PLANE
        .equ    COPY_0, COPY_4 + 8

        .area   XSEG    (XDATA)
pages:  .ds     255 + 256 + 256         ; two of them, wherever pages begin

        .area   CSEG    (CODE)

; ---- the permutation ----

        .include "keccak/mcs51_rounds.asm"

        .macro  load, x, y, r, k
        mov     r0,#(PLANE * y + NEXT * ((k - r) & 7) + x)
        movx    a,@r0
        mov     r7,a
        .if     x
        mov     r0,#(COLUMN + NEXT * ((k - r) & 7) + x - 1)
        .else
        mov     r0,#(COLUMN + NEXT * ((k - r) & 7) + 4)
        .endif
        movx    a,@r0
        xrl     a,r7
        .endm

        .macro  keep, x, y, k
        movx    @dptr,a
        inc     dpl
        .endm

; Copies byte k of C[x].
        .macro  copy, x, to
        .irpc   k, 01234567
        mov     r0,#(COLUMN + NEXT * k + x)
        movx    a,@r0
        mov     r0,#(to + k)
        movx    @r0,a
        .endm
        .endm

; D[x] in the place of C[x-1] (`before`).  Byte k of C[x+1] is at after + step k.
        .macro  theta, before, after, step
        mov     r0,#(after + step * 7)
        movx    a,@r0
        rl      a
        mov     r7,a
        mov     r0,#(COLUMN + before)
        movx    a,@r0
        xrl     a,r7
        movx    @r0,a
        .irpc   k, 1234567
        mov     r0,#(after + step * (k - 1))
        movx    a,@r0
        mov     r7,a
        mov     r0,#(COLUMN + NEXT * k + before)
        movx    a,@r0
        xrl     a,r7
        movx    @r0,a
        .endm
        .endm

; Keccak-f[1600], on the sliced state: first makes it so.
permute:
        lcall   slice
        mov     p2,#>(pages + 255)
        mov     dph,#>(pages + 255 + 256)
        mov     r1,#0
rounds: mov     r2,#0                   ; C
1$:     mov     a,r2
        mov     r0,a
        movx    a,@r0
        mov     r7,a
        .irpc   y, 1234
        mov     a,r0
        add     a,#PLANE
        mov     r0,a
        movx    a,@r0
        xrl     a,r7
        mov     r7,a
        .endm
        mov     a,r0
        add     a,#COLUMN - 4 * PLANE
        mov     r0,a
        mov     a,r7
        movx    @r0,a
        inc     r2
        cjne    r2,#PLANE,1$
        copy    4, COPY_4
        copy    0, COPY_0
        theta   4, COLUMN+1, NEXT     ; D[0]
        theta   0, COLUMN+2, NEXT
        theta   1, COLUMN+3, NEXT
        theta   2, COPY_4, 1
        theta   3, COPY_0, 1
        load_constant
        mov     dpl,#0
        row_planes
        next_round rounds

; ---- slices ----

; Eight times: a's lowest bit to the highest of each of r0 to r7, and theirs to a.
        .macro  transpose
        .irpc   k, 01234567
        rrc     a
        xch     a,r'k
        rrc     a
        xch     a,r'k
        .endm
        .endm

; a = the place of the lane behind that at a.  Changes b.
next_place:
        inc     a
        push    acc
        mov     b,#PLANE
        div     ab
        pop     acc
        xch     a,b
        cjne    a,#5,1$
        xch     a,b
        add     a,#PLANE - 5
        ret
1$:     xch     a,b
        ret

; dpl on to the lane's next byte.
next_byte:
        mov     a,dpl
        add     a,#NEXT
        mov     dpl,a
        ret

; Adds lanes, as many as r5 says, to the sliced state from lane 0 on; from dptr and b, which go on.
add_lanes:
        mov     a,r5
        push    acc
        clr     a
        push    acc
1$:     mov     r7,#0x80                ; falls out after eight bytes
2$:     lcall   get
        transpose
        jnc     2$
        pop     acc
        push    dpl
        push    dph
        push    acc
        mov     dph,#>(pages + 255)
        mov     dpl,a
        .irpc   k, 01234567
        movx    a,@dptr
        xrl     a,r'k
        movx    @dptr,a
        lcall   next_byte
        .endm
        pop     acc
        mov     r0,b
        lcall   next_place
        mov     b,r0
        pop     dph
        pop     dpl
        mov     r0,a
        pop     acc
        dec     a
        jz      3$
        push    acc
        mov     a,r0
        push    acc
        ljmp    1$
3$:     ret

; Complements, in the sliced state, the lanes that are so kept.
complement:
        mov     p2,#>(pages + 255)
        mov     r7,#0
1$:     mov     a,r7
        add     a,#3$ - 2$
        movc    a,@a+pc
2$:     mov     r0,a
        mov     r6,#8
4$:     movx    a,@r0
        cpl     a
        movx    @r0,a
        mov     a,r0
        add     a,#NEXT
        mov     r0,a
        djnz    r6,4$
        inc     r7
        cjne    r7,#6,1$
        ret
3$:     .db     1, 2, PLANE + 3, 2 * PLANE + 2, 3 * PLANE + 2, 4 * PLANE

; Slices the state of the context, if it is not sliced already.
slice:  jb      f0,3$
        setb    f0
        mov     p2,#>(pages + 255)
        clr     a
        mov     r0,#STATE
1$:     dec     r0
        movx    @r0,a
        cjne    r0,#0,1$
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
        mov     dpl,context
        mov     dph,context + 1
        clr     a
1$:     push    dpl
        push    dph
        push    acc
        mov     dph,#>(pages + 255)
        mov     dpl,a
        .irpc   k, 01234567
        movx    a,@dptr
        mov     r'k,a
        lcall   next_byte
        .endm
        pop     acc
        lcall   next_place
        pop     dph
        pop     dpl
        push    acc
        mov     b,#8
2$:     transpose
        rrc     a
        movx    @dptr,a
        inc     dptr
        djnz    b,2$
        pop     acc
        cjne    a,#STATE,1$
3$:     ret

        .include "keccak/mcs51_sponge.asm"
