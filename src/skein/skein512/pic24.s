; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5"
; functions = [
;   "mote_skein512_init(cc, out_size)",
;   "mote_skein512_init_keyed(cc, out_size, key, key_len)",
;   "mote_skein512_personalize(cc, data, len)",
;   "mote_skein512(cc, data, len)",
;   "mote_skein512_close(cc, ub, n, dst)",
; ]
; reads = {cc = 148, data = "len", key = "key_len"}
; writes = {cc = 148, dst = "out_size / 8"}
; clobbers = "w0-w7 flags"
; stack = 164
; constant_time = true
; calls = []
; block = "mote_skein512_compress"
; state.G = {offset = 0, words = 8, word_bytes = 8, order = "down"}
; counter = {offset = 64, words = 3, step = 64}
; fill = {offset = 80, word_bytes = 2}
;
; Register map of mote_skein512_compress
;   w0-w3, w4-w7, w8-w11   three groups of 64 bits, low half first:
;            x: an odd word of the state, 7 or 3
;            y: another one, 5 or 1
;            f: free; sums and the rotated word
;   w12      multiplier of a rotation and short-lived pointers; with skein_mix: pointer to the tweak
;   w13      pointer to the even words of the state; with skein_mix: the frame
;   w14      pointer into the ring of key words
;   w15      stack; the frame is below it
;
; Skein-512 for the 16-bit core (cores/pic24): "The Skein Hash Function Family", version 1.3.
; Extensions that it takes where the core has them: skein_lrot, a rotation of 64 bits (pic24_ise.s),
; or skein_lrot_relaxed, the same in twice the cycles (pic24_ise_relaxed.s);
; skein_mix or shared_rotate, a MIX in one instruction (pic24_ise_own.s, pic24_ise_shared.s), with
; which all rounds are unrolled.
;
; mote_skein512_compress is one block of UBI (section 3.4): Threefish-512 and feed-forward.
;
; The order of the computation.  Two odd words stay in registers for eight MIXes: rounds 0 and 1 of
; four on words (7, 6), (5, 4), then on (3, 2), (1, 0); rounds 2 and 3 first on words 3 and 1, then
; on 7 and 5, which the next rounds 0 and 1 take over.  So only twice in four rounds 7 and 5 change
; places with 3 and 1.
;
; The order of memory.  Subkey s takes key words s + 7, s + 6, ... s (modulo 9), and subkey s + 1
; goes on from there: with the words in falling order a single pointer runs through the ring of
; nine words, which is G (falling order, in the context) and k8.  Since the pointer is set back
; after two words only, the ring's first word follows once more (not with skein_mix).
; A MIX runs through an even word upwards to add and back to XOR.  Words 6 and 2 are the other way
; round (low half at the higher address), just below 4 and 0: from one to the other is no step.

.global mote_skein512_init, mote_skein512, mote_skein512_close, mote_skein512_compress
.global mote_skein512_init_keyed, mote_skein512_personalize
.global mote_skein512_context_size

; Whether a MIX is one instruction.  In comments, "with skein_mix" means either extension.
.equ SKEIN_MIX, has_skein_mix | has_shared_rotate

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

; The frame of mote_skein512_compress: addresses of low halves
.if SKEIN_MIX
.equ WORD_0, 0
.equ WORD_2, 8
.equ WORD_4, 16
.equ WORD_6, 24
.equ WORD_Y, 32                 ; words 1 or 5 ...
.equ WORD_X, 40                 ; ... and 3 or 7, when not in registers
.equ TWEAK_1, 48                ; t1, t0, t2 (section 3.3.2)
.equ TWEAK_0, 56
.equ TWEAK_2, 64
.equ FRAME, 72
.define DOWN [w13++]            ; along a word that is downwards below
.equ STEP, 8
.else
.equ WORD_Y, 0                  ; words 1 or 5, when not in registers
.equ WORD_6, 14                 ; downwards
.equ WORD_4, 16
.equ WORD_X, 30                 ; words 3 or 7, when not in registers; downwards
.equ WORD_2, 38                 ; downwards
.equ WORD_0, 40
.equ TWEAK_0, 48                ; tweak words s and s + 1 of subkey s; in the end 0 and 1 again
.equ TWEAK_1, 56
.equ RING_END, 64               ; address behind k8
.equ SUBKEY, 66                 ; s
.equ FRAME, 68
.define DOWN [w13--]
.equ STEP, -8
.endif

; Types of a UBI computation (table 6) and flags, in the tweak's highest 16 bits
.equ KEY, 0x0000
.equ CONFIGURATION, 0x0400
.equ PERSONALIZATION, 0x0800
.equ MESSAGE, 0x3000
.equ OUTPUT, 0x3F00
.equ FIRST, 0x4000

; The groups' first registers; with skein_mix a MIX renames them.
.set x, 0
.set y, 4
.set f, 8

; What w12 holds: a multiplier, or RING_END's content, or (0) something else
.set held, 0

; ---------------------------------------------------------------------------------------------
; MIX

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
    .elseif has_skein_lrot_relaxed
        s3_lrot_relaxed #(\rot), w%(\v), w%(f)
        .set words, 0
    .elseif bits == 1
        sl  w%(\v+3), w%(f)
        rlc w%(\v), w%(f)
        rlc w%(\v+1), w%(f+1)
        rlc w%(\v+2), w%(f+2)
        rlc w%(\v+3), w%(f+3)
    .else
        ; Products with 2^bits; the first ones in f, then on v's own place
        .if bits <= 4
            .define POWER #%(1 << bits)
        .else
            .define POWER w12
            .if held != 1 << bits
                mov #%(1 << bits), w12
            .endif
            .set held, 1 << bits
        .endif
        mul.uu w%(\v), POWER, w%(f)
        mul.uu w%(\v+1), POWER, w%(f+2)
        mul.uu w%(\v+2), POWER, w%(\v)
        mul.uu w%(\v+3), POWER, w%(\v+2)
        ; Each lower half with the upper half of the word below
        xor w%(f), w%(\v+3), w%(f)
        xor w%(f+2), w%(f+1), w%(f+1)
        xor w%(\v), w%(f+3), w%(f+3)
        xor w%(\v+2), w%(\v+1), w%(f+2)
        .set places, 0x2310
    .endif
.endm

; The steps of w13 from an even word's low half to the high one, and back
.macro direction word
    .if \word == 6 || \word == 2
        .define FORTH [w13--]
        .define BACK [w13++]
    .else
        .define FORTH [w13++]
        .define BACK [w13--]
    .endif
.endm

; In one instruction.  name: mix, or mixk for the sum with the other group.
.macro mix_own name, rot, place, from, to
    .if has_skein_mix
        tf_\name #(\rot), #(\place), \from, \to
    .else
        sr_\name #(\rot), #(\place), \from, \to
    .endif
.endm

; Changes a group with a word in the frame.
.macro change place, group
    .if has_skein_mix
        tf_exch #\place, \group
    .else
        sr_turn #0, #\place, \group, \group
    .endif
.endm

; MIX (section 3.3.1): even word += v, v = (v <<< rot) ^ even word.
;   rot: rotation; v: x or y; word: 6, 4, 2 or 0
;   sum: what is added to the even word: the same as v, or f, if that holds v plus a key word
;   last: [w13] with the step that follows; before, w13 is at the word's low half
.macro mix rot, v, word, sum, last
    .if SKEIN_MIX
        .ifc \sum, f
            mix_own mixk, \rot, WORD_\word, w%(\v), w%(f)
        .else
            mix_own mix, \rot, WORD_\word, w%(\v), w%(f)
        .endif
        .set old, f
        .set f, \v
        .set \v, old
    .else
        direction \word
        add  w%(\sum), [w13], FORTH
        addc w%(\sum+1), [w13], FORTH
        addc w%(\sum+2), [w13], FORTH
        addc w%(\sum+3), [w13], [w13]
        rotate \rot, \v
        .for i, 3, 1, -1
            xor w%(f + (places >> 4 * (\i - words & 3) & 3)), BACK, w%(\v+\i)
        .endr
        xor w%(f + (places >> 4 * (-words & 3) & 3)), \last, w%(\v)
    .endif
.endm

; MIX, after which v and the word in the frame that takes turns with it change places.  That is
; next to the high half of word 4 (x) or 6 (y), where w13 is after the addition.
.macro mix_change rot, v, word, last
    .if SKEIN_MIX
        mix \rot, \v, \word, \v, \last
        .ifc \v, x
            change WORD_X, w%(x)
        .else
            change WORD_Y, w%(y)
        .endif
    .else
        direction \word
        add  w%(\v), [w13], FORTH
        addc w%(\v+1), [w13], FORTH
        addc w%(\v+2), [w13], FORTH
        addc w%(\v+3), [w13], [w13]
        rotate \rot, \v
        .ifc \v, x
            add w13, #(WORD_X - WORD_4 - 6), w12
            .define IN [w12--]
            .define OUT [w12++]
        .else
            sub w13, #(WORD_6 - 6 - WORD_Y), w12
            .define IN [w12++]
            .define OUT [w12--]
        .endif
        .set held, 0
        mov IN, w%(\v)
        mov IN, w%(\v+1)
        mov IN, w%(\v+2)
        mov [w12], w%(\v+3)
        .for i, 3, 1, -1
            xor w%(f + (places >> 4 * (\i - words & 3) & 3)), BACK, OUT
        .endr
        xor w%(f + (places >> 4 * (-words & 3) & 3)), \last, [w12]
    .endif
.endm

; From words 6 and 4 to words 2 and 0, and back
.macro to_2_and_0
    .if !SKEIN_MIX
        add #(WORD_2 - WORD_6), w13
    .endif
.endm
.macro to_6_and_4
    .if !SKEIN_MIX
        sub #(WORD_2 - WORD_6), w13
    .endif
.endm

; ---------------------------------------------------------------------------------------------
; Subkeys (section 3.3.2)

; to = from + the next key word.  With skein_mix, words are counted: the ring's end is known.
.set key_words, 0
.macro key_word from, to
    .if has_skein_mix
        tf_add w%(\from), w14, w%(\to)
    .else
        add  w%(\from), [w14++], w%(\to)
        addc w%(\from+1), [w14++], w%(\to+1)
        addc w%(\from+2), [w14++], w%(\to+2)
        addc w%(\from+3), [w14++], w%(\to+3)
    .endif
    .if SKEIN_MIX
        .set key_words, key_words + 1
        .if key_words % 9 == 0
            sub #72, w14
        .endif
    .endif
.endm

; Back to the ring's start if its end is reached
.macro wrap
    .if !SKEIN_MIX
        .if held != RING_END
            mov [w15 + RING_END - FRAME], w12
        .endif
        .set held, RING_END
        cpslt w14, w12
        sub #72, w14
    .endif
.endm

; v += a key word; f = v + the next one.
.macro two_key_words v
    key_word \v, \v
    key_word \v, f
    wrap
.endm

; v += the next tweak word, in the order t1, t0, t2.  Only with skein_mix.
.set tweak_words, 0
.macro tweak_word v
    .if has_skein_mix
        tf_add w%(\v), w12, w%(\v)
    .else
        add_word [w12++], \v
    .endif
    .set tweak_words, tweak_words + 1
    .if tweak_words % 3 == 0
        sub #24, w12
    .endif
.endm

; Words 7 and 6, f = x + key word, with the counter and the tweak, and the tweak's part of word 5.
;   s: number of the subkey; without skein_mix 0 or 1, to be added to SUBKEY
.macro first_key_words s
    .if SKEIN_MIX
        .if \s != 0
            add  #\s, w%(x)
            addc #0, w%(x+1)
            addc #0, w%(x+2)
            addc #0, w%(x+3)
        .endif
        two_key_words x
        tweak_word f
        tweak_word y
    .else
        .if \s
            .define TWEAK_S TWEAK_1
            .define TWEAK_S1 TWEAK_0
        .else
            .define TWEAK_S TWEAK_0
            .define TWEAK_S1 TWEAK_1
        .endif
        mov [w15 + SUBKEY - FRAME], w12
        .if \s
            inc w12, w12
        .endif
        add  w%(x), w12, w%(x)
        addc w%(x+1), #0, w%(x+1)
        addc w%(x+2), #0, w%(x+2)
        addc w%(x+3), #0, w%(x+3)
        key_word x, x
        ; Tweak words s + 1 (to f) and s (added to y, then it becomes their XOR, s + 2)
        .for i, 0, 3
            mov [w15 + TWEAK_S1 + 2 * \i - FRAME], w%(f+\i)
        .endr
        sub w15, #(FRAME - TWEAK_S), w12
        .set held, 0
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
        key_word f, f
        wrap
    .endif
.endm

; Subkey s and four rounds.  The rotations are rows of table 4.
.macro four_rounds s, a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3
    ; Rounds 0 and 1 on words 7, 6, 5, 4; then 3 and 1 come for 7 and 5
    first_key_words \s
    mix \a3, x, 6, f, [w13++]
    two_key_words y
    mix \a2, y, 4, f, [w13]
    mix_change \b1, x, 4, [w13--]
    mix_change \b2, y, 6, [w13]
    to_2_and_0
    ; Rounds 0 and 1 on words 3, 2, 1, 0
    two_key_words x
    mix \a1, x, 2, f, [w13++]
    two_key_words y
    mix \a0, y, 0, f, [w13]
    mix \b3, x, 0, x, [w13--]
    mix \b0, y, 2, y, [w13]
    to_6_and_4
    ; Rounds 2 and 3 on words 3, 6, 1, 4; then 7 and 5 come back
    mix \c1, x, 6, x, [w13++]
    mix \c0, y, 4, y, [w13]
    mix_change \d3, x, 4, [w13--]
    mix_change \d0, y, 6, [w13]
    to_2_and_0
    ; Rounds 2 and 3 on words 7, 2, 5, 0
    mix \c3, x, 2, x, [w13++]
    mix \c2, y, 0, y, [w13]
    mix \d1, x, 0, x, [w13--]
    mix \d2, y, 2, y, [w13]
    to_6_and_4
.endm
.macro eight_rounds s
    four_rounds \s, 46, 36, 19, 37, 33, 27, 14, 42, 17, 49, 36, 39, 44, 9, 54, 56
    four_rounds %(\s + 1), 39, 30, 34, 24, 13, 50, 10, 17, 25, 29, 39, 43, 8, 35, 56, 22
.endm

; ---------------------------------------------------------------------------------------------
; The end of a block

; The key word at [w14] is added to v; that XOR the block's word at [w12] is a word of G.
.macro feed_forward v
    add w%(\v), [w14], w%(\v)
    xor w%(\v), [w12++], [w14++]
    .for i, 1, 3
        addc w%(\v+\i), [w14], w%(\v+\i)
        xor w%(\v+\i), [w12++], [w14++]
    .endr
.endm

; w13 goes to a place in the frame; `here` is where it is.
.macro frame place
    .if \place > here
        add #%(\place - here), w13
    .elseif \place < here
        sub #%(here - \place), w13
    .endif
    .set here, \place
.endm

; x = the word at a place in the frame.  step: [w13] with its step
.macro load place, step
    frame \place
    .for i, 0, 3
        mov \step, w%(x+\i)
    .endr
    .ifc \step, [w13++]
        .set here, here + 8
    .else
        .set here, here + STEP
    .endif
.endm

; v += four times an operand with its step.
.macro add_word from, v
    add  w%(\v), \from, w%(\v)
    addc w%(\v+1), \from, w%(\v+1)
    addc w%(\v+2), \from, w%(\v+2)
    addc w%(\v+3), \from, w%(\v+3)
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
    mov #TWEAK_0, w3
    add w13, w3, w3
    .if SKEIN_MIX
        sub w3, #(TWEAK_0 - TWEAK_1), w8
        mov w8, w9
        .define T1 [w8++]
    .else
        .define T1 [w3++]
    .endif
    add  w1, [w14++], [w3++]
    addc w2, [w14++], [w3++]
    addc w2, [w14++], [w3++]
    addc w2, [w14++], [w3++]
    addc w2, [w14++], T1
    addc w2, [w14++], T1
    mov [w14++], T1
    mov [w14++], T1
    .if SKEIN_MIX
        ; t2; k8 completes the ring
        .rept 4
            mov [w8++], w10
            xor w10, [w9++], [w3++]
        .endr
        sub #16, w14
        .for i, 4, 7
            mov w\i, [w14++]
        .endr
        add #(BLOCK - 72), w14
        ; The block: even words, words 1 and 3 to the frame, words 5 and 7 to y and x
        sub w9, #(TWEAK_0 - WORD_Y), w8
        .for i, 0, 1
            .rept 4
                mov [w14++], [w13++]
            .endr
            .rept 4
                mov [w14++], [w8++]
            .endr
        .endr
        .rept 4
            mov [w14++], [w13++]
        .endr
        .for i, 0, 3
            mov [w14++], w%(y+\i)
        .endr
        .rept 4
            mov [w14++], [w13++]
        .endr
        .for i, 0, 3
            mov [w14++], w%(x+\i)
        .endr
        sub #(WORD_6 + 8), w13
        mov w8, w12
        sub #mote_skein512_context_size, w14
        .set here, 0
        ; Subkeys 0 to 17 and 72 rounds
        .for s, 0, 17, 2
            eight_rounds \s
        .endr
    .else
        sub w14, #(80 - 72), [w3++]
        clr [w3--]
        ; k8 completes the ring; its first word follows once more.
        sub #16, w14
        .for i, 4, 7
            mov w\i, [w14++]
        .endr
        .rept 4
            mov [w0++], [w14++]
        .endr
        add #(BLOCK - 80), w14
        ; The block: words 0 to 4 and 6 to the frame, words 5 and 7 to y and x
        sub w3, #(RING_END - WORD_0), w1
        .rept 4
            mov [w14++], [w1++]
        .endr
        .rept 4
            mov [w14++], [w13++]
        .endr
        add #(WORD_6 - WORD_Y - 8), w13
        sub #(WORD_0 + 8 - WORD_2), w1
        .rept 8
            mov [w14++], [w1--]
        .endr
        sub #(WORD_X - 8 - WORD_4), w1
        .rept 4
            mov [w14++], [w1++]
        .endr
        .for i, 0, 3
            mov [w14++], w%(y+\i)
        .endr
        sub #(WORD_4 + 8 - WORD_6), w1
        .rept 4
            mov [w14++], [w1--]
        .endr
        .for i, 0, 3
            mov [w14++], w%(x+\i)
        .endr
        sub #mote_skein512_context_size, w14
        .set here, WORD_6
        ; Subkeys 0 to 17 and 72 rounds
.loop:
        eight_rounds 0
        mov [w15 + SUBKEY - FRAME], w12
        inc2 w12, w12
        mov w12, [w15 + SUBKEY - FRAME]
        cp w12, #18
        bra ltu, .loop
    .endif
    ; Subkey 18 with counter and tweak, and feed-forward, word by word from 7 on; w14 is at the
    ; ring's start again
    mov #(BLOCK + 56), w12
    add w14, w12, w12
    add  #18, w%(x)
    addc #0, w%(x+1)
    addc #0, w%(x+2)
    addc #0, w%(x+3)
    feed_forward x
    sub #16, w12
    .for i, 0, 3
        mov [w15 + TWEAK_1 + 2 * \i - FRAME], w%(x+\i)
    .endr
    frame WORD_6
    add_word DOWN, x
    .set here, here + STEP
    feed_forward x
    sub #16, w12
    sub w15, #(FRAME - TWEAK_0), w%(f)
    add_word [w%(f)++], y
    feed_forward y
    .irp place, WORD_4, WORD_X, WORD_2, WORD_Y, WORD_0
        sub #16, w12
        .if \place == WORD_X || \place == WORD_2
            load \place, DOWN
        .else
            load \place, [w13++]
        .endif
        feed_forward x
    .endr
    ; The tweak goes back to the context.
    frame TWEAK_0
    .rept 4
        mov [w13++], [w14++]
    .endr
    .set here, here + 8
    frame TWEAK_1
    .rept 3
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
; Private: starts a UBI computation (section 3.4).  w8 = context, w1 = type and flags; w0 lost.
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
    clr w3
; void mote_skein512_init_keyed(cc, out_size, key, key_len): section 3.5.
mote_skein512_init_keyed:
    push w8
    mov w0, w8
    mov w1, [w8 + OUT_SIZE]
    repeat #31
    clr [w0++]
    cp0 w3
    bra z, .configuration
    mov #(KEY + FIRST), w1
    rcall mote_skein512_ubi
.configuration:
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

; void mote_skein512_personalize(cc, data, len): section 3.5, before the message.
mote_skein512_personalize:
    push w8
    mov w0, w8
    mov w2, w3
    mov w1, w2
    mov #(PERSONALIZATION + FIRST), w1
    rcall mote_skein512_ubi
    mov #(MESSAGE + FIRST), w1
    rcall mote_skein512_start
    pop w8
    return

; Private: a UBI computation (section 3.4).  w8 = context, w1 = type and flags, w2 = data,
; w3 = length; w0 to w7 lost.
mote_skein512_ubi:
    rcall mote_skein512_start
    mov w8, w0
    mov w2, w1
    mov w3, w2
    rcall mote_skein512
    bra mote_skein512_end

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
