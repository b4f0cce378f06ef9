; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5"
; internal_ram = 8
;
; Registers
;   r0, r1  places in the page of P2         r2, r3  G
;   r4, r5  the tweak, at first              r6, r7  the block, at first
;   r4      next word of the tweak           r5      number of the subkey, s
;   r6      NIBBLE; words left               r7      key word s
;
; A message block of UBI (section 3.4) with Threefish-256 or -512 for the 8051, with 8 bytes of internal
; RAM.  All else lies in a page of external RAM that movx @r0 and @r1 reach while P2 holds its number.
; The source defines WORDS, words of 64 bits in a block, and the macros first_four and second_four,
; rounds 0 to 3 and 4 to 7 of eight, of the MIXes below.
;
; After four rounds the permutations (table 3) have brought each word back to its place: they only
; rename words.
;
; COUNT, in cycles.  A MIX: the sum 87, as its second word comes into internal RAM, too; there a shift by
; 1, 2, 4, or 3 or 5 bits, 23, 46, 33, 42; the exclusive or with whole bytes moved 62.  A subkey: 89 for
; each word of the state, 85 for each of two words of the tweak, s and the rest 72.  For Skein-256 that
; is 36,650 a block, for Skein-512 70,360; it takes 38,300 and 73,070, with key, tweak and block in,
; the result out.

	.equ	BYTES, 8 * WORDS	; of a block
	.equ	NIBBLE, 6		; r6 of register bank 0
	.equ	LAST, 18		; number of the last subkey

	.area	OSEG	(OVR,DATA)
B:	.ds	8			; the second word of a MIX; a parity

	.area	PSEG	(PAG,XDATA)
X0:	.ds	8 * WORDS		; state
	.equ	X1, X0 + 8
	.equ	X2, X0 + 16
	.equ	X3, X0 + 24
	.equ	X4, X0 + 32
	.equ	X5, X0 + 40
	.equ	X6, X0 + 48
	.equ	X7, X0 + 56
KEY:	.ds	8 * WORDS + 8		; key words
KEY_END:
TWEAK:	.ds	24			; tweak words 0 to 2
TWEAK_END:

; A byte of the state at r0, for skein_mcs51.asm.
	.macro	get_state
	movx	a, @r0
	.endm
	.macro	put_state
	movx	@r0, a
	.endm

; MIX (section 3.3.1) with a rotation by whole bytes, or by a shift and whole bytes: n of them to the
; left, with those by which the shift has moved B taken off.
	.macro	mix	e, b, n
	mov	r0, #e
	mov	r1, #b
	lcall	sum
	mov	r0, #e
	mov	r1, #b
	lcall	add_'n
	.endm
	.macro	mix_shift	e, b, shift, n
	mov	r0, #e
	mov	r1, #b
	lcall	sum
	lcall	shift
	mov	r0, #e
	mov	r1, #b
	lcall	add_'n
	.endm

	.area	CSEG	(CODE)

; The word at r0 += the word at r1, which comes into B; r0 and r1 move on.  Changes a.
sum:
	clr	c
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @r1
	mov	B + i, a
	movx	a, @r0
	addc	a, B + i
	movx	@r0, a
	inc	r0
	inc	r1
	.endm
	ret

; Shifts: B is rotated.  From the lowest byte up, each result lies a place further; from the highest down,
; a place before.  Change a; by more than a bit, r0 and r6.
left_2:
	lcall	left_1
	mov	a, B
	rlc	a
	mov	a, B + 1
	.irp	i, 2, 3, 4, 5, 6, 7, 0
	rlc	a
	xch	a, B + i
	.endm
	rlc	a
	mov	B + 1, a
	ret
left_1:
	mov	a, B + 7
	rlc	a
	mov	a, B
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	rlc	a
	xch	a, B + i
	.endm
	rlc	a
	mov	B, a
	ret
right_2:
	lcall	right_1
	mov	a, B + 7
	rrc	a
	mov	a, B + 6
	.irp	i, 5, 4, 3, 2, 1, 0, 7
	rrc	a
	xch	a, B + i
	.endm
	rrc	a
	mov	B + 6, a
	ret
right_1:
	mov	a, B
	rrc	a
	mov	a, B + 7
	.irp	i, 6, 5, 4, 3, 2, 1, 0
	rrc	a
	xch	a, B + i
	.endm
	rrc	a
	mov	B + 7, a
	ret
left_4:
	mov	r0, #NIBBLE
	mov	a, B + 7
	swap	a
	mov	@r0, a
	mov	a, B
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	swap	a
	xchd	a, @r0
	xch	a, B + i
	.endm
	swap	a
	xchd	a, @r0
	mov	B, a
	ret
left_5:
	mov	r0, #NIBBLE
	mov	a, B + 7
	swap	a
	mov	@r0, a
	rlc	a
	mov	a, B
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	swap	a
	xchd	a, @r0
	rlc	a
	xch	a, B + i
	.endm
	swap	a
	xchd	a, @r0
	rlc	a
	mov	B, a
	ret
	.ifne	WORDS - 4		; (Skein-256 has no rotation by 8 n - 5)
right_5:
	mov	r0, #NIBBLE
	mov	a, B
	mov	@r0, a
	swap	a
	rrc	a
	mov	a, B + 7
	.irp	i, 6, 5, 4, 3, 2, 1, 0
	xchd	a, @r0
	swap	a
	rrc	a
	xch	a, B + i
	.endm
	xchd	a, @r0
	swap	a
	rrc	a
	mov	B + 7, a
	ret
	.endif

; The word at r1 = the word at r0 ^ B, with B's bytes n places up.  Change a, r0, r1.
	.macro	add_bytes_up	n
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @r0
	xrl	a, B + ((i - n) & 7)
	movx	@r1, a
	inc	r0
	inc	r1
	.endm
	ret
	.endm
add_0:
	add_bytes_up	0
	.ifne	WORDS - 4		; (nor any that comes here)
add_1:
	add_bytes_up	1
	.endif
add_2:
	add_bytes_up	2
add_3:
	add_bytes_up	3
add_4:
	add_bytes_up	4
add_5:
	add_bytes_up	5
add_6:
	add_bytes_up	6
add_7:
	add_bytes_up	7

; Subkey s (section 3.3.2) is added; then the next one's turn comes.  Changes a, r0, r1, r4-r7.
subkey:
	mov	a, r7
	mov	r1, a
	mov	r0, #X0
	mov	r6, #WORDS
next_key_word:
	lcall	sum
	cjne	r1, #KEY_END, key_goes_on
	mov	r1, #KEY
key_goes_on:
	djnz	r6, next_key_word
	mov	a, r4
	mov	r1, a
	mov	r0, #X0 + 8 * WORDS - 24
	lcall	sum
	cjne	r1, #TWEAK_END, tweak_goes_on
	mov	r1, #TWEAK
tweak_goes_on:
	mov	a, r1
	mov	r4, a
	lcall	sum
	movx	a, @r0
	add	a, r5
	movx	@r0, a
	.irp	i, 1, 2, 3, 4, 5, 6, 7
	inc	r0
	movx	a, @r0
	addc	a, #0
	movx	@r0, a
	.endm
	inc	r5
	mov	a, r7
	add	a, #8
	cjne	a, #KEY_END, key_is_right
	mov	a, #KEY
key_is_right:
	mov	r7, a
	ret

; Words from dptr to r0, until it is at `to`, and their parity, behind them, which begins with B.
	.macro	words_and_parity	at, to
at:
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	movx	a, @dptr
	movx	@r0, a
	xrl	B + i, a
	inc	dptr
	inc	r0
	.endm
	cjne	r0, #to - 8, at
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	mov	a, B + i
	movx	@r0, a
	inc	r0
	.endm
	.endm

; A message block: r3 r2 = G, r5 r4 = tweak, r7 r6 = block, all in external RAM.  Changes a, dptr, psw,
; r0, r1, r4-r7.
block:
	mov	dpl, r4
	mov	dph, r5
	clr	a
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	mov	B + i, a
	.endm
	mov	r0, #TWEAK
	words_and_parity	load_tweak, TWEAK_END
	mov	dpl, r2
	mov	dph, r3
	mov	B, #0x22		; C240 (section 3.3.2)
	mov	B + 1, #0x1A
	mov	B + 2, #0xFC
	mov	B + 3, #0xA9
	mov	B + 4, #0xDA
	mov	B + 5, #0x1B
	mov	B + 6, #0xD1
	mov	B + 7, #0x1B
	mov	r0, #KEY
	words_and_parity	load_key, KEY_END
	mov	dpl, r6
	mov	dph, r7
	mov	r0, #X0
load_block:
	movx	a, @dptr
	movx	@r0, a
	inc	dptr
	inc	r0
	cjne	r0, #KEY, load_block
	mov	dpl, r2			; and to G, for the feed-forward
	mov	dph, r3
	mov	r0, #X0
store_block:
	movx	a, @r0
	movx	@dptr, a
	inc	dptr
	inc	r0
	cjne	r0, #KEY, store_block
	mov	r4, #TWEAK
	mov	r5, #0
	mov	r7, #KEY
eight_rounds:
	lcall	subkey
	first_four
	lcall	subkey
	second_four
	cjne	r5, #LAST, not_last
	lcall	subkey
	mov	dpl, r2
	mov	dph, r3
	mov	r0, #X0
feed_forward:
	movx	a, @r0
	mov	r6, a
	movx	a, @dptr
	xrl	a, r6
	movx	@dptr, a
	inc	dptr
	inc	r0
	cjne	r0, #KEY, feed_forward
	ret
not_last:
	ljmp	eight_rounds
