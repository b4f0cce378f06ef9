/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 8554, sections 4 and 5, with one tree; FIPS PUB 180-4"
 * functions = [
 *   "mote_lms_sha256_init(cc, key, key_len, signature, signature_len)",
 *   "mote_lms_sha256(cc, data, len)",
 *   "mote_lms_sha256_close(cc)",
 * ]
 * reads = {cc = 201, key = "key_len", signature = "signature_len", data = "len"}
 * writes = {cc = 201}
 * clobbers = "r0 r18-r27 r30 r31 flags"
 * stack = 568
 * constant_time = false
 * calls = []
 * block = "compress"
 */

/* Registers:
 *   r25:r24  a state; the context           r23:r22  data
 *   r21:r20  bytes of it; the length, r23 to r20
 *   r18      a byte; a count                r0, r19, X, Z  temporary
 *   r13:r12  what comes next of the signature
 *   r15:r14  the context                    r16      where a hash goes, from Y on
 *
 * Verification of LMS signatures with SHA-256 for AVR, classic core with movw (avr25), small.  Nothing
 * is called: the hash function is in here.  Hashes of 32 bytes, Winternitz 8, any height.
 *
 * Specification: RFC 8554, whose letters are used; FIPS PUB 180-4; interface: include/mote/lms.h.
 *
 * TWO HASHES run at once, of the one-time public key and of a link of a chain; the second is started,
 * given what stands in the text and finished again and again.  Each has a state of 100 bytes: H, words
 * with their low byte first; the block; how many bytes were hashed, low byte first.
 *
 * THE CONTEXT: the first state; the addresses of T[1], 0 where the key or signature is refused, and of
 * what comes next of the signature; the height.
 *
 * THE FRAME of close, from Y + 1 on: the text, all that is hashed there, and the second state.  The
 * text is I, q or r, i or D, then j and a hash, and behind them Q with its checksum; or one hash or
 * two.  i, j and r are kept nowhere else.
 */

#include "common/avr8_core.inc"
#if !defined(MOTE_AVR8_CORE)
#error "avr8.S needs an AVR core with movw and a stack pointer of 16 bits (avr25 and later)"
#endif
#if (defined(MOTE_LMS_N) && MOTE_LMS_N != 32) || (defined(MOTE_LMS_W) && MOTE_LMS_W != 8) || \
    (defined(MOTE_LMS_H) && MOTE_LMS_H != 0)
#error "this file verifies hashes of 32 bytes, Winternitz 8, every height: take portable.c"
#endif

#include "common/avr8_tables.inc"

        .equ    WORD, 4
        .equ    WORDS, 8
        .equ    STATE, 32
        .equ    BLOCK, 64
        .equ    COUNT, STATE + BLOCK

        /* From the count on. */
        .equ    ROOT, 4
        .equ    NEXT, 6
        .equ    HEIGHT, 8

        /* From Y on. */
        .equ    TEXT, 1
        .equ    NUMBER, 17
        .equ    AT_D, 21
        .equ    AT_J, 23
        .equ    AT_TMP, 24
        .equ    AT_Q, 56
        .equ    SECOND, 90
        .equ    LOCALS, 189

        .text

/* Z = the count of the state.  Clobbers flags. */
        .macro  count_of_state
        movw    r30, r24
        adiw    r30, COUNT / 2
        adiw    r30, COUNT / 2
        .endm

/* Starts a state.  Clobbers r0, X, Z, flags. */
start:  movw    r26, r24
        set_rampz initial
        ldi     r30, lo8(initial)
        ldi     r31, hi8(initial)
1:      lpm     r0, Z+
        st      X+, r0
        cpi     r30, lo8(initial + STATE)
        brne    1b
        adiw    r26, BLOCK / 2
        adiw    r26, BLOCK / 2
        st      X+, r1
        st      X+, r1
        st      X+, r1
        st      X+, r1
refuse_number:
        ret

/* Reads a number of 32 bits at Z: r20, and not equal where it is above 255.  Clobbers r0, r21. */
number: ld      r21, Z+
        ld      r0, Z+
        or      r21, r0
        ld      r0, Z+
        or      r21, r0
        ld      r20, Z+
refuse: ret

/*
 * void mote_lms_sha256_init(mote_lms_sha256_context *cc, const void *key, size_t key_len,
 *                           const void *signature, size_t signature_len)
 * r24 = cc, r22 = key, r20 = key_len, r18 = signature, r16 = signature_len.  No block gets full.
 */
        .global mote_lms_sha256_init
        .type   mote_lms_sha256_init, @function
mote_lms_sha256_init:
        rcall   start
        count_of_state
        std     Z + ROOT, r1            /* refused, if nothing else is said */
        std     Z + ROOT + 1, r1
        cpi     r20, 56
        cpc     r21, r1
        brne    refuse
        movw    r30, r22
        rcall   number                  /* the LMS type, 5 to 9 */
        brne    refuse
        subi    r20, 5
        cpi     r20, 5
        brsh    refuse
        mov     r26, r20
        mov     r27, r20                /* the height */
        lsl     r27
        lsl     r27
        add     r27, r20
        subi    r27, -5
        rcall   number                  /* the LM-OTS type */
        brne    refuse
        cpi     r20, 4
        brne    refuse
        movw    r22, r30                /* the key from I on */
        ldi     r20, 35                 /* signature_len: 12 + 32 * (1 + 34 + height) */
        add     r20, r27
        mov     r21, r20
        lsr     r21
        lsr     r21
        lsr     r21
        swap    r20
        andi    r20, 0xF0
        lsl     r20
        ori     r20, 12
        cp      r16, r20
        cpc     r17, r21
        brne    2f
        movw    r30, r18
        adiw    r30, 4
        rcall   number                  /* behind q */
        brne    2f
        cpi     r20, 4
        brne    2f
        subi    r30, lo8(-(32 * 35))    /* behind C and y */
        sbci    r31, hi8(-(32 * 35))
        rcall   number
        brne    2f
        subi    r20, 5
        cp      r20, r26
        brne    2f
        movw    r30, r18                /* q has to be below 2^height */
        push    r16
        ld      r16, Z+
        ld      r26, Z+
        ld      r21, Z+
        ld      r20, Z+
        mov     r0, r27
1:      lsr     r16
        ror     r26
        ror     r21
        ror     r20
        dec     r0
        brne    1b
        or      r20, r21
        or      r20, r26
        or      r20, r16
        pop     r16
        breq    3f
2:      ret
3:      count_of_state
        movw    r20, r22
        subi    r20, -16
        sbci    r21, -1
        std     Z + ROOT, r20
        std     Z + ROOT + 1, r21
        movw    r20, r18
        subi    r20, -8
        sbci    r21, -1
        std     Z + NEXT, r20
        std     Z + NEXT + 1, r21
        std     Z + HEIGHT, r27
        push    r18
        push    r19
        ldi     r20, 16
        rcall   update_few
        pop     r23
        pop     r22
        ldi     r20, 4
        rcall   update_few
        ldi     r18, 0x81               /* D_MESG */
        rcall   append
        rcall   append
        subi    r22, -4
        sbci    r23, -1
        ldi     r20, 32
        rjmp    update_few
        .size   mote_lms_sha256_init, . - mote_lms_sha256_init

/* Hashes the first r20 bytes of the text in the second state; then as finish. */
digest: movw    r24, r28
        adiw    r24, SECOND / 2
        adiw    r24, SECOND / 2
        rcall   start
        rcall   update_text

/* Finishes the state; the hash goes to Y + r16, Z behind it.  Clobbers r0, r18-r23, X, flags. */
finish: count_of_state
        ld      r20, Z
        ldd     r21, Z + 1
        ldd     r22, Z + 2
        ldd     r23, Z + 3
        ldi     r18, 3                  /* fewer than 2^32 bits */
1:      lsl     r20
        rol     r21
        rol     r22
        rol     r23
        dec     r18
        brne    1b
        ldi     r18, 0x80
2:      rcall   append
        ldi     r18, 0
        cpi     r19, BLOCK - 9          /* (0 behind a block) */
        brne    2b
        movw    r26, r24
        adiw    r26, (STATE + BLOCK - 8) / 2
        adiw    r26, (STATE + BLOCK - 8) / 2
        st      X+, r1
        st      X+, r1
        st      X+, r1
        st      X+, r1
        st      X+, r23
        st      X+, r22
        st      X+, r21
        st      X+, r20
        rcall   compress
        movw    r26, r24
        movw    r30, r28
        add     r30, r16
        adc     r31, r1
        ldi     r19, WORDS
3:      adiw    r26, WORD
        ldi     r18, WORD
4:      ld      r0, -X
        st      Z+, r0
        dec     r18
        brne    4b
        adiw    r26, WORD
        dec     r19
        brne    3b
        ret

/* Appends the byte r18 to the state; r19 = its place, and 0 behind a block.  Clobbers r0, X, Z, flags, and
   r18 behind a block. */
append: count_of_state
        ld      r26, Z
        andi    r26, BLOCK - 1
        mov     r0, r26
1:      ld      r19, Z                  /* the count */
        subi    r19, -1
        st      Z+, r19
        brcc    1b
        ldi     r27, 0
        add     r26, r24
        adc     r27, r25
        adiw    r26, STATE
        st      X, r18
        mov     r19, r0
        cpi     r19, BLOCK - 1
        breq    compress
        ret

/* X = place r18 of the block. */
place_in_block:
        movw    r26, r24
        adiw    r26, STATE
        add     r26, r18
        adc     r27, r1
        ret

#include "sha2/sha256_avr8.inc"

/* Hashes the first r20 bytes of the text. */
update_text:
        movw    r22, r28
        subi    r22, lo8(-(TEXT))
        sbci    r23, -1
/* The same of data. */
update_few:
        ldi     r21, 0
/*
 * void mote_lms_sha256(mote_lms_sha256_context *cc, const void *data, size_t len)
 * r24 = cc, r22 = data, r20 = len.  Keeps r25:r24.
 */
        .global mote_lms_sha256
        .type   mote_lms_sha256, @function
mote_lms_sha256:
        subi    r20, 1
        sbci    r21, 0
        brcs    1f
        movw    r30, r22
        ld      r18, Z+
        movw    r22, r30
        rcall   append
        rjmp    mote_lms_sha256
1:      ret
        .size   mote_lms_sha256, . - mote_lms_sha256

/* Copies the next 32 bytes of the signature to Z.  Clobbers r0, r18, X, flags. */
take:   movw    r26, r12
        ldi     r18, 32
        rcall   copy
        movw    r12, r26
        ret

/* Copies r18 bytes from X to Z; both come behind them. */
copy:   ld      r0, X+
        st      Z+, r0
        dec     r18
        brne    copy
        ret

/* int mote_lms_sha256_close(mote_lms_sha256_context *cc): r24 = cc */
        .global mote_lms_sha256_close
        .type   mote_lms_sha256_close, @function
mote_lms_sha256_close:
        count_of_state
        ldd     r26, Z + ROOT
        ldd     r27, Z + ROOT + 1
        sbiw    r26, 0
        brne    1f
        movw    r24, r26
        ret
1:      .irp    n, 12, 13, 14, 15, 16, 28, 29
        push    r\n
        .endr
        ldd     r12, Z + NEXT
        ldd     r13, Z + NEXT + 1
        movw    r14, r24
        ldi     r18, LOCALS
2:      push    r0
        dec     r18
        brne    2b
        in      r28, SPL
        in      r29, SPH

        sbiw    r26, 16                 /* I */
        movw    r30, r28
        adiw    r30, TEXT
        ldi     r18, 16
        rcall   copy
        movw    r26, r12                /* q, before C */
        sbiw    r26, 8
        ldi     r18, 4
        rcall   copy
        adiw    r26, 36                 /* y */
        movw    r12, r26
        ldi     r18, 0x80               /* D_PBLK */
        st      Z+, r18
        st      Z+, r18

        ldi     r16, AT_Q
        rcall   finish                  /* Q, and its checksum */
        ldi     r20, lo8(32 * 255)
        ldi     r21, hi8(32 * 255)
        ldi     r18, 32
1:      ld      r0, -Z
        sub     r20, r0
        sbc     r21, r1
        dec     r18
        brne    1b
        std     Z + 32, r21
        std     Z + 33, r20
        rcall   start
        ldi     r20, 22
        rcall   update_text

        ldi     r16, AT_TMP
        std     Y + AT_D, r1
        std     Y + AT_D + 1, r1        /* i */
chain:  movw    r30, r28
        adiw    r30, AT_TMP
        rcall   take
        ldd     r18, Y + AT_D + 1
        add     r30, r18
        adc     r31, r1
        ld      r18, Z                  /* j */
link:   std     Y + AT_J, r18
        cpi     r18, 255
        breq    2f
        ldi     r20, 55
        rcall   digest
        ldd     r18, Y + AT_J
        inc     r18
        rjmp    link
2:      movw    r24, r14
        movw    r22, r28
        subi    r22, lo8(-(AT_TMP))
        sbci    r23, -1
        ldi     r20, 32
        rcall   update_few
        ldd     r18, Y + AT_D + 1
        inc     r18
        std     Y + AT_D + 1, r18
        cpi     r18, 34
        brne    chain
        ldi     r16, AT_J
        rcall   finish                  /* K */

        movw    r30, r12                /* the path, behind the type */
        adiw    r30, 4
        movw    r12, r30
        count_of_state
        ldd     r20, Z + HEIGHT
        mov     r18, r20                /* r = 2^h + q: a bit of byte 3 - h / 8 */
        lsr     r18
        lsr     r18
        lsr     r18
        movw    r30, r28
        adiw    r30, NUMBER + 3
        sub     r30, r18
        sbc     r31, r1
        ldi     r18, 1
        andi    r20, 7
        rjmp    2f
1:      lsl     r18
2:      dec     r20
        brpl    1b
        ld      r0, Z
        or      r0, r18
        st      Z, r0
        ldi     r20, 54
        ldi     r18, 0x82               /* D_LEAF */
node:   std     Y + AT_D, r18
        std     Y + AT_D + 1, r18
        ldd     r18, Y + NUMBER + 3     /* to the left or to the right */
        ldi     r16, AT_J
        sbrc    r18, 0
        ldi     r16, AT_J + 32
        rcall   digest
        movw    r30, r28
        adiw    r30, NUMBER
        ldi     r19, 4
        clr     r20
        clc
1:      ld      r18, Z
        ror     r18
        st      Z+, r18
        or      r20, r18
        dec     r19
        brne    1b
        tst     r20
        breq    3f
        ldi     r18, 2 * AT_J + 32      /* and what stands in the signature beside it */
        sub     r18, r16
        movw    r30, r28
        add     r30, r18
        adc     r31, r1
        rcall   take
        ldi     r20, 86
        ldi     r18, 0x83               /* D_INTR */
        rjmp    node

3:      movw    r24, r14
        count_of_state
        ldd     r26, Z + ROOT
        ldd     r27, Z + ROOT + 1
        movw    r30, r28
        adiw    r30, AT_J + 32
        ldi     r18, 32
        clr     r19
4:      ld      r0, X+
        ld      r20, Z+
        eor     r0, r20
        or      r19, r0
        dec     r18
        brne    4b
        or      r19, r18                /* what was left to compare: 0 */
        subi    r19, 1
        sbc     r19, r19                /* all ones for 0 */
        ldi     r24, 0xA5
        and     r24, r19
        ldi     r25, 0x3C
        and     r25, r19
        ldi     r18, LOCALS
5:      pop     r0
        dec     r18
        brne    5b
        .irp    n, 29, 28, 16, 15, 14, 13, 12
        pop     r\n
        .endr
        ret
        .size   mote_lms_sha256_close, . - mote_lms_sha256_close

        table_section data

/* The constants (section 4.2.2). */
constants:
#include "sha2/sha256_constants.inc"
/* The initial values (section 5.3.3). */
        within_64k 5
initial:
        .long   0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A
        .long   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
