; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Blue Midnight Wish, second round (September 2009), sections 2.1 and 2.2"
; functions = [
;   "mote_bmw512_init(cc, out_size)",
;   "mote_bmw512(cc, data, len)",
;   "mote_bmw512_close(cc, ub, n, dst)",
; ]
; reads = {cc = 268, data = "len"}
; writes = {cc = 268, dst = "out_size / 8"}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 10
; internal_ram = 175
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "compress"
; state.H = {offset = 0, words = 16, word_bytes = 8}
; counter = {offset = 256, words = 2, step = 1024}
; fill = {offset = 264, word_bytes = 2}
; bound = 30100
;
; Registers of the compression function:
;   r0            place of a word in internal RAM
;   r1, b         temporary; r1 also the place of a sum
;   r2            offset of a word in H and M
;   r3, r4, r5    in f0 the place in the table, 8 (i + 1) for Q[i], an entry of the table
;
; BMW-384 and BMW-512 (Blue Midnight Wish) for the 8051, fast: for the large memory model, with a
; context in external RAM; data and dst may lie anywhere.  Not reentrant.  175 bytes of internal RAM:
; 47 in OSEG, where the linker may lay variables of other functions that call nothing, too, and 128
; in ISEG, the second half of the quadruple pipe Q.
;
; Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2; M, H, Q, XL and
; XH are its names.  The mode is in bmw/mcs51_mode.inc.
;
; THE COMPRESSION FUNCTION.  Q[0] to Q[15] are H with the functions of f0 added, in external RAM.
; Q[16] to Q[31] begin as what AddElement gives them, in x, where M ^ H was.  Then each word of Q
; from Q[0] on is taken up once, as t, and added to all those after it that need it: so it is
; rotated once for all.  Rotations by 8 are in the order of bytes in which t is added: those by 11,
; 27 and 43 are one, as are those by 5, 37 and 53.
;
; The words that are added as they are, every second one of the fourteen before, are sums that go
; on by a word, less the one before them all.  So that both functions together stay below 10 KiB,
; the sums of f0 are a table, and the words of Q go through one piece of code, which looks whether
; each word that it is added to is one of Q[18] to Q[31].
;
; COUNT of a message block in machine cycles, without calls, loops and setting pointers: M read
; three times, H twice, the new one stored, Q[0] to Q[15] stored and read twice, 4 a byte, 4,608; f0
; 64 additions of 24, 1,536; s0 to s3 12, 11, 11 and 11 times by some 175, 220, 220 and 232, 9,500; s4
; and s5 31 times by 64, 1,984; AddElement 48 additions, 1,152, and M rotated, 720; the words of Q 98
; additions, 2,352, rotated, 3,100, sums, 1,120; f2 90 operations of 24, 2,160, and shifts, 1,900.  In
; all 30,100 or 235 a byte: the bound for this order of work.  The code takes 391.
	.module	mote_bmw512

	.globl	_mote_bmw512_init
	.globl	_mote_bmw512_init_PARM_2
	.globl	_mote_bmw512
	.globl	_mote_bmw512_PARM_2
	.globl	_mote_bmw512_PARM_3
	.globl	_mote_bmw512_close
	.globl	_mote_bmw512_close_PARM_2
	.globl	_mote_bmw512_close_PARM_3
	.globl	_mote_bmw512_close_PARM_4
	.globl	__gptrget
	.globl	__gptrput

	.area	XSEG	(XDATA)
_mote_bmw512_init_PARM_2:
	.ds	2			; out_size
_mote_bmw512_PARM_2:
	.ds	3			; data
_mote_bmw512_PARM_3:
	.ds	2			; len
_mote_bmw512_close_PARM_2:
	.ds	2			; ub
_mote_bmw512_close_PARM_3:
	.ds	2			; n
_mote_bmw512_close_PARM_4:
	.ds	3			; dst

q:	.ds	128			; Q[0..15]

	.area	OSEG	(OVR,DATA)
t:	.ds	8			; the word that has a rotation or one of s0 to s5 to come
v:	.ds	8			; another one, made of it
w:	.ds	8
even:	.ds	8			; sums of seven words of Q; in f2 XL and XH
odd:	.ds	8
hp:	.ds	2			; addresses of H and of M in external RAM
mp:	.ds	2
qp:	.ds	2			; of a word of Q
number:	.ds	1			; its number
	.area	ISEG	(DATA)
x:	.ds	128			; M ^ H; then Q[16..31] as they come about

	.area	CSEG	(CODE)

WORD = 8
	.include "bmw/mcs51_mode.inc"

; void mote_bmw512_init(mote_bmw512_context *cc, unsigned out_size)
_mote_bmw512_init:
	mode_init	_mote_bmw512_init_PARM_2

; void mote_bmw512(mote_bmw512_context *cc, const void *data, size_t len)
_mote_bmw512:
	mode_update	_mote_bmw512_PARM_2,_mote_bmw512_PARM_3

; void mote_bmw512_close(mote_bmw512_context *cc, unsigned ub, unsigned n, void *dst)
_mote_bmw512_close:
	mode_close	_mote_bmw512_close_PARM_2,_mote_bmw512_close_PARM_3,_mote_bmw512_close_PARM_4

xl = even
xh = odd

; a = the bits of p in the mask and those of q outside it
	.macro	merge	p,q,mask
	mov	a,p
	xrl	a,q
	anl	a,#mask
	xrl	a,q
	.endm

; The byte at r0 plus a and the carry, which the first byte does without
	.macro	accumulate	op
	op	a,@r0
	mov	@r0,a
	inc	r0
	.endm

; ---- t and the word at r0 ----

get_t:	.irp	n,0,1,2,3,4,5,6,7
	mov	a,@r0
	mov	t+n,a
	inc	r0
	.endm
	ret
plus_t:	mov	a,t
	add	a,@r0
	mov	t,a
	.irp	n,1,2,3,4,5,6,7
	inc	r0
	mov	a,t+n
	addc	a,@r0
	mov	t+n,a
	.endm
	ret
minus_t:
	clr	c
	mov	a,t
	subb	a,@r0
	mov	t,a
	.irp	n,1,2,3,4,5,6,7
	inc	r0
	mov	a,t+n
	subb	a,@r0
	mov	t+n,a
	.endm
	ret

; The word at r0 plus or minus t, its bytes in the order of the arguments
	.macro	into	first,next,b0,b1,b2,b3,b4,b5,b6,b7
	mov	a,@r0
	first	a,t+b0
	mov	@r0,a
	.irp	n,b1,b2,b3,b4,b5,b6,b7
	inc	r0
	mov	a,@r0
	next	a,t+n
	mov	@r0,a
	.endm
	ret
	.endm
into0:	into	add,addc,0,1,2,3,4,5,6,7
into8:	into	add,addc,7,0,1,2,3,4,5,6
into24:	into	add,addc,5,6,7,0,1,2,3,4
into32:	into	add,addc,4,5,6,7,0,1,2,3
into40:	into	add,addc,3,4,5,6,7,0,1,2
into48:	into	add,addc,2,3,4,5,6,7,0,1
less0:	clr	c
	into	subb,subb,0,1,2,3,4,5,6,7
less8:	clr	c
	into	subb,subb,7,0,1,2,3,4,5,6

; t rotated left by 1, right by 1, left by 4, 8, 32, right by 8
left:	mov	a,t+7
	rlc	a
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	rlc	a
	mov	t+n,a
	.endm
	ret
right:	mov	a,t
	rrc	a
	.irp	n,7,6,5,4,3,2,1,0
	mov	a,t+n
	rrc	a
	mov	t+n,a
	.endm
	ret
left4:	mov	r0,#t
	mov	a,t+7
	swap	a
	mov	r1,a
	.irp	n,0,1,2,3,4,5,6
	mov	a,t+n
	swap	a
	mov	t+n,a
	mov	a,r1
	xchd	a,@r0			; the low halves of the bytes move on
	mov	r1,a
	inc	r0
	.endm
	mov	t+7,a
	ret
bytes:	mov	a,t+7
	.irp	n,0,1,2,3,4,5,6,7
	xch	a,t+n
	.endm
	ret
back:	mov	a,t
	.irp	n,7,6,5,4,3,2,1,0
	xch	a,t+n
	.endm
	ret
halves:	.irp	n,0,1,2,3
	mov	a,t+n
	xch	a,t+4+n
	mov	t+n,a
	.endm
	ret

; ---- s0 to s5: the word at r0 plus s(t); t stays.  r is t rotated right by 1, l left by 1. ----

; v = t >> 1 or t << 1, carry = the bit that is lost
shift_right:
	clr	c
	.irp	n,7,6,5,4,3,2,1,0
	mov	a,t+n
	rrc	a
	mov	v+n,a
	.endm
	ret

; s0 = t >> 1 ^ (t ^ r ^ l <<< 32) <<< 4, but for bits 0 to 2: r <<< 4 has bits 61 to 63 of t there,
; t << 3 none.  The word in brackets is made in w.
s0:	lcall	shift_right
	mov	a,v+7
	mov	acc.7,c
	mov	v+7,a
	merge	t+4,t+3,0x7F
	rl	a
	xrl	a,t+0
	xrl	a,v+0
	mov	w+0,a
	merge	t+5,t+4,0x7F
	rl	a
	xrl	a,t+1
	xrl	a,v+1
	mov	w+1,a
	merge	t+6,t+5,0x7F
	rl	a
	xrl	a,t+2
	xrl	a,v+2
	mov	w+2,a
	merge	t+7,t+6,0x7F
	rl	a
	xrl	a,t+3
	xrl	a,v+3
	mov	w+3,a
	merge	t+0,t+7,0x7F
	rl	a
	xrl	a,t+4
	xrl	a,v+4
	mov	w+4,a
	merge	t+1,t+0,0x7F
	rl	a
	xrl	a,t+5
	xrl	a,v+5
	mov	w+5,a
	merge	t+2,t+1,0x7F
	rl	a
	xrl	a,t+6
	xrl	a,v+6
	mov	w+6,a
	merge	t+3,t+2,0x7F
	rl	a
	xrl	a,t+7
	xrl	a,v+7
	mov	w+7,a
	anl	v+7,#0x7F
	mov	a,t+7
	swap	a
	rr	a
	anl	a,#7
	xrl	v,a
	merge	w+0,w+7,0x0F
	swap	a
	xrl	a,v+0
	accumulate	add
	merge	w+1,w+0,0x0F
	swap	a
	xrl	a,v+1
	accumulate	addc
	merge	w+2,w+1,0x0F
	swap	a
	xrl	a,v+2
	accumulate	addc
	merge	w+3,w+2,0x0F
	swap	a
	xrl	a,v+3
	accumulate	addc
	merge	w+4,w+3,0x0F
	swap	a
	xrl	a,v+4
	accumulate	addc
	merge	w+5,w+4,0x0F
	swap	a
	xrl	a,v+5
	accumulate	addc
	merge	w+6,w+5,0x0F
	swap	a
	xrl	a,v+6
	accumulate	addc
	merge	w+7,w+6,0x0F
	swap	a
	xrl	a,v+7
	accumulate	addc
	ret

; s1 = t >> 1 ^ t << 2 ^ (r >>> 2) <<< 16 ^ (r <<< 4) <<< 40, with v = r
s1:	lcall	shift_right
	mov	a,v+7
	mov	acc.7,c
	mov	v+7,a
	merge	v+3,v+2,0x0F
	swap	a
	mov	r1,a
	merge	v+6,v+7,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+0
	mov	r1,a
	mov	a,t+0
	anl	a,#0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	add
	merge	v+4,v+3,0x0F
	swap	a
	mov	r1,a
	merge	v+7,v+0,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+1
	mov	r1,a
	merge	t+1,t+0,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v+5,v+4,0x0F
	swap	a
	mov	r1,a
	merge	v+0,v+1,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+2
	mov	r1,a
	merge	t+2,t+1,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v+6,v+5,0x0F
	swap	a
	mov	r1,a
	merge	v+1,v+2,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+3
	mov	r1,a
	merge	t+3,t+2,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v+7,v+6,0x0F
	swap	a
	mov	r1,a
	merge	v+2,v+3,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+4
	mov	r1,a
	merge	t+4,t+3,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v+0,v+7,0x0F
	swap	a
	mov	r1,a
	merge	v+3,v+4,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+5
	mov	r1,a
	merge	t+5,t+4,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v+1,v+0,0x0F
	swap	a
	mov	r1,a
	merge	v+4,v+5,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v+6
	mov	r1,a
	merge	t+6,t+5,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v+2,v+1,0x0F
	swap	a
	mov	r1,a
	merge	v+5,v+6,0xFC
	rr	a
	rr	a
	xrl	a,r1
	mov	r1,a
	mov	a,v+7
	anl	a,#0x7F
	xrl	1,a
	merge	t+7,t+6,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	ret

; s2 = t >> 2 ^ t << 1 ^ (l <<< 2) <<< 16 ^ (l <<< 4) <<< 48, with v = l
s2:	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	rlc	a
	mov	v+n,a
	.endm
	mov	a,v
	mov	acc.0,c
	mov	v,a
	merge	v+2,v+1,0x0F
	swap	a
	mov	r1,a
	merge	v+6,v+5,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	mov	a,v
	anl	a,#0xFE
	xrl	1,a
	merge	t+0,t+1,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	add
	merge	v+3,v+2,0x0F
	swap	a
	mov	r1,a
	merge	v+7,v+6,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+1
	mov	r1,a
	merge	t+1,t+2,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v+4,v+3,0x0F
	swap	a
	mov	r1,a
	merge	v+0,v+7,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+2
	mov	r1,a
	merge	t+2,t+3,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v+5,v+4,0x0F
	swap	a
	mov	r1,a
	merge	v+1,v+0,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+3
	mov	r1,a
	merge	t+3,t+4,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v+6,v+5,0x0F
	swap	a
	mov	r1,a
	merge	v+2,v+1,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+4
	mov	r1,a
	merge	t+4,t+5,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v+7,v+6,0x0F
	swap	a
	mov	r1,a
	merge	v+3,v+2,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+5
	mov	r1,a
	merge	t+5,t+6,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v+0,v+7,0x0F
	swap	a
	mov	r1,a
	merge	v+4,v+3,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+6
	mov	r1,a
	merge	t+6,t+7,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v+1,v+0,0x0F
	swap	a
	mov	r1,a
	merge	v+5,v+4,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v+7
	mov	r1,a
	mov	a,t+7
	anl	a,#0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	ret

; s3 = t >> 2 ^ t << 2 ^ (t <<< 4) <<< 24 ^ (t <<< 3) <<< 56
s3:
	merge	t+1,t+0,0x1F
	rr	a
	mov	r1,a
	merge	t+5,t+4,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	mov	a,t+0
	anl	a,#0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+0,t+1,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	add
	merge	t+2,t+1,0x1F
	rr	a
	mov	r1,a
	merge	t+6,t+5,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+1,t+0,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+1,t+2,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	t+3,t+2,0x1F
	rr	a
	mov	r1,a
	merge	t+7,t+6,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+2,t+1,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+2,t+3,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	t+4,t+3,0x1F
	rr	a
	mov	r1,a
	merge	t+0,t+7,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+3,t+2,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+3,t+4,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	t+5,t+4,0x1F
	rr	a
	mov	r1,a
	merge	t+1,t+0,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+4,t+3,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+4,t+5,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	t+6,t+5,0x1F
	rr	a
	mov	r1,a
	merge	t+2,t+1,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+5,t+4,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+5,t+6,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	t+7,t+6,0x1F
	rr	a
	mov	r1,a
	merge	t+3,t+2,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+6,t+5,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	merge	t+6,t+7,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	t+0,t+7,0x1F
	rr	a
	mov	r1,a
	merge	t+4,t+3,0x0F
	xrl	a,r1
	swap	a
	mov	r1,a
	merge	t+7,t+6,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	mov	a,t+7
	anl	a,#0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	ret

; s4 = t ^ t >> 1 into the word at r0; s5 = t ^ t >> 2
s4:	lcall	shift_right
	sjmp	add_tv
s5:	lcall	shift_right
	clr	c
	.irp	n,7,6,5,4,3,2,1,0
	mov	a,v+n
	rrc	a
	mov	v+n,a
	.endm
add_tv:	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	xrl	a,v+n
	accumulate	addc
	.endm
	ret

; ---- words in external RAM ----

; t = the word at dptr, which goes on behind it
get_m:	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	mov	t+n,a
	inc	dptr
	.endm
	ret

; t = the next sum of words of M ^ H, even = the next word of H, r0 = its place.  r3 goes on in the
; table, r4 = 8 (i + 1) modulo 128 for Q[i].
sum:	mov	dptr,#sums
	mov	a,r3
	movc	a,@a+dptr
	inc	r3
	mov	r5,a
	anl	a,#0x78
	add	a,#x
	mov	r0,a
	mov	a,r5
	jnb	acc.7,1$
	lcall	get_t
	sjmp	sum
1$:	jnb	acc.0,2$
	lcall	minus_t
	sjmp	3$
2$:	lcall	plus_t
3$:	mov	a,r5
	jnb	acc.1,sum
	mov	a,r4
	add	a,#8
	anl	a,#0x78
	mov	r4,a
	add	a,hp
	mov	dpl,a
	clr	a
	addc	a,hp+1
	mov	dph,a
	mov	r0,#even
4$:	movx	a,@dptr
	mov	@r0,a
	inc	dptr
	inc	r0
	cjne	r0,#even+8,4$
	mov	r0,#even
	ret

; The sums of f0: a word in its place each, then those added or subtracted, up to the last
FIRST = 0x80
LESS = 1
LAST = 2
sums:
	.db	FIRST+8*5, LESS+8*7, 8*10, 8*13, LAST+8*14
	.db	FIRST+8*6, LESS+8*8, 8*11, 8*14, LESS+LAST+8*15
	.db	FIRST+8*0, 8*7, 8*9, LESS+8*12, LAST+8*15
	.db	FIRST+8*0, LESS+8*1, 8*8, LESS+8*10, LAST+8*13
	.db	FIRST+8*1, 8*2, 8*9, LESS+8*11, LESS+LAST+8*14
	.db	FIRST+8*3, LESS+8*2, 8*10, LESS+8*12, LAST+8*15
	.db	FIRST+8*4, LESS+8*0, LESS+8*3, LESS+8*11, LAST+8*13
	.db	FIRST+8*1, LESS+8*4, LESS+8*5, LESS+8*12, LESS+LAST+8*14
	.db	FIRST+8*2, LESS+8*5, LESS+8*6, 8*13, LESS+LAST+8*15
	.db	FIRST+8*0, LESS+8*3, 8*6, LESS+8*7, LAST+8*14
	.db	FIRST+8*8, LESS+8*1, LESS+8*4, LESS+8*7, LAST+8*15
	.db	FIRST+8*8, LESS+8*0, LESS+8*2, LESS+8*5, LAST+8*9
	.db	FIRST+8*1, 8*3, LESS+8*6, LESS+8*9, LAST+8*10
	.db	FIRST+8*2, 8*4, 8*7, 8*10, LAST+8*11
	.db	FIRST+8*3, LESS+8*5, 8*8, LESS+8*11, LESS+LAST+8*12
	.db	FIRST+8*12, LESS+8*4, LESS+8*6, LESS+8*9, LAST+8*13

; The next word of Q[0..15] = even
put_q:	mov	dpl,qp
	mov	dph,qp+1
	mov	r0,#even
	.rept	8
	mov	a,@r0
	movx	@dptr,a
	inc	dptr
	inc	r0
	.endm
	mov	qp,dpl
	mov	qp+1,dph
	ret

; ---- f2 ----

; v = t; v = v ^ t
put_v:	.irp	n,0,1,2,3,4,5,6,7
	mov	v+n,t+n
	.endm
	ret
xor_v:	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	xrl	v+n,a
	.endm
	ret

; t ^ the words at r0, as many as r1 says
xor_t:	.irp	n,0,1,2,3,4,5,6,7
	mov	a,@r0
	xrl	t+n,a
	inc	r0
	.endm
	djnz	r1,xor_t
	ret

; The word at dptr ^ that at r0 ^ t
xor_q:	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	xrl	a,@r0
	xrl	a,t+n
	movx	@dptr,a
	inc	dptr
	inc	r0
	.endm
	ret

; dptr = base + the number of bytes in r2
	.macro	place	base
	mov	a,r2
	add	a,base
	mov	dpl,a
	clr	a
	addc	a,base+1
	mov	dph,a
	.endm

; r0 = place of Q[24 + i] in x, a = 8 i, dptr = place of Q[i]: t = H[i] = (v ^ M[i]) + (XL ^
; Q[24 + i] ^ Q[i]), also stored.
low:	mov	r2,a
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	xrl	a,@r0
	xrl	a,xl+n
	mov	t+n,a
	inc	dptr
	inc	r0
	.endm
	place	mp
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	xrl	v+n,a
	inc	dptr
	.endm
	sjmp	sum_up

; r0 = place of Q[16 + i] in x, a = 8 i, i >= 8, dptr = place of what Q[i] has become: H[i] = v + (XH ^
; Q[16 + i] ^ M[i]) + that.
high:	mov	r2,a
	lcall	get_m
	place	mp
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	xrl	a,@r0
	xrl	a,xh+n
	addc	a,t+n
	mov	t+n,a
	inc	dptr
	inc	r0
	.endm
sum_up:	place	hp
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	addc	a,v+n
	mov	t+n,a
	movx	@dptr,a
	inc	dptr
	.endm
	ret

; ---- the compression function ----

; H and M where hp and mp say
compress:
	mov	dpl,mp
	mov	dph,mp+1
	mov	r0,#x
	mov	r2,#128
1$:	movx	a,@dptr
	mov	@r0,a
	inc	dptr
	inc	r0
	djnz	r2,1$

; x = M ^ H
	mov	dpl,hp
	mov	dph,hp+1
	mov	r0,#x
	mov	r2,#128
5$:	movx	a,@dptr
	xrl	a,@r0
	mov	@r0,a
	inc	dptr
	inc	r0
	djnz	r2,5$

; f0: Q[i] = H[i + 1] plus a function of a sum of words of M ^ H
	mov	r3,#0
	mov	r4,#0
	mov	dptr,#q
	mov	qp,dpl
	mov	qp+1,dph
	sjmp	7$
6$:	lcall	sum
	lcall	s1
	lcall	put_q
	lcall	sum
	lcall	s2
	lcall	put_q
	lcall	sum
	lcall	s3
	lcall	put_q
	lcall	sum
	lcall	s4
	lcall	put_q
7$:	lcall	sum
	lcall	s0
	lcall	put_q
	mov	a,r4
	jnz	6$

; AddElement: x[i] = the constant for Q[16 + i], plus three words of M, rotated
	mov	a,#0x50
	.irp	n,0,1,2,3,4,5,6,7
	mov	t+n,a
	mov	a,#0x55
	.endm
	mov	r0,#x
	mov	r2,#16
8$:	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	mov	@r0,a
	inc	r0
	.endm
	clr	c
	.irp	n,0,1,2,3,4,5,6
	mov	a,t+n
	addc	a,#0x55
	mov	t+n,a
	.endm
	mov	a,t+7
	addc	a,#0x05
	mov	t+7,a
	djnz	r2,8$
	mov	dpl,mp
	mov	dph,mp+1
	.macro	element	i,k,l,op,less
	mov	r0,#x+8*i
	lcall	op
	mov	r0,#x+8*k
	lcall	op
	mov	r0,#x+8*l
	lcall	less
	.endm
	lcall	get_m
	lcall	left
	element	0,13,6,into0,less0
	lcall	get_m
	lcall	left
	lcall	left
	element	1,14,7,into0,less0
	lcall	get_m
	lcall	left4
	lcall	right
	element	2,15,8,into0,less0
	lcall	get_m
	lcall	left4
	element	3,0,9,into0,less0
	lcall	get_m
	lcall	left4
	lcall	left
	element	4,1,10,into0,less0
	lcall	get_m
	lcall	right
	lcall	right
	element	5,2,11,into8,less8
	lcall	get_m
	lcall	right
	element	6,3,12,into8,less8
	lcall	get_m
	element	7,4,13,into8,less8
	lcall	get_m
	lcall	left
	element	8,5,14,into8,less8
	lcall	get_m
	lcall	left
	lcall	left
	element	9,6,15,into8,less8
	lcall	get_m
	lcall	left4
	lcall	right
	element	10,7,0,into8,less8
	lcall	get_m
	lcall	left4
	element	11,8,1,into8,less8
	lcall	get_m
	lcall	left4
	lcall	left
	element	12,9,2,into8,less8
	lcall	get_m
	lcall	right
	lcall	right
	lcall	bytes
	element	13,10,3,into8,less8
	lcall	get_m
	lcall	right
	lcall	bytes
	element	14,11,4,into8,less8
	lcall	get_m
	lcall	bytes
	element	15,12,5,into8,less8
	mov	dpl,hp			; x[i] ^= H[(i + 7) mod 16]
	mov	dph,hp+1
	mov	r0,#x+72
	mov	r2,#128
9$:	movx	a,@dptr
	xrl	a,@r0
	mov	@r0,a
	inc	dptr
	inc	r0
	cjne	r2,#73,10$		; the seventh word done
	mov	r0,#x
10$:	djnz	r2,9$

; expand1 and expand2, word by word of Q: what each adds to those after it.  The sum of even or odd
; words holds Q[0] and Q[1] at first, which go with Q[14] and Q[15]; what the second function of Q[0]
; is added to is cleared then.
	clr	a
	.irp	n,0,1,2,3,4,5,6,7
	mov	even+n,a
	mov	odd+n,a
	.endm
	mov	number,a
	mov	qp,#q
	mov	qp+1,#(q >> 8)
11$:	lcall	next
	mov	r0,#x
	lcall	s1
	mov	a,number
	jnz	12$
	mov	r0,#w			; Q[17] does not have Q[0]
12$:	lcall	s0
	lcall	rest
	lcall	next
	mov	r0,#x
	lcall	s2			; (and r0 goes on to Q[17])
	lcall	s1
	lcall	rest
	lcall	next
	mov	r0,#x
	lcall	s3			; (and r0 goes on to Q[17])
	lcall	s2
	lcall	rest
	lcall	next
	mov	r0,#x
	lcall	s0			; (and r0 goes on to Q[17])
	lcall	s3
	lcall	rest
	mov	a,number
	cjne	a,#16,11$
	mov	r0,#x
	lcall	get_t
	mov	r0,#x+8
	lcall	s0
	lcall	later
13$:	mov	a,number
	rl	a
	rl	a
	rl	a
	add	a,#x-128
	mov	r0,a
	lcall	get_t
	lcall	later
	mov	a,number
	cjne	a,#31,13$
	sjmp	14$

; ---- f2: XL = the exclusive or of Q[16] to Q[23], XH that of Q[16] to Q[31] ----

14$:	mov	r0,#x
	lcall	get_t
	mov	r1,#7
	lcall	xor_t
	.irp	n,0,1,2,3,4,5,6,7
	mov	xl+n,t+n
	.endm
	mov	r1,#8
	lcall	xor_t
	.irp	n,0,1,2,3,4,5,6,7
	mov	xh+n,t+n
	.endm

; H[8], a part: XL shifted, Q[23] and Q[8], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	bytes
	mov	t,#0
	mov	r0,#x+56
	mov	dptr,#q+64
	lcall	xor_q
; H[4]: XH shifted, Q[20] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	left4
	lcall	left
	lcall	back
	anl	t+7,#0x1F
	lcall	put_v
	mov	r0,#x+32
	lcall	get_t
	lcall	xor_v
	mov	r0,#x+96
	mov	a,#32
	mov	dptr,#q+32
	lcall	low
; H[8]: H[4] rotated left by 9, the rest
	lcall	left
	lcall	bytes
	lcall	put_v
	mov	r0,#x+64
	mov	a,#64
	mov	dptr,#q+64
	lcall	high

; H[9], a part: XL shifted, Q[16] and Q[9], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	left
	lcall	left
	lcall	back
	anl	t+7,#0x03
	mov	r0,#x+0
	mov	dptr,#q+72
	lcall	xor_q
; H[5]: XH shifted, Q[21] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	right
	lcall	right
	lcall	bytes
	anl	t+0,#0xC0
	lcall	put_v
	mov	r0,#x+40
	lcall	get_t
	lcall	left
	lcall	left
	lcall	back
	anl	t+7,#0x03
	lcall	xor_v
	mov	r0,#x+104
	mov	a,#40
	mov	dptr,#q+40
	lcall	low
; H[9]: H[5] rotated left by 10, the rest
	lcall	left
	lcall	left
	lcall	bytes
	lcall	put_v
	mov	r0,#x+72
	mov	a,#72
	mov	dptr,#q+72
	lcall	high

; H[10], a part: XL shifted, Q[17] and Q[10], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	right
	lcall	right
	lcall	bytes
	anl	t+0,#0xC0
	mov	r0,#x+8
	mov	dptr,#q+80
	lcall	xor_q
; H[6]: XH shifted, Q[22] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	left4
	lcall	back
	anl	t+7,#0x0F
	lcall	put_v
	mov	r0,#x+48
	lcall	get_t
	lcall	right
	lcall	right
	lcall	bytes
	anl	t+0,#0xC0
	lcall	xor_v
	mov	r0,#x+112
	mov	a,#48
	mov	dptr,#q+48
	lcall	low
; H[10]: H[6] rotated left by 11, the rest
	lcall	left4
	lcall	right
	lcall	bytes
	lcall	put_v
	mov	r0,#x+80
	mov	a,#80
	mov	dptr,#q+80
	lcall	high

; H[11], a part: XL shifted, Q[18] and Q[11], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	left4
	anl	t+0,#0xF0
	mov	r0,#x+16
	mov	dptr,#q+88
	lcall	xor_q
; H[7]: XH shifted, Q[23] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	left4
	lcall	left
	lcall	back
	lcall	back
	mov	t+7,#0
	anl	t+6,#0x1F
	lcall	put_v
	mov	r0,#x+56
	lcall	get_t
	lcall	left
	lcall	left
	anl	t+0,#0xFC
	lcall	xor_v
	mov	r0,#x+120
	mov	a,#56
	mov	dptr,#q+56
	lcall	low
; H[11]: H[7] rotated left by 12, the rest
	lcall	left4
	lcall	bytes
	lcall	put_v
	mov	r0,#x+88
	mov	a,#88
	mov	dptr,#q+88
	lcall	high

; H[12], a part: XL shifted, Q[19] and Q[12], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	left4
	lcall	left
	lcall	back
	anl	t+7,#0x1F
	mov	r0,#x+24
	mov	dptr,#q+96
	lcall	xor_q
; H[0]: XH shifted, Q[16] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	left4
	lcall	left
	anl	t+0,#0xE0
	lcall	put_v
	mov	r0,#x+0
	lcall	get_t
	lcall	left4
	lcall	right
	lcall	back
	anl	t+7,#0x07
	lcall	xor_v
	mov	r0,#x+64
	mov	a,#0
	mov	dptr,#q+0
	lcall	low
; H[12]: H[0] rotated left by 13, the rest
	lcall	left4
	lcall	left
	lcall	bytes
	lcall	put_v
	mov	r0,#x+96
	mov	a,#96
	mov	dptr,#q+96
	lcall	high

; H[13], a part: XL shifted, Q[20] and Q[13], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	left4
	lcall	back
	anl	t+7,#0x0F
	mov	r0,#x+32
	mov	dptr,#q+104
	lcall	xor_q
; H[1]: XH shifted, Q[17] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	left
	lcall	back
	anl	t+7,#0x01
	lcall	put_v
	mov	r0,#x+8
	lcall	get_t
	lcall	bytes
	mov	t,#0
	lcall	xor_v
	mov	r0,#x+72
	mov	a,#8
	mov	dptr,#q+8
	lcall	low
; H[13]: H[1] rotated left by 14, the rest
	lcall	right
	lcall	right
	lcall	bytes
	lcall	bytes
	lcall	put_v
	mov	r0,#x+104
	mov	a,#104
	mov	dptr,#q+104
	lcall	high

; H[14], a part: XL shifted, Q[21] and Q[14], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	left
	lcall	back
	anl	t+7,#0x01
	mov	r0,#x+40
	mov	dptr,#q+112
	lcall	xor_q
; H[2]: XH shifted, Q[18] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	left4
	lcall	right
	lcall	back
	anl	t+7,#0x07
	lcall	put_v
	mov	r0,#x+16
	lcall	get_t
	lcall	left4
	lcall	left
	anl	t+0,#0xE0
	lcall	xor_v
	mov	r0,#x+80
	mov	a,#16
	mov	dptr,#q+16
	lcall	low
; H[14]: H[2] rotated left by 15, the rest
	lcall	right
	lcall	bytes
	lcall	bytes
	lcall	put_v
	mov	r0,#x+112
	mov	a,#112
	mov	dptr,#q+112
	lcall	high

; H[15], a part: XL shifted, Q[22] and Q[15], in its place
	mov	r0,#xl
	lcall	get_t
	lcall	right
	lcall	right
	anl	t+7,#0x3F
	mov	r0,#x+48
	mov	dptr,#q+120
	lcall	xor_q
; H[3]: XH shifted, Q[19] shifted
	mov	r0,#xh
	lcall	get_t
	lcall	right
	anl	t+7,#0x7F
	lcall	put_v
	mov	r0,#x+24
	lcall	get_t
	lcall	left4
	lcall	left
	anl	t+0,#0xE0
	lcall	xor_v
	mov	r0,#x+88
	mov	a,#24
	mov	dptr,#q+24
	lcall	low
; H[15]: H[3] rotated left by 16, the rest
	lcall	bytes
	lcall	bytes
	lcall	put_v
	mov	r0,#x+120
	mov	a,#120
	mov	dptr,#q+120
	lcall	high
	ret

; ---- expand1 and expand2 of one word of Q ----

; t = the next word of Q[0..15], which goes into its sum; Q[14] and Q[15] take those before out of it.
next:	mov	dpl,qp
	mov	dph,qp+1
	lcall	get_m
	mov	qp,dpl
	mov	qp+1,dph
	lcall	which
	mov	a,number
	add	a,#-14
	jc	goes_on
	sjmp	add_sum

; r1 = place of the sum that the word belongs to
which:	mov	r1,#even
	mov	a,number
	jnb	acc.0,20$
	mov	r1,#odd
20$:	ret

; The sum goes on by t, and by the word of Q by 14 before, at dptr, less.  It is below with the
; number of the word.
goes_on:
	mov	a,number
	add	a,#-14
	rl	a
	rl	a
	rl	a
	add	a,#q
	mov	dpl,a
	clr	a
	addc	a,#(q >> 8)
	mov	dph,a
	mov	r0,1			; (no carry)
	.rept	8
	movx	a,@dptr
	mov	b,a
	mov	a,@r0
	subb	a,b
	mov	@r0,a
	inc	dptr
	inc	r0
	.endm
add_sum:
	mov	r0,1
	ljmp	into0

; The same for the words Q[16] to Q[30], with s4 and s5 and the sum as it was before
later:	mov	a,number
	cjne	a,#30,21$
	sjmp	23$
21$:	lcall	which
	mov	a,number
	rl	a
	rl	a
	rl	a
	add	a,#x+16-128
	mov	r0,a
	clr	c
	.rept	8
	mov	a,@r0
	addc	a,@r1
	mov	@r0,a
	inc	r0
	inc	r1
	.endm
	mov	a,r0
	add	a,#-8
	mov	r0,a
	lcall	s4
	lcall	which
	lcall	goes_on
23$:	mov	a,number
	cjne	a,#17,24$
24$:	jc	rest
	rl	a
	rl	a
	rl	a
	add	a,#x+8-128
	mov	r0,a
	lcall	s5

; t rotated, into the words from Q[18] to Q[31] among the next
	.macro	to	distance,op,?skip
	mov	a,number
	add	a,#distance-18
	cjne	a,#14,.+3
	jnc	skip
	rl	a
	rl	a
	rl	a
	add	a,#x+16
	mov	r0,a
	lcall	op
skip:
	.endm
rest:	to	9,into32
	lcall	left4
	lcall	right
	to	13,into8
	to	11,into24
	to	5,into40
	lcall	left
	lcall	left
	to	15,into0
	to	7,into32
	to	3,into48
	inc	number
	ret
