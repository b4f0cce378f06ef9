; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 8
; internal_ram = 138
;
; Registers of the rounds
;   dptr     the next place in SIGMA          r0   a byte of the message block
;   r1       where `digit` is                 r7   rounds to do
;   r2, r3   bytes of b or d that others have already taken the place of
;   the functions as stated in blake/blake2s_mcs51_mode.inc
;
; BLAKE2s for the 8051, fast: eight calls of G without loops.  The message block is in internal RAM
; during the rounds, where SIGMA has its addresses.
;
; COUNT of G, in machine cycles: six sums of words 2 x 39; places in the block 2 x 6; d 10 and 14, b 25
; and 19.  In all 158, eighty times.
;
; Specification: RFC 7693, sections 2.7, 3.1 and 3.2; its names are used.

        .include "blake/blake2s_mcs51_mode.inc"

        .area   DSEG    (DATA)
digit:  .ds     1                       ; its low half: that of the byte before

        .area   ISEG    (DATA)
message: .ds    64                      ; the block

        .area   CSEG    (CODE)

; G (section 3.1) on four words of v
        .macro  mix, wa, wb, wc, wd
        mov     a,wa                    ; a = a + b + m[SIGMA]
        add     a,wb
        mov     wa,a
        mov     a,wa + 1
        addc    a,wb + 1
        mov     wa + 1,a
        mov     a,wa + 2
        addc    a,wb + 2
        mov     wa + 2,a
        mov     a,wa + 3
        addc    a,wb + 3
        mov     wa + 3,a
        clr     a
        movc    a,@a+dptr
        inc     dptr
        mov     r0,a
        mov     a,wa
        add     a,@r0
        mov     wa,a
        inc     r0
        mov     a,wa + 1
        addc    a,@r0
        mov     wa + 1,a
        inc     r0
        mov     a,wa + 2
        addc    a,@r0
        mov     wa + 2,a
        inc     r0
        mov     a,wa + 3
        addc    a,@r0
        mov     wa + 3,a
        mov     a,wd                    ; d = (d ^ a) >>> 16
        xrl     a,wa
        xch     a,wd + 2
        xrl     a,wa + 2
        mov     wd,a
        mov     a,wd + 1
        xrl     a,wa + 1
        xch     a,wd + 3
        xrl     a,wa + 3
        mov     wd + 1,a
        mov     a,wc                    ; c = c + d
        add     a,wd
        mov     wc,a
        mov     a,wc + 1
        addc    a,wd + 1
        mov     wc + 1,a
        mov     a,wc + 2
        addc    a,wd + 2
        mov     wc + 2,a
        mov     a,wc + 3
        addc    a,wd + 3
        mov     wc + 3,a
        mov     a,wb                    ; b = (b ^ c) >>> 12: by a byte and half of one
        xrl     a,wc
        swap    a
        mov     r2,a
        mov     a,wb + 1
        xrl     a,wc + 1
        swap    a
        mov     r3,a
        mov     @r1,a
        mov     a,wb + 2
        xrl     a,wc + 2
        swap    a
        xchd    a,@r1
        mov     wb,a
        mov     a,wb + 3
        xrl     a,wc + 3
        swap    a
        xchd    a,@r1
        mov     wb + 1,a
        mov     a,r2
        xchd    a,@r1
        mov     wb + 2,a
        mov     a,r3
        xchd    a,@r1
        mov     wb + 3,a
        mov     a,wa                    ; a = a + b + m[SIGMA]
        add     a,wb
        mov     wa,a
        mov     a,wa + 1
        addc    a,wb + 1
        mov     wa + 1,a
        mov     a,wa + 2
        addc    a,wb + 2
        mov     wa + 2,a
        mov     a,wa + 3
        addc    a,wb + 3
        mov     wa + 3,a
        clr     a
        movc    a,@a+dptr
        inc     dptr
        mov     r0,a
        mov     a,wa
        add     a,@r0
        mov     wa,a
        inc     r0
        mov     a,wa + 1
        addc    a,@r0
        mov     wa + 1,a
        inc     r0
        mov     a,wa + 2
        addc    a,@r0
        mov     wa + 2,a
        inc     r0
        mov     a,wa + 3
        addc    a,@r0
        mov     wa + 3,a
        mov     a,wd                    ; d = (d ^ a) >>> 8
        xrl     a,wa
        mov     r2,a
        mov     a,wd + 1
        xrl     a,wa + 1
        mov     wd,a
        mov     a,wd + 2
        xrl     a,wa + 2
        mov     wd + 1,a
        mov     a,wd + 3
        xrl     a,wa + 3
        mov     wd + 2,a
        mov     wd + 3,r2
        mov     a,wc                    ; c = c + d
        add     a,wd
        mov     wc,a
        mov     a,wc + 1
        addc    a,wd + 1
        mov     wc + 1,a
        mov     a,wc + 2
        addc    a,wd + 2
        mov     wc + 2,a
        mov     a,wc + 3
        addc    a,wd + 3
        mov     wc + 3,a
        mov     a,wb                    ; b = (b ^ c) >>> 7: by a byte, and a bit back
        xrl     a,wc
        mov     r2,a
        rlc     a
        mov     a,wb + 1
        xrl     a,wc + 1
        rlc     a
        mov     wb,a
        mov     a,wb + 2
        xrl     a,wc + 2
        rlc     a
        mov     wb + 1,a
        mov     a,wb + 3
        xrl     a,wc + 3
        rlc     a
        mov     wb + 2,a
        mov     a,r2
        rlc     a
        mov     wb + 3,a
        .endm

rounds: lcall   to_context
        mov     a,#BUF
        add     a,dpl
        mov     dpl,a
        jnc     1$
        inc     dph
1$:     mov     r0,#message
2$:     movx    a,@dptr
        inc     dptr
        mov     @r0,a
        inc     r0
        cjne    r0,#message + 64,2$
        mov     dptr,#sigma
        mov     r1,#digit
        mov     r7,#10
round:
        mix     v, v+16, v+32, v+48
        mix     v+4, v+20, v+36, v+52
        mix     v+8, v+24, v+40, v+56
        mix     v+12, v+28, v+44, v+60
        mix     v, v+20, v+40, v+60
        mix     v+4, v+24, v+44, v+48
        mix     v+8, v+28, v+32, v+52
        mix     v+12, v+16, v+36, v+56
        djnz    r7,1$
        ret
1$:     ljmp    round

; Table SIGMA (section 2.7): where in `message` the words are.
sigma:
        .db     message+0, message+4, message+8, message+12, message+16, message+20, message+24, message+28
        .db     message+32, message+36, message+40, message+44, message+48, message+52, message+56, message+60
        .db     message+56, message+40, message+16, message+32, message+36, message+60, message+52, message+24
        .db     message+4, message+48, message+0, message+8, message+44, message+28, message+20, message+12
        .db     message+44, message+32, message+48, message+0, message+20, message+8, message+60, message+52
        .db     message+40, message+56, message+12, message+24, message+28, message+4, message+36, message+16
        .db     message+28, message+36, message+12, message+4, message+52, message+48, message+44, message+56
        .db     message+8, message+24, message+20, message+40, message+16, message+0, message+60, message+32
        .db     message+36, message+0, message+20, message+28, message+8, message+16, message+40, message+60
        .db     message+56, message+4, message+44, message+48, message+24, message+32, message+12, message+52
        .db     message+8, message+48, message+24, message+40, message+0, message+44, message+32, message+12
        .db     message+16, message+52, message+28, message+20, message+60, message+56, message+4, message+36
        .db     message+48, message+20, message+4, message+60, message+56, message+52, message+16, message+40
        .db     message+0, message+28, message+24, message+12, message+36, message+8, message+32, message+44
        .db     message+52, message+44, message+28, message+56, message+48, message+4, message+12, message+36
        .db     message+20, message+0, message+60, message+16, message+32, message+24, message+8, message+40
        .db     message+24, message+60, message+56, message+36, message+44, message+12, message+0, message+32
        .db     message+48, message+8, message+52, message+28, message+4, message+16, message+40, message+20
        .db     message+40, message+8, message+32, message+16, message+28, message+24, message+4, message+20
        .db     message+60, message+44, message+36, message+56, message+12, message+48, message+52, message+0
