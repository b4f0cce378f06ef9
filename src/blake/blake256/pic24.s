; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "SHA-3 proposal BLAKE, version 1.3, 16 December 2010, sections 2.1 and 2.2"
; functions = [
;   "mote_blake256_init(cc, out_size)",
;   "mote_blake256(cc, data, len)",
;   "mote_blake256_close(cc, ub, n, dst)",
; ]
; reads = {cc = 108, data = "len"}
; writes = {cc = 108, dst = "out_size / 8"}
; clobbers = "w0-w7 flags"
; stack = 152
; constant_time = true
; calls = []
; block = "mote_blake256_compress"
; state.H = {offset = 0, words = 8}
; counter = {offset = 32, words = 2, step = 512}
; fill = {offset = 104, word_bytes = 2}
;
; Registers of mote_blake256_compress:
;   w0, w1      a; later c (low half, high half)
;   w2, w3      d
;   w4, w5      b
;   w6, w7      products: x * 2^n is x shifted to the left by n and, above, what leaves it;  with
;               blake_cxm and blake_rrot: pointers to b and c in the diagonals
;   w8 to w11   pointers to a, b, c, d in the internal state
;   w12         2^8, for the rotation by 8;  with blake_rrot: the message block
;   w13         2^9, for the rotation by 7;  with blake_cxm: the message block, or with both of
;               them the rounds that are left
;   w14         sigma, going down;  with blake_cxm: number of the call of G
; While sums are prepared:
;   w0, w1      what is between a constant's high half and the message word's high half, low half
;   w2, w3      the constants sigma(2i), sigma(2i + 1)
;   w4, w5      sum
; Stack, from the internal state up: 64 bytes of state; registers; pushed sums.
;
; BLAKE-224 and BLAKE-256 for the 16-bit core of cores/pic24.
;
; Specification: "SHA-3 proposal BLAKE", J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan,
; version 1.3, 16 December 2010, sections 2.1 and 2.2; salt 0.
; Interface: include/mote/blake256.h.  Custom instructions, each of which is used if the core has
; it: blake_cxm (or blake_cxm_relaxed, the same in three cycles for two; below, "blake_cxm" is either),
; blake_rrot, blake_xcst (cores/pic24/extensions); shared_rotate beside blake_cxm.
;
; The kernel, mote_blake256_compress: w0 is the context, in which the block and the counter are; all
; registers that C expects to find again come back.  The paper's kernel has a salt as well: 16 bytes
; of data, and 24 XORs of 16 bits.
;
; State and hash value are 32-bit words, low half first.  G reads and writes the internal state in
; place: four pointers, one for each row, go on with every use, so that they are at the next column
; when G ends: upwards in the columns, downwards in the diagonals, the first of which begins with
; v15, where the pointer to d is after the columns.
;
; Without blake_cxm, the sums m ^ c of four calls of G are prepared together, since the registers
; do not suffice for both: they are pushed, last call first, and G pops them.  So a round is: four
; pairs of sums, two columns; four pairs of sums, two columns; four diagonals.
;
; With blake_g the kernel is another one, and with blake_cxm and shared_rotate (pic24_ise_shared.s) a
; third; see there.

.define a_ w8
.define b_ w9
.define c_ w10
.define d_ w11

; The context, and the data that a call of the kernel takes besides the stack.
.equ data_hash_state, 32
.equ data_counter, 8
.equ data_message_block, 64
.equ data_misc_variables, 4
.equ H, 0
.equ t, H + data_hash_state
.equ buf, t + data_counter
.equ ptr, buf + data_message_block
.equ out_size, ptr + 2
.equ mote_blake256_context_size, out_size + 2

.global mote_blake256_context_size
.global data_hash_state, data_counter, data_message_block, data_misc_variables
.global mote_blake256_init, mote_blake256, mote_blake256_close, mote_blake256_compress

.equ ROUNDS, 14
.equ cxm, has_blake_cxm || has_blake_cxm_relaxed

; A message word XORed with a constant: S3_CXM, or the same in three cycles for two.
.macro message_word block, d
    .if has_blake_cxm
        s3_cxm \block, \d
    .else
        s3_cxm_relaxed \block, \d
    .endif
.endm
.macro other_message_word block, d
    .if has_blake_cxm
        s3_cxmr \block, \d
    .else
        s3_cxmr_relaxed \block, \d
    .endif
.endm

.equ shared, cxm && has_shared_rotate && !has_blake_g
.equ tables, !cxm && !has_blake_g
.if !has_blake_g && !shared && (!cxm || !has_blake_xcst)
.rodata
.align 256
.if tables
; Sigma for the ten different rounds, as the low bytes of the addresses of constants (their high
; halves), in the order in which they are used, downwards: rounds 0 to 3, then, going on from the
; top, rounds 4 to 9 and 0 to 3 again.
.macro sigma s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
.irp s, \s5, \s4, \s7, \s6, \s9, \s8, \s15, \s14, \s1, \s0, \s3, \s2, \s13, \s12, \s11, \s10
    .byte lo8(constants + 4 * \s + 2)
.endr
.endm
sigma_table:
    sigma 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8
    sigma 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4
    sigma 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3
    sigma 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    sigma 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0
    sigma 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5
    sigma 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10
    sigma 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11
    sigma 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9
    sigma 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13
.endif
constants:
    .long 0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344
    .long 0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89
.if tables
    .long 0x452821E6, 0x38D01377, 0xBE5466CF, 0x34E90C6C
    .long 0xC0AC29B7, 0xC97C50DD, 0x3F84D5B5, 0xB5470917
.endif
.endif

.const
; The initial values, low halves first.
initial_256:
    .word 0xE667, 0x6A09, 0xAE85, 0xBB67, 0xF372, 0x3C6E, 0xF53A, 0xA54F
    .word 0x527F, 0x510E, 0x688C, 0x9B05, 0xD9AB, 0x1F83, 0xCD19, 0x5BE0
initial_224:
    .word 0x9ED8, 0xC105, 0xD507, 0x367C, 0xDD17, 0x3070, 0x5939, 0xF70E
    .word 0x0B31, 0xFFC0, 0x1511, 0x6858, 0x8FA7, 0x64F9, 0x4FA4, 0xBEFA

.if has_blake_g || shared
first_constants:
    .word 0x6A88, 0x243F, 0x08D3, 0x85A3, 0x8A2E, 0x1319, 0x7344, 0x0370
    .word 0x3822, 0xA409, 0x31D0, 0x299F, 0xFA98, 0x082E, 0x6C89, 0xEC4E
.endif

.text

.if has_blake_rrot
.define message w12
.else
.define message w13
.endif
; Diagonals have pointers to b and c of their own where there are registers for them.
.equ two_more, cxm && has_blake_rrot
.if two_more
.define down_b w6
.define down_c w7
.else
.define down_b w9
.define down_c w10
.endif
; Halves of words in one turn of the finalization's loop: as many as there is room for.
.equ at_once, two_more ? 8 : 4
; Where a pointer to b begins to go down, from the low half on.
.if has_blake_rrot
.equ down_b_half, 0
.else
.equ down_b_half, 2
.endif

; w5:w4 = w5:w4 rotated by 12 to the right: halves exchanged, then 4 to the left.
.macro rotate_b_12
.if has_blake_rrot
    s3_rrot_12 w4, w4
.else
    mul.uu w4, #16, w6
    mul.uu w5, #16, w4
    ior w4, w7, w4
    ior w6, w5, w5
.endif
.endm

; d (low half of its memory first, at `d`) = w3:w2 rotated by 8 to the right; c = w1:w0 += d, with
; the addressing modes `low` and `high`.
.macro rotate_d_8_and_add low, high, after
.if has_blake_rrot
    s3_rrot_8 w2, w2
.ifc \after, up
    mov.d w2, [d_++]
.else
    mov.d w2, [d_]
.endif
    add w0, w2, \low
    addc w1, w3, \high
.else
    mul.uu w2, w12, w6
    mul.uu w3, w12, w2
    ior w2, w7, [d_++]
    ior w6, w3, [d_--]
    add w0, [d_++], \low
.ifc \after, up
    addc w1, [d_++], \high
.else
    addc w1, [d_--], \high
.endif
.endif
.endm

; b = w5:w4 rotated by 7 to the right: halves exchanged, then 9 to the left.
.macro rotate_b_7 b, after
.if has_blake_rrot
    s3_rrot_7 w4, w4
.ifc \after, up
    mov.d w4, [\b++]
.else
    mov.d w4, [\b--]
.endif
.else
.if cxm
    mov #512, w2
    mul.uu w4, w2, w6
    mul.uu w5, w2, w4
.else
    mul.uu w4, w13, w6
    mul.uu w5, w13, w4
.endif
.ifc \after, up
    ior w4, w7, [\b++]
    ior w6, w5, [\b++]
.else
    ior w6, w5, [\b--]
    ior w4, w7, [\b--]
.endif
.endif
.endm

; The function G of section 2.1.2 at the four pointers.
;
; m(sigma(2i)) ^ c(sigma(2i + 1)) is, without blake_cxm, on the stack, or with `first` in w5:w4.
; up: the pointers are at the low halves of the words, and go on to those of the next column.
; down: those to a, b, c are at the high halves (b with blake_rrot: at the low half), that to d is at
; the next word's low half, and they go on to the column before.
.macro g_up first=0
    ; a = a + b + (m ^ c)
.if cxm
    message_word message, w4
.endif
.if cxm || \first
    add w4, [b_++], w0
    addc w5, [b_--], w1
.else
    mov [b_++], w4
    mov [b_--], w5
    add w4, [--w15], w0
    addc w5, [--w15], w1
.endif
    add w0, [a_++], w0
    addc w1, [a_--], w1
    ; d = (d ^ a) >>> 16
    xor w0, [d_++], w3
    xor w1, [d_--], w2
    ; a + (m ^ c) of the second half, to memory
.if cxm
    other_message_word message, w4
    add w0, w4, [a_++]
    addc w1, w5, [a_--]
.else
    add w0, [--w15], [a_++]
    addc w1, [--w15], [a_--]
.endif
    ; c = c + d
    add w2, [c_++], w0
    addc w3, [c_--], w1
    ; b = (b ^ c) >>> 12
.if cxm || \first
    xor w0, [b_++], w4
    xor w1, [b_--], w5
.else
    xor w4, w0, w4
    xor w5, w1, w5
.endif
    rotate_b_12
    ; a = a + b
    add w4, [a_], [a_++]
    addc w5, [a_], [a_--]
    ; d = (d ^ a) >>> 8, c = c + d
    xor w2, [a_++], w2
    xor w3, [a_++], w3
    rotate_d_8_and_add [c_++], [c_--], up
    ; b = (b ^ c) >>> 7
    xor w4, [c_++], w4
    xor w5, [c_++], w5
    rotate_b_7 b_, up
.if cxm
    inc w14, w14
.endif
.endm

; To another call of G.
.macro next_call operation, distance
.if cxm
    \operation w14, #\distance, w14
.endif
.endm

.macro g_down
    ; a = a + b + (m ^ c)
.if cxm
    message_word message, w4
.if has_blake_rrot
    add w4, [down_b++], w0
    addc w5, [down_b--], w1
.else
    add w4, [--down_b], w0
    addc w5, [++down_b], w1
.endif
.else
.if has_blake_rrot
    mov [down_b++], w4
    mov [down_b--], w5
.else
    mov [--down_b], w4
    mov [++down_b], w5
.endif
    add w4, [--w15], w0
    addc w5, [--w15], w1
.endif
    add w0, [--a_], w0
    addc w1, [++a_], w1
    ; d = (d ^ a) >>> 16
    xor w1, [--d_], w2
    xor w0, [--d_], w3
    ; a + (m ^ c) of the second half, to memory
.if cxm
    other_message_word message, w4
    add w0, w4, [--a_]
    addc w1, w5, [++a_]
.else
    add w0, [--w15], [--a_]
    addc w1, [--w15], [++a_]
.endif
    ; c = c + d
    add w2, [--down_c], w0
    addc w3, [++down_c], w1
    ; b = (b ^ c) >>> 12
.if !cxm
    xor w4, w0, w4
    xor w5, w1, w5
.elseif has_blake_rrot
    xor w0, [down_b++], w4
    xor w1, [down_b--], w5
.else
    xor w0, [--down_b], w4
    xor w1, [++down_b], w5
.endif
    rotate_b_12
    ; a = a + b
    add w4, [--a_], [a_]
    addc w5, [++a_], [a_]
    ; d = (d ^ a) >>> 8, c = c + d
    xor w3, [a_--], w3
    xor w2, [a_--], w2
    rotate_d_8_and_add [--down_c], [++down_c], down
    ; b = (b ^ c) >>> 7
    xor w5, [down_c--], w5
    xor w4, [down_c--], w4
    rotate_b_7 down_b, down
.endm

; m(sigma(2i + 1)) ^ c(sigma(2i)) pushed, then m(sigma(2i)) ^ c(sigma(2i + 1)) pushed, or to w5:w4.
.macro sums where=stack
    mov.b [--w14], w2
    mov.b [--w14], w3
    mov [w3 + w0], w4
    xor w4, [w2--], [w15++]
    mov [w3 + w1], w4
    xor w4, [w2++], [w15++]
.ifc \where, stack
    mov [w2 + w0], w4
    xor w4, [w3--], [w15++]
    mov [w2 + w1], w4
    xor w4, [w3], [w15++]
.else
    mov [w2 + w0], w5
    xor w5, [w3--], w5
    mov [w2 + w1], w4
    xor w4, [w3], w4
.endif
.endm

.if has_blake_g
; Compresses the block in the context at w0; the counter there includes the block's bits.
;
; Registers with blake_g:
;   w0 to w7    v4 to v7, the row b (pairs)
;   w8, w9      the word of row d at work
;   w10, w11    b + (m ^ c); scratch
;   w12         rows a, c, d: 48 bytes on the stack
;   w13         message block
;   w14         rounds that are left
.macro g_step n, a, b, c
    s3_cxa #\n, [w13], \b, w10
    s3_axr_16 #\a, w10, [w12], w8
    s3_axr_12 #4 + \c, w8, [w12], \b
    s3_cxar #\n, [w13], \b, w10
    s3_axr_8 #\a, w10, [w12], w8
    s3_axr_7 #4 + \c, w8, [w12], \b
.endm
mote_blake256_compress:
    push.d w8
    push.d w10
    push.d w12
    push w14
    mov w0, w10
    mov w15, w12
    ; v0 to v3; v4 to v7
    repeat #7
    mov [w10++], [w15++]
    mov.d [w10++], w0
    mov.d [w10++], w2
    mov.d [w10++], w4
    mov.d [w10++], w6
    ; v8 to v11: constants
    mov #psvoffset(first_constants), w11
    repeat #7
    mov [w11++], [w15++]
    ; v12 to v15: constants and the counter; v12 stays in registers
    mov [w10++], w14
    xor w14, [w11++], w8
    mov [w10--], w13
    xor w13, [w11++], w9
    add w15, #4, w15
    xor w14, [w11++], [w15++]
    xor w13, [w11++], [w15++]
    add w10, #4, w10
    mov [w10++], w14
    xor w14, [w11++], [w15++]
    mov [w10++], w13
    xor w13, [w11++], [w15++]
    xor w14, [w11++], [w15++]
    xor w13, [w11++], [w15++]
    mov w10, w13
    mov #ROUNDS, w14
.round:
    ; columns
    g_step 0, 0, w0, 0
    s3_next #8, [w12], w8
    g_step 1, 1, w2, 1
    s3_next #9, [w12], w8
    g_step 2, 2, w4, 2
    s3_next #10, [w12], w8
    g_step 3, 3, w6, 3
    ; diagonals
    g_step 4, 0, w2, 2
    s3_previous #11, [w12], w8
    g_step 7, 3, w0, 1
    s3_previous #10, [w12], w8
    g_step 6, 2, w6, 0
    s3_previous #9, [w12], w8
    g_step 5, 1, w4, 3
    dec w14, w14
    bra nz, .round
    ; finalization: each word of the hash value ^= v(i) ^ v(i + 8)
    mov w8, [w12 + 32]
    mov w9, [w12 + 34]
    mov w13, w11
    sub #buf, w11
    add w12, #16, w13
.rept 8
    mov [w12++], w10
    xor w10, [w13++], w10
    xor w10, [w11], [w11++]
.endr
.for i, 0, 7
    xor w\i, [w13++], w10
    xor w10, [w11], [w11++]
.endr
    sub #48, w15
    pop w14
    pop.d w12
    pop.d w10
    pop.d w8
    return
.elseif shared
; Compresses the block in the context at w0; the counter there includes the block's bits.
;
; Registers with blake_cxm and shared_rotate:
;   w0 to w7    v4 to v7, the row b (pairs), each to be rotated by 7 to the right yet
;   w8, w9      the word of row d at work
;   w10, w11    m ^ c; scratch
;   w12         message block
;   w13         the word of row a at work, of rows a, c, d: 48 bytes on the stack
;   w14         number of the call of G
;
; at: which word of row a w13 is at; d: which of row d is in w8 and w9, those before it being a place
; up each in memory.
.macro to_a a
    .if \a > at
        add #%(4 * (\a - at)), w13
    .elseif \a < at
        sub #%(4 * (at - \a)), w13
    .endif
    .set at, \a
.endm
.macro to_d place
    sr_swap #%(32 + 4 * \place - 4 * at), w8
.endm
.macro to_call n
    .if \n > call
        add #%(\n - call), w14
    .elseif \n < call
        sub #%(call - \n), w14
    .endif
    .set call, \n
.endm
; The function G: columns and diagonals alike, with words a and c of the rows in memory.
.macro g_shared n, a, b, c
    to_call \n
    to_a \a
    ; a = a + (m ^ c) + b
    message_word w12, w10
    add w10, [w13], [w13++]
    addc w11, [w13], [w13--]
    sr_step #25, #0, \b, w8
    ; d = (d ^ a) >>> 16, c = c + d, b = b ^ c
    sr_step #16, #(16 + 4 * \c - 4 * \a), w8, \b
    ; a = a + (m ^ c) + (b >>> 12)
    other_message_word w12, w10
    add w10, [w13], [w13++]
    addc w11, [w13], [w13--]
    sr_step #20, #0, \b, w8
    ; d = (d ^ a) >>> 8, c = c + d, b = b ^ c
    sr_step #24, #(16 + 4 * \c - 4 * \a), w8, \b
.endm
mote_blake256_compress:
    push.d w8
    push.d w10
    push.d w12
    push w14
    mov w0, w12
    add w15, #4, w13
    ; v0 to v3; v4 to v7
    repeat #7
    mov [w12++], [w15++]
    mov.d [w12++], w0
    mov.d [w12++], w2
    mov.d [w12++], w4
    mov.d [w12++], w6
    ; v8 to v11: constants
    mov #psvoffset(first_constants), w14
    repeat #7
    mov [w14++], [w15++]
    ; where v12 will be, scratch: v4 to v7 rotated by 7 to the left
    add w15, #4, w15
    .irp b, w0, w2, w4, w6
        sr_step #7, #28, \b, w10
    .endr
    sub #4, w13
    ; v12 to v15: constants and the counter; v12 stays in registers
    mov.d [w12++], w10
    xor w10, [w14++], w8
    xor w11, [w14++], w9
    xor w10, [w14++], [w15++]
    xor w11, [w14++], [w15++]
    mov.d [w12++], w10
    xor w10, [w14++], [w15++]
    xor w11, [w14++], [w15++]
    xor w10, [w14++], [w15++]
    xor w11, [w14++], [w15++]
    clr w14
    .set at, 0
    .set call, 0
.round:
    ; columns
    g_shared 0, 0, w0, 0
    to_d 1
    g_shared 1, 1, w2, 1
    to_d 2
    g_shared 2, 2, w4, 2
    to_d 3
    g_shared 3, 3, w6, 3
    ; diagonals
    g_shared 4, 0, w2, 2
    to_d 3
    g_shared 7, 3, w0, 1
    to_d 2
    g_shared 6, 2, w6, 0
    to_d 1
    g_shared 5, 1, w4, 3
    to_a 0
    to_call 8
    mov #8 * ROUNDS, w10
    cp w14, w10
    bra nz, .round
    ; v4 to v7: the rotations that are left; v12
    add #4, w13
    .irp b, w0, w2, w4, w6
        sr_step #25, #28, \b, w10
    .endr
    mov w8, [w13 + 28]
    mov w9, [w13 + 30]
    sub #4, w13
    ; finalization: each word of the hash value ^= v(i) ^ v(i + 8)
    sub #buf, w12
    add w13, #16, w14
.rept 8
    mov [w13++], w10
    xor w10, [w14++], w10
    xor w10, [w12], [w12++]
.endr
.for i, 0, 7
    xor w\i, [w14++], w10
    xor w10, [w12], [w12++]
.endr
    sub #48, w15
    pop w14
    pop.d w12
    pop.d w10
    pop.d w8
    return
.else
; Compresses the block in the context at w0; the counter there includes the block's bits.
mote_blake256_compress:
    ; v0 to v7: the hash value
    mov w15, w7
    repeat #15
    mov [w0++], [w15++]
    mov.d [w0++], w2
    mov.d [w0++], w4
    ; v8 to v15: constants 0 to 7, the last four with the counter
.if has_blake_xcst
    mov w15, w1
    repeat #7
    clr [w15++]
    push.d w2
    push.d w2
    push.d w4
    push.d w4
    repeat #15
    s3_xcst_blake w1
.else
    mov #constants, w1
    repeat #7
    mov [w1++], [w15++]
    xor w2, [w1++], [w15++]
    xor w3, [w1++], [w15++]
    xor w2, [w1++], [w15++]
    xor w3, [w1++], [w15++]
    xor w4, [w1++], [w15++]
    xor w5, [w1++], [w15++]
    xor w4, [w1++], [w15++]
    xor w5, [w1++], [w15++]
.endif
    ; 20 and 4 bytes below where sums are pushed: from constants to the message block
.if cxm
    push.d w8
    push.d w10
    push.d w12
    push w14
    mov w0, message
    clr w14
.if has_blake_rrot
    mov #ROUNDS, w13
.else
    mov #256, w12
.endif
.else
    mov #constants, w1
    sub w0, w1, w6
    push w6
    push.d w8
    push.d w10
    push.d w12
    push w14
    push w6
    ; how many times sigma goes on from the top
    mov #1, w6
    push w6
.if !has_blake_rrot
    mov #256, w12
    mov #512, w13
.endif
    mov #sigma_table + 4 * 16, w14
.endif
    mov w7, a_
    add a_, #16, b_
    add b_, #16, c_
    add c_, #16, d_
.if two_more
    add b_, #4, down_b
    add c_, #8 + 2, down_c
.endif
.columns:
.if !cxm
    mov [w15 - 20], w0
    dec2 w0, w1
    mov #constants & 0xFF00, w2
    mov w2, w3
    sums
    sums
    sums
    sums registers
    g_up 1
    g_up
    btsc w14, #3
    bra .columns
.else
    g_up
    g_up
    btss w14, #2
    bra .columns
.endif
    ; diagonals, downwards: calls 4, 7, 6, 5
    sub #16 - 2, a_
.if two_more
    sub #16, b_
    sub #16, c_
.else
    sub #12 - down_b_half, b_
    sub #8 - 2, c_
.endif
    g_down
    next_call add, 3
    add #16, a_
    g_down
    next_call sub, 1
    add #16, down_b
    g_down
    next_call sub, 1
    add #16, down_c
    g_down
    next_call add, 3
    sub #2, a_
.if !two_more
    sub #4 + down_b_half, b_
    sub #8 + 2, c_
.endif
.if cxm
.if has_blake_rrot
    dec w13, w13
.else
    mov #8 * ROUNDS, w0
    cp w14, w0
.endif
    bra nz, .columns
    mov message, w0
    sub #buf, w0
.else
    cp0.b w14
    bra nz, .columns
    mov #sigma_table + 10 * 16, w14
    dec [--w15], [w15++]
    bra z, .columns
    mov [w15 - 20], w0
    mov #constants - buf, w1
    add w0, w1, w0
.endif
    ; finalization: each word of the hash value ^= v(i) ^ v(i + 8)
    mov #16 / at_once, w1
.finalization:
.rept at_once
    mov [a_++], w2
    xor w2, [c_++], w2
    xor w2, [w0], [w0++]
.endr
    dec w1, w1
    bra nz, .finalization
.if !cxm
    sub w15, #4, w15
.endif
    pop w14
    pop.d w12
    pop.d w10
    pop.d w8
.if cxm
    sub #64, w15
.else
    sub #66, w15
.endif
    return

.endif

; void mote_blake256_init(context, unsigned out_size)
mote_blake256_init:
    mov #psvoffset(initial_256), w2
    btsc w1, #5
    add #psvoffset(initial_224) - psvoffset(initial_256), w2
    repeat #15
    mov [w2++], [w0++]
    repeat #3
    clr [w0++]
    add #data_message_block, w0
    clr [w0++]
    mov w1, [w0]
    return

; The interface's registers:
;   w8   context
;   w9   data; digest
;   w10  bytes left; bits in the last block
;   w11  bytes waiting in the block

; Counter += w0.
add_bits:
    mov #t, w1
    add w8, w1, w1
    add w0, [w1], [w1++]
    mov #0, w0
    addc w0, [w1], [w1++]
    addc w0, [w1], [w1++]
    addc w0, [w1], [w1++]
    return

; Counter = 0.
clear_counter:
    mov #t, w1
    add w8, w1, w1
    repeat #3
    clr [w1++]
    return

; Byte w0 to the block: words are big-endian in the message, little-endian here.
put:
    xor w11, #3, w1
    add w8, w1, w1
    add #buf, w1
    mov.b w0, [w1]
    inc w11, w11
    return

; Zeros up to byte w2 of the block.
fill:
    clr w0
.next:
    cp w11, w2
    bra z, .done
    rcall put
    bra .next
.done:
    return

; void mote_blake256(context, const void *data, size_t len)
mote_blake256:
    push.d w8
    push.d w10
    mov w0, w8
    mov w1, w9
    mov w2, w10
    mov [w8 + ptr], w11
.next:
    ; a whole block at once?
    cp0 w11
    bra nz, .bytes
    mov #64, w3
    cp w10, w3
    bra ltu, .bytes
    sub w10, w3, w10
    mov #buf + 3, w4
    add w8, w4, w4
    mov #16, w5
.words:
    mov.b [w9++], [w4--]
    mov.b [w9++], [w4--]
    mov.b [w9++], [w4--]
    mov.b [w9++], [w4]
    add w4, #7, w4
    dec w5, w5
    bra nz, .words
    bra .full
.bytes:
    cp0 w10
    bra z, .done
    mov.b [w9++], w0
    rcall put
    dec w10, w10
    btst.z w11, #6
    bra z, .bytes
.full:
    mov #512, w0
    rcall add_bits
    mov w8, w0
    rcall mote_blake256_compress
    clr w11
    bra .next
.done:
    mov w11, [w8 + ptr]
    pop.d w10
    pop.d w8
    return

; void mote_blake256_close(context, unsigned ub, unsigned n, void *dst); padding: section 2.1.3
mote_blake256_close:
    push.d w8
    push.d w10
    mov w0, w8
    mov w3, w9
    mov [w8 + ptr], w11
    ; the message's last bits, and bit 1 behind them
    mov #0x80, w4
    lsr w4, w2, w4
    neg w4, w5
    ior w1, w4, w1
    and w1, w5, w6
    sl w11, #3, w10
    ior w10, w2, w10
    mov w10, w0
    rcall add_bits
    ; the length waits on the stack
    sub w1, #8, w1
    repeat #3
    mov [w1++], [w15++]
    ; a block without bits of the message counts 0
    cp0 w10
    bra nz, .some
    rcall clear_counter
.some:
    mov w6, w0
    rcall put
    ; does the last bit 1 of the padding (bit 447) have a place of its own?
    mov #447, w0
    cp w10, w0
    bra ltu, .last
    mov #64, w2
    rcall fill
    mov w8, w0
    rcall mote_blake256_compress
    rcall clear_counter
    clr w11
.last:
    mov #56, w2
    rcall fill
    mov [w8 + out_size], w0
    swap w0
    mov #buf + 52, w1
    add w8, w1, w1
    ior.b w0, [w1], [w1]
    ; the length, its high word first
    add w1, #6, w1
    mov [--w15], [w1--]
    mov [--w15], [w1]
    add w1, #6, w1
    mov [--w15], [w1--]
    mov [--w15], [w1]
    mov w8, w0
    rcall mote_blake256_compress
    ; the digest, in big-endian words
    mov [w8 + out_size], w2
    lsr w2, #5, w2
    add w8, #3, w1
.words:
    mov.b [w1--], [w9++]
    mov.b [w1--], [w9++]
    mov.b [w1--], [w9++]
    mov.b [w1], [w9++]
    add w1, #7, w1
    dec w2, w2
    bra nz, .words
    pop.d w10
    pop.d w8
    return
