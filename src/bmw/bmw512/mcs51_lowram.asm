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
; stack = 11
; internal_ram = 10
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "compress"
; state.H = {offset = 0, words = 16, word_bytes = 8}
; counter = {offset = 256, words = 2, step = 1024}
; fill = {offset = 264, word_bytes = 2}
; bound = 41800
;
; Registers of the compression function:
;   t             in internal RAM: the word that has a rotation or one of s0 to s5 to come
;   r2-r7, v_6, v_7   another word, made of it; a sum of seven words of Q
;   r0, r1        places of words in the page; r1, dph also bytes
;   dpl           a byte that is to be added
;   b             the number of a word of Q; in f2 temporary
;
; BMW-384 and BMW-512 (Blue Midnight Wish) for the 8051 with ten bytes of internal RAM, fast: for the
; large memory model, with a context in external RAM; data and dst may lie anywhere.  Not reentrant.
; The quadruple pipe Q is a page of external RAM that movx @r0 reaches while P2 holds its number.
;
; Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2; M, H, Q, XL and
; XH are its names.  The mode is in bmw/mcs51_lowram_mode.inc.
;
; THE COMPRESSION FUNCTION.  Q[0] to Q[15] are H with the functions of f0 added, in y.  Q[16] to
; Q[31] begin as what AddElement gives them, in x, where M ^ H was.  Then each word of Q from Q[0] on
; is taken up once, as t, and added to all those after it that need it: so it is rotated once for
; all.  Rotations by 8 are in the order of bytes in which t is added: those by 11, 27 and 43 are one, as
; are those by 5, 37 and 53.  The new H comes about where Q[0] to Q[15] were.
;
; The words that are added as they are, every second one of the fourteen before, are sums that go
; on by a word, less the one before them all.  So that both functions together stay below 10 KiB,
; the sums of f0 are a table, and the words of Q go through one piece of code, which looks whether
; each word that it is added to is one of Q[18] to Q[31].
;
; COUNT of a message block in machine cycles, without calls, loops and setting pointers: as in
; bmw512/mcs51_fast.asm 30,100, and for words in external RAM a byte of the sums of f0 1.4 more, of a
; word that a function or t is added to 4 or 2, of one that is loaded 1, of a sum 4: 7,700 in all.  The
; way of M and H into the page takes 3,100, of the new H back 900.  In all 41,800 or 327 a byte.  The code takes 467.
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

hs:	.ds	2			; addresses of H and of M, while the compression function is at work
ms:	.ds	2
even:	.ds	8			; sums of seven words of Q; in f2 XL and XH
odd:	.ds	8

	.area	OSEG	(OVR,DATA)
t:	.ds	8
v_6:	.ds	1
v_7:	.ds	1

	.equ	v_0, 2			; v: r2 to r7 of register bank 0, and two bytes
	.equ	v_1, 3
	.equ	v_2, 4
	.equ	v_3, 5
	.equ	v_4, 6
	.equ	v_5, 7

hp = t					; outside of the compression function: addresses of H and of M
mp = t+2

	.area	PSEG	(PAG,XDATA)
x:	.ds	128			; M ^ H; then Q[16..31] as they come about
y:	.ds	128			; Q[0..15]

	.area	CSEG	(CODE)

WORD = 8
	.include "bmw/mcs51_lowram_mode.inc"

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
	mov	dpl,a
	movx	a,@r0
	op	a,dpl
	movx	@r0,a
	inc	r0
	.endm

; r = the place of the word of Q of which the first of the sixteen, Q[b] or Q[16 + b], is at `first`
	.macro	point	r,first
	mov	a,b
	rl	a
	rl	a
	rl	a
	add	a,#first
	mov	r,a
	.endm

; ---- t and the word at r0 ----

get_t:	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	mov	t+n,a
	inc	r0
	.endm
	ret
plus_t:	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	addc	a,t+n
	mov	t+n,a
	inc	r0
	.endm
	ret
minus_t:
	setb	c			; t plus the complement and 1
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	cpl	a
	addc	a,t+n
	mov	t+n,a
	inc	r0
	.endm
	ret

; The word at r0 plus or minus t, its bytes in the order of the arguments
	.macro	into	first,next,b0,b1,b2,b3,b4,b5,b6,b7
	movx	a,@r0
	first	a,t+b0
	movx	@r0,a
	.irp	n,b1,b2,b3,b4,b5,b6,b7
	inc	r0
	movx	a,@r0
	next	a,t+n
	movx	@r0,a
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

; t rotated left by 1, right by 1, left by 4 and 8, right by 8
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

; ---- s0 to s5: the word at r0 plus s(t); t stays.  r is t rotated right by 1, l left by 1. ----

; v = t >> 1 or t << 1, carry = the bit that is lost
shift_right:
	clr	c
	.irp	n,7,6,5,4,3,2,1,0
	mov	a,t+n
	rrc	a
	mov	v_'n,a
	.endm
	ret

; s0 = t >> 1 ^ (t ^ r ^ l <<< 32) <<< 4, but for bits 0 to 2: r <<< 4 has bits 61 to 63 of t there,
; t << 3 none.  Bytes of the word in brackets, w, are in r1 and dph in turn.
	.macro	s0_word	k,p,q
	merge	t+p,t+q,0x7F
	rl	a
	xrl	a,t+k
	xrl	a,v_'k
	.endm
	.macro	s0_byte	k,p,q,here,before,op
	s0_word	k,p,q
	mov	here,a
	xrl	a,before
	anl	a,#0x0F
	xrl	a,before
	swap	a
	xrl	a,v_'k
	accumulate	op
	.endm
s0:	lcall	shift_right
	mov	a,v_7
	mov	acc.7,c
	mov	v_7,a
	s0_word	7,3,2
	mov	1,a
	s0_word	0,4,3
	mov	dph,a
	xrl	a,1
	anl	a,#0x0F
	xrl	a,1
	swap	a
	xrl	a,v_0
	mov	1,a
	mov	a,t+7
	swap	a
	rr	a
	anl	a,#7
	xrl	a,1
	accumulate	add
	s0_byte	1,5,4,1,dph,addc
	s0_byte	2,6,5,dph,1,addc
	s0_byte	3,7,6,1,dph,addc
	s0_byte	4,0,7,dph,1,addc
	s0_byte	5,1,0,1,dph,addc
	s0_byte	6,2,1,dph,1,addc
	s0_word	7,3,2
	anl	v_7,#0x7F
	xrl	a,dph
	anl	a,#0x0F
	xrl	a,dph
	swap	a
	xrl	a,v_7
	accumulate	addc
	ret

; s1 = t >> 1 ^ t << 2 ^ (r >>> 2) <<< 16 ^ (r <<< 4) <<< 40, with v = r
s1:	lcall	shift_right
	mov	a,v_7
	mov	acc.7,c
	mov	v_7,a
	merge	v_3,v_2,0x0F
	swap	a
	mov	r1,a
	merge	v_6,v_7,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_0
	mov	r1,a
	mov	a,t+0
	anl	a,#0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	add
	merge	v_4,v_3,0x0F
	swap	a
	mov	r1,a
	merge	v_7,v_0,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_1
	mov	r1,a
	merge	t+1,t+0,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v_5,v_4,0x0F
	swap	a
	mov	r1,a
	merge	v_0,v_1,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_2
	mov	r1,a
	merge	t+2,t+1,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v_6,v_5,0x0F
	swap	a
	mov	r1,a
	merge	v_1,v_2,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_3
	mov	r1,a
	merge	t+3,t+2,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v_7,v_6,0x0F
	swap	a
	mov	r1,a
	merge	v_2,v_3,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_4
	mov	r1,a
	merge	t+4,t+3,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v_0,v_7,0x0F
	swap	a
	mov	r1,a
	merge	v_3,v_4,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_5
	mov	r1,a
	merge	t+5,t+4,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v_1,v_0,0x0F
	swap	a
	mov	r1,a
	merge	v_4,v_5,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,v_6
	mov	r1,a
	merge	t+6,t+5,0x3F
	rl	a
	rl	a
	xrl	a,r1
	accumulate	addc
	merge	v_2,v_1,0x0F
	swap	a
	mov	r1,a
	merge	v_5,v_6,0xFC
	rr	a
	rr	a
	xrl	a,r1
	mov	r1,a
	mov	a,v_7
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
	mov	v_'n,a
	.endm
	mov	a,v_0
	mov	acc.0,c
	mov	v_0,a
	merge	v_2,v_1,0x0F
	swap	a
	mov	r1,a
	merge	v_6,v_5,0x3F
	rl	a
	rl	a
	xrl	a,r1
	mov	r1,a
	mov	a,v_0
	anl	a,#0xFE
	xrl	1,a
	merge	t+0,t+1,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	add
	merge	v_3,v_2,0x0F
	swap	a
	mov	r1,a
	merge	v_7,v_6,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_1
	mov	r1,a
	merge	t+1,t+2,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v_4,v_3,0x0F
	swap	a
	mov	r1,a
	merge	v_0,v_7,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_2
	mov	r1,a
	merge	t+2,t+3,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v_5,v_4,0x0F
	swap	a
	mov	r1,a
	merge	v_1,v_0,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_3
	mov	r1,a
	merge	t+3,t+4,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v_6,v_5,0x0F
	swap	a
	mov	r1,a
	merge	v_2,v_1,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_4
	mov	r1,a
	merge	t+4,t+5,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v_7,v_6,0x0F
	swap	a
	mov	r1,a
	merge	v_3,v_2,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_5
	mov	r1,a
	merge	t+5,t+6,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v_0,v_7,0x0F
	swap	a
	mov	r1,a
	merge	v_4,v_3,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_6
	mov	r1,a
	merge	t+6,t+7,0xFC
	rr	a
	rr	a
	xrl	a,r1
	accumulate	addc
	merge	v_1,v_0,0x0F
	swap	a
	mov	r1,a
	merge	v_5,v_4,0x3F
	rl	a
	rl	a
	xrl	a,r1
	xrl	a,v_7
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
	mov	a,v_'n
	rrc	a
	mov	v_'n,a
	.endm
add_tv:	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	xrl	a,v_'n
	accumulate	addc
	.endm
	ret

; ---- f0 ----

; t = the sum of words of M ^ H for Q[b], r0 = its place
sum:	mov	a,b
	rl	a
	rl	a
	add	a,b
	mov	r2,a
	mov	dptr,#sums
	movc	a,@a+dptr
	add	a,#x
	mov	r0,a
	lcall	get_t
	mov	r3,#4
1$:	inc	r2
	mov	a,r2
	movc	a,@a+dptr
	add	a,#x			; (x is at an even place)
	mov	r0,a
	jb	acc.0,2$
	lcall	plus_t
	sjmp	3$
2$:	dec	r0
	lcall	minus_t
3$:	djnz	r3,1$
	point	r0,y
	ret

; The sums of f0: the place of a word in x, then of those added or subtracted
LESS = 1
sums:
	.db	8*5, LESS+8*7, 8*10, 8*13, 8*14
	.db	8*6, LESS+8*8, 8*11, 8*14, LESS+8*15
	.db	8*0, 8*7, 8*9, LESS+8*12, 8*15
	.db	8*0, LESS+8*1, 8*8, LESS+8*10, 8*13
	.db	8*1, 8*2, 8*9, LESS+8*11, LESS+8*14
	.db	8*3, LESS+8*2, 8*10, LESS+8*12, 8*15
	.db	8*4, LESS+8*0, LESS+8*3, LESS+8*11, 8*13
	.db	8*1, LESS+8*4, LESS+8*5, LESS+8*12, LESS+8*14
	.db	8*2, LESS+8*5, LESS+8*6, 8*13, LESS+8*15
	.db	8*0, LESS+8*3, 8*6, LESS+8*7, 8*14
	.db	8*8, LESS+8*1, LESS+8*4, LESS+8*7, 8*15
	.db	8*8, LESS+8*0, LESS+8*2, LESS+8*5, 8*9
	.db	8*1, 8*3, LESS+8*6, LESS+8*9, 8*10
	.db	8*2, 8*4, 8*7, 8*10, 8*11
	.db	8*3, LESS+8*5, 8*8, LESS+8*11, LESS+8*12
	.db	8*12, LESS+8*4, LESS+8*6, LESS+8*9, 8*13

; ---- words in external RAM ----

; t = the word at dptr, which goes on behind it
get_m:	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	mov	t+n,a
	inc	dptr
	.endm
	ret

; The word at dptr = t
	.macro	put_m
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	movx	@dptr,a
	inc	dptr
	.endm
	.endm

; dptr = H; dptr = M and a bytes.  Change a, b.
to_h:	mov	dptr,#hs
	clr	a
	sjmp	to
to_m:	mov	dptr,#ms
to:	mov	b,a
	movx	a,@dptr
	add	a,b
	mov	b,a
	inc	dptr
	movx	a,@dptr
	addc	a,#0
	mov	dph,a
	mov	dpl,b
	ret

; ---- f2 ----

; v = t; v = v ^ t
put_v:	.irp	n,0,1,2,3,4,5,6,7
	mov	v_'n,t+n
	.endm
	ret
xor_v:	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	xrl	v_'n,a
	.endm
	ret

; t ^ the words at r0, as many as r1 says
xor_t:	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	xrl	t+n,a
	inc	r0
	.endm
	djnz	r1,xor_t
	ret

; The word at r1 ^ that at r0 ^ t
xor_q:	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	xrl	t+n,a
	movx	a,@r1
	xrl	a,t+n
	movx	@r1,a
	inc	r0
	inc	r1
	.endm
	ret

; r0 = place of Q[24 + i], r1 = place of Q[i], a = 8 i: t = H[i] = (v ^ M[i]) + (XL ^ Q[24 + i] ^ Q[i]),
; also in the place of Q[i].
low:	lcall	to_m
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	xrl	v_'n,a
	inc	dptr
	.endm
	mov	dptr,#xl
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	mov	t+n,a
	movx	a,@r1
	xrl	t+n,a
	movx	a,@dptr
	xrl	a,t+n
	addc	a,v_'n
	mov	t+n,a
	movx	@r1,a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	ret

; r0 = place of Q[16 + i], r1 = place of what Q[i] has become, a = 8 i, i >= 8: H[i] = v + (XH ^
; Q[16 + i] ^ M[i]) + that, where it is then.
high:	lcall	to_m
	lcall	get_m
	mov	dptr,#xh
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	xrl	t+n,a
	movx	a,@dptr
	xrl	t+n,a
	movx	a,@r1
	addc	a,t+n
	movx	@r1,a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	mov	a,r1
	add	a,#-8
	mov	r1,a
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r1
	addc	a,v_'n
	movx	@r1,a
	inc	r1
	.endm
	ret

; ---- the compression function ----

; H and M where hp and mp say
compress:
	mov	dptr,#hs
	.irp	n,0,1,2,3
	mov	a,hp+n
	movx	@dptr,a
	inc	dptr
	.endm
	mov	dpl,mp
	mov	dph,mp+1
	mov	r0,#x
	mov	r2,#64
1$:	.rept	2
	movx	a,@dptr
	movx	@r0,a
	inc	dptr
	inc	r0
	.endm
	djnz	r2,1$

; x = M ^ H, and each word of H where s of the word of f0 before it comes
	mov	dpl,hp
	mov	dph,hp+1
	mov	r0,#x
	mov	r1,#y+120
	mov	r2,#32
5$:	.rept	4
	movx	a,@dptr
	movx	@r1,a
	mov	r3,a
	movx	a,@r0
	xrl	a,r3
	movx	@r0,a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	cjne	r2,#31,6$		; the first word done
	mov	r1,#y
6$:	djnz	r2,5$

; f0: Q[i] = H[i + 1] plus a function of a sum of words of M ^ H
	mov	b,#0
	sjmp	8$
7$:	lcall	sum
	lcall	s1
	inc	b
	lcall	sum
	lcall	s2
	inc	b
	lcall	sum
	lcall	s3
	inc	b
	lcall	sum
	lcall	s4
	inc	b
8$:	lcall	sum
	lcall	s0
	inc	b
	mov	a,b
	jnb	acc.4,7$

; AddElement: x[i] = the constant for Q[16 + i], plus three words of M, rotated
	mov	a,#0x50
	.irp	n,0,1,2,3,4,5,6,7
	mov	t+n,a
	mov	a,#0x55
	.endm
	mov	r0,#x
	mov	r2,#16
9$:	.irp	n,0,1,2,3,4,5,6,7
	mov	a,t+n
	movx	@r0,a
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
	djnz	r2,9$
	clr	a
	lcall	to_m
	mov	b,#0
; M[i], rotated by i + 1, which is b
	.macro	element	word,op
	mov	a,b
	add	a,#word-1
	anl	a,#15
	rl	a
	rl	a
	rl	a
	add	a,#x
	mov	r0,a
	lcall	op
	.endm
17$:	lcall	get_m
	inc	b
	mov	a,b
	jnb	acc.0,18$
	lcall	left
18$:	mov	a,b
	jnb	acc.1,19$
	lcall	left
	lcall	left
19$:	mov	a,b
	jnb	acc.2,20$
	lcall	left4
20$:	mov	a,b
	anl	a,#0x18
	jz	22$
	jnb	acc.4,21$
	lcall	bytes
21$:	lcall	bytes
22$:	element	0,into0
	element	13,into0
	element	6,less0
	mov	a,b
	jnb	acc.4,17$
	lcall	to_h			; x[i] ^= H[(i + 7) mod 16]
	mov	r0,#x+72
	mov	r2,#128
10$:	movx	a,@dptr
	mov	r3,a
	movx	a,@r0
	xrl	a,r3
	movx	@r0,a
	inc	dptr
	inc	r0
	cjne	r2,#73,11$		; the seventh word done
	mov	r0,#x
11$:	djnz	r2,10$

; expand1 and expand2, word by word of Q: what each adds to those after it.  The sum of even or odd
; words holds Q[0] and Q[1] at first, which go with Q[14] and Q[15].
	mov	dptr,#even
	mov	r2,#16
	clr	a
	mov	b,a
12$:	movx	@dptr,a
	inc	dptr
	djnz	r2,12$
13$:	lcall	next
	mov	r0,#x
	lcall	s1
	mov	a,b
	jz	14$			; Q[17] does not have Q[0]
	lcall	s0
14$:	lcall	rest
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
	mov	a,b
	jnb	acc.4,13$
	mov	r0,#x
	lcall	get_t
	mov	r0,#x+8
	lcall	s0
	lcall	later
15$:	point	r0,x-128
	lcall	get_t
	lcall	later
	mov	a,b
	cjne	a,#31,15$

; f2: XL = the exclusive or of Q[16] to Q[23], XH that of Q[16] to Q[31]
	mov	r0,#x
	lcall	get_t
	mov	r1,#7
	lcall	xor_t
	mov	dptr,#xl
	put_m
	mov	r1,#8
	lcall	xor_t			; (dptr = xh, which is behind xl)
	put_m

; H[8], a part: XL shifted, Q[23] and Q[8], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	bytes
	mov	t,#0
	mov	r0,#x+56
	mov	r1,#y+64
	lcall	xor_q
; H[4]: XH shifted, Q[20] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+32
	lcall	low
; H[8]: H[4] rotated left by 9, the rest
	lcall	left
	lcall	bytes
	lcall	put_v
	mov	r0,#x+64
	mov	a,#64
	mov	r1,#y+64
	lcall	high

; H[9], a part: XL shifted, Q[16] and Q[9], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	left
	lcall	left
	lcall	back
	anl	t+7,#0x03
	mov	r0,#x+0
	mov	r1,#y+72
	lcall	xor_q
; H[5]: XH shifted, Q[21] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+40
	lcall	low
; H[9]: H[5] rotated left by 10, the rest
	lcall	left
	lcall	left
	lcall	bytes
	lcall	put_v
	mov	r0,#x+72
	mov	a,#72
	mov	r1,#y+72
	lcall	high

; H[10], a part: XL shifted, Q[17] and Q[10], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	right
	lcall	right
	lcall	bytes
	anl	t+0,#0xC0
	mov	r0,#x+8
	mov	r1,#y+80
	lcall	xor_q
; H[6]: XH shifted, Q[22] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+48
	lcall	low
; H[10]: H[6] rotated left by 11, the rest
	lcall	left4
	lcall	right
	lcall	bytes
	lcall	put_v
	mov	r0,#x+80
	mov	a,#80
	mov	r1,#y+80
	lcall	high

; H[11], a part: XL shifted, Q[18] and Q[11], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	left4
	anl	t+0,#0xF0
	mov	r0,#x+16
	mov	r1,#y+88
	lcall	xor_q
; H[7]: XH shifted, Q[23] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+56
	lcall	low
; H[11]: H[7] rotated left by 12, the rest
	lcall	left4
	lcall	bytes
	lcall	put_v
	mov	r0,#x+88
	mov	a,#88
	mov	r1,#y+88
	lcall	high

; H[12], a part: XL shifted, Q[19] and Q[12], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	left4
	lcall	left
	lcall	back
	anl	t+7,#0x1F
	mov	r0,#x+24
	mov	r1,#y+96
	lcall	xor_q
; H[0]: XH shifted, Q[16] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+0
	lcall	low
; H[12]: H[0] rotated left by 13, the rest
	lcall	left4
	lcall	left
	lcall	bytes
	lcall	put_v
	mov	r0,#x+96
	mov	a,#96
	mov	r1,#y+96
	lcall	high

; H[13], a part: XL shifted, Q[20] and Q[13], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	left4
	lcall	back
	anl	t+7,#0x0F
	mov	r0,#x+32
	mov	r1,#y+104
	lcall	xor_q
; H[1]: XH shifted, Q[17] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+8
	lcall	low
; H[13]: H[1] rotated left by 14, the rest
	lcall	right
	lcall	right
	lcall	bytes
	lcall	bytes
	lcall	put_v
	mov	r0,#x+104
	mov	a,#104
	mov	r1,#y+104
	lcall	high

; H[14], a part: XL shifted, Q[21] and Q[14], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	left
	lcall	back
	anl	t+7,#0x01
	mov	r0,#x+40
	mov	r1,#y+112
	lcall	xor_q
; H[2]: XH shifted, Q[18] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+16
	lcall	low
; H[14]: H[2] rotated left by 15, the rest
	lcall	right
	lcall	bytes
	lcall	bytes
	lcall	put_v
	mov	r0,#x+112
	mov	a,#112
	mov	r1,#y+112
	lcall	high

; H[15], a part: XL shifted, Q[22] and Q[15], in its place
	mov	dptr,#xl
	lcall	get_m
	lcall	right
	lcall	right
	anl	t+7,#0x3F
	mov	r0,#x+48
	mov	r1,#y+120
	lcall	xor_q
; H[3]: XH shifted, Q[19] shifted
	mov	dptr,#xh
	lcall	get_m
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
	mov	r1,#y+24
	lcall	low
; H[15]: H[3] rotated left by 16, the rest
	lcall	bytes
	lcall	bytes
	lcall	put_v
	mov	r0,#x+120
	mov	a,#120
	mov	r1,#y+120
	lcall	high

; H <- what has come about
	lcall	to_h
	mov	hp,dpl
	mov	hp+1,dph
	mov	r0,#y
	mov	r2,#64
16$:	.rept	2
	movx	a,@r0
	movx	@dptr,a
	inc	dptr
	inc	r0
	.endm
	djnz	r2,16$
	ret

; ---- expand1 and expand2 of one word of Q ----

; v = the sum that Q[b] belongs to; and back
	.macro	to_sum	?same
	mov	dptr,#even
	mov	a,b
	jnb	acc.0,same
	mov	dptr,#odd
same:
	.endm
load_sum:
	to_sum
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@dptr
	mov	v_'n,a
	inc	dptr
	.endm
	ret
store_sum:
	to_sum
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,v_'n
	movx	@dptr,a
	inc	dptr
	.endm
	ret

; v goes on by t.
	.macro	goes_on
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	mov	a,v_'n
	addc	a,t+n
	mov	v_'n,a
	.endm
	.endm

; t = Q[b], of the first sixteen, which goes into its sum; Q[14] and Q[15] take those before out of it.
next:	point	r0,y
	lcall	get_t
	lcall	load_sum
	mov	a,b
	add	a,#-14
	jc	turn
	goes_on
	sjmp	store_sum

; The sum goes on by t, less the word of Q by 14 before.
turn:	goes_on
	point	r0,y-112
	setb	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	cpl	a
	addc	a,v_'n
	mov	v_'n,a
	inc	r0
	.endm
	ljmp	store_sum

; The same for the words Q[16] to Q[30], with s4 and s5 and the sum as it was before
later:	mov	a,b
	cjne	a,#30,21$
	sjmp	22$
21$:	lcall	load_sum
	point	r0,x+16-128
	clr	c
	.irp	n,0,1,2,3,4,5,6,7
	movx	a,@r0
	addc	a,v_'n
	movx	@r0,a
	inc	r0
	.endm
	lcall	turn
	point	r0,x+16-128
	lcall	s4
22$:	mov	a,b
	cjne	a,#17,23$
23$:	jc	rest
	point	r0,x+8-128
	lcall	s5

; t rotated, into the words from Q[18] to Q[31] among the next
	.macro	reach	distance,op,?skip
	mov	a,b
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
rest:	reach	9,into32
	lcall	left4
	lcall	right
	reach	13,into8
	reach	11,into24
	reach	5,into40
	lcall	left
	lcall	left
	reach	15,into0
	reach	7,into32
	reach	3,into48
	inc	b
	ret
