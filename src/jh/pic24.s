; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Hash Function JH, 16 January 2011, section 5, bit-sliced"
; functions = [
;   "mote_jh_init(cc, out_size)",
;   "mote_jh(cc, data, len)",
;   "mote_jh_close(cc, ub, n, dst)",
; ]
; reads = {cc = 202, data = "len"}
; writes = {cc = 202, dst = "out_size / 8"}
; clobbers = "w0-w7 flags"
; stack = 34
; constant_time = true
; calls = []
; block = "mote_jh_compress"
; longest = 73
; state.H = {offset = 0, words = 64, word_bytes = 2, order = [32, 16, 48, 0, 33, 17, 49, 1, 35,
;     19, 51, 3, 34, 18, 50, 2, 38, 22, 54, 6, 39, 23, 55, 7, 37, 21, 53, 5, 36, 20, 52, 4, 40,
;     24, 56, 8, 41, 25, 57, 9, 42, 26, 58, 10, 43, 27, 59, 11, 44, 28, 60, 12, 45, 29, 61, 13,
;     46, 30, 62, 14, 47, 31, 63, 15]}
; counter = {offset = 192, words = 2}
; fill = {offset = 200, word_bytes = 1}
;
; Register map of mote_jh_compress
;   w0-w5  a column: the four words of an S-box, t, and a short-lived one
;   w6     pointer to the even words (in the order of the Gray code)
;   w7     pointer to the odd words
;   w8     s1: distance of odd columns that differ in bit 0; negative if bit 0 of D is set
;   w9     s2: the same for bit 1
;   w10    s4: the same for bit 2
;   w11    pointer to the round constants (without jh_cst)
;   w12, w13, and w14 or (with jh_cst) w11  y3, y0, y2 between S-box and L (without jh_swap)
;   w14    round (jh_cst, jh_swap; 64 times r mod 7 above it, with jh_swap)
;   With both extensions the shadow registers of W0 to W3 (PUSH.S) keep the caller's w8, w9, w10
;   and w14: an interrupt routine that uses PUSH.S, too, must not come in between.
;
; JH for the 16-bit core (cores/pic24): "The Hash Function JH", Hongjun Wu, 16 January 2011, in its
; bit-sliced form.  Digests of 224, 256, 384 and 512 bits, of messages of at most 2^73 - 1 bits.
;
; Extensions of which any may be there: jh_cst, the round constants inside the processor, and jh_swap,
; the swap of blocks of bits (pic24_ise.s: both); jh_e8, all of E8 (pic24_ise_own.s; described with
; the instruction, and needing none of what follows).
;
; mote_jh_compress (below) is F8 (section 5) on the block in the context.
;
; Form.  The eight words of 128 bits are bit k (0 to 3) of the even and of the odd elements; each
; is eight words of 16 bits.  Words with the same number e of the eight words are a column: four of
; even elements, four of odd ones.  S-boxes and L work on columns; each round then swaps blocks of
; 2^(r mod 7) bits in the odd words.
;
; Swaps of blocks of 16, 32 and 64 bits are swaps of columns, and need not take place: the odd words
; of column e are where those of column e ^ D were at first, D being the sum of the swaps (1, 2, 4)
; so far.  The columns are worked on in the order of a Gray code, 0 1 3 2 6 7 5 4, so that each step
; changes one bit of e, and moves the pointer to the odd words by s1, s2 or s4, of which each changes
; its sign when D changes.  After 14 rounds D is 0 again, and so it is after 42.

.global mote_jh_init, mote_jh, mote_jh_close, mote_jh_compress, mote_jh_context_size

; The context
.equ data_hash_state, 128
.equ data_message_block, 64
.equ data_counter, 8            ; number of full blocks so far
.equ data_misc_variables, 2
.global data_hash_state, data_message_block, data_counter, data_misc_variables
.equ mote_jh_context_size, 202

.if has_jh_e8
    ; The eight words of 128 bits as the specification has them, then the block
    .equ STATE_0, 0             ; the first word of the state
    .equ BLOCK, 128
    .equ BYTE_62, BLOCK + 62
.else
    ; Even words, by columns (Gray code): four words, bits 2, 1, 3, 0 of the elements.  Then odd
    ; words, by columns (0 to 7), four words in the same order, and the message block.  For
    ; s3_swap two columns of odd words follow each 16 bytes of the block.
    .equ EVEN, 0
    .equ STATE_0, 6
    .if has_jh_swap
        .equ GAP, 16
        .equ BLOCK, 64
        .equ ODD, 80
    .else
        .equ GAP, 0
        .equ ODD, 64
        .equ BLOCK, 128
    .endif
    .equ BYTE_62, BLOCK + 62 + 3*GAP
.endif
.equ COUNT, 192                 ; 64 bits.  Longest message: 2^73 - 1 bits
.equ PTR, 200                   ; bytes waiting in the block, 0 to 63
.equ OUT_SIZE, 201              ; digest size in bytes

.define even w6
.define odd w7
.define s1 w8
.define s2 w9
.define s4 w10
.define constant w11
.define y3 w12
.define y0 w13
.if has_jh_cst
    .define y2 w11
.else
    .define y2 w14
.endif

; The first half of an S-box (section 3.2) on four words in memory; m3 is complemented at first.
; p: pointer, `first`: the operand that brings it to bit 2; at the end it is at bit 1.
;   w0 m0, w1 t, w2 m2, w3 m3, w4 m1
.macro sbox p, first, index
    com \first, w2                      ; w2 = ~m2
    .if has_jh_cst
        ior w2, [++\p], w4
        add #4, \p
        s3_cst_acxm #\index, w2, [\p], w0   ; m0 ^= ~m2 & c
        ior w2, [--\p], w5
        xor w0, w5, w5                  ; m0 ^= m2 & m3 (complemented)
        xor w4, [\p--], w3              ; m3 ^= ~m1 & m2
        s3_cst_amxc #\index, w0, [\p], w1   ; t = c ^ (m0 & m1), m0 as it was
    .else
        and w2, [constant], w0
        ior w2, [++\p], w4
        ior w2, [++\p], w5
        xor w0, [++\p], w0              ; m0 ^= ~m2 & c
        xor w0, w5, w5                  ; m0 ^= m2 & m3 (complemented)
        xor w4, [--\p], w3              ; m3 ^= ~m1 & m2
        and w0, [--\p], w1
        xor w1, [constant++], w1        ; t = c ^ (m0 & m1), m0 as it was
    .endif
    ior w5, w3, w4
    xor w2, w4, w2                      ; m2 ^= m0 & ~m3
    com w5, w0                          ; m0
    and w0, [--\p], w4
    xor w4, [++\p], w4                  ; m1 ^= m0 & m2, m2 as it was
.endm

; S-boxes on column e, then L (section 3.3).
.macro column e
    sbox odd, [odd], %(8+\e)            ; y, in memory, or but for y1 in registers
    and w4, w2, w5
    .if has_jh_swap
        xor w3, w5, [++odd]             ; m3 ^= m1 & m2
        ior w4, w3, w5
        xor w0, w5, [++odd]             ; m0 ^= m1 | m3, m3 as it was
        and w1, [odd--], w0
        xor w4, w0, [--odd]             ; m1 ^= t & m0
        xor w2, w1, [--odd]             ; m2 ^= t
    .else
        xor w3, w5, y3
        ior w4, w3, w5
        xor w0, w5, y0
        and w1, y0, w0
        xor w4, w0, [odd--]
        xor w2, w1, y2
    .endif
    sbox even, [++even], \e             ; x, in registers
    ior w4, w3, w5
    xor w0, w5, w0                      ; m0 ^= m1 | m3
    and w4, w2, w5
    xor w3, w5, w3                      ; m3 ^= m1 & m2
    and w1, w0, w5
    xor w4, w5, w4                      ; m1 ^= t & m0
    xor w2, w1, w2                      ; m2 ^= t
    xor w0, w3, w5
    .if has_jh_swap
        xor w5, [odd], [odd]            ; y2 ^= x0 ^ x3
        xor w4, [odd++], [even--]       ; x1 ^= y2
        xor w0, [++odd], [odd]          ; y3 ^= x0
        xor w4, [++odd], [odd]          ; y0 ^= x1, x1 as it was
    .else
        xor w5, y2, [odd]
        xor w4, [odd++], [even--]
        xor w0, y3, [++odd]
        xor w4, y0, [++odd]
    .endif
    xor w2, [odd--], w5
    xor w5, [odd++], [even++]           ; x2 ^= y0 ^ y3
    xor w3, [odd--], [++even]           ; x3 ^= y0
    xor w2, [--odd], [odd]              ; y1 ^= x2, x2 as it was
    xor w0, [odd--], [++even]           ; x0 ^= y1
.endm

; XOR of the message block, at w6 + `block`, and half of the state: two words of four.  w7 is at the
; word before the first one; a, b: quarter of the block for the even words, c, d: for the odd ones.
.macro add_block block, a, b, c, d
    .irp e, 0, 1, 3, 2, 6, 7, 5, 4
        mov [w6+%(\block + (16+GAP)*\a + 2*\e)], w0
        xor w0, [++w7], [w7++]
        mov [w6+%(\block + (16+GAP)*\b + 2*\e)], w0
        xor w0, [++w7], [w7++]
    .endr
    .for e, 0, 7
        .if GAP && \e % 2 == 0
            add #GAP, w7
        .endif
        mov [w6+%(\block + (16+GAP)*\c + 2*\e)], w0
        xor w0, [++w7], [w7++]
        mov [w6+%(\block + (16+GAP)*\d + 2*\e)], w0
        xor w0, [++w7], [w7++]
    .endr
.endm

; For each odd word, at w0: `body`.  w6 is at the last even word (not with s3_swap).
.macro each_odd body
    add w6, #%(ODD-62), w0
    .rept 32
        \body
    .endr
.endm

; Swap of single bits: u = w & 0x5555, then (w + 3 u) / 2
.macro swap_1
    and w1, [w0], w2
    mul.uu w2, #3, w4
    add w4, [w0], w4
    rrc w4, [w0++]
.endm
; Swaps of 2 and of 4 bits
.macro swap_2
    and w1, [w0], w2
    xor w2, [w0], w3
    sl w2, #2, w2
    lsr w3, #2, w3
    ior w2, w3, [w0++]
.endm
.macro swap_4
    and w1, [w0], w2
    xor w2, [w0], w3
    sl w2, #4, w2
    lsr w3, #4, w3
    ior w2, w3, [w0++]
.endm
; Swap of bytes, by a product with 256
.macro swap_8
    mul.uu w1, [w0], w2
    ior w2, w3, [w0++]
.endm

; The S-boxes and L of a round (section 4.1), in the order of the Gray code
.macro columns
    column 0
    add odd, s1, odd
    column 1
    add odd, s2, odd
    column 3
    sub odd, s1, odd
    column 2
    add odd, s4, odd
    column 6
    add odd, s1, odd
    column 7
    sub odd, s2, odd
    column 5
    sub odd, s1, odd
    column 4
    sub odd, s4, odd
.endm

; The next round, without its swap
.macro again
    sub #64, even
    .if has_jh_cst
        inc w14, w14
    .endif
    rcall round_columns
.endm

; XOR of the message block, at w2, and half of the state, at w1.
.macro add_half
    mov #8, w5
1:
    .rept 4
        mov [w2++], w3
        xor w3, [w1], [w1++]
    .endr
    dec w5, w5
    bra nz, 1b
.endm

; w0: context.  W0 to W7 are lost.
mote_jh_compress:
.if has_jh_e8
    mov w0, w4
    mov w0, w1
    mov #BLOCK, w2
    add w0, w2, w2
    add_half
    ; The instruction goes on where it left off: with column 7 in w5, w1, w6, w7, to be written,
    ; and with a word of column 0, read.
    mov [w4+14], w5
    mov [w4+%(14+32)], w1
    mov [w4+%(14+64)], w6
    mov [w4+%(14+96)], w7
    mov [w4+64], w2
    mov #tbloffset(round_constants), w3
    repeat #335
    s3_e8 w4, w3
    mov w5, [w4+14]
    mov w1, [w4+%(14+32)]
    mov w6, [w4+%(14+64)]
    mov w7, [w4+%(14+96)]
    mov #64, w1
    add w4, w1, w1
    add w1, #16, w2
    add #48, w2
    add_half
    return
.else
    mov w0, w6
    .if has_jh_cst && has_jh_swap
        mov w8, w0
        mov w9, w1
        mov w10, w2
        mov w14, w3
        push.s
    .else
        push.d w8
        push.d w10
        .if !has_jh_swap
            push.d w12
        .endif
        push w14
    .endif
    mov w6, w7
    add_block BLOCK, 2, 0, 3, 1
    sub #%(128+4*GAP-ODD), w7
    dec2 w6, w6
    mov #8, s1
    mov #%(16+GAP), s2
    mov #%(32+2*GAP), s4
    .if has_jh_cst || has_jh_swap
        clr w14
    .endif
    .if !has_jh_cst && has_jh_swap
        mov #round_constants, constant
    .endif
    .if has_jh_swap
        ; A round (section 4.1), and its swap
.round:
        columns
        btsc w14, #8                    ; r mod 7 is 4, 5 or 6
        bra .columns
        inc2 w6, w6
        repeat #31
        s3_swap w6
        sub #66, w6
        add #65, w14
        bra .round
.columns:
        sub #64, w6
        btsc w14, #7
        bra .columns_6
        btsc w14, #6
        bra .columns_5
        add odd, s1, odd
        neg s1, s1
        add #65, w14
        bra .round
.columns_5:
        add odd, s2, odd
        neg s2, s2
        add #65, w14
        bra .round
.columns_6:
        add odd, s4, odd
        neg s4, s4
        sub #%(6*64-1), w14
        mov #42, w0
        cpseq w0, w14
        bra .round
    .else
        ; Seven rounds; the swap of each is before the next
        .if !has_jh_cst
            mov #psvoffset(round_constants_0), constant
            rcall round_columns
            mov #round_constants, constant
            bra .swap_1
        .endif
.seven:
        rcall round_columns
.swap_1:
        mov #0x5555, w1
        each_odd swap_1
        again
        mov #0x3333, w1
        each_odd swap_2
        again
        mov #0x0F0F, w1
        each_odd swap_4
        again
        mov #0x0100, w1
        each_odd swap_8
        again
        add odd, s1, odd
        neg s1, s1
        again
        add odd, s2, odd
        neg s2, s2
        again
        add odd, s4, odd
        neg s4, s4
        sub #64, even
        .if has_jh_cst
            inc w14, w14
            mov #42, w0
            cpseq w0, w14
        .else
            mov #round_constants_end, w0
            cpseq w0, constant
        .endif
        bra .seven
    .endif

    mov w6, w7
    add_block %(BLOCK+2), 0, 2, 1, 3
    .if has_jh_cst && has_jh_swap
        pop.s
        mov w0, w8
        mov w1, w9
        mov w2, w10
        mov w3, w14
    .else
        pop w14
        .if !has_jh_swap
            pop.d w12
        .endif
        pop.d w10
        pop.d w8
    .endif
    return
.endif

.if !has_jh_e8 && !has_jh_swap
round_columns:
    columns
    return
.endif

; void mote_jh_init(cc, out_size): H(-1) (section 6.3), and F8 on a block of zeros.
mote_jh_init:
    mov w0, w2
    repeat #%(mote_jh_context_size/2-1)
    clr [w2++]
    lsr w1, #3, w2
    mov.b w2, [w0+OUT_SIZE]
    swap w1
    mov w1, [w0+STATE_0]
    bra mote_jh_compress

; Byte w4 to place w11 of the block; w11 goes up.
put_byte:
    .if has_jh_e8 || !has_jh_swap
        mov w11, w3
    .else
        mov #0x30, w3
        and w3, w11, w3
        add w3, w11, w3
    .endif
    add w3, w8, w3
    mov.b w4, [w3+BLOCK]
    inc w11, w11
    return

; void mote_jh(cc, data, len)
;   w8 context, w9 data, w10 bytes left, w11 bytes in the block
mote_jh:
    push.d w8
    push.d w10
    mov w0, w8
    mov w1, w9
    mov w2, w10
    mov.b [w8+PTR], w11
    ze w11, w11
.next:
    cp0 w10
    bra z, .end
    ; w3 = min(bytes from the place to the next gap, bytes left), w2 the place
    .if has_jh_e8 || !has_jh_swap
        mov #64, w3
        sub w3, w11, w3
        add w8, w11, w2
    .else
        and w11, #15, w3
        subr w3, #16, w3
        mov #0x30, w2
        and w2, w11, w2
        add w2, w11, w2
        add w2, w8, w2
    .endif
    add #BLOCK, w2
    cpslt w3, w10
    mov w10, w3
    sub w10, w3, w10
    add w11, w3, w11
    ; Copied in words where both places and the number are even
    ior w2, w9, w1
    ior w3, w1, w1
    dec w3, w3
    btss w1, #0
    bra .words
    repeat w3
    mov.b [w9++], [w2++]
    bra .copied
.words:
    lsr w3, w3
    repeat w3
    mov [w9++], [w2++]
.copied:
    btss w11, #6
    bra .next
    clr w11
    mov w8, w0
    rcall mote_jh_compress
    mov #COUNT, w0
    add w8, w0, w0
    inc [w0], [w0++]
    clr w1
    addc w1, [w0], [w0++]
    addc w1, [w0], [w0++]
    addc w1, [w0], [w0++]
    bra .next
.end:
    mov.b w11, [w8+PTR]
    pop.d w10
    pop.d w8
    return

; void mote_jh_close(cc, ub, n, dst) (section 6.1)
;   w8 context, w9 dst, w10 bits in the block, w11 place in the block
mote_jh_close:
    push.d w8
    push.d w10
    mov w0, w8
    mov w3, w9
    mov.b [w8+PTR], w11
    ze w11, w11
    sl w11, #3, w10
    ior w10, w2, w10
    ; The padding's first bit after the n highest bits of ub
    mov #0x80, w4
    lsr w4, w2, w4
    neg w4, w3
    sl w3, #1, w3
    and w1, w3, w3
    ior w4, w3, w4
    cp0 w10
    bra z, .length
    rcall fill
    mov w8, w0
    rcall mote_jh_compress
    clr w11
    clr w4
.length:
    rcall fill
    ; The length in bits, 73 of them, from the end
    mov #BYTE_62, w1
    add w8, w1, w1
    mov #COUNT, w2
    add w8, w2, w2
    mov #512, w3
    .for i, 0, 3
        mul.uu w3, [w2++], w4
        ior w10, w4, w10
        swap w10
        mov w10, [w1--]
        mov w5, w10
    .endr
    swap w10
    mov w10, [w1]
    mov w8, w0
    rcall mote_jh_compress
    ; The digest: the last bytes of H, from its end
    mov.b [w8+OUT_SIZE], w10
    ze w10, w10
    add w9, w10, w9
    lsr w10, #1, w10
    mov #64, w11
.digest:
    dec w11, w11
    .if has_jh_e8
        add w11, w11, w1
    .else
        and w11, #7, w1
        btsc w11, #3
        bra .odd
        ; Even words: column e at the place with e as its Gray code
        lsr w1, #1, w2
        xor w1, w2, w1
        lsr w2, #1, w2
        xor w1, w2, w1
        sl w1, #3, w1
        bra .word
.odd:
        .if has_jh_swap
            lsr w1, #1, w2
            add w1, w2, w1
            add w1, w2, w1              ; 2 (e >> 1) + e
        .endif
        sl w1, #3, w1
        add #ODD, w1
.word:
        btsc w11, #4
        add #4, w1
    .endif
    add w8, w1, w1
    mov [w1], w2
    swap w2
    mov.b w2, [--w9]
    swap w2
    mov.b w2, [--w9]
    dec w10, w10
    bra nz, .digest
    pop.d w10
    pop.d w8
    return

; Byte w4 and then zeros to the block from place w11.
fill:
    rcall put_byte
    clr w4
    btss w11, #6
    bra fill
    return

; The round constants (section 4.2): those of the even words of columns 0 to 7, then those of the odd
; words.  In memory they are in the order of their use.
.macro constants e0, e1, e2, e3, e4, e5, e6, e7, o0, o1, o2, o3, o4, o5, o6, o7
    .if has_jh_e8
        .word \e0, \o0, \e1, \o1, \e2, \o2, \e3, \o3, \e4, \o4, \e5, \o5, \e6, \o6, \e7, \o7
    .else
        .word \o0, \e0, \o1, \e1, \o3, \e3, \o2, \e2, \o6, \e6, \o7, \e7, \o5, \e5, \o4, \e4
    .endif
.endm
.if has_jh_e8 || !has_jh_cst
    .if has_jh_e8
        .const
round_constants:
    .elseif has_jh_swap
        .rodata
round_constants:
    .else
        ; Those of round 0 are in program memory: so all data take less than 1536 bytes.
        .const
round_constants_0:
    .endif
    constants 0xD572, 0xA2DE, 0x15DF, 0x67F8, 0x847B, 0x0A15, 0x23B7, 0x5715, 0xAB81, 0x90D6, 0x5A4D, 0xF687, 0x9F4E, 0xC54F, 0xD1C3, 0x402B
    .if !has_jh_e8 && !has_jh_swap
        .rodata
round_constants:
    .endif
    constants 0x98EA, 0xE03A, 0x455C, 0x9CFA, 0xC503, 0x99D2, 0xB266, 0x9A99, 0x0266, 0xB496, 0xBBF2, 0x8A53, 0x56B5, 0x1A14, 0xDB88, 0x31A2
    constants 0xA303, 0x5C5A, 0x199A, 0xDB0E, 0x3F40, 0x0AB2, 0xC187, 0x1044, 0x051C, 0x8019, 0x9E84, 0x1D95, 0x336F, 0xADEB, 0xE75E, 0xDCCD
    constants 0xBA10, 0x9213, 0xBF02, 0x416B, 0x78DC, 0x1565, 0xBBF7, 0xD027, 0x2C0A, 0x3981, 0xAA37, 0x5078, 0x1A3F, 0xD2BF, 0x0041, 0xD391
    constants 0x2D42, 0x0D5A, 0xCCF6, 0x907E, 0x62DD, 0x9C9F, 0xC092, 0xCE97, 0x5C18, 0x0BA7, 0x2BC7, 0xAC44, 0xDFD1, 0xD665, 0xC663, 0x23FC
    constants 0x6E97, 0x036C, 0xE09E, 0x1AB8, 0x0521, 0x7E45, 0x6C44, 0xA8EC, 0xF1EE, 0xBB03, 0x8E5D, 0xFA61, 0x96FD, 0xB297, 0x8394, 0x9781
    constants 0x8E4A, 0x3785, 0x03DB, 0x2F30, 0x672A, 0x2D8D, 0x9FFB, 0x956A, 0xFE8A, 0x8173, 0xB8F8, 0x6C69, 0xC78A, 0x4672, 0x7FC0, 0x1442
    constants 0xF4C5, 0x8F15, 0xC7BD, 0xC45E, 0x4475, 0xA76F, 0x118F, 0x80BB, 0xDE52, 0xB775, 0xE4AE, 0xBC88, 0xB882, 0x1E00, 0xA698, 0xF4A3
    constants 0xF48E, 0x338F, 0xA3A9, 0x1563, 0x5FAA, 0x2456, 0xB7D5, 0x89F9, 0xF1B6, 0x20ED, 0x5A7C, 0xFDE0, 0xCA36, 0x5AE9, 0x4206, 0x362C
    constants 0x29CE, 0x4335, 0xFE4E, 0x3D98, 0x3A53, 0x74F9, 0x9A73, 0xA74B, 0xF5D0, 0x591F, 0x4E6F, 0x8681, 0x9D0E, 0x81AD, 0xD8AF, 0x9F5A
    constants 0x05A7, 0x6706, 0x34EE, 0x6A62, 0x0B8B, 0xBE28, 0xB96E, 0x2717, 0x7447, 0x2607, 0x80C6, 0x3F10, 0xA0E0, 0x6F7E, 0x7EC6, 0x7B48
    constants 0x550D, 0xA50A, 0xF84A, 0xC0A4, 0xE391, 0x9FE7, 0x8E97, 0x9EF1, 0x7686, 0x8172, 0x6050, 0xD48D, 0x9E7E, 0x415A, 0xE5F3, 0x62B0
    constants 0x9FFC, 0xEC1F, 0x5440, 0x7A20, 0xE4E3, 0x001A, 0xF4CE, 0x84C9, 0xD74F, 0xF594, 0xFA9D, 0xD895, 0x2E55, 0x117E, 0xC324, 0xA554
    constants 0xDF5B, 0x2872, 0xFEBD, 0x286E, 0xF578, 0xE27F, 0xA50F, 0xB2C4, 0x8905, 0xEF7C, 0x49EE, 0x2ED3, 0x7E44, 0x8593, 0x28EB, 0x7F59
    constants 0x5F70, 0x3769, 0x24B3, 0x4A31, 0x865E, 0xF128, 0xD61D, 0x65E4, 0x1BC7, 0x0477, 0xB951, 0xE720, 0xFE74, 0xE843, 0xD423, 0x8A87
    constants 0x297D, 0xA3E8, 0x7692, 0xF294, 0xCBDD, 0x097A, 0x309B, 0xC1D9, 0x1B1D, 0xFB30, 0xDC5B, 0xE01B, 0x24DA, 0x4F49, 0x9CF2, 0xBF82
    constants 0xE7A4, 0x31BA, 0x70B4, 0xFFBF, 0x320D, 0x0544, 0xF8DE, 0x48BC, 0xAE3B, 0x32FC, 0xBB53, 0x39D3, 0x9F45, 0xC1C3, 0x29E0, 0xA08B
    constants 0xC9E5, 0xFD05, 0xAEF7, 0x0F09, 0x7094, 0x1234, 0x9042, 0x34F1, 0x71A2, 0x01B7, 0x44E3, 0x95ED, 0x3BE9, 0x368E, 0x2F4F, 0x4A98
    constants 0x4088, 0x631D, 0x6CA0, 0x15F6, 0xC147, 0x4B44, 0x5287, 0xFFAF, 0xBB7E, 0xF14A, 0x0AE2, 0x30C6, 0x7046, 0xC5B6, 0x6ECC, 0xE68C
    constants 0xD5A4, 0x56A4, 0x4FBD, 0x00CA, 0x9DDA, 0x4B84, 0x3EC8, 0xAE18, 0x5773, 0x45CE, 0x6430, 0xADD1, 0xA6E8, 0x68CE, 0x5C14, 0x6725
    constants 0xDAA3, 0xF28C, 0x0ECB, 0x16E1, 0xE933, 0x5806, 0x949A, 0x9A99, 0x601F, 0x20B2, 0x6FC2, 0x7B84, 0xCED1, 0x7FAC, 0xD1A0, 0x1885
    constants 0x5932, 0xA15B, 0xDD8D, 0xD319, 0x9A50, 0xC01C, 0xA5AA, 0x46B4, 0x3D9F, 0x6763, 0x04E4, 0xBA6B, 0xCAF6, 0xAB19, 0x560B, 0x7EEE
    constants 0xB11F, 0xEA79, 0x28A9, 0x7421, 0xBDE9, 0x35F7, 0x363B, 0xEE51, 0x571D, 0x5AAC, 0x5075, 0x76D3, 0x463A, 0xFEC2, 0x7DA3, 0x0170
    constants 0x35F7, 0xAFC1, 0xA498, 0x42D8, 0xED78, 0x20EC, 0x6B9E, 0x7967, 0x8341, 0x1563, 0x3AEA, 0xA8DB, 0xC3FA, 0x4D3B, 0x8332, 0x832C
    constants 0x40A7, 0x1F3B, 0x271C, 0xF347, 0x4059, 0x34F0, 0x2DB7, 0x9A76, 0x3EE7, 0x6C4E, 0x21D2, 0xFD4F, 0xFDB8, 0x398D, 0x57DC, 0xEF59
    constants 0x9B8D, 0x490C, 0x492B, 0xDAEB, 0xA25B, 0x49D7, 0xF368, 0x0D70, 0x3B7D, 0xD0AE, 0x8D7A, 0x8455, 0xA5F5, 0xF0E9, 0xF8E4, 0x658E
    constants 0xB8A0, 0xF4A2, 0x1036, 0x533B, 0xA80C, 0x9E07, 0x3E75, 0x5AEC, 0x6891, 0x9294, 0xE856, 0x4F88, 0xB05B, 0x555C, 0xBAF8, 0x4CBC
    constants 0xBBE3, 0x993B, 0x87F3, 0x7B94, 0xDA75, 0xD6F4, 0x6B72, 0x5D1C, 0xAE64, 0x28AC, 0x34DC, 0x6DB3, 0x346C, 0x50A5, 0x28B8, 0x71DB
    constants 0x61F8, 0xF2E2, 0x8D10, 0x2A51, 0xDBE3, 0x3364, 0xDD59, 0xFC75, 0xAC1C, 0xF1BC, 0xCE43, 0xA23F, 0xBB67, 0x3CD1, 0xE802, 0xB043
    constants 0x0A33, 0xCA5B, 0x2988, 0x75A1, 0x347F, 0x4D19, 0x16B4, 0x5C53, 0x3B92, 0xC394, 0x790E, 0x1E4D, 0x7479, 0xD775, 0xEEB6, 0x3FAF
    constants 0xA8EA, 0xF7D4, 0x1ABE, 0x2139, 0xF45C, 0x097E, 0x234C, 0x5127, 0xA326, 0x5324, 0x32BA, 0xD23C, 0xA344, 0x4A17, 0xA66D, 0xADD5
    constants 0x1DB5, 0xA63E, 0xF2AF, 0x08C9, 0x5983, 0x983D, 0x6B91, 0x563C, 0xF84C, 0xA17C, 0x8672, 0x4D60, 0xE246, 0xCC3E, 0x6E08, 0xF6C7
    constants 0x982F, 0xB333, 0xBCB1, 0x5E76, 0xD62B, 0xA566, 0xC4EF, 0x2AE6, 0xF406, 0xE8B6, 0xC1BE, 0x36D4, 0xEE74, 0x1582, 0xEFBC, 0x6321
    constants 0xC1FD, 0x0D4E, 0x53F4, 0x69C9, 0x7DA7, 0xC45A, 0x5806, 0x2658, 0xC17E, 0x1614, 0xE006, 0x16FA, 0x907E, 0x3DAF, 0x6328, 0x3F9D
    constants 0xC9D2, 0xE3F2, 0x9B00, 0x0CD2, 0xAA5F, 0x30CE, 0xD4B7, 0x300C, 0x2A74, 0x1651, 0xE0F2, 0x9832, 0xEB0D, 0xD830, 0xCEE3, 0x9AF8
    constants 0xC54B, 0x7B9E, 0xF1B5, 0x9279, 0x51FF, 0x6EE6, 0x8604, 0xD368, 0x239B, 0x574D, 0x96E6, 0x3167, 0xE6CC, 0xF3A6, 0x0A17, 0x0575
    constants 0x76B1, 0xD981, 0x3213, 0xCE6C, 0x173C, 0x8452, 0x05F8, 0x62A2, 0x2BF4, 0xB3CB, 0x4778, 0x4715, 0x46FF, 0x8254, 0x9323, 0x486A
    constants 0xDF38, 0x0758, 0x5E4E, 0x6565, 0xFCF2, 0x897C, 0x86FC, 0x8E50, 0x7031, 0x442E, 0x0BD0, 0x86CA, 0x40F0, 0xA209, 0x7830, 0x4E47
    constants 0xA065, 0x39EE, 0xF7D1, 0x8338, 0x5EF7, 0x37E9, 0x2CE4, 0xBD3A, 0x9721, 0x26B2, 0x1301, 0x6FF8, 0x44A3, 0xD1ED, 0x9FEF, 0xE7DE
    constants 0xA08B, 0x15DF, 0x2576, 0xD992, 0x853C, 0xF6F7, 0xDC12, 0xBE42, 0xA7D8, 0x7CEC, 0x27AB, 0x7EB0, 0x8D53, 0xDA7D, 0x3EAA, 0xDEA8
    constants 0x25AA, 0x93CE, 0x02BD, 0xD869, 0xF65A, 0xFD43, 0x731A, 0xF908, 0x5FC0, 0xDAEF, 0x4A17, 0xA519, 0x4D97, 0x3366, 0xFD4C, 0x6A21
    constants 0xB435, 0x3198, 0x41DB, 0x7015, 0x1EEA, 0xBB0F, 0xCDED, 0x9B54, 0xD09A, 0xA163, 0x9751, 0x7240, 0x75F6, 0xBF9D, 0x4791, 0xE26F
round_constants_end:
.endif
