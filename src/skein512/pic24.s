; Skein-512 for the 16-bit core (cores/pic24): "The Skein Hash Function Family", version 1.3.
; With the extension skein_lrot (pic24_ise.s) 64 bits are rotated by one instruction.
;
; mote_skein512_compress (below) is one block of UBI (section 3.4), Threefish-512 and feed-forward.
;
; Register map of mote_skein512_compress
;   w0-w3    group x: an odd word of the state, 7 or 3
;   w4-w7    group y: another one, 5 or 1
;   w8-w11   group f: free; sums and the rotated word
;   w12      multiplier of a rotation, and short-lived pointers
;   w13      pointer to the even words of the state
;   w14      pointer into the ring of key words
;   w15      stack; all of the frame is below it
;
; The order of the computation.  Two odd words stay in registers for eight MIXes: rounds 0 and 1 of
; four on words (7, 6), (5, 4), then on (3, 2), (1, 0); rounds 2 and 3 first on words 3 and 1, then
; on 7 and 5, which the next rounds 0 and 1 take over.  So 3 and 1 change places with 7 and 5 twice
; in four rounds only.
;
; The order of memory.  Subkey s takes key words s + 7, s + 6, ... s (modulo 9), and subkey s + 1
; goes on from there: with the words in falling order a single pointer runs through the ring of
; nine words, which is G (falling order, in the context), k8, and G's first word once more.
; A MIX runs through an even word upwards to add and back to XOR.  Words 6 and 2 are the other way
; round (low half at the higher address), just below 4 and 0: from one to the other is no step.

.global mote_skein512_init, mote_skein512, mote_skein512_close, mote_skein512_compress
.global mote_skein512_context_size

; The context
.equ data_hash_state, 64        ; G7, G6, ... G0, each low half first
.equ data_tweak, 16             ; T0, T1; k8 and k7 in the course of mote_skein512_compress
.equ data_misc_variables, 4
.equ data_message_block, 64
.equ mote_skein512_context_size, 148

.equ TWEAK, 64
.equ TYPE, 78                   ; the tweak's highest 16 bits
.equ PTR, 80                    ; bytes waiting in the block, 0 to 64
.equ OUT_SIZE, 82               ; digest size in bits
.equ BLOCK, 84

; The frame of mote_skein512_compress
.equ WORD_Y, 0                  ; words 1 or 5 ...
.equ WORD_6, 8                  ; high half first
.equ WORD_4, 16
.equ WORD_X, 24                 ; ... and 3 or 7, high half first, when not in registers
.equ WORD_2, 32                 ; high half first
.equ WORD_0, 40
.equ TWEAK_S, 48                ; two consecutive tweak words, of an even subkey,
.equ TWEAK_S1, 56               ; and one more
.equ RING_END, 64               ; address behind k8
.equ SUBKEY, 66                 ; s
.equ FRAME, 68

; Types of a UBI computation (table 6) and flags, in the tweak's highest 16 bits
.equ CONFIGURATION, 0x0400
.equ MESSAGE, 0x3000
.equ OUTPUT, 0x3F00
.equ FIRST, 0x4000

; The groups' first registers
.equ x, 0
.equ y, 4
.equ f, 8

; Adds with carry four registers or a word in memory (four times the same operand with a step) to
; four registers.
.macro add_word from, to
    add  w%(\to), \from, w%(\to)
    addc w%(\to+1), \from, w%(\to+1)
    addc w%(\to+2), \from, w%(\to+2)
    addc w%(\to+3), \from, w%(\to+3)
.endm

; ---------------------------------------------------------------------------------------------
; The free group takes v <<< rot, without the shift by whole words: word i is in register
; f + digit i (from the right) of the hexadecimal number places; with that shift the result's word
; i is word i - words.  v's group is free afterwards.
.macro rotate rot, v
    .set bits, (\rot) & 15
    .set words, (\rot) >> 4
    .set places, 0x3210
    .if has_skein_lrot
        s3_lrot #(\rot), w%(\v), w%(f)
        .set words, 0
    .elseif bits == 1
        sl  w%(\v+3), w%(f)
        rlc w%(\v), w%(f)
        rlc w%(\v+1), w%(f+1)
        rlc w%(\v+2), w%(f+2)
        rlc w%(\v+3), w%(f+3)
    .else
        ; Products with 2^bits; the first ones in f, then on x's own place
        .if bits <= 4
            .define POWER #%(1 << bits)
        .else
            .define POWER w12
            mov #%(1 << bits), w12
        .endif
        mul.uu w%(\v), POWER, w%(f)
        mul.uu w%(\v+1), POWER, w%(f+2)
        mul.uu w%(\v+2), POWER, w%(\v)
        mul.uu w%(\v+3), POWER, w%(\v+2)
        .undef POWER
        ; Each lower half with the upper half of the word below
        xor w%(f), w%(\v+3), w%(f)
        xor w%(f+2), w%(f+1), w%(f+1)
        xor w%(\v), w%(f+3), w%(f+3)
        xor w%(\v+2), w%(\v+1), w%(f+2)
        .set places, 0x2310
    .endif
.endm

; MIX (section 3.3.1): the even word at [w13] += sum, v = (v <<< rot) ^ even word.
;   v: group x or y; sum: the same, or f: v and a key word
;   FORTH, BACK: steps of w13 from the even word's low half to the high one, and back
;   last: what w13 does at the low half
.macro mix rot, v, sum, last
    add  w%(\sum), [w13], FORTH
    addc w%(\sum+1), [w13], FORTH
    addc w%(\sum+2), [w13], FORTH
    addc w%(\sum+3), [w13], [w13]
    rotate \rot, \v
    .for i, 3, 1, -1
        xor w%(f + (places >> 4 * (\i - words & 3) & 3)), BACK, w%(\v+\i)
    .endr
    xor w%(f + (places >> 4 * (-words & 3) & 3)), \last, w%(\v)
.endm

; MIX, after which v and the word in the frame that takes turns with it change places.
;   apart: from the even word's high half to that word's first half to be read
;   IN, OUT: steps of w12 in it
.macro mix_swap rot, v, apart, last
    add  w%(\v), [w13], FORTH
    addc w%(\v+1), [w13], FORTH
    addc w%(\v+2), [w13], FORTH
    addc w%(\v+3), [w13], [w13]
    rotate \rot, \v
    .if \apart < 0
        sub w13, #%(-(\apart)), w12
    .else
        add w13, #\apart, w12
    .endif
    mov IN, w%(\v)
    mov IN, w%(\v+1)
    mov IN, w%(\v+2)
    mov [w12], w%(\v+3)
    .for i, 3, 1, -1
        xor w%(f + (places >> 4 * (\i - words & 3) & 3)), BACK, OUT
    .endr
    xor w%(f + (places >> 4 * (-words & 3) & 3)), \last, [w12]
.endm

.macro upwards
    .define FORTH [w13++]
    .define BACK [w13--]
.endm
.macro downwards
    .define FORTH [w13--]
    .define BACK [w13++]
.endm

; Two rounds on two even words, of which the upper one (6 or 2) is first and last: MIX of x with it,
; of y with the lower one, of x with that, of y with the first one again.
.macro second_round a, b
    upwards
    mix \a, x, x, [w13--]
    downwards
    mix \b, y, y, [w13]
.endm
.macro second_round_swap a, b
    upwards
    .define IN [w12--]
    .define OUT [w12++]
    mix_swap \a, x, 8, [w13--]
    downwards
    .define IN [w12++]
    .define OUT [w12--]
    mix_swap \b, y, -8, [w13]
.endm
.macro two_rounds a, b, c, d, swap=
    downwards
    mix \a, x, x, [w13++]
    upwards
    mix \b, y, y, [w13]
    second_round\swap \c, \d
.endm

; Back to the ring's start if its end is reached
.macro wrap
    mov [w15 + RING_END - FRAME], w12
    cpslt w14, w12
    sub #72, w14
.endm

; Adds words 7 or 3 or 5 or 1 of the subkey to v; the sum of that and the next key word to group f.
.macro two_key_words v
    add_word [w14++], \v
    add  w%(\v), [w14++], w%(f)
    addc w%(\v+1), [w14++], w%(f+1)
    addc w%(\v+2), [w14++], w%(f+2)
    addc w%(\v+3), [w14++], w%(f+3)
.endm

; Subkey s = SUBKEY + odd (section 3.3.2) and four rounds.
;   tweak, tweak1: places of words s and s + 1 of the tweak (modulo 3)
.macro four_rounds odd, tweak, tweak1, a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    ; Word 7: s
    mov [w15 + SUBKEY - FRAME], w12
    .if \odd
        inc w12, w12
    .endif
    add  w%(x), w12, w%(x)
    addc w%(x+1), #0, w%(x+1)
    addc w%(x+2), #0, w%(x+2)
    addc w%(x+3), #0, w%(x+3)
    add_word [w14++], x
    ; Word 6: f = word 7 + tweak word s + 1; word 5: tweak word s, which becomes s + 2
    .for i, 0, 3
        mov [w15 + \tweak1 + 2 * \i - FRAME], w%(f+\i)
    .endr
    sub w15, #(FRAME - \tweak), w12
    add  w%(y), [w12++], w%(y)
    addc w%(y+1), [w12++], w%(y+1)
    addc w%(y+2), [w12++], w%(y+2)
    addc w%(y+3), [w12], w%(y+3)
    xor w%(f+3), [w12], [w12--]
    xor w%(f+2), [w12], [w12--]
    xor w%(f+1), [w12], [w12--]
    xor w%(f), [w12], [w12]
    add  w%(f), w%(x), w%(f)
    addc w%(f+1), w%(x+1), w%(f+1)
    addc w%(f+2), w%(x+2), w%(f+2)
    addc w%(f+3), w%(x+3), w%(f+3)
    add_word [w14++], f
    wrap
    ; Rounds 0 and 1 on words 7, 6, 5, 4, which are then changed for 3 and 1
    downwards
    mix \a3, x, f, [w13++]
    two_key_words y
    wrap
    upwards
    mix \a2, y, f, [w13]
    second_round_swap \b1, \b2
    add #(WORD_2 - WORD_6), w13
    ; Rounds 0 and 1 on words 3, 2, 1, 0
    two_key_words x
    wrap
    downwards
    mix \a1, x, f, [w13++]
    two_key_words y
    wrap
    upwards
    mix \a0, y, f, [w13]
    second_round \b3, \b0
    sub #(WORD_2 - WORD_6), w13
    ; Rounds 2 and 3 on words 3, 6, 1, 4, then back to 7 and 5
    two_rounds \c1, \c0, \d3, \d0, _swap
    add #(WORD_2 - WORD_6), w13
    ; Rounds 2 and 3 on words 7, 2, 5, 0
    two_rounds \c3, \c2, \d1, \d2
    sub #(WORD_2 - WORD_6), w13
.endm

; Feed-forward of v: adds the key word at [w14], XORs the block's word at [w12]: a word of G.
.macro feed_forward v
    add w%(\v), [w14], w%(\v)
    xor w%(\v), [w12++], [w14++]
    .for i, 1, 3
        addc w%(\v+\i), [w14], w%(\v+\i)
        xor w%(\v+\i), [w12++], [w14++]
    .endr
.endm
.macro feed_forward_memory step
    mov \step, w0
    mov \step, w1
    mov \step, w2
    mov \step, w3
    feed_forward x
.endm

; ---------------------------------------------------------------------------------------------
; void mote_skein512_compress(cc): a block of UBI (section 3.4).  w0 = context, whose block is full;
; the position grows by PTR, and FIRST is cleared.
mote_skein512_compress:
    .for i, 8, 14
        push w\i
    .endr
    mov w15, w13
    add #FRAME, w15
    ; k8 (section 3.3.2)
    mov w0, w14
    mov #0x1A22, w4
    mov #0xA9FC, w5
    mov #0x1BDA, w6
    mov #0x1BD1, w7
    .rept 8
        xor w4, [w14++], w4
        xor w5, [w14++], w5
        xor w6, [w14++], w6
        xor w7, [w14++], w7
    .endr
    ; The tweak with its new position (96 bits)
    mov [w0 + PTR], w1
    clr w2
    mov #TWEAK_S, w3
    add w13, w3, w3
    add  w1, [w14++], [w3++]
    .rept 5
        addc w2, [w14++], [w3++]
    .endr
    mov [w14++], [w3++]
    mov [w14++], [w3++]
    ; End of the ring; s = 0
    sub w14, #8, [w3++]
    clr [w3--]
    ; The ring's end
    sub #16, w14
    .for i, 4, 7
        mov w\i, [w14++]
    .endr
    .rept 4
        mov [w0++], [w14++]
    .endr
    add #(BLOCK - 80), w14
    ; The block: word 0
    sub w3, #(RING_END - WORD_0), w1
    .rept 4
        mov [w14++], [w1++]
    .endr
    ; Word 1
    .rept 4
        mov [w14++], [w13++]
    .endr
    add #(WORD_6 + 6 - 8), w13
    ; Words 2 and 3
    sub #(WORD_0 + 8 - WORD_2 - 6), w1
    .rept 8
        mov [w14++], [w1--]
    .endr
    ; Word 4
    sub #(WORD_X - 2 - WORD_4), w1
    .rept 4
        mov [w14++], [w1++]
    .endr
    ; Word 5
    .for i, 0, 3
        mov [w14++], w%(y+\i)
    .endr
    ; Word 6
    sub #(WORD_4 + 8 - WORD_6 - 6), w1
    .rept 4
        mov [w14++], [w1--]
    .endr
    ; Word 7
    .for i, 0, 3
        mov [w14++], w%(x+\i)
    .endr
    sub #mote_skein512_context_size, w14
    ; Subkeys 0 to 17 and 72 rounds; rotations are table 4, of four rounds each
.loop:
    four_rounds 0, TWEAK_S, TWEAK_S1, 46, 36, 19, 37,  33, 27, 14, 42,  17, 49, 36, 39,  44, 9, 54, 56
    four_rounds 1, TWEAK_S1, TWEAK_S, 39, 30, 34, 24,  13, 50, 10, 17,  25, 29, 39, 43,  8, 35, 56, 22
    mov [w15 + SUBKEY - FRAME], w12
    inc2 w12, w12
    mov w12, [w15 + SUBKEY - FRAME]
    cp w12, #18
    bra ltu, .loop
    ; Subkey 18, and feed-forward into G; w14 is at the ring's start again
    mov #(BLOCK + 56), w12
    add w14, w12, w12
    ; Word 7: s
    add #18, w0
    addc #0, w1
    addc #0, w2
    addc #0, w3
    feed_forward x
    sub #16, w12
    ; Word 6: T1
    .for i, 0, 3
        mov [w15 + TWEAK_S1 + 2 * \i - FRAME], w\i
    .endr
    add_word [w13--], x
    feed_forward x
    sub #16, w12
    ; Word 5: T0
    sub w15, #(FRAME - TWEAK_S), w0
    add_word [w0++], y
    feed_forward y
    sub #16, w12
    ; Words 4 to 0
    add #(WORD_4 - WORD_6 + 2), w13
    feed_forward_memory [w13++]
    sub #16, w12
    add #(WORD_X + 6 - WORD_X), w13
    feed_forward_memory [w13--]
    sub #16, w12
    add #(WORD_2 + 6 - WORD_X + 2), w13
    feed_forward_memory [w13--]
    sub #16, w12
    sub #(WORD_2 - 2 - WORD_Y), w13
    feed_forward_memory [w13++]
    sub #16, w12
    add #(WORD_0 - WORD_Y - 8), w13
    feed_forward_memory [w13++]
    ; The tweak goes back to the context
    .rept 7
        mov [w13++], [w14++]
    .endr
    mov [w13], w0
    bclr w0, #14                ; FIRST
    mov w0, [w14]
    sub #FRAME, w15
    .for i, 14, 8, -1
        pop w\i
    .endr
    return

; ---------------------------------------------------------------------------------------------
; Private: starts a UBI computation (section 3.4).  w8 = context, w1 = type and flags; w0, w2 lost.
mote_skein512_start:
    add w8, #31, w0
    add #(TWEAK - 31), w0
    repeat #6
    clr [w0++]
    mov w1, [w0++]
    clr [w0]
    return

; Private: ends one: the last block, filled up with zeros.  w8 = context; w0 to w7 lost.
mote_skein512_end:
    mov [w8 + PTR], w0
    mov #BLOCK, w2
    add w8, w2, w2
    add w0, w2, w2
    subr w0, #31, w1
    add #(64 - 31 - 1), w1      ; 63 - PTR; none if that is negative
    bra n, .full
    repeat w1
    clr.b [w2++]
.full:
    mov [w8 + TYPE], w0
    bset w0, #15                ; FINAL
    mov w0, [w8 + TYPE]
    mov w8, w0
    bra mote_skein512_compress

; Private: the block is zero.  w8 = context; leaves w1 = address of the block; w0 lost.
mote_skein512_blank:
    mov #BLOCK, w1
    add w8, w1, w1
    mov w1, w0
    repeat #31
    clr [w0++]
    return

; void mote_skein512_init(cc, out_size): section 3.5 without a key.
mote_skein512_init:
    push w8
    mov w0, w8
    mov w1, [w8 + OUT_SIZE]
    repeat #31
    clr [w0++]
    mov #(CONFIGURATION + FIRST), w1
    rcall mote_skein512_start
    rcall mote_skein512_blank
    mov #0x4853, w0             ; the configuration string (table 7): "SHA3", version 1
    mov w0, [w1++]
    mov #0x3341, w0
    mov w0, [w1++]
    mov #1, w0
    mov w0, [w1++]
    clr [w1++]
    mov [w8 + OUT_SIZE], w0
    mov w0, [w1]
    mov #32, w0
    mov w0, [w8 + PTR]
    rcall mote_skein512_end
    mov #(MESSAGE + FIRST), w1
    rcall mote_skein512_start
    pop w8
    return

; void mote_skein512(cc, data, len)
;   w8 context, w9 data, w10 bytes left
mote_skein512:
    push w8
    push w9
    push w10
    mov w0, w8
    mov w1, w9
    mov w2, w10
.next:
    cp0 w10
    bra z, .done
    mov [w8 + PTR], w1
    mov #64, w0
    cp w1, w0
    bra nz, .room
    mov w8, w0                  ; a full block waits until there is more
    rcall mote_skein512_compress
    clr w1
    mov #64, w0
.room:
    sub w0, w1, w0              ; bytes to be copied: room or what is left
    cp w0, w10
    bra leu, .fits
    mov w10, w0
.fits:
    sub w10, w0, w10
    mov #BLOCK, w2
    add w8, w2, w2
    add w1, w2, w2
    add w1, w0, w1
    mov w1, [w8 + PTR]
    dec w0, w0
    repeat w0
    mov.b [w9++], [w2++]
    bra .next
.done:
    pop w10
    pop w9
    pop w8
    return

; void mote_skein512_close(cc, ub, n, dst)
;   w8 context, w9 dst, w10 bytes left, w11 G's copy on the stack, w12 number of the output block
mote_skein512_close:
    .for i, 8, 12
        push w\i
    .endr
    mov w0, w8
    mov w3, w9
    cp0 w2
    bra z, .whole
    ; Some bits more: they, a one and zeros (section 3.4, step 1)
    mov #0x80, w4
    lsr w4, w2, w4
    ior w1, w4, w1
    neg w4, w4
    and w1, w4, w1
    mov w15, w2
    mov w1, [w15++]
    mov w2, w1
    mov #1, w2
    rcall mote_skein512
    dec2 w15, w15
    mov [w8 + TYPE], w0
    bset w0, #7                 ; BIT_PAD
    mov w0, [w8 + TYPE]
.whole:
    rcall mote_skein512_end
    mov w15, w11
    mov w8, w0
    repeat #31
    mov [w0++], [w15++]
    mov [w8 + OUT_SIZE], w10
    lsr w10, #3, w10
    clr w12
    ; The output function (section 3.5.3)
.block:
    mov w11, w0
    mov w8, w1
    repeat #31
    mov [w0++], [w1++]
    mov #(OUTPUT + FIRST), w1
    rcall mote_skein512_start
    rcall mote_skein512_blank
    mov w12, [w1]
    inc w12, w12
    mov #8, w0
    mov w0, [w8 + PTR]
    rcall mote_skein512_end
    add w8, #28, w1
    add w1, #28, w1             ; G0
    mov #8, w2
.word:
    mov #8, w3
.byte:
    mov.b [w1++], [w9++]
    dec w10, w10
    bra z, .end
    dec w3, w3
    bra nz, .byte
    sub w1, #16, w1
    dec w2, w2
    bra nz, .word
    bra .block
.end:
    mov w11, w15
    .for i, 12, 8, -1
        pop w\i
    .endr
    return
