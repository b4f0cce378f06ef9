; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Keccak SHA-3 submission, version 3, 14 January 2011"
; functions = [
;   "mote_keccak_init(cc, out_size)",
;   "mote_keccak(cc, data, len)",
;   "mote_keccak_close(cc, ub, n, dst)",
; ]
; reads = {cc = 202, data = "len"}
; writes = {cc = 202, dst = "out_size / 8"}
; clobbers = "w0-w7 flags"
; stack = 98
; block = "keccak_permute"
; state.lanes = {offset = 0, words = 25, word_bytes = 8, order = [0, 20, 10, 5, 15, 2, 22, 12,
;     7, 17, 4, 24, 14, 9, 19, 1, 21, 11, 6, 16, 3, 23, 13, 8, 18], complement = [5, 16]}
; counter = {}
; fill = {offset = 200, word_bytes = 1}
;
; Registers of the permutation: see src/keccak/pic24.s; of the three functions:
;   w8  context      w9  data, dst      w10  bytes left      w0-w5  arguments and temporary
;
; Keccak as submitted to the SHA-3 competition for the 16-bit core of cores/pic24.
;
; Specification: "The Keccak SHA-3 submission", version 3, 14 January 2011.  The permutation and its
; register map are in src/keccak/pic24.s.
;
; The context: the state as it lies in memory there, in a byte each the bytes of the block so far and
; the bytes of a block.  A message block is added to the state where the message is; there is no copy of it.
; mote_keccak_compress is the routine for one block of 136 bytes: the sum and the permutation.

.include "keccak/pic24.s"

.equ data_hash_state, 200
.equ data_misc_variables, 2
.equ mote_keccak_context_size, 202
.global mote_keccak_context_size
.global mote_keccak_init, mote_keccak, mote_keccak_close, mote_keccak_compress

; KECCAK_SMALL: RCOUNT is free, since no REPEAT is in what is between these two; and so are the two
; bytes behind the state, since a block begins, of 136 bytes.  w0 = context; in the end w12 is 120
; bytes behind the state's start.
.macro save_registers
    push w8
    push w9
    push w10
    push w11
    push w12
    .if KECCAK_SMALL
        mov w13, [w0 + 200]
        mov w14, RCOUNT
    .else
        push w13
        push w14
    .endif
.endm

.macro restore_registers
    .if KECCAK_SMALL
        mov RCOUNT, w14
        mov [w12 + 80], w13
        mov #0x8800, w0
        mov w0, [w12 + 80]
    .else
        pop w14
        pop w13
    .endif
    pop w12
    pop w11
    pop w10
    pop w9
    pop w8
.endm

; w0 = context at the beginning of a block of 136 bytes, w1 = message block at an even address: adds
; it to the state, then the permutation.
mote_keccak_compress:
    save_registers
    absorb 17
keccak_rounds:
    .if KECCAK_OWN
        keccak_f_own
    .else
        keccak_f
    .endif
    restore_registers
    return

.if !KECCAK_XCST & !KECCAK_OWN
; Words 0, 1 and 3 of the 24 constants of iota; word 2 is always zero.  Then a zero.
.const
keccak_constants:
    .word 0x0001, 0x0000, 0x0000, 0x8082, 0x0000, 0x0000, 0x808a, 0x0000, 0x8000, 0x8000, 0x8000, 0x8000
    .word 0x808b, 0x0000, 0x0000, 0x0001, 0x8000, 0x0000, 0x8081, 0x8000, 0x8000, 0x8009, 0x0000, 0x8000
    .word 0x008a, 0x0000, 0x0000, 0x0088, 0x0000, 0x0000, 0x8009, 0x8000, 0x0000, 0x000a, 0x8000, 0x0000
    .word 0x808b, 0x8000, 0x0000, 0x008b, 0x0000, 0x8000, 0x8089, 0x0000, 0x8000, 0x8003, 0x0000, 0x8000
    .word 0x8002, 0x0000, 0x8000, 0x0080, 0x0000, 0x8000, 0x800a, 0x0000, 0x0000, 0x000a, 0x8000, 0x8000
    .word 0x8081, 0x8000, 0x8000, 0x8080, 0x0000, 0x8000, 0x0001, 0x8000, 0x0000, 0x8008, 0x8000, 0x8000
    .word 0
.text
.endif

; w0 = context, w1 = digest size in bits; a block has 200 - w1 / 4 bytes.
mote_keccak_init:
    lsr w1, #2, w1
    mov #200, w2
    sub w2, w1, w1
    swap w1
    repeat #99
    clr [w0++]
    mov w1, [w0]
.if KECCAK_PLAIN
    place lane_0_1, 0, 1        ; complements
    place lane_1_3, 1, 3
    sub #%(200 - lane_0_1), w0
    repeat #3
    setm [w0++]
    add #%(lane_1_3 - lane_0_1 - 8), w0
    repeat #3
    setm [w0++]
.endif
    return

; w0 = context, w1 = data, w2 = bytes of it.  A whole block at an even address goes at once, other
; data byte by byte.
mote_keccak:
    push w8                     ; context
    push w9                     ; data
    push w10                    ; bytes left
    mov w0, w8
    mov w1, w9
    mov w2, w10
.next:
    cp0 w10
    bra z, .done
    mov [w8 + 200], w0
    mov #0x8800, w1             ; nothing of a block of 136 bytes
    cp w0, w1
    bra nz, .lane
    btsc w9, #0
    bra .lane
    mov #136, w1
    cp w10, w1
    bra ltu, .lane
    sub w10, w1, w10
    mov w8, w0
    exch w1, w9
    add w1, w9, w9
    call mote_keccak_compress
    bra .next
.lane:
    mov w8, w0
    rcall keccak_place
.byte:
    mov.b [w9++], w2
    xor.b w2, [w1], [w1++]
    dec w10, w10
    mov [w8 + 200], w3
    inc.b w3, w3
    mov w3, [w8 + 200]
    mov w3, w2
    swap w2
    cp.b w2, w3
    bra z, .full
    cp0 w10
    bra z, .done
    and w3, #7, w2
    bra nz, .byte
    bra .next
.full:
    clr.b w3
    mov w3, [w8 + 200]
    mov w8, w0
    rcall keccak_permute
    bra .next
.done:
    pop w10
    pop w9
    pop w8
    return

; w0 = context, w1 = ub, w2 = n, w3 = destination.  Padding: a bit 1, bits 0, a bit 1 as the block's
; last one.
mote_keccak_close:
    push w8                     ; context
    push w9                     ; destination
    mov w0, w8
    mov w3, w9
    subr w2, #8, w4
    ze w1, w1
    lsr w1, w4, w1
    mov #1, w4
    sl w4, w2, w4
    ior w1, w4, w4              ; the n bits, then the first 1 of the padding
    rcall keccak_place
    xor.b w4, [w1], [w1]
    mov [w8 + 200], w2
    mov w2, w1
    swap w1
    dec.b w1, w1
    mov.b w1, [w8 + 200]
    xor.b w1, w2, w1
    btss w4, #7
    bra .last
    cp0.b w1
    bra nz, .last
    rcall keccak_permute        ; the last 1 falls into a block of its own
.last:
    mov w8, w0
    rcall keccak_place
    mov #0x80, w2
    xor.b w2, [w1], [w1]
    rcall keccak_permute
.if KECCAK_PLAIN
    add w8, #lane_0_1, w1
    repeat #3
    com [w1], [w1++]
.endif
    mov.b [w8 + 201], w1        ; half of what is no block: the digest's bytes
    ze w1, w1
    mov #200, w2
    sub w2, w1, w4
    lsr w4, w4
    clr w5
.lane:
    mov.b w5, [w8 + 200]
    mov w8, w0
    rcall keccak_place
.byte:
    mov.b [w1++], [w9++]
    inc w5, w5
    dec w4, w4
    bra z, .done
    and w5, #7, w2
    bra nz, .byte
    bra .lane
.done:
    pop w9
    pop w8
    return

; w0 = context: the permutation alone.
keccak_permute:
.if KECCAK_SMALL
    mov [w0 + 200], w1
    push w1
    push w0
    rcall .permute
    pop w0
    pop w1
    mov w1, [w0 + 200]
    return
.permute:
.endif
    save_registers
    add #200, w0
    goto keccak_rounds

; w0 = context: w1 = where the next byte of the block goes.  Changes w2 and w3.
keccak_place:
    mov [w0 + 200], w1
    ze w1, w1
    lsr w1, #3, w2
    and w1, #7, w1
    add w0, w1, w1
    mov #psvoffset(keccak_places), w3
    add w3, w2, w2
    ze [w2], w2
    sl w2, #3, w2
    add w1, w2, w1
    return

.const
; Places of the lanes 0, 1, 2 ... (x + 5 y), in lanes from the start of the state.
keccak_places:
.for lane, 0, 24, 2
    place target, \lane % 5, \lane / 5
    place target_2, (\lane + 1) % 5, (\lane + 1) / 5
    .byte %(target / 8), %(target_2 / 8)
.endr
