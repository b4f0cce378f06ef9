; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 8
; internal_ram = 79
;
; Registers of the rounds
;   r0, r1   bytes of two words               dptr     a byte of the message block, or in SIGMA
;   r6       2 in the first half of G, 1 in the second: bytes to rotate by
;   r5, r7   counted down                     b        temporary
;   the functions as stated in blake/blake2s_mcs51_mode.inc
;
; BLAKE2s for the 8051, small: words go byte by byte, in loops.
;
; Specification: RFC 7693, sections 2.7, 3.1 and 3.2; its names are used.

        .include "blake/blake2s_mcs51_mode.inc"

        .area   DSEG    (DATA)
step:   .ds     1                       ; the call of G, 0 to 79
pair:   .ds     1                       ; its places in SIGMA, four bits each
wa:     .ds     1                       ; where in v its words are
wb:     .ds     1
wc:     .ds     1
wd:     .ds     1

        .area   CSEG    (CODE)

rounds: mov     step,#0
g:      mov     dptr,#sigma
        mov     a,step
        movc    a,@a+dptr
        mov     pair,a
        mov     a,step                  ; the words: each in its row, in diagonals four bytes more
        anl     a,#4
        mov     r7,a
        mov     a,step
        rl      a
        rl      a
        mov     r6,a
        mov     r1,#v
        mov     r0,#wa
1$:     mov     a,r6
        anl     a,#12
        add     a,r1
        mov     @r0,a
        mov     a,r6
        add     a,r7
        mov     r6,a
        mov     a,r1
        add     a,#16
        mov     r1,a
        inc     r0
        cjne    r0,#wa + 4,1$
        mov     r6,#2
half:   mov     r1,wb                   ; a = a + b + m[SIGMA]
        mov     r0,wa
        lcall   add_word
        mov     a,pair
        swap    a
        mov     pair,a
        anl     a,#0x0F
        rl      a
        rl      a
        add     a,#BUF
        add     a,context
        mov     dpl,a
        clr     a
        addc    a,context + 1
        mov     dph,a
        mov     r0,wa
        mov     r7,#4
        clr     c
1$:     movx    a,@dptr
        inc     dptr
        addc    a,@r0
        mov     @r0,a
        inc     r0
        djnz    r7,1$
        mov     r0,wd                   ; d = (d ^ a) >>> 16, and >>> 8
        mov     r1,wa
        lcall   add_and_rotate
        mov     r0,wc                   ; c = c + d
        mov     r1,wd
        lcall   add_word
        mov     r0,wb                   ; b = (b ^ c) >>> 16 <<< 4, and >>> 8 <<< 1
        mov     r1,wc
        lcall   add_and_rotate
        mov     a,r6
        mov     b,a
        mul     ab
        mov     r5,a
2$:     dec     r0
        mov     a,@r0
        rlc     a
        dec     r0
        dec     r0
        dec     r0
        mov     r7,#4
3$:     mov     a,@r0
        rlc     a
        mov     @r0,a
        inc     r0
        djnz    r7,3$
        djnz    r5,2$
        djnz    r6,4$
        inc     step
        mov     a,step
        cjne    a,#80,5$
        ret
4$:     ljmp    half
5$:     ljmp    g

; The word at r0 and that at r1, to r0; both go on by a word.
add_word:
        mov     r7,#4
        clr     c
1$:     mov     a,@r0
        addc    a,@r1
        mov     @r0,a
        inc     r0
        inc     r1
        djnz    r7,1$
        ret

; The word at r0 ^ that at r1, rotated by r6 bytes to the right, to r0, which goes on by a word.
add_and_rotate:
        mov     r7,#4
1$:     mov     a,@r0
        xrl     a,@r1
        mov     @r0,a
        inc     r0
        inc     r1
        djnz    r7,1$
        mov     a,r6
        mov     r5,a
2$:     dec     r0
        dec     r0
        dec     r0
        dec     r0
        mov     a,@r0
        inc     r0
        inc     r0
        inc     r0
        inc     r0
        mov     r7,#4
3$:     dec     r0
        xch     a,@r0
        djnz    r7,3$
        inc     r0
        inc     r0
        inc     r0
        inc     r0
        djnz    r5,2$
        ret

; Table SIGMA (section 2.7), the places of two words in a byte.
sigma:
        .db     0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF
        .db     0xEA, 0x48, 0x9F, 0xD6, 0x1C, 0x02, 0xB7, 0x53
        .db     0xB8, 0xC0, 0x52, 0xFD, 0xAE, 0x36, 0x71, 0x94
        .db     0x79, 0x31, 0xDC, 0xBE, 0x26, 0x5A, 0x40, 0xF8
        .db     0x90, 0x57, 0x24, 0xAF, 0xE1, 0xBC, 0x68, 0x3D
        .db     0x2C, 0x6A, 0x0B, 0x83, 0x4D, 0x75, 0xFE, 0x19
        .db     0xC5, 0x1F, 0xED, 0x4A, 0x07, 0x63, 0x92, 0x8B
        .db     0xDB, 0x7E, 0xC1, 0x39, 0x50, 0xF4, 0x86, 0x2A
        .db     0x6F, 0xE9, 0xB3, 0x08, 0xC2, 0xD7, 0x14, 0xA5
        .db     0xA2, 0x84, 0x76, 0x15, 0xFB, 0x9E, 0x3C, 0xD0
