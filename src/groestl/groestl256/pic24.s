; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Groestl: a SHA-3 candidate, final round, 2 March 2011"
; functions = [
;   "mote_groestl256_init(cc, out_size)",
;   "mote_groestl256(cc, data, len)",
;   "mote_groestl256_close(cc, ub, n, dst)",
; ]
; reads = {cc = 138, data = "len"}
; writes = {cc = 138, dst = "out_size / 8"}
; clobbers = "w0-w7 flags"
; stack = 160
; constant_time = false
; secret_tables = ["S", "DOUBLE"]
; calls = []
; block = "mote_groestl256_compress"
; state.H = {offset = 0, words = 64, word_bytes = 1, order = [0, 3, 6, 1, 4, 7, 2, 5]}
; counter = {offset = 128, words = 2}
; fill = {offset = 136, word_bytes = 1}
;
; Register map of the permutations in the third way
;   w0-w7    s[n]; for odd n its pointer into the S-box; w0 that with AddRoundConstant's byte
;   w8       pointer into the table of products
;   w9-w11   v[n]; at a column's end sums of words, two rows each
;   w12      where the next byte of the new state goes
;   w13      columns 0 to 3 of the old state (second half of a round: columns 4 to 7)
;   w14      columns 4 to 7 (columns 0 to 3)
;   RCOUNT   the round; bit 6: it is its second half, with columns 4 to 7 (as in AddRoundConstant)
;
; Register map of the compression function in the second way
;   w0-w7    lost in ShiftBytes and MixBytes
;   w8       state of P, on the stack
;   w9       state of Q, in place of the message block
;   w14      round
;
; Register map of the compression function in the first way
;   w0-w4    pointers and words; lost in gr_rounds
;   w5       state of P, on the stack
;   w6       H
;   w7       state of Q, in place of the message block
;
; Groestl-224 and Groestl-256 for the 16-bit core (cores/pic24).
;
; Specification: "Groestl: a SHA-3 candidate", version of the final round, 2 March 2011; interface:
; include/mote/groestl256.h.  mote_groestl256_compress is the compression function (section 3.2).
; pic24_ise.s assembles this file for a core with the instructions groestl_cst, groestl_sbox,
; groestl_shift, groestl_mix; any subset of them is used where it is of use.  pic24_ise_own.s does so
; for groestl_rounds.
;
; THREE WAYS
;
; With gr_rounds and gr_final (cores/pic24/extensions/groestl_rounds.py) P and Q are two instructions
; each, and nothing is left to be done but H + m and the first AddRoundConstant.
;
; In the two other ways the last MixBytes of P and Q, which is linear, is one, on the sum of both
; states.
;
; With s3_mix the four transformations of a round (section 3.4) follow each other on 64 bytes, column
; by column, each an instruction or the plain sequence in its place.
;
; Without either a round makes column after column, from a state in one buffer to one in another.
; With s the bytes of a column after SubBytes and ShiftBytes, taken in the order of the rows 0, 3, 6,
; 1, 4, 7, 2, 5 (n = 0 to 7, row 3 n modulo 8, all indices modulo 8), and T their sum, MixBytes is
;
;   v[n] = s[n] + s[n+3] + s[n+1]
;   b[n] = 2 (2 (v[n+1] + s[n+5]) + v[n+1]) + v[n] + 3 T
;
; and the sum of the eight bytes without 3 T is 3 T: so that is added to the finished column, two
; bytes at a time, and with it the ones of Q's AddRoundConstant for the next round.  Tables for
; SubBytes and for the product by 2 begin at multiples of 256: a byte moved or added into the low
; half of a register is a pointer into the table whose address is in the high half.  In this way all
; states, and H, have their rows in the order above.

.global mote_groestl256_init, mote_groestl256, mote_groestl256_close, mote_groestl256_compress
.global mote_groestl256_context_size

; The context
.equ data_hash_state, 64
.equ data_message_block, 64
.equ data_counter, 8            ; blocks so far, lowest byte first
.equ data_misc_variables, 2
.equ mote_groestl256_context_size, 138

.equ BLOCK, 64
.equ COUNT, 128
.equ PTR, 136                   ; one byte: bytes waiting in the block, 0 to 63
.equ DIGEST_BYTES, 137          ; one byte

.equ ROUNDS, 10

.if has_groestl_rounds

; Place of a row in a column
.equ ROW_STEP, 1

; AddRoundConstant (section 3.4.2) of the first round, to row 0 of P and row 7 of Q, is the
; program's.

.text
; Compression function (section 3.2) of the block in the context; w0 = context.  The block is lost.
mote_groestl256_compress:
    mov w15, w5
    mov w0, w6
    mov w0, w1
    add #BLOCK, w0
    mov w0, w7
    ; H + m at w5, m at w7
    .for j, 0, 7
    mov [w0++], w2
    .if \j
    xor #%(\j << 4), w2
    .endif
    xor w2, [w1++], [w15++]
    .rept 2
    mov [w0++], w2
    xor w2, [w1++], [w15++]
    .endr
    .if \j
    mov #%(\j << 12), w4
    mov [w0], w2
    xor w2, [w1++], [w15++]
    xor w2, w4, [w0++]
    .else
    mov [w0++], w2
    xor w2, [w1++], [w15++]
    .endif
    .endr
    ; H + P(H + m) + Q(m)
    repeat #72
    gr_rounds #1, w7
    repeat #7
    gr_final #1, w7, w6
    bra add_p

; Output transformation (section 3.3) before the truncation: H + P(H) in place of H; w0 = context
output_transform:
    mov w15, w5
    mov w0, w6
    clr w1
    mov #8, w2
.column:
    xor w1, [w0++], [w15++]
    mov [w0++], [w15++]
    mov [w0++], [w15++]
    mov [w0++], [w15++]
    add #16, w1
    dec w2, w2
    bra nz, .column
; The state at w5 through P, added to H at w6, and taken from the stack
add_p:
    repeat #72
    gr_rounds #0, w5
    repeat #7
    gr_final #0, w5, w6
    sub #64, w15
    return

.elseif has_groestl_mix

; Place of a row in a column
.equ ROW_STEP, 1

; ---------------------------------------------------------------------------------------------
; The transformations of 64 bytes at \state (w8 or w9); w0 to w7 are lost.

; AddRoundConstant (section 3.4.2) for the round in w14
.macro add_constant_p state
    .if has_groestl_cst
        repeat #7
        s3_cst_p \state
    .else
        mov w14, w0
        mov #8, w2
        mov w2, w3
        mov \state, w1
1:      xor.b w0, [w1], [w1]
        add w1, w2, w1
        add #16, w0
        dec w3, w3
        bra nz, 1b
    .endif
.endm
.macro add_constant_q state
    .if has_groestl_cst
        repeat #31
        s3_cst_q \state
    .else
        mov \state, w1
        repeat #31
        com [w1], [w1++]
        mov w14, w0
        mov #8, w2
        mov w2, w3
        add \state, #7, w1
1:      xor.b w0, [w1], [w1]
        add w1, w2, w1
        add #16, w0
        dec w3, w3
        bra nz, 1b
    .endif
.endm

; SubBytes (section 3.4.3)
.macro sub_bytes state
    .if has_groestl_sbox
        repeat #31
        s3_sbox \state
    .else
        mov #S, w0
        mov #32, w2
        mov \state, w1
1:      mov.b [w1], w0
        mov.b [w0], [w1++]
        mov.b [w1], w0
        mov.b [w0], [w1++]
        dec w2, w2
        bra nz, 1b
    .endif
.endm

; ShiftBytes (section 3.4.4): row after row
.macro shift_row state, row, by
    .for j, 0, 7
        mov.b [\state + 8 * \j + \row], w%(\j)
    .endr
    .for j, 0, 7
        mov.b w%(\j + \by & 7), [\state + 8 * \j + \row]
    .endr
.endm
.macro shift_bytes_p state
    .if has_groestl_shift
        repeat #35
        s3_shift_p \state
    .else
        .for i, 1, 7
            shift_row \state, \i, \i
        .endr
    .endif
.endm
.macro shift_bytes_q state
    .if has_groestl_shift
        repeat #35
        s3_shift_q \state
    .else
        .for i, 0, 7
            .if \i != 4
                shift_row \state, \i, (2 * \i + (\i < 4))
            .endif
        .endr
    .endif
.endm

; MixBytes (section 3.4.5)
.macro mix_bytes state
    repeat #79
    s3_mix \state
.endm

; ---------------------------------------------------------------------------------------------
.text
; Compression function (section 3.2) of the block in the context; w0 = context.  The block is lost.
; The last MixBytes of P and Q is one of their sum.
mote_groestl256_compress:
    push w8
    push w9
    push w14
    mov w15, w8
    mov w0, w1
    ; The state of P is H + m; that of Q, m, is in its place already
    add #BLOCK, w0
    mov w0, w9
    .rept 32
    mov [w0++], w2
    xor w2, [w1++], [w15++]
    .endr
    ; The low byte is the round
    mov #0xF700, w14
    ; Rounds 0 to 8
    .if has_groestl_cst && has_groestl_sbox && has_groestl_shift
        .equ UNROLLED, 3
    .else
        .equ UNROLLED, 1
    .endif
.round:
    .rept UNROLLED
    add_constant_p w8
    sub_bytes w8
    shift_bytes_p w8
    mix_bytes w8
    add_constant_q w9
    sub_bytes w9
    shift_bytes_q w9
    mix_bytes w9
    add #0x101, w14
    .endr
    bra nc, .round
    ; Round 9
    add_constant_p w8
    sub_bytes w8
    shift_bytes_p w8
    add_constant_q w9
    sub_bytes w9
    shift_bytes_q w9
    mov w9, w1
    mov #2, w3
.add:
    .rept 16
    mov [w1++], w2
    xor w2, [w8], [w8++]
    .endr
    dec w3, w3
    bra nz, .add
    sub #64, w8
    mix_bytes w8
    ; H + P(H + m) + Q(m)
    sub w9, #31, w1
    sub #33, w1
; H at w1 += 64 bytes at w8, which are then taken from the stack; w14, w9, w8 and return
add_to_hash:
    .rept 32
    mov [w8++], w2
    xor w2, [w1], [w1++]
    .endr
    sub #64, w15
    pop w14
    pop w9
    pop w8
    return

; Output transformation (section 3.3) before the truncation: H + P(H) in place of H; w0 = context
output_transform:
    push w8
    push w9
    push w14
    mov w15, w8
    mov w0, w9
    repeat #31
    mov [w0++], [w15++]
    clr w14
.round:
    add_constant_p w8
    sub_bytes w8
    shift_bytes_p w8
    mix_bytes w8
    inc w14, w14
    cp w14, #ROUNDS
    bra nz, .round
    mov w9, w1
    bra add_to_hash

.else   ; without custom instructions

; Row i is byte 3 i modulo 8 of a column
.equ ROW_STEP, 3

; ---------------------------------------------------------------------------------------------
; The register of s[n]
.macro register n
    .set s, (\n) - CONSTANT & 7
.endm
; s[n]: byte n of the column \c of the old state, counted from the one that w13 points to
.macro take n, c
    register \n
    .if (\c & 7) < 4
        mov.b [w13 + 8 * (\c & 7) + \n], w%(s)
    .else
        mov.b [w14 + 8 * (\c & 3) + \n], w%(s)
    .endif
.endm
; \to = v[n], for n modulo 8
.macro v n, to
    .if \n & 1
        register \n + 3
        .set other, s
        register \n
    .else
        register \n
        .set other, s
        register \n + 3
    .endif
    .if LOADED
        xor.b w%(other), w%(s), w%(\to)
    .else
        xor.b w%(other), [w%(s)], w%(\to)
    .endif
    plus \n + 1, \to, \to
.endm
; \to = \from + s[n]
.macro plus n, from, to
    register \n
    .if (\n) & 1 && !LOADED
        xor.b w%(\from), [w%(s)], w%(\to)
    .else
        xor.b w%(\from), w%(s), w%(\to)
    .endif
.endm

; MixBytes of a column but for 3 T, to the bytes at \to, and the sum of its four words to w9: both
; bytes of that add up to 3 T.  v[0] stays in w9, v[1] to v[7] take turns in w10 and w11.
;   LOADED: all s[n] are in registers, where else those for odd n are pointers
.macro mix_column to
    v 0, 9
    .for n, 0, 7
        .set this, \n == 0 ? 9 : 11 - \n % 2
        .set next, \n == 7 ? 9 : 10 + \n % 2
        .if \n < 7
            v \n + 1, next
        .endif
        plus \n + 5, next, 8
        xor.b w%(next), [w8], w8
        xor.b w%(this), [w8], [\to++]
    .endr
    mov [--\to], w9
    xor w9, [--\to], w9
    xor w9, [--\to], w9
    xor w9, [--\to], w9
.endm

; Column \j, or \j + 4, of a round
;   CONSTANT: place in the column of the row with AddRoundConstant's byte
;   shift: by name, the rows' shifts as a hexadecimal number, n = 0 the last digit
;   copy: mov, or com for all ones in the next AddRoundConstant
.macro column j, shift, copy
    ; ShiftBytes, AddRoundConstant
    .for n, 0, 7
        take \n, (\j + (\shift >> 4 * \n & 7))
    .endr
    xor.b RCOUNT, WREG
    .set from, \j + (\shift >> 4 * CONSTANT) & 7
    .if from
        xor.b #%(16 * from), w0
    .endif
    ; SubBytes
    .for n, 0, 6, 2
        register \n
        mov.b [w%(s)], w%(s)
    .endr
    mix_column w12
    ; 3 T
    \copy w9, w10
    swap w10
    xor w9, w10, w9
    .rept 4
    xor w9, [w12], [w12++]
    .endr
.endm

; Nine rounds, from the buffer at w13 and the one at w12 in turns; in the end the state is at w13.
.macro nine_rounds shift, copy
    clr RCOUNT
    add w13, #31, w14
    inc w14, w14
.half:
    .for j, 0, 3
        column \j, \shift, \copy
    .endr
    exch w13, w14
    btg RCOUNT, #6
    btsc RCOUNT, #6
    bra .half
    ; The buffers change places
    inc RCOUNT
    exch w12, w13
    sub #32, w13
    mov w13, w14
    sub #32, w13
    btss RCOUNT, #3
    bra .half
    btss RCOUNT, #0
    bra .half
.endm

; The tenth round without MixBytes, two columns at a time; from the buffer at w13 (or added) to that
; at w12, which moves on by 64.
;   w13, w9-w11  columns 0 and 1 of the old state, 2 and 3, 4 and 5, 6 and 7; they take turns
;   w14          low byte: AddRoundConstant's for the first of both (its row moves by an even number);
;                high byte: counts up to 0
.macro last_round shift, add
    add w13, #16, w9
    add w9, #16, w10
    add w10, #16, w11
    mov #%(0xFC09 + 32 * (\shift >> 4 * CONSTANT + 1 & 3)), w14
.two:
    .for j, 0, 1
        .for n, 0, 7
            .set from, \j + (\shift >> 4 * \n & 7) & 7
            .if from < 2
                mov.b [w13 + %(8 * (from & 1) + \n)], w0
            .else
                mov.b [w%(8 + from / 2) + %(8 * (from & 1) + \n)], w0
            .endif
            .if \n == CONSTANT
                xor.b w0, w14, w0
                .if from & 1
                xor.b #16, w0
                .endif
            .endif
            .if \add
                mov.b [w0], w1
                xor.b w1, [w12], [w12++]
            .else
                mov.b [w0], [w12++]
            .endif
        .endr
    .endr
    exch w13, w9
    exch w9, w10
    exch w10, w11
    add #0x120, w14
    .if \shift >> 4 * CONSTANT & 6
    bclr w14, #7
    .endif
    bra nc, .two
.endm

.text
; P without the last MixBytes: state at w13, the other buffer at w12; they change places.
; Row 3 n modulo 8 moves by its number of columns.
permutation_p:
    .for n, 0, 7
    mov #S, w\n
    .endr
    mov #DOUBLE, w8
    .set CONSTANT, 0
    .set LOADED, 0
    nine_rounds 0x52741630, mov
    last_round 0x52741630, 0
    return

; H at w13 += MixBytes (section 3.4.5) of the state at w12
mix_bytes:
    mov #8, w0
    mov w0, RCOUNT
    .set LOADED, 1
.column:
    mov w12, w14
    .for n, 0, 7
    mov.b [w12++], w\n
    .endr
    mix_column w14
    mov w9, w10
    swap w10
    xor w9, w10, w9
    .rept 4
    xor w9, [w14++], w10
    xor w10, [w13], [w13++]
    .endr
    dec RCOUNT
    bra nz, .column
    return

; Compression function (section 3.2) of the block in the context; w0 = context.  The block is lost.
; On the stack: states of Q and of P, 64 bytes each, while the place of the block is the other buffer.
mote_groestl256_compress:
    .for r, 8, 14
    push w\r
    .endr
    mov w15, w13
    add #128, w15
    add w0, #31, w1
    add #(BLOCK - 31), w1
    mov w1, w12
    mov w13, w2
    add #64, w13
    mov w13, w3
    mov #4, w8
.order:
    ; The rows of m in the order of H; the state of Q: m, and all ones added for round 0; that of P:
    ; H + m
    .rept 2
    .irp r, 4, 5, 6, 7
    mov [w1++], w\r
    .endr
    mov.b w4, w9
    mov.b w7, w4
    mov.b w6, w7
    mov.b w5, w6
    mov.b w9, w5
    .irp r, 5, 4, 7, 6
    com w\r, [w2++]
    xor w\r, [w0++], [w3++]
    .endr
    .endr
    dec w8, w8
    bra nz, .order
    rcall permutation_p
    ; Q without the last MixBytes, added to that: row 3 n modulo 8 moves by the digits' columns.
    exch w12, w13
    sub #64, w13
    sub #64, w13
    .set CONSTANT, 5
    .set LOADED, 0
    nine_rounds 0x25603471, com
    add #64, w12
    last_round 0x25603471, 1
    ; H + P(H + m) + Q(m): one MixBytes for both
    sub #64, w12
    sub #64, w13
    rcall mix_bytes
    sub #128, w15
    .for r, 14, 8, -1
    pop w\r
    .endr
    return

; Output transformation (section 3.3) before the truncation: H + P(H) in place of H; w0 = context
output_transform:
    .for r, 8, 14
    push w\r
    .endr
    mov w15, w13
    mov w0, w12
    repeat #31
    mov [w12++], [w15++]
    rcall permutation_p
    sub #64, w12
    sub #64, w13
    rcall mix_bytes
    sub #64, w15
    .for r, 14, 8, -1
    pop w\r
    .endr
    return

.endif  ; of the three ways

; ---------------------------------------------------------------------------------------------
; Interface

; void mote_groestl256_init(w0 = cc, w1 = out_size)
mote_groestl256_init:
    mov w0, w2
    repeat #(mote_groestl256_context_size / 2 - 1)
    clr [w2++]
    ; Initial value (section 3.5): the digest size in bits, rows 6 and 7 of the last column
    mov.b w1, [w0 + 56 + (7 * ROW_STEP & 7)]
    swap w1
    mov.b w1, [w0 + 56 + (6 * ROW_STEP & 7)]
    swap w1
    lsr w1, #3, w1
    mov.b w1, [w0 + DIGEST_BYTES]
    return

; void mote_groestl256(w0 = cc, w1 = data, w2 = len)
;   w8 = cc, w9 = data, w10 = bytes still to come
mote_groestl256:
    push w8
    push w9
    push w10
    mov w0, w8
    mov w1, w9
    mov w2, w10
    cp0 w10
    bra z, .done
.chunk:
    ; w3 = min(64 - waiting, bytes to come)
    mov.b [w8 + PTR], w0
    ze w0, w0
    subr w0, #31, w3
    add #33, w3
    cpslt w3, w10
    mov w10, w3
    sub w10, w3, w10
    ; Copied to the block's end, in words where both places and the length are even
    add w8, w0, w2
    add #BLOCK, w2
    add w0, w3, w0
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
    ; A full block is counted, compressed, and empty
    btst.c w0, #6
    bclr w0, #6
    mov.b w0, [w8 + PTR]
    bra nc, .done
    rcall count
    mov w8, w0
    rcall mote_groestl256_compress
    cp0 w10
    bra nz, .chunk
.done:
    pop w10
    pop w9
    pop w8
    return

; One block more in the count of the context at w8; w0, w1 are lost.
count:
    mov w8, w1
    add #COUNT, w1
    inc [w1], [w1++]
    bra c, .carry
    return
.carry:
    clr w0
    addc w0, [w1], [w1++]
    addc w0, [w1], [w1++]
    addc w0, [w1], [w1]
    return

; void mote_groestl256_close(w0 = cc, w1 = ub, w2 = n, w3 = dst)
;   w8 = cc, w9 = dst
mote_groestl256_close:
    push w8
    push w9
    mov w0, w8
    mov w3, w9
    ; Padding (section 3.6): n bits of ub, 1, zeros
    mov #0x80, w3
    lsr w3, w2, w3
    neg w3, w2
    and w1, w2, w1
    ior w1, w3, w1
    mov.b [w8 + PTR], w0
    ze w0, w0
    add w8, w0, w2
    add #BLOCK, w2
    mov.b w1, [w2++]
    subr w0, #31, w0
    add #(BLOCK - 1 - 31), w0
    bra z, .full
    dec w0, w1
    repeat w1
    clr.b [w2++]
    ; The number of blocks needs 8 bytes
    cp w0, #8
    bra geu, .last
.full:
    rcall count
    mov w8, w0
    rcall mote_groestl256_compress
    mov w8, w2
    add #BLOCK, w2
    repeat #31
    clr [w2++]
.last:
    ; The number of blocks, this one included, highest byte first; w2 is the block's end
    rcall count
    add w8, #31, w1
    add #(COUNT - 31), w1
    .rept 8
    mov.b [w1++], [--w2]
    .endr
    mov w8, w0
    rcall mote_groestl256_compress
    mov w8, w0
    rcall output_transform
    ; The last bytes of H + P(H)
    mov.b [w8 + DIGEST_BYTES], w1
    ze w1, w0
    subr w0, #31, w1
    add #33, w1
.copy:
    .if ROW_STEP == 1
    mov.b [w8 + w1], [w9++]
    .else
    ; Row i of a column is its byte 3 i modulo 8
    and w1, #7, w2
    sub w1, w2, w3
    mul.uu w2, #3, w4
    and w4, #7, w4
    add w3, w4, w3
    add w8, w3, w3
    mov.b [w3], [w9++]
    .endif
    inc w1, w1
    dec w0, w0
    bra nz, .copy
    pop w9
    pop w8
    return

; ---------------------------------------------------------------------------------------------
.rodata
.if !has_groestl_rounds && (!has_groestl_mix || !has_groestl_sbox)
.align 256
; The S-box of AES (FIPS 197, section 5.1.1)
S:
    .byte 0x63, 0x7C, 0x77, 0x7B, 0xF2, 0x6B, 0x6F, 0xC5, 0x30, 0x01, 0x67, 0x2B, 0xFE, 0xD7, 0xAB, 0x76
    .byte 0xCA, 0x82, 0xC9, 0x7D, 0xFA, 0x59, 0x47, 0xF0, 0xAD, 0xD4, 0xA2, 0xAF, 0x9C, 0xA4, 0x72, 0xC0
    .byte 0xB7, 0xFD, 0x93, 0x26, 0x36, 0x3F, 0xF7, 0xCC, 0x34, 0xA5, 0xE5, 0xF1, 0x71, 0xD8, 0x31, 0x15
    .byte 0x04, 0xC7, 0x23, 0xC3, 0x18, 0x96, 0x05, 0x9A, 0x07, 0x12, 0x80, 0xE2, 0xEB, 0x27, 0xB2, 0x75
    .byte 0x09, 0x83, 0x2C, 0x1A, 0x1B, 0x6E, 0x5A, 0xA0, 0x52, 0x3B, 0xD6, 0xB3, 0x29, 0xE3, 0x2F, 0x84
    .byte 0x53, 0xD1, 0x00, 0xED, 0x20, 0xFC, 0xB1, 0x5B, 0x6A, 0xCB, 0xBE, 0x39, 0x4A, 0x4C, 0x58, 0xCF
    .byte 0xD0, 0xEF, 0xAA, 0xFB, 0x43, 0x4D, 0x33, 0x85, 0x45, 0xF9, 0x02, 0x7F, 0x50, 0x3C, 0x9F, 0xA8
    .byte 0x51, 0xA3, 0x40, 0x8F, 0x92, 0x9D, 0x38, 0xF5, 0xBC, 0xB6, 0xDA, 0x21, 0x10, 0xFF, 0xF3, 0xD2
    .byte 0xCD, 0x0C, 0x13, 0xEC, 0x5F, 0x97, 0x44, 0x17, 0xC4, 0xA7, 0x7E, 0x3D, 0x64, 0x5D, 0x19, 0x73
    .byte 0x60, 0x81, 0x4F, 0xDC, 0x22, 0x2A, 0x90, 0x88, 0x46, 0xEE, 0xB8, 0x14, 0xDE, 0x5E, 0x0B, 0xDB
    .byte 0xE0, 0x32, 0x3A, 0x0A, 0x49, 0x06, 0x24, 0x5C, 0xC2, 0xD3, 0xAC, 0x62, 0x91, 0x95, 0xE4, 0x79
    .byte 0xE7, 0xC8, 0x37, 0x6D, 0x8D, 0xD5, 0x4E, 0xA9, 0x6C, 0x56, 0xF4, 0xEA, 0x65, 0x7A, 0xAE, 0x08
    .byte 0xBA, 0x78, 0x25, 0x2E, 0x1C, 0xA6, 0xB4, 0xC6, 0xE8, 0xDD, 0x74, 0x1F, 0x4B, 0xBD, 0x8B, 0x8A
    .byte 0x70, 0x3E, 0xB5, 0x66, 0x48, 0x03, 0xF6, 0x0E, 0x61, 0x35, 0x57, 0xB9, 0x86, 0xC1, 0x1D, 0x9E
    .byte 0xE1, 0xF8, 0x98, 0x11, 0x69, 0xD9, 0x8E, 0x94, 0x9B, 0x1E, 0x87, 0xE9, 0xCE, 0x55, 0x28, 0xDF
    .byte 0x8C, 0xA1, 0x89, 0x0D, 0xBF, 0xE6, 0x42, 0x68, 0x41, 0x99, 0x2D, 0x0F, 0xB0, 0x54, 0xBB, 0x16
.endif
.if !has_groestl_rounds && !has_groestl_mix
.align 256
; Products by 2 in the field of AES
DOUBLE:
.for x, 0, 127
    .byte 2 * \x
.endr
.for x, 0, 127
    .byte 2 * \x ^ 0x1B
.endr
.endif
