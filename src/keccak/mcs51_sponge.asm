; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; reads = {cc = 206, data = "len"}
; writes = {cc = 206, dst = "out_size / 8"}
; calls = ["_gptrget", "_gptrput"]
; state.lanes = {offset = 0, words = 25, word_bytes = 8}
; counter = {}
; fill = {offset = 200, word_bytes = 2}
;
; Registers
;   p2, r0     a byte of the context         r2, r3  the message's last bits, the lowest byte first
;   dptr, b    a byte of data or dst         r7      bytes to do
;   F0 (PSW.5) the state is sliced
;
; The sponge of Keccak, SHA-3 and SHAKE for the 8051: their three functions, around a permutation
; that works on a sliced state (mcs51_fast_permutation.asm says what that is).  Included by that
; file's like, which has
;
;   slice      slices the state of the context, if F0 says that it is not, and sets F0
;   put_back   puts the state back into the context, if F0 says that it is sliced, and clears F0
;   add_lanes  adds lanes, as many as r5 says, to the sliced state; from dptr and b, which go on
;   permute    Keccak-f[1600] on the sliced state; first makes it so
;
; and defines SLICED as 1; or defines it as 0, and has a `permute` that takes the state from the
; context and puts it back there.  None of them keeps any register.  Data and dst may lie in any
; memory that C points to; the context lies in external RAM.  Specification: FIPS PUB 202, sections
; 4, 5.1 and 6.

        .equ    PLACE, 200              ; in the context: bytes of the block so far, 2 bytes each
        .equ    RATE, 202               ; bytes of a block
        .equ    OUT, 204                ; digest size in bits

        .area   DSEG    (DATA)
context: .ds    2
pointer: .ds    3                       ; data or dst
left:   .ds     2                       ; bytes of it
place:  .ds     1                       ; bytes of the block so far
rate:   .ds     1
callers_page: .ds 1                     ; P2

        .area   CSEG    (CODE)

; a = the byte at the pointer b, dptr, which goes on.  SDCC's library reads what is not in external
; RAM; for `pdata` it needs the caller's P2.
get:    mov     a,b
        jnz     1$
        movx    a,@dptr
        inc     dptr
        ret
1$:     push    p2
        mov     p2,callers_page
        lcall   __gptrget
        pop     p2
        inc     dptr
        ret

; r4, r5 = the words of the context from its byte \a on.
word_of_context:
        add     a,context
        mov     dpl,a
        clr     a
        addc    a,context + 1
        mov     dph,a
        movx    a,@dptr
        mov     r4,a
        inc     dptr
        movx    a,@dptr
        mov     r5,a
        ret

; Begins an update or a close: dptr = context.  dptr becomes that of the arguments.
open:   mov     context,dpl
        mov     context + 1,dph
        mov     callers_page,p2
        .if     SLICED
        clr     f0
        .endif
        mov     a,#PLACE
        lcall   word_of_context
        mov     place,r4
        mov     a,#RATE
        lcall   word_of_context
        mov     rate,r4
        mov     dptr,#arguments
        ret

; `pointer` from the arguments at dptr.
take_pointer:
        mov     r0,#pointer
        mov     r7,#3
1$:     movx    a,@dptr
        inc     dptr
        mov     @r0,a
        inc     r0
        djnz    r7,1$
        ret

load_pointer:
        mov     dpl,pointer
        mov     dph,pointer + 1
        mov     b,pointer + 2
        ret

keep_pointer:
        mov     pointer,dpl
        mov     pointer + 1,dph
        ret

; r7 = the smaller of r7 and `left`, by which `left` becomes less.
take_part:
        mov     a,left + 1
        jnz     1$
        mov     a,left
        clr     c
        subb    a,r7
        jnc     1$
        mov     r7,left
1$:     mov     a,left
        clr     c
        subb    a,r7
        mov     left,a
        jnc     2$
        dec     left + 1
2$:     ret

; p2, r0 = the byte a of the context.
byte_of_context:
        add     a,context
        mov     r0,a
        clr     a
        addc    a,context + 1
        mov     p2,a
        ret

; Adds a to the context's state at `place`.
add_byte:
        mov     r7,a
        mov     a,place
        lcall   byte_of_context
        movx    a,@r0
        xrl     a,r7
        movx    @r0,a
        ret

; void init(context *cc, unsigned out_size): dptr = cc, a = bytes of a block; out_size in the
; arguments.
initialise:
        mov     r2,a
        clr     a
        mov     r7,#STATE + 2           ; and no byte in the block
1$:     movx    @dptr,a
        inc     dptr
        djnz    r7,1$
        xch     a,r2
        movx    @dptr,a
        inc     dptr
        mov     a,r2
        movx    @dptr,a
        inc     dptr
        mov     r0,dpl
        mov     r1,dph
        mov     dptr,#arguments
        movx    a,@dptr
        mov     r2,a
        inc     dptr
        movx    a,@dptr
        mov     dpl,r0
        mov     dph,r1
        xch     a,r2
        movx    @dptr,a
        inc     dptr
        mov     a,r2
        movx    @dptr,a
        ret

; void update(context *cc, const void *data, size_t len): dptr = cc.
update: lcall   open
        lcall   take_pointer
        movx    a,@dptr
        inc     dptr
        mov     left,a
        movx    a,@dptr
        mov     left + 1,a
1$:     mov     a,left
        orl     a,left + 1
        jz      close_context
        .if     SLICED
        mov     a,place
        jnz     2$
        mov     a,left
        clr     c
        subb    a,rate
        mov     r7,a
        mov     a,left + 1
        subb    a,#0
        jc      2$
        mov     left + 1,a              ; a whole block
        mov     left,r7
        lcall   slice
        mov     a,rate
        rr      a
        rr      a
        rr      a
        mov     r5,a
        lcall   load_pointer
        lcall   add_lanes
        lcall   keep_pointer
        lcall   permute
        sjmp    1$
2$:     lcall   put_back                ; the block's next bytes
        .endif
        mov     a,rate
        clr     c
        subb    a,place
        mov     r7,a
        lcall   take_part
        mov     a,place
        lcall   byte_of_context
        mov     a,place
        add     a,r7
        mov     place,a
        lcall   load_pointer
3$:     lcall   get
        mov     r2,a
        movx    a,@r0
        xrl     a,r2
        movx    @r0,a
        inc     r0
        cjne    r0,#0,4$
        inc     p2
4$:     djnz    r7,3$
        lcall   keep_pointer
        mov     a,place
        cjne    a,rate,1$
        lcall   permute
        mov     place,#0
        sjmp    1$

close_context:
        .if     SLICED
        lcall   put_back
        .endif
        mov     a,#PLACE
        lcall   byte_of_context
        mov     a,place
        movx    @r0,a
        mov     p2,callers_page
        ret

; void close(context *cc, unsigned ub, unsigned n, void *dst): dptr = cc.
close:  lcall   open
        movx    a,@dptr
        mov     r4,a                    ; ub
        inc     dptr
        inc     dptr
        movx    a,@dptr
        mov     r5,a                    ; n
        inc     dptr
        inc     dptr
        mov     r2,#SUFFIX
        mov     r3,#0
        mov     a,r5
        jz      2$
        .if     SUFFIX - 1
        mov     r6,a                    ; the highest bit of ub is to be the lowest of all
5$:     mov     a,r4
        rl      a
        mov     r4,a
        djnz    r6,5$
        .endif
1$:     mov     a,r4
        .if     SUFFIX - 1
        rrc     a
        .else
        rlc     a                       ; Keccak as submitted: the lowest of these bits comes first
        .endif
        mov     r4,a
        mov     a,r2
        rlc     a
        mov     r2,a
        mov     a,r3
        rlc     a
        mov     r3,a
        djnz    r5,1$
2$:     lcall   take_pointer
        mov     a,#OUT
        lcall   word_of_context
        mov     r7,#3                   ; bytes of the digest: a multiple of 8, and no carry
4$:     mov     a,r5
        rrc     a
        mov     r5,a
        mov     a,r4
        rrc     a
        mov     r4,a
        djnz    r7,4$
        mov     left,r4
        mov     left + 1,r5
        mov     a,r2
        lcall   add_byte
        mov     a,r2
        rlc     a
        mov     a,r3
        rlc     a
        jz      3$
        push    acc                     ; bits of the next byte, of the next block perhaps
        inc     place
        mov     a,place
        cjne    a,rate,6$
        lcall   permute
        .if     SLICED
        lcall   put_back
        .endif
        mov     place,#0
6$:     pop     acc
        clr     c
        rrc     a
        lcall   add_byte
3$:     mov     place,rate
        dec     place
        mov     a,#0x80
        lcall   add_byte
7$:     lcall   permute
        .if     SLICED
        lcall   put_back
        .endif
        mov     r7,rate
        lcall   take_part
        clr     a
        lcall   byte_of_context
        lcall   load_pointer
8$:     movx    a,@r0
        inc     r0
        cjne    r0,#0,9$
        inc     p2
9$:     mov     r2,a
        mov     a,b
        jnz     10$
        mov     a,r2
        movx    @dptr,a
        sjmp    11$
10$:    mov     a,r2
        push    p2
        mov     p2,callers_page
        lcall   __gptrput
        pop     p2
11$:    inc     dptr
        djnz    r7,8$
        lcall   keep_pointer
        mov     a,left
        orl     a,left + 1
        jnz     7$
        mov     p2,callers_page
        ret
