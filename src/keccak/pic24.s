; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Keccak reference, version 3.0, 14 January 2011"
; constant_time = true
; calls = []
;
; Registers
;   all        w14 next round constant, or the round for s3_xcst_keccak
;   theta      plain: w8 state, w4 w5 parities, w0-w3 sum and D, w9-w13 top words of C[0] to C[4]
;              KECCAK_SMALL: the sheets' pointers of chi, w0-w3, w4-w7, w8-w11 parities and D, w13 a word
;              KECCAK_FAST: w12 state, w0-w3, w4-w7, w8-w11 parities and D, w13 top word of C[0]
;   rho, pi    plain: w8 w9 lanes, w0-w7 products, w10-w13 powers of two
;              with s3_lrotm: w8 or w12 state, w0-w3, w4-w7 lanes; with sr_turn: w13 state
;   chi        w12 w11 w9 w8 w10 sheets x = 0 to 4, w0-w3 words; plain: w0-w7
;              KECCAK_SMALL: w9 w10 w8 w12 w13 with s3_lrotm, w9 w10 w13 w12 w8 with sr_turn
; and with k_chi as stated at keccak_f_own.
;
; Keccak-f[1600] for the 16-bit core of cores/pic24, included by pic24.s in src/keccak/keccak.
;
; Specification: "The Keccak reference", version 3.0, 14 January 2011; the steps are named as in
; FIPS 202, section 3.2.  Of the custom instructions of Constantin, Burg and Gurkaynak, section 5.4
; (keccak_lrot1, keccak_lrotm, keccak_xcst; keccak_lrot1_relaxed and keccak_xcst_relaxed are the same in
; more cycles), those that the core has are used; sr_turn of
; shared_rotate takes the place of s3_lrotm, and sr_chi does chi.
;
; The state in memory: five sheets of 40 bytes in the order of KECCAK_SHEET_ORDER; in a sheet five
; lanes of 8 bytes in the order of KECCAK_ORDER; a lane is four words, the low one first.  Theta thus
; runs through memory word by word, and chi moves one pointer along each sheet.

; With instructions of our own (keccak_chi, keccak_iota), which need keccak_lrotm too, chi makes the
; parities of the following theta on its way.
.equ KECCAK_OWN, has_keccak_chi & has_keccak_iota & has_keccak_lrotm

; Without keccak_lrotm the others gain nothing and are not used.  Then, and without shared_rotate, one
; lane of each row of chi goes from rho into registers and never to memory.  It must not need a
; complement there; so the other lanes of the row do, as they come out of theta: in memory two lanes
; of the state, (0, 1) and (1, 3), are complemented.  That makes C[0] and C[1] complements, hence
; D[0], D[1], D[2] and D[4].
.equ KECCAK_PLAIN, !has_keccak_lrotm & !has_shared_rotate
.equ KECCAK_SHARED, !has_keccak_lrotm & has_shared_rotate
.equ KECCAK_LROT1, (has_keccak_lrot1 | has_keccak_lrot1_relaxed) & has_keccak_lrotm
.equ KECCAK_XCST, (has_keccak_xcst | has_keccak_xcst_relaxed) & has_keccak_lrotm

; The rotation by 1: S3_LROT1, or the same in four cycles for two.
.macro rotate_1 s, d
    .if has_keccak_lrot1
        s3_lrot1 \s, \d
    .else
        s3_lrot1_relaxed \s, \d
    .endif
.endm

; Theta with rotate_1 or shared_rotate needs no memory beside the state, the former unless the file
; that includes this one has defined KECCAK_FAST as 1.
.ifndef KECCAK_FAST
    .equ KECCAK_FAST, 0
.endif
.equ KECCAK_SMALL, KECCAK_SHARED | KECCAK_LROT1 & !KECCAK_FAST & !KECCAK_OWN
; Whether w12, and not w8, is the pointer to the state.
.equ KECCAK_W12, KECCAK_LROT1 & !KECCAK_SMALL

; KECCAK_SMALL: the pointers to the sheets x = 2 and 4, of which the first is the pointer to the state.
.if KECCAK_SMALL
    .if KECCAK_SHARED
        .define sheet_2 w13
        .define sheet_4 w8
    .else
        .define sheet_2 w8
        .define sheet_4 w13
    .endif
.endif

; KECCAK_SHEET_ORDER: nibble n is x of sheet number n; KECCAK_SHEETS: the other way round.
.if KECCAK_SMALL
    .equ KECCAK_SHEET_ORDER, 0x10342
    .equ KECCAK_SHEETS, 0x12043
.else
    .equ KECCAK_SHEET_ORDER, 0x31420
    .equ KECCAK_SHEETS, 0x24130
.endif

; KECCAK_ORDER: nibble n is y of the lane that is number n in a sheet; KECCAK_LANES: the other way
; round.
.if KECCAK_OWN | KECCAK_SMALL
    .equ KECCAK_ORDER, 0x24310
    .equ KECCAK_LANES, 0x32410
.elseif KECCAK_PLAIN
    .equ KECCAK_ORDER, 0x31240
    .equ KECCAK_LANES, 0x14230
.else
    .equ KECCAK_ORDER, 0x02431
    .equ KECCAK_LANES, 0x21304
.endif

; name = where word k of lane (x, y) is, in bytes from the start of the state
.macro place name, x, y, k=0
    .set \name, 40 * (KECCAK_SHEETS >> 4 * (\x) & 15) + 8 * (KECCAK_LANES >> 4 * (\y) & 15) + 2 * (\k)
.endm

; Moves a pointer from where it is known to be (at_REGISTER) to word k of lane (x, y).
.macro go reg, x, y, k=0
    place target, \x, \y, \k
    move_to \reg, target
.endm

.macro move_to reg, target
    .if \target > at_\reg
        add #%(\target - at_\reg), \reg
    .elseif \target < at_\reg
        sub #%(at_\reg - \target), \reg
    .endif
    .set at_\reg, \target
.endm

; Adds the four words of a lane, downwards, to s0 to s3; the sums go to t0 to t3.
.macro down4 p, s3, s2, s1, s0, t3, t2, t1, t0
    xor \s3, [--\p], \t3
    xor \s2, [--\p], \t2
    xor \s1, [--\p], \t1
    xor \s0, [--\p], \t0
.endm

; C of the sheet that ends at p: the sum of its lanes in s0 to s3, which the last lane's words are
; added to on the way to t0 to t3.
.macro parity p, s3, s2, s1, s0, t3, t2, t1, t0
    mov [--\p], \s3
    mov [--\p], \s2
    mov [--\p], \s1
    mov [--\p], \s0
    parity_on \p, 3, \s3, \s2, \s1, \s0, \t3, \t2, \t1, \t0
.endm

.macro parity_on p, count, s3, s2, s1, s0, t3, t2, t1, t0
    .rept \count
        down4 \p, \s3, \s2, \s1, \s0, \s3, \s2, \s1, \s0
    .endr
    down4 \p, \s3, \s2, \s1, \s0, \t3, \t2, \t1, \t0
.endm

; The sum of s0 to s3 and the sheet at p, upwards.
.macro parity_up p, s0, s1, s2, s3
    .rept 5
        xor \s0, [\p++], \s0
        xor \s1, [\p++], \s1
        xor \s2, [\p++], \s2
        xor \s3, [\p++], \s3
    .endr
.endm

; Four words ^= four words.
.macro xor4 d0, d1, d2, d3, s0, s1, s2, s3
    xor \d0, \s0, \d0
    xor \d1, \s1, \d1
    xor \d2, \s2, \d2
    xor \d3, \s3, \d3
.endm

; Four words ^= four words rotated left by 1; by way of w13.
.macro xor_turned d0, d1, d2, d3, s0, s1, s2, s3
    btst.c \s3, #15
    rlc \s0, w13
    xor \d0, w13, \d0
    rlc \s1, w13
    xor \d1, w13, \d1
    rlc \s2, w13
    xor \d2, w13, \d2
    rlc \s3, w13
    xor \d3, w13, \d3
.endm

; Four words = four others rotated left by 1.
.macro copy_turned s0, s1, s2, s3, d0, d1, d2, d3
    .if KECCAK_LROT1
        rotate_1 \s0, \d0
    .else
        btst.c \s3, #15
        rlc \s0, \d0
        rlc \s1, \d1
        rlc \s2, \d2
        rlc \s3, \d3
    .endif
.endm

; A[x] ^= D for the sheet at p, upwards.
.macro apply_up p, d0, d1, d2, d3, count=5
    .rept \count
        xor \d0, [\p], [\p++]
        xor \d1, [\p], [\p++]
        xor \d2, [\p], [\p++]
        xor \d3, [\p], [\p++]
    .endr
.endm

; The same downwards for the sheet that ends at p.
.macro apply_down p, d0, d1, d2, d3, count=5
    .rept \count
        xor \d3, [--\p], [\p]
        xor \d2, [--\p], [\p]
        xor \d1, [--\p], [\p]
        xor \d0, [--\p], [\p]
    .endr
.endm

; The same for one lane that is rather pushed.
.macro put_aside p, d0, d1, d2, d3
    xor \d0, [\p++], [w15++]
    xor \d1, [\p++], [w15++]
    xor \d2, [\p++], [w15++]
    xor \d3, [\p++], [w15++]
.endm

; D[x] = C[x-1] ^ (C[x+1] <<< 1) in w0 to w3; plus: pointer to the low words of C[x+1], minus: of
; C[x-1], top_plus and top_minus: their top words.
.macro d_plain plus, top_plus, minus, top_minus
    sl \top_plus, w3
    rlc [\plus++], w0
    rlc [\plus++], w1
    rlc [\plus++], w2
    rlc \top_plus, w3
    xor w0, [\minus++], w0
    xor w1, [\minus++], w1
    xor w2, [\minus++], w2
    xor w3, \top_minus, w3
.endm

; Pi takes lane (x, y) to (y, 2x + 3y): a cycle of 24 lanes.  It is gone along backwards, so that a
; lane has left when another takes its place; it is cut where theta has put a lane aside.
;
; turn: the lane at p is rotated left by `count` (rho) and takes the place of the lane that q points
; to.  A product by 2^n has in its low word a word shifted left by n, in its high word the bits that
; leave it.  With `load` that power of two is loaded to `power`.  Both pointers are at the low word of
; their lane and go up or at the top word and go down; with `leave`, q goes on down to the next lane.
.macro turn p, q, count, power, load, leave=0
    .if \load
        mov #%(1 << (\count & 15)), \power
    .endif
    .if at_\p & 6
        mul.uu \power, [\p--], w6
        mul.uu \power, [\p--], w4
        mul.uu \power, [\p--], w2
        mul.uu \power, [\p], w0
        .set at_\p, at_\p - 6
    .else
        mul.uu \power, [\p++], w0
        mul.uu \power, [\p++], w2
        mul.uu \power, [\p++], w4
        mul.uu \power, [\p], w6
        .set at_\p, at_\p + 6
    .endif
    .if at_\q & 6
        .for k, 0, 2
            turned 3 - \k, \count, [\q--]
        .endr
        .if \leave
            turned 0, \count, [\q--]
            .set at_\q, at_\q - 8
        .else
            turned 0, \count, [\q]
            .set at_\q, at_\q - 6
        .endif
    .else
        .for k, 0, 2
            turned \k, \count, [\q++]
        .endr
        turned 3, \count, [\q]
        .set at_\q, at_\q + 6
    .endif
.endm

; Word k of the lane that w0 to w7 have the products of.
.macro turned k, count, to
    ior w%(2 * ((\k) - \count / 16 & 3)), w%(2 * ((\k) + 3 - \count / 16 & 3) + 1), \to
.endm

; The lane at p, at its low word, rotated by 1 to the place that begins at q.
.macro turn_1 p, q
    mov [\p + 6], w0
    sl w0, w0
    rlc [\p++], [\q++]
    rlc [\p++], [\q++]
    rlc [\p++], [\q++]
    rlc [\p], [\q]
    .set at_\p, at_\p + 6
    .set at_\q, at_\q + 6
.endm

; The lane at p, at its top word, rotated by 15 to the place at q, at its top word.
.macro turn_15 p, q
    mov [\p--], w0
    btst.c w0, #0
    rrc [\p--], [\q--]
    rrc [\p--], [\q--]
    rrc [\p], [\q--]
    rrc w0, [\q]
    .set at_\p, at_\p - 6
    .set at_\q, at_\q - 6
.endm

; The state ends at w8.
.macro rho_pi_plain
    sub w8, #18, w9
    .set at_w9, 182                     ; top word of (3, 2)
    go w8, 4, 3
    turn w8, w9, 8, w13, 1, 1           ; (4, 3) to (3, 2)
    go w9, 3, 4, 3
    turn w9, w8, 56, w13, 0             ; (3, 4) to (4, 3)
    go w8, 0, 3
    turn w8, w9, 41, w13, 1             ; (0, 3) to (3, 4)
    go w9, 4, 0
    turn w9, w8, 27, w10, 1             ; (4, 0) to (0, 3)
    go w8, 4, 4
    turn w8, w9, 14, w11, 1             ; (4, 4) to (4, 0)
    go w9, 1, 4
    turn w9, w8, 2, w12, 1              ; (1, 4) to (4, 4)
    go w9, 3, 1
    go w8, 1, 3
    turn w8, w9, 45, w13, 1             ; (1, 3) to (3, 1)
    go w8, 3, 3, 3
    go w9, 2, 3, 3
    turn_15 w9, w8                      ; (2, 3) to (3, 3)
    go w8, 1, 2
    turn w8, w9, 10, w13, 1             ; (1, 2) to (2, 3)
    go w9, 2, 1
    turn w9, w8, 6, w13, 1              ; (2, 1) to (1, 2)
    go w8, 0, 2, 3
    turn w8, w9, 3, w13, 1              ; (0, 2) to (2, 1)
    go w9, 1, 0
    turn_1 w9, w8                       ; (1, 0) to (0, 2)
    go w8, 1, 1
    turn w8, w9, 44, w13, 1             ; (1, 1) to (1, 0)
    go w9, 4, 1
    turn w9, w8, 20, w13, 1             ; (4, 1) to (1, 1)
    go w8, 2, 4
    turn w8, w9, 61, w13, 1, 1          ; (2, 4) to (4, 1)
    go w9, 4, 2, 3
    turn w9, w8, 39, w13, 1             ; (4, 2) to (2, 4)
    go w8, 0, 4
    turn w8, w9, 18, w12, 0             ; (0, 4) to (4, 2)
    go w9, 2, 0
    turn w9, w8, 62, w11, 0             ; (2, 0) to (0, 4)
    go w8, 2, 2
    turn w8, w9, 43, w10, 0             ; (2, 2) to (2, 0)
.endm

; s3_lrotm: the lane held is rotated and takes the place of lane (x, y), which is held then.
.macro turn_extension variant, count, x, y
    place target, \x, \y
    .if KECCAK_W12
        s3_lrotm_\variant #\count, #%(target / 8), w12
    .elseif KECCAK_SHARED
        .ifc \variant, a
            sr_turn #\count, #%(target), w0, w4
        .else
            sr_turn #\count, #%(target), w4, w0
        .endif
    .else
        s3_lrotm_\variant #\count, #%(target / 8), w8
    .endif
.endm

.macro rho_pi_extension
    .if KECCAK_SMALL
        turn_extension b, 62, 0, 4
        turn_extension a, 18, 4, 2
        turn_extension b, 39, 2, 4
        turn_extension a, 61, 4, 1
        turn_extension b, 20, 1, 1
        turn_extension a, 44, 1, 0
        turn_extension b, 1, 0, 2
        turn_extension a, 3, 2, 1
        turn_extension b, 6, 1, 2
        turn_extension a, 10, 2, 3
        turn_extension b, 15, 3, 3
        turn_extension a, 21, 3, 0
        turn_extension b, 28, 0, 1
        turn_extension a, 36, 1, 3
        turn_extension b, 45, 3, 1
        turn_extension a, 55, 1, 4
        turn_extension b, 2, 4, 4
        turn_extension a, 14, 4, 0
        turn_extension b, 27, 0, 3
        turn_extension a, 41, 3, 4
        turn_extension b, 56, 4, 3
        turn_extension a, 8, 3, 2
        turn_extension b, 25, 2, 2
        turn_extension a, 43, 2, 0
    .else
        .if !KECCAK_W12
            sub #176, w8
            mov [w8++], w0              ; lane (0, 2)
            mov [w8++], w1
            mov [w8++], w2
            mov [w8++], w3
            sub #32, w8
        .endif
        turn_extension a, 3, 2, 1
        turn_extension b, 6, 1, 2
        turn_extension a, 10, 2, 3
        turn_extension b, 15, 3, 3
        turn_extension a, 21, 3, 0
        turn_extension b, 28, 0, 1
        turn_extension a, 36, 1, 3
        turn_extension b, 45, 3, 1
        turn_extension a, 55, 1, 4
        turn_extension b, 2, 4, 4
        turn_extension a, 14, 4, 0
        turn_extension b, 27, 0, 3
        turn_extension a, 41, 3, 4
        turn_extension b, 56, 4, 3
        turn_extension a, 8, 3, 2
        turn_extension b, 25, 2, 2
        turn_extension a, 43, 2, 0
        turn_extension b, 62, 0, 4
        turn_extension a, 18, 4, 2
        turn_extension b, 39, 2, 4
        turn_extension a, 61, 4, 1
        turn_extension b, 20, 1, 1
        turn_extension a, 44, 1, 0
        turn_extension b, 1, 0, 2
    .endif
.endm

; Chi for one word of five lanes, x0 to x4; after_t: an instruction that changes the word of x = 0
; (w2) before it is stored.
.macro chi_word x0, x1, x2, x3, x4, constant=0
.if has_shared_rotate
    mov [\x4], w0
    mov [\x0], w1
    .if \constant
        xor w1, [w14++], w2     ; iota
        mov w2, [\x0]
    .endif
    sr_chi w0, w1, \x3, w2      ; a3 ^ (~a4 & a0)
    sr_chi w2, w0, \x2, w3      ; a2 ^ (~a3 & a4)
    sr_chi w3, w2, \x1, w0      ; a1 ^ (~a2 & a3)
    sr_chi w0, w3, \x0, w2      ; a0 ^ (~a1 & a2)
    sr_chi w1, w0, \x4, w2      ; a4 ^ (~a0 & a1)
.else
    com [\x3], w3               ; w3 = ~a3
    com [\x0], w0               ; w0 = ~a0
    ior w0, [\x4], w2
    xor w3, w2, [\x3++]         ; a3 ^ (~a4 & a0)
    and w3, [\x4], w1           ; w1 = ~a3 & a4
    and w0, [\x1], w2
    xor w2, [\x4], [\x4++]      ; a4 ^ (~a0 & a1)
    com [\x1], w0               ; w0 = ~a1
    and w0, [\x2], w2
    .if \constant
        xor w2, [w14++], w2     ; iota
    .endif
    xor w2, [\x0], [\x0++]      ; a0 ^ (~a1 & a2)
    ior w3, [\x2], w2
    xor w0, w2, [\x1++]         ; a1 ^ (~a2 & a3)
    xor w1, [\x2], [\x2++]      ; a2 ^ (~a3 & a4)
.endif
.endm

.macro chi_row_word constant=0
    .if KECCAK_SMALL
        chi_word w9, w10, sheet_2, w12, sheet_4, \constant
    .else
        chi_word w12, w11, w9, w8, w10, \constant
    .endif
.endm

; Chi in a row that has one lane in registers, `held`: it was put aside by theta, is rotated by `count`
; and never stored.  The other lanes are x + 1 to x + 4 of it, h1 to h4; complements are in memory
; of all four (chi_held), or of x + 1, x + 2 and x + 4 (chi_held_2: but of h3).
.macro hold count
    mov #%(1 << (\count & 15)), w13
    mul.uu w13, [--w15], w6
    mul.uu w13, [--w15], w4
    mul.uu w13, [--w15], w2
    mul.uu w13, [--w15], w0
    .for k, 0, 3
        turned \k, \count, w%(2 * (\k - \count / 16 & 3))
    .endr
.endm

.macro chi_held count, held, h1, h2, h3, h4, constants=0
    hold \count
    .for k, 0, 3
        .set held, 2 * (\k - \count / 16 & 3)
        com [\h2], w1
        and w1, [\h1], w5
        xor w%(held), w5, [\held++]    ; a ^ (~a1 & a2)
        ior w%(held), [\h1], w3        ; ~(~a & a1)
        ior w1, [\h3], w5
        xor w5, [\h1], [\h1++]        ; a1 ^ (~a2 & a3)
        com [\h3], w1
        ior w1, [\h4], w5
        .if \constants & \k != 2
            xor w5, [w14++], w5         ; iota
        .endif
        xor w5, [\h2], [\h2++]        ; a2 ^ (~a3 & a4)
        and w%(held), [\h4], w5
        xor w1, w5, [\h3++]            ; a3 ^ (~a4 & a)
        xor w3, [\h4], [\h4++]        ; a4 ^ (~a & a1)
    .endr
.endm

; The result of the held lane is complemented.
.macro chi_held_2 count, held, h1, h2, h3, h4
    hold \count
    .for k, 0, 3
        .set held, 2 * (\k - \count / 16 & 3)
        mov [\h3], w1
        com [\h1], w7
        ior w7, [\h2], w5
        xor w%(held), w5, [\held++]    ; ~a ^ (~a1 & a2)
        ior w%(held), [\h1], w3        ; ~(~a & a1)
        and w1, [\h2], w5
        xor w7, w5, [\h1++]            ; a1 ^ (~a2 & a3)
        ior w1, [\h4], w5
        xor w5, [\h2], [\h2++]        ; a2 ^ (~a3 & a4)
        and w%(held), [\h4], w5
        xor w5, [\h3], [\h3++]        ; a3 ^ (~a4 & a)
        xor w3, [\h4], [\h4++]        ; a4 ^ (~a & a1)
    .endr
.endm

; Adds `lanes` lanes of a message block at w1 (an even address) to the state at w0, which moves on
; to the state's end.
.macro absorb lanes
    .for m, 0, 4
        .for n, 0, 4
            .set lane, (KECCAK_SHEET_ORDER >> 4 * \m & 15) + 5 * (KECCAK_ORDER >> 4 * \n & 15)
            .if lane < \lanes
                .for k, 0, 3
                    mov [w1 + %(8 * lane + 2 * \k)], w2
                    xor w2, [w0], [w0++]
                .endr
            .else
                add #8, w0
            .endif
        .endr
    .endr
.endm

; The 24 rounds; the state ends at w0.  Needs w8 to w14 saved.
.macro keccak_f
.if KECCAK_XCST
    ; The low five bits count the rounds, the others reach their end with them.
    mov #%(65536 - 24 * 992 & ~31), w14
.else
    mov #psvoffset(keccak_constants), w14
.endif
.if KECCAK_SMALL
    mov #40, w1                 ; where each sheet ends
    mov w0, w10
    sub w10, w1, w9
    sub w9, w1, w12
    sub w12, w1, sheet_4
    sub sheet_4, w1, sheet_2
.elseif KECCAK_W12
    mov #168, w12
    sub w0, w12, w12
.else
    mov w0, w8
    add w15, #30, w15           ; the low three words of C[0], C[2], C[4], C[1], C[3]
.endif

keccak_theta:
.if KECCAK_SMALL
    ; Chi has left the sheets' pointers at their ends.  A parity taken after D is that of before when
    ; the sum begins with D; C[0] is made up twice, for the first time to D itself.
    parity sheet_2, w7, w6, w5, w4, w7, w6, w5, w4                  ; C[2]
    copy_turned w4, w5, w6, w7, w0, w1, w2, w3                      ; D[1] with C[0]
    parity_on w9, 4, w3, w2, w1, w0, w3, w2, w1, w0
    apply_down w10, w0, w1, w2, w3
    parity_up w10, w0, w1, w2, w3                                   ; C[1]
    .if KECCAK_SHARED
        mov sheet_4, w13
    .endif
    parity w13, w11, w10, w9, w8, w11, w10, w9, w8                  ; C[4]
    xor_turned w4, w5, w6, w7, w8, w9, w10, w11                     ; D[3]
    apply_down w12, w4, w5, w6, w7
    parity_up w12, w4, w5, w6, w7                                   ; C[3]
    xor_turned w8, w9, w10, w11, w0, w1, w2, w3                     ; D[0]
    apply_up w12, w8, w9, w10, w11
    parity_on w12, 4, w11, w10, w9, w8, w11, w10, w9, w8            ; C[0]
    btst.c w11, #15                                                 ; D[4]
    rlc w8, w8
    rlc w9, w9
    rlc w10, w10
    rlc w11, w11
    xor4 w8, w9, w10, w11, w4, w5, w6, w7
    sub #80, w12
    apply_up w12, w8, w9, w10, w11
    copy_turned w4, w5, w6, w7, w8, w9, w10, w11                    ; D[2]
    xor4 w0, w1, w2, w3, w8, w9, w10, w11
    mov #40, w4                 ; where each sheet begins; of x = 2 where it ends
    sub w12, w4, sheet_2
    sub w12, w4, sheet_4
    add w12, w4, w9
    add w9, w4, w10
    apply_down sheet_2, w0, w1, w2, w3, 4
    xor w3, [--sheet_2], w7                                         ; lane (2, 0)
    xor w2, [--sheet_2], w6
    xor w1, [--sheet_2], w5
    xor w0, [--sheet_2], w4
.elseif KECCAK_LROT1
    ; Parities are kept in registers where a rotation follows.  A parity taken after D is that
    ; of before when the sum begins with D.
    mov [w12 + 6], w3                                               ; C[0]: w13 and the stack
    mov [w12 + 4], w2
    mov [w12 + 2], w1
    mov [w12], w0
    parity_on w12, 3, w3, w2, w1, w0, w13, [w15++], [w15++], [w15++]
    .set at_w12, 0
    move_to w12, 80
    parity w12, w7, w6, w5, w4, w7, w6, w5, w4                      ; C[2]
    .set at_w12, 40
    rotate_1 w4, w8                                                 ; D[1]
    mov w15, w0
    xor w8, [--w0], w8
    xor w9, [--w0], w9
    xor w10, [--w0], w10
    xor w11, w13, w11
    move_to w12, 120
    apply_up w12, w8, w9, w10, w11
    parity_on w12, 4, w11, w10, w9, w8, [w15++], [w15++], [w15++], [w15++] ; C[1]: on the stack
    parity w12, w3, w2, w1, w0, w3, w2, w1, w0                      ; C[4]
    .set at_w12, 80
    rotate_1 w0, w8                                                 ; D[3]
    xor w8, w4, w8
    xor w9, w5, w9
    xor w10, w6, w10
    xor w11, w7, w11
    move_to w12, 160
    apply_up w12, w8, w9, w10, w11
    parity_on w12, 4, w11, w10, w9, w8, w11, w10, w9, w8            ; C[3]
    sub w15, #8, w7
    sl w13, w4                                                      ; D[4]
    rlc [--w7], w4
    rlc [--w7], w5
    rlc [--w7], w6
    rlc w13, w7
    xor w4, w8, w4
    xor w5, w9, w5
    xor w6, w10, w6
    xor w7, w11, w7
    move_to w12, 120
    apply_down w12, w4, w5, w6, w7
    rotate_1 w8, w4                                                 ; D[2]
    mov w15, w13
    xor w4, [--w13], w4
    xor w5, [--w13], w5
    xor w6, [--w13], w6
    xor w7, [--w13], w7
    apply_down w12, w4, w5, w6, w7
    mov [--w15], w8                                                 ; D[0]
    mov [--w15], w9
    mov [--w15], w10
    mov [--w15], w11
    rotate_1 w8, w4
    xor w4, w0, w4
    xor w5, w1, w5
    xor w6, w2, w6
    xor w7, w3, w7
    sub w15, #6, w15
    apply_down w12, w4, w5, w6, w7, 1
    xor w7, [--w12], w3                                             ; lane (0, 2)
    xor w6, [--w12], w2
    xor w5, [--w12], w1
    xor w4, [--w12], w0
    apply_down w12, w4, w5, w6, w7, 3
    .set at_w12, 0
.else
    mov w15, w4
    .irp top, w12, w10, w13, w11, w9                                ; C[3], C[1], C[4], C[2], C[0]
        parity w8, \top, w2, w1, w0, \top, [--w4], [--w4], [--w4]
    .endr
    add w4, #18, w5
    add w4, #12, w6
    mov w4, w7
    d_plain w5, w10, w6, w13                                        ; D[0]
    .if KECCAK_PLAIN
        apply_up w8, w0, w1, w2, w3, 3
        put_aside w8, w0, w1, w2, w3                                ; (0, 1)
        apply_up w8, w0, w1, w2, w3, 1
    .else
        apply_up w8, w0, w1, w2, w3
    .endif
    d_plain w5, w12, w6, w10                                        ; D[2]
    apply_up w8, w0, w1, w2, w3
    d_plain w4, w9, w6, w12                                          ; D[4]
    apply_up w8, w0, w1, w2, w3
    d_plain w4, w11, w7, w9                                         ; D[1]
    apply_up w8, w0, w1, w2, w3
    d_plain w4, w13, w7, w11                                        ; D[3]
    .if KECCAK_PLAIN
        put_aside w8, w0, w1, w2, w3                                ; (3, 0)
        apply_up w8, w0, w1, w2, w3, 1
        put_aside w8, w0, w1, w2, w3                                ; (3, 2)
        put_aside w8, w0, w1, w2, w3                                ; (3, 1)
        put_aside w8, w0, w1, w2, w3                                ; (3, 3)
    .else
        apply_up w8, w0, w1, w2, w3
    .endif
    .set at_w8, 200
.endif

keccak_rho_pi:
.if KECCAK_PLAIN
    rho_pi_plain
.else
    rho_pi_extension
.endif

keccak_chi:
.if !KECCAK_SMALL
    mov #40, w0
    .if KECCAK_PLAIN
        sub w9, w0, w12
    .else
        .if !KECCAK_W12
            mov w8, w12
        .endif
        add w12, w0, w9
    .endif
    add w9, w0, w10
    add w10, w0, w11
    add w11, w0, w8
.endif
.if KECCAK_PLAIN
    chi_held 21, w8, w10, w12, w11, w9, 1                           ; y = 0, (3, 3) held
    chi_held 55, w11, w9, w8, w10, w12                              ; y = 4, (3, 1)
    chi_held 25, w9, w8, w10, w12, w11                              ; y = 2, (3, 2)
    chi_held_2 28, w12, w11, w9, w8, w10                            ; y = 1, (3, 0)
    chi_held_2 36, w11, w9, w8, w10, w12                            ; y = 3, (0, 1)
    cp0 [w14]
    bra nz, keccak_theta
.else
    ; y = 0 comes first with KECCAK_SMALL, else last.
    .if !KECCAK_SMALL
        .rept 16
            chi_row_word
        .endr
    .endif
    .for k, 0, 3
        chi_row_word !KECCAK_XCST & \k != 2
    .endr
    .if KECCAK_SMALL
        .rept 16
            chi_row_word
        .endr
    .elseif KECCAK_W12
        sub #8, w12
    .elseif KECCAK_XCST
        sub #8, w12
    .endif
    .if KECCAK_XCST
        .if has_keccak_xcst
            s3_xcst_keccak w12
        .else
            s3_xcst_keccak_relaxed w12
        .endif
        .if !KECCAK_W12 & !KECCAK_SMALL
            add #8, w12
        .endif
        add #993, w14
        bra nc, keccak_theta
    .else
        cp0 [w14]
        bra nz, keccak_theta
    .endif
.endif
.if !KECCAK_W12 & !KECCAK_SMALL
    sub w15, #30, w15
.endif
.endm

; The 24 rounds with instructions of our own; the state ends at w0.  Needs w8 to w14 saved.
;   w8 state, w9-w13 a word of the parities, w14 round, w0-w3 D, w4-w7 pointers; lanes
.macro turn_own variant, count, x, y
    place target, \x, \y
    s3_lrotm_\variant #\count, #%(target / 8), w8
.endm

.macro keccak_f_own
    mov #%(65536 - 24 * 992 & ~31), w14
    mov w0, w8
    add w15, #30, w15           ; the low three words of C[0], C[2], C[4], C[1], C[3]
    mov w15, w4
    .irp top, w12, w10, w13, w11, w9
        parity w8, \top, w2, w1, w0, \top, [--w4], [--w4], [--w4]
    .endr

keccak_theta:
    sub w15, #30, w4
    mov w4, w7
    sub w15, #12, w5
    sub w15, #18, w6
    d_plain w5, w10, w6, w13                                        ; D[0]
    apply_up w8, w0, w1, w2, w3
    d_plain w5, w12, w6, w10                                        ; D[2]
    apply_up w8, w0, w1, w2, w3
    d_plain w4, w9, w6, w12                                         ; D[4]
    apply_up w8, w0, w1, w2, w3
    d_plain w4, w11, w7, w9                                         ; D[1]
    apply_up w8, w0, w1, w2, w3
    d_plain w4, w13, w7, w11                                        ; D[3]
    apply_up w8, w0, w1, w2, w3, 2
    xor w0, [w8++], w4                                              ; lane (3, 3)
    xor w1, [w8++], w5
    xor w2, [w8++], w6
    xor w3, [w8++], w7
    apply_up w8, w0, w1, w2, w3, 2

keccak_rho_pi:
    sub #200, w8
    turn_own b, 21, 3, 0
    turn_own a, 28, 0, 1
    turn_own b, 36, 1, 3
    turn_own a, 45, 3, 1
    turn_own b, 55, 1, 4
    turn_own a, 2, 4, 4
    turn_own b, 14, 4, 0
    turn_own a, 27, 0, 3
    turn_own b, 41, 3, 4
    turn_own a, 56, 4, 3
    turn_own b, 8, 3, 2
    turn_own a, 25, 2, 2
    turn_own b, 43, 2, 0
    turn_own a, 62, 0, 4
    turn_own b, 18, 4, 2
    turn_own a, 39, 2, 4
    turn_own b, 61, 4, 1
    turn_own a, 20, 1, 1
    turn_own b, 44, 1, 0
    turn_own a, 1, 0, 2
    turn_own b, 3, 2, 1
    turn_own a, 6, 1, 2
    turn_own b, 10, 2, 3
    turn_own a, 15, 3, 3

keccak_chi:
    mov [w8 + 32], w0
    mov [w8 + 152], w1
    .for k, 0, 3
        repeat #4
        k_chi #\k, w8
        .if \k != 2
            k_iota #\k, w8
        .endif
        .if \k != 3
            mov w9, [w15 + %(2 * \k - 30)]
            mov w11, [w15 + %(2 * \k - 24)]
            mov w13, [w15 + %(2 * \k - 18)]
            mov w10, [w15 + %(2 * \k - 12)]
            mov w12, [w15 + %(2 * \k - 6)]
        .endif
    .endr
    add #993, w14
    bra nc, keccak_theta
    sub w15, #30, w15
.endm
