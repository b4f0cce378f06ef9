; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "Blue Midnight Wish, second round (September 2009), sections 2.1 and 2.2"
; functions = [
;   "mote_bmw256_init(cc, out_size)",
;   "mote_bmw256(cc, data, len)",
;   "mote_bmw256_close(cc, ub, n, dst)",
; ]
; reads = {cc = 140, data = "len"}
; writes = {cc = 140, dst = "out_size / 8"}
; clobbers = "r0-r7 a b dpl dph flags"
; stack = 9
; internal_ram = 9
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "compress"
; state.H = {offset = 0, words = 16}
; counter = {offset = 128, words = 2, step = 512}
; fill = {offset = 136, word_bytes = 2}
; bound = 19300
;
; Registers of the compression function:
;   r4-r7         a word t, the low byte first: all that has a rotation or one of s0 to s5 to come
;   r2, r3, dpl, dph   a word v, t shifted; in f2 the word is r2, r3, r1, b
;   r0, r1        places of words in the page; r1, b temporary
;
; BMW-224 and BMW-256 (Blue Midnight Wish) for the 8051 with nine bytes of internal RAM, fast: for the
; large memory model, with a context in external RAM; data and dst may lie anywhere.  Not reentrant.
; M and all of the quadruple pipe Q lie in a page of external RAM that movx @r0 reaches while P2 holds
; its number.
;
; Specification: Blue Midnight Wish, second round, tables 1.2 to 1.4 and section 2.2; M, H, Q, XL and
; XH are its names.  The mode is in bmw/mcs51_lowram_mode.inc.
;
; THE COMPRESSION FUNCTION.  Q[0] to Q[15] are H with the functions of f0 added, in y.  Q[16] to
; Q[31] begin as what AddElement gives them, in x, where M ^ H was.  Then each word of Q from Q[0] on
; is taken up once, as t, and added to all those after it that need it: so it is rotated once for
; all, and by few steps.  Rotations by 8 are in the order of bytes in which t is added: its rotations
; by 3, 19 and 27 are one, as are those by 7 and 23; the next is had from the one before.
;
; The words that are added as they are, every second one of the fourteen before, are sums that go
; on by a word, less the one before them all.  A function s0 to s3 is a few shifts of t with the
; rest in the choice of bytes: t >> 1 and t rotated by 4 give s0 alone.
;
; The new H comes about where Q[0] to Q[15] were.
;
; COUNT of a message block in machine cycles, without calls and without setting pointers: as in
; bmw256/mcs51_fast.asm 13,200, and for words in external RAM a byte of the sums of f0 1.4 more, of a
; word that a function or t is added to 4 or 2, of one that is loaded 1: 4,100 in all.  The way of M
; and H into the page takes 1,530, of the new H back 450.  In all 19,300 or 301 a byte.  The code takes 390.
	.module	mote_bmw256

	.globl	_mote_bmw256_init
	.globl	_mote_bmw256_init_PARM_2
	.globl	_mote_bmw256
	.globl	_mote_bmw256_PARM_2
	.globl	_mote_bmw256_PARM_3
	.globl	_mote_bmw256_close
	.globl	_mote_bmw256_close_PARM_2
	.globl	_mote_bmw256_close_PARM_3
	.globl	_mote_bmw256_close_PARM_4
	.globl	__gptrget
	.globl	__gptrput

	.area	XSEG	(XDATA)
_mote_bmw256_init_PARM_2:
	.ds	2			; out_size
_mote_bmw256_PARM_2:
	.ds	3			; data
_mote_bmw256_PARM_3:
	.ds	2			; len
_mote_bmw256_close_PARM_2:
	.ds	2			; ub
_mote_bmw256_close_PARM_3:
	.ds	2			; n
_mote_bmw256_close_PARM_4:
	.ds	3			; dst


	.area	OSEG	(OVR,DATA)
even:	.ds	4			; sums of seven words of Q; in f2 XL and XH
odd:	.ds	4
tmp:	.ds	1			; a byte

hp = even				; outside of the compression function: addresses of H and of M
mp = even+2

	.area	PSEG	(PAG,XDATA)
M:	.ds	64
x:	.ds	64			; M ^ H; then Q[16..31] as they come about
y:	.ds	64			; Q[0..15]

	.area	XSEG	(XDATA)
hs:	.ds	2			; hp, while the compression function is at work

	.area	CSEG	(CODE)

WORD = 4
	.include "bmw/mcs51_lowram_mode.inc"

; void mote_bmw256_init(mote_bmw256_context *cc, unsigned out_size)
_mote_bmw256_init:
	mode_init	_mote_bmw256_init_PARM_2

; void mote_bmw256(mote_bmw256_context *cc, const void *data, size_t len)
_mote_bmw256:
	mode_update	_mote_bmw256_PARM_2,_mote_bmw256_PARM_3

; void mote_bmw256_close(mote_bmw256_context *cc, unsigned ub, unsigned n, void *dst)
_mote_bmw256_close:
	mode_close	_mote_bmw256_close_PARM_2,_mote_bmw256_close_PARM_3,_mote_bmw256_close_PARM_4

xl = even
xh = odd

; A word of four bytes: t = the word at r0, which goes on behind it.
	.macro	get
	.irp	r,r4,r5,r6,r7
	movx	a,@r0
	mov	r,a
	inc	r0
	.endm
	.endm

; t = t + the word at r0, t - it = t + its complement + 1
	.macro	plus
	clr	c
	.irp	r,r4,r5,r6,r7
	movx	a,@r0
	addc	a,r
	mov	r,a
	inc	r0
	.endm
	.endm
	.macro	minus
	setb	c
	.irp	r,r4,r5,r6,r7
	movx	a,@r0
	cpl	a
	addc	a,r
	mov	r,a
	inc	r0
	.endm
	.endm

; The word at r0, plus or minus t with its bytes in the order of the arguments
	.macro	into	first,next,r,s,u,w
	movx	a,@r0
	first	a,r
	movx	@r0,a
	.irp	z,s,u,w
	inc	r0
	movx	a,@r0
	next	a,z
	movx	@r0,a
	.endm
	.endm

; a = the bits of p in the mask and those of q outside it
	.macro	merge	p,q,mask
	mov	a,p
	xrl	a,q
	anl	a,#mask
	xrl	a,q
	.endm

; The byte at r0 plus a and the carry, which the first byte does without
	.macro	accumulate	op
	mov	tmp,a
	movx	a,@r0
	op	a,tmp
	movx	@r0,a
	inc	r0
	.endm

; ---- one word in, one word out: t at the word at r0 ----

get_t:	get
	ret
get_xl:	.irp	n,0,1,2,3
	mov	4+n,xl+n
	.endm
	ret
get_xh:	.irp	n,0,1,2,3
	mov	4+n,xh+n
	.endm
	ret
plus_t:	plus
	ret
minus_t:
	minus
	ret
; The word at r0 plus t rotated left by 0, 8, 16, 24; less it, likewise
into0:	into	add,addc,r4,r5,r6,r7
	ret
into8:	into	add,addc,r7,r4,r5,r6
	ret
into16:	into	add,addc,r6,r7,r4,r5
	ret
into24:	into	add,addc,r5,r6,r7,r4
	ret
less0:	clr	c
	into	subb,subb,r4,r5,r6,r7
	ret

; t rotated left by 1, right by 1, left by 4, by 8
left:	mov	a,r7
	rlc	a
	.irp	r,r4,r5,r6,r7
	mov	a,r
	rlc	a
	mov	r,a
	.endm
	ret
right:	mov	a,r4
	rrc	a
	.irp	r,r7,r6,r5,r4
	mov	a,r
	rrc	a
	mov	r,a
	.endm
	ret
left4:	.irp	r,r4,r5,r6
	mov	a,r
	swap	a
	mov	r,a
	.endm
	mov	a,r7
	swap	a
	mov	r0,#4			; the low halves of the bytes move on: r4 to r6 by their
	xchd	a,@r0			; addresses in bank 0
	inc	r0
	xchd	a,@r0
	inc	r0
	xchd	a,@r0
	mov	r7,a
	ret

bytes:	mov	a,r7
	xch	a,r4
	xch	a,r5
	xch	a,r6
	mov	r7,a
	ret

; v = t >> 1, carry = bit 0 of t
	.macro	shift
	clr	c
	mov	a,r7
	rrc	a
	mov	dph,a
	mov	a,r6
	rrc	a
	mov	dpl,a
	mov	a,r5
	rrc	a
	mov	r3,a
	mov	a,r4
	rrc	a
	mov	r2,a
	.endm

; ---- s0 to s5: the word at r0 plus s(t); t stays.  r is t rotated right by 1. ----

; s0 = t >> 1 ^ (t ^ r ^ r <<< 16) <<< 4, but for bits 0 to 2: r <<< 4 has bits 29 to 31 of t there,
; t << 3 none
	.macro	s0_byte	p,q,f,w,op
	merge	p,q,0x0F
	swap	a
	xrl	a,f
	xrl	a,w
	accumulate	op
	.endm
s0:	shift
	mov	a,dph
	mov	acc.7,c
	xrl	a,r3
	swap	a
	mov	r1,a			; r ^ r <<< 16, its odd and its even bytes
	mov	a,r2
	xrl	a,dpl
	swap	a
	mov	b,a
	xrl	a,r1
	anl	a,#0x0F			; <<< 4
	xrl	b,a
	xrl	1,a
	mov	a,r7
	swap	a
	rr	a
	anl	a,#7
	xrl	a,r2
	mov	r2,a
	s0_byte	r4,r7,b,r2,add
	s0_byte	r5,r4,r1,r3,addc
	s0_byte	r6,r5,b,dpl,addc
	s0_byte	r7,r6,r1,dph,addc
	ret

; s1 = t >> 1 ^ t << 2 ^ t <<< 8 ^ r <<< 24
	.macro	s1_byte	p,q,w,z,op
	merge	p,q,0x3F
	rl	a
	rl	a
	xrl	a,q
	xrl	a,w
	xrl	a,z
	accumulate	op
	.endm
s1:	shift
	mov	a,dph
	mov	acc.7,c
	mov	r1,a
	mov	a,r4
	anl	a,#0x3F
	rl	a
	rl	a
	xrl	a,r7
	xrl	a,r2
	xrl	a,r3
	accumulate	add
	s1_byte	r5,r4,r3,dpl,addc
	s1_byte	r6,r5,dpl,r1,addc
	s1_byte	r7,r6,dph,r2,addc
	ret

; s2 = t >> 2 ^ t << 1 ^ t <<< 12 ^ t <<< 25, with v = t << 1
	.macro	s2_byte	p,n,q,o,w,z,op
	merge	p,n,0xFC
	rr	a
	rr	a
	mov	r1,a
	merge	q,o,0x0F
	swap	a
	xrl	a,r1
	xrl	a,w
	xrl	a,z
	accumulate	op
	.endm
s2:	clr	c
	mov	a,r4
	rlc	a
	mov	r2,a
	mov	a,r5
	rlc	a
	mov	r3,a
	mov	a,r6
	rlc	a
	mov	dpl,a
	mov	a,r7
	rlc	a
	mov	dph,a
	mov	a,r2			; t <<< 25 has bit 31 of t in bit 24
	mov	acc.0,c
	mov	b,a
	s2_byte	r4,r5,r7,r6,r2,r3,add
	s2_byte	r5,r6,r4,r7,r3,dpl,addc
	s2_byte	r6,r7,r5,r4,dpl,dph,addc
	mov	a,r7
	anl	a,#0xFC
	rr	a
	rr	a
	mov	r1,a
	merge	r6,r5,0x0F
	swap	a
	xrl	a,r1
	xrl	a,dph
	xrl	a,b
	accumulate	addc
	ret

; s3 = t >> 2 ^ t << 2 ^ t <<< 15 ^ t >>> 3: with v = t ^ r, t >> 2 ^ t >>> 3 is v >>> 2, where bits 0
; and 1 of r go round, not those of v; and t <<< 15 is r <<< 16
	.macro	s3_byte	p,n,m,l,w,z,op
	merge	m,l,0x3F
	rl	a
	rl	a
	mov	r1,a
	merge	p,n,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,w
	xrl	a,z
	accumulate	op
	.endm
s3:	clr	c
	mov	a,r7
	rrc	a
	xrl	a,r7
	mov	dph,a
	mov	a,r6
	rrc	a
	xrl	a,r6
	mov	dpl,a
	mov	a,r5
	rrc	a
	xrl	a,r5
	mov	r3,a
	mov	a,r4
	rrc	a
	xrl	a,r4
	mov	r2,a
	clr	a
	rrc	a
	xrl	dph,a
	mov	a,r4
	anl	a,#0x3F
	rl	a
	rl	a
	mov	r1,a
	merge	r2,r3,0xFC
	rr	a
	rr	a
	xrl	a,r1
	xrl	a,dpl
	xrl	a,r6
	accumulate	add
	s3_byte	r3,dpl,r5,r4,dph,r7,addc
	s3_byte	dpl,dph,r6,r5,r2,r4,addc
	mov	a,r2
	xrl	a,r4
	mov	b,a			; r, its low byte
	s3_byte	dph,b,r7,r6,r3,r5,addc
	ret

; s4 = t ^ t >> 1 into the word at r0 and s5 = t ^ t >> 2 into the one before it; each alone
s45:	lcall	s4
	mov	a,r0
	add	a,#-8
	mov	r0,a
	sjmp	s5_on
s4:	shift
	sjmp	s4_on
s5:	shift
s5_on:	clr	c
	.irp	z,dph,dpl,r3,r2
	mov	a,z
	rrc	a
	mov	z,a
	.endm
s4_on:	mov	a,r2
	xrl	a,r4
	accumulate	add
	mov	a,r3
	xrl	a,r5
	accumulate	addc
	mov	a,dpl
	xrl	a,r6
	accumulate	addc
	mov	a,dph
	xrl	a,r7
	accumulate	addc
	ret

; ---- the sums of expand2 ----

; The sum goes on by t.
	.macro	goes_on	sum
	clr	c
	mov	a,sum
	addc	a,r4
	mov	sum,a
	mov	a,sum+1
	addc	a,r5
	mov	sum+1,a
	mov	a,sum+2
	addc	a,r6
	mov	sum+2,a
	mov	a,sum+3
	addc	a,r7
	mov	sum+3,a
	.endm
even_on:
	goes_on	even
	ret
odd_on:	goes_on	odd
	ret

; The word at r0 plus the sum; then the sum goes on by t, less the word at r1, which goes on behind
; it: no call but this one changes r1 in expand2.
	.macro	turn	sum
	clr	c
	.irp	n,0,1,2,3
	movx	a,@r0
	addc	a,sum+n
	movx	@r0,a
	inc	r0
	.endm
	goes_on	sum
	setb	c
	.irp	n,0,1,2,3
	movx	a,@r1
	cpl	a
	addc	a,sum+n
	mov	sum+n,a
	inc	r1
	.endm
	.endm
even_turn:
	turn	even
	ret
odd_turn:
	turn	odd
	ret

; ---- f2 ----

; t = the word at dptr, which goes on behind it
get_m:	.irp	r,r4,r5,r6,r7
	movx	a,@dptr
	mov	r,a
	inc	dptr
	.endm
	ret

; From one word at r0 to another
	.macro	move	distance
	mov	a,r0
	add	a,#distance
	mov	r0,a
	.endm

; v = t, or v ^ t, with its bytes in this order and in these masks; v is r2, r3, r1, b: 2, 3, 1, b
	.macro	masked	r,m
	mov	a,r
	.if	m-0xFF
	anl	a,#m
	.endif
	.endm
	.macro	put_v	r,s,u,w,m0,m2,m3
	masked	r,m0
	mov	r2,a
	mov	a,s
	mov	r3,a
	masked	u,m2
	mov	r1,a
	masked	w,m3
	mov	b,a
	.endm
	.macro	xor_v	r,s,u,w,m0,m2,m3
	masked	r,m0
	xrl	2,a
	mov	a,s
	xrl	3,a
	masked	u,m2
	xrl	1,a
	masked	w,m3
	xrl	b,a
	.endm

; t ^ the words at r0, as many as r1 says
xor_t:	.irp	r,r4,r5,r6,r7
	movx	a,@r0
	xrl	a,r
	mov	r,a
	inc	r0
	.endm
	djnz	r1,xor_t
	ret

; The word at r1 ^ that at r0 ^ t, likewise
	.macro	xor_y	r,s,u,w,m0,m2,m3
	masked	r,m0
	into_y
	mov	a,s
	into_y
	masked	u,m2
	into_y
	masked	w,m3
	into_y
	.endm
	.macro	into_y
	mov	tmp,a
	movx	a,@r0
	xrl	tmp,a
	movx	a,@r1
	xrl	a,tmp
	movx	@r1,a
	inc	r0
	inc	r1
	.endm

; r0 = place of M[i]: t = H[i] = (v ^ M[i]) + (XL ^ Q[24 + i] ^ Q[i]), also in the place of Q[i].
low:	.irp	z,2,3,1,b
	movx	a,@r0
	xrl	z,a
	inc	r0
	.endm
	move	x+32-M-4
	.macro	high_byte	r,sum
	movx	a,@r0
	xrl	a,sum
	mov	r,a
	inc	r0
	.endm
	high_byte	r4,xl
	high_byte	r5,xl+1
	high_byte	r6,xl+2
	high_byte	r7,xl+3
	move	y-x-36
	clr	c
	.macro	low_byte	r,z
	movx	a,@r0
	xrl	a,r
	addc	a,z
	mov	r,a
	movx	@r0,a
	inc	r0
	.endm
	low_byte	r4,r2
	low_byte	r5,r3
	low_byte	r6,r1
	low_byte	r7,b
	ret

; r0 = place of M[i], where i >= 8: H[i] = v + (XH ^ Q[16 + i] ^ M[i]) + the word that is now in the
; place of Q[i], where it is then.
high:	high_byte	r4,xh
	high_byte	r5,xh+1
	high_byte	r6,xh+2
	high_byte	r7,xh+3
	move	x-M-4
	high_byte	r4,4
	high_byte	r5,5
	high_byte	r6,6
	high_byte	r7,7
	move	y-x-4
	plus
	move	-4
	clr	c
	mov	a,r4
	addc	a,r2
	movx	@r0,a
	inc	r0
	mov	a,r5
	addc	a,r3
	movx	@r0,a
	inc	r0
	mov	a,r6
	addc	a,r1
	movx	@r0,a
	inc	r0
	mov	a,r7
	addc	a,b
	movx	@r0,a
	ret

; dptr = H.  Changes a, tmp.
to_h:	mov	dptr,#hs
	movx	a,@dptr
	mov	tmp,a
	inc	dptr
	movx	a,@dptr
	mov	dph,a
	mov	dpl,tmp
	ret

; ---- the compression function ----

; H and M where hp and mp say
compress:
	mov	dptr,#hs
	mov	a,hp
	movx	@dptr,a
	inc	dptr
	mov	a,hp+1
	movx	@dptr,a
	mov	dpl,mp
	mov	dph,mp+1
	mov	r0,#M
	mov	r1,#x
	mov	r2,#64
1$:	movx	a,@dptr
	movx	@r0,a
	movx	@r1,a
	inc	dptr
	inc	r0
	inc	r1
	djnz	r2,1$

; x = M ^ H, and each word of H where s of the word of f0 before it comes
	mov	dpl,hp
	mov	dph,hp+1
	mov	r0,#x
	mov	r1,#y+60
	mov	r2,#16
6$:	.rept	4
	movx	a,@dptr
	movx	@r1,a
	mov	tmp,a
	movx	a,@r0
	xrl	a,tmp
	movx	@r0,a
	inc	dptr
	inc	r0
	inc	r1
	.endm
	cjne	r2,#16,7$
	mov	r1,#y
7$:	djnz	r2,6$

; f0: y[i] = H[i + 1] plus a function of a sum of words of M ^ H
	.macro	sum	i,s,w0,o1,w1,o2,w2,o3,w3,o4,w4
	mov	r0,#x+4*w0
	lcall	get_t
	mov	r0,#x+4*w1
	lcall	o1
	mov	r0,#x+4*w2
	lcall	o2
	mov	r0,#x+4*w3
	lcall	o3
	mov	r0,#x+4*w4
	lcall	o4
	mov	r0,#y+4*i
	lcall	s
	.endm
	sum	0,s0,5,minus_t,7,plus_t,10,plus_t,13,plus_t,14
	sum	1,s1,6,minus_t,8,plus_t,11,plus_t,14,minus_t,15
	sum	2,s2,0,plus_t,7,plus_t,9,minus_t,12,plus_t,15
	sum	3,s3,0,minus_t,1,plus_t,8,minus_t,10,plus_t,13
	sum	4,s4,1,plus_t,2,plus_t,9,minus_t,11,minus_t,14
	sum	5,s0,3,minus_t,2,plus_t,10,minus_t,12,plus_t,15
	sum	6,s1,4,minus_t,0,minus_t,3,minus_t,11,plus_t,13
	sum	7,s2,1,minus_t,4,minus_t,5,minus_t,12,minus_t,14
	sum	8,s3,2,minus_t,5,minus_t,6,plus_t,13,minus_t,15
	sum	9,s4,0,minus_t,3,plus_t,6,minus_t,7,plus_t,14
	sum	10,s0,8,minus_t,1,minus_t,4,minus_t,7,plus_t,15
	sum	11,s1,8,minus_t,0,minus_t,2,minus_t,5,plus_t,9
	sum	12,s2,1,plus_t,3,minus_t,6,minus_t,9,plus_t,10
	sum	13,s3,2,plus_t,4,plus_t,7,plus_t,10,plus_t,11
	sum	14,s4,3,minus_t,5,plus_t,8,minus_t,11,minus_t,12
	sum	15,s0,12,minus_t,4,minus_t,6,minus_t,9,plus_t,13

; AddElement: x[i] = the constant for Q[16 + i], plus three words of M, rotated
	mov	r0,#x
	mov	r4,#0x50
	mov	r5,#0x55
	mov	r6,#0x55
	mov	r7,#0x55
	mov	r2,#16
8$:	.irp	r,r4,r5,r6,r7
	mov	a,r
	movx	@r0,a
	inc	r0
	.endm
	mov	a,r4
	add	a,#0x55
	mov	r4,a
	mov	a,r5
	addc	a,#0x55
	mov	r5,a
	mov	a,r6
	addc	a,#0x55
	mov	r6,a
	mov	a,r7
	addc	a,#0x05
	mov	r7,a
	djnz	r2,8$
	mov	dptr,#M
	mov	b,#0
; M[i], rotated by i + 1, which is b
	.macro	element	word,op
	mov	a,b
	add	a,#word-1
	anl	a,#15
	rl	a
	rl	a
	add	a,#x
	mov	r0,a
	lcall	op
	.endm
12$:	lcall	get_m
	inc	b
	mov	a,b
	jnb	acc.0,13$
	lcall	left
13$:	mov	a,b
	jnb	acc.1,14$
	lcall	left
	lcall	left
14$:	mov	a,b
	jnb	acc.2,15$
	lcall	left4
15$:	mov	a,b
	anl	a,#0x18
	jz	17$
	jnb	acc.4,16$
	lcall	bytes
16$:	lcall	bytes
17$:	element	0,into0
	element	13,into0
	element	6,less0
	mov	a,b
	jnb	acc.4,12$
	lcall	to_h			; x[i] ^= H[(i + 7) mod 16]
	mov	r0,#x+36
	mov	r2,#16
9$:	.irp	n,0,1,2,3
	movx	a,@dptr
	mov	tmp,a
	movx	a,@r0
	xrl	a,tmp
	movx	@r0,a
	inc	dptr
	inc	r0
	.endm
	cjne	r2,#10,10$		; the seventh word done
	mov	r0,#x
10$:	djnz	r2,9$
	clr	a
	.irp	n,0,1,2,3
	mov	even+n,a
	mov	odd+n,a
	.endm


; expand1 and expand2, word by word of Q: what each adds to those after it
	.macro	to	i,op
	mov	r0,#x+4*i-64
	lcall	op
	.endm

; Q[0]
	mov	r0,#y+0
	lcall	get_t
	to	16,s1

; Q[1]
	mov	r0,#y+4
	lcall	get_t
	to	16,s2
	lcall	s1

; Q[2]
	mov	r0,#y+8
	lcall	get_t
	to	16,s3
	lcall	s2
	lcall	even_on

; Q[3]
	mov	r0,#y+12
	lcall	get_t
	to	16,s0
	lcall	s3
	lcall	odd_on
	lcall	right
	lcall	left4
	to	18,into0

; Q[4]
	mov	r0,#y+16
	lcall	get_t
	to	16,s1
	lcall	s0
	lcall	even_on
	lcall	right
	lcall	left4
	to	19,into0

; Q[5]
	mov	r0,#y+20
	lcall	get_t
	to	16,s2
	lcall	s1
	lcall	odd_on
	lcall	right
	to	18,into8
	lcall	left4
	to	20,into0

; Q[6]
	mov	r0,#y+24
	lcall	get_t
	to	16,s3
	lcall	s2
	lcall	even_on
	lcall	right
	to	19,into8
	lcall	left4
	to	21,into0

; Q[7]
	mov	r0,#y+28
	lcall	get_t
	to	16,s0
	lcall	s3
	lcall	odd_on
	lcall	right
	to	20,into8
	lcall	left4
	to	22,into0
	lcall	left
	lcall	left
	to	18,into8

; Q[8]
	mov	r0,#y+32
	lcall	get_t
	to	16,s1
	lcall	s0
	lcall	even_on
	lcall	right
	to	21,into8
	lcall	left4
	to	23,into0
	lcall	left
	lcall	left
	to	19,into8

; Q[9]
	mov	r0,#y+36
	lcall	get_t
	to	16,s2
	lcall	s1
	lcall	odd_on
	to	18,into16
	lcall	right
	to	22,into8
	lcall	left4
	to	24,into0
	lcall	left
	lcall	left
	to	20,into8

; Q[10]
	mov	r0,#y+40
	lcall	get_t
	to	16,s3
	lcall	s2
	lcall	even_on
	to	19,into16
	lcall	right
	to	23,into8
	lcall	left4
	to	25,into0
	lcall	left
	lcall	left
	to	21,into8

; Q[11]
	mov	r0,#y+44
	lcall	get_t
	to	16,s0
	lcall	s3
	lcall	odd_on
	to	20,into16
	lcall	right
	to	24,into8
	lcall	left4
	to	26,into0
	to	18,into16
	lcall	left
	lcall	left
	to	22,into8

; Q[12]
	mov	r0,#y+48
	lcall	get_t
	to	16,s1
	lcall	s0
	lcall	even_on
	to	21,into16
	lcall	right
	to	25,into8
	lcall	left4
	to	27,into0
	to	19,into16
	lcall	left
	lcall	left
	to	23,into8

; Q[13]
	mov	r0,#y+52
	lcall	get_t
	to	16,s2
	lcall	s1
	lcall	odd_on
	to	22,into16
	lcall	right
	to	26,into8
	to	18,into24
	lcall	left4
	to	28,into0
	to	20,into16
	lcall	left
	lcall	left
	to	24,into8

; Q[14]
	mov	r0,#y+56
	lcall	get_t
	to	16,s3
	lcall	s2
	lcall	even_on
	to	23,into16
	lcall	right
	to	27,into8
	to	19,into24
	lcall	left4
	to	29,into0
	to	21,into16
	lcall	left
	lcall	left
	to	25,into8

; Q[15]
	mov	r0,#y+60
	lcall	get_t
	to	16,s0
	lcall	s3
	lcall	odd_on
	to	24,into16
	lcall	right
	to	28,into8
	to	20,into24
	lcall	left4
	to	30,into0
	to	22,into16
	to	18,into24
	lcall	left
	lcall	left
	to	26,into8

; Q[16]
	mov	r0,#x+0
	lcall	get_t
	to	17,s0
	mov	r0,#x+8
	mov	r1,#y+8
	lcall	even_turn
	to	18,s4
	to	25,into16
	lcall	right
	to	29,into8
	to	21,into24
	lcall	left4
	to	31,into0
	to	23,into16
	to	19,into24
	lcall	left
	lcall	left
	to	27,into8

; Q[17]
	mov	r0,#x+4
	lcall	get_t
	mov	r0,#x+12
	lcall	odd_turn
	to	19,s45
	to	26,into16
	lcall	right
	to	30,into8
	to	22,into24
	lcall	left4
	to	24,into16
	to	20,into24
	lcall	left
	lcall	left
	to	28,into8

; Q[18]
	mov	r0,#x+8
	lcall	get_t
	mov	r0,#x+16
	lcall	even_turn
	to	20,s45
	to	27,into16
	lcall	right
	to	31,into8
	to	23,into24
	lcall	left4
	to	25,into16
	to	21,into24
	lcall	left
	lcall	left
	to	29,into8

; Q[19]
	mov	r0,#x+12
	lcall	get_t
	mov	r0,#x+20
	lcall	odd_turn
	to	21,s45
	to	28,into16
	lcall	right
	to	24,into24
	lcall	left4
	to	26,into16
	to	22,into24
	lcall	left
	lcall	left
	to	30,into8

; Q[20]
	mov	r0,#x+16
	lcall	get_t
	mov	r0,#x+24
	lcall	even_turn
	to	22,s45
	to	29,into16
	lcall	right
	to	25,into24
	lcall	left4
	to	27,into16
	to	23,into24
	lcall	left
	lcall	left
	to	31,into8

; Q[21]
	mov	r0,#x+20
	lcall	get_t
	mov	r0,#x+28
	lcall	odd_turn
	to	23,s45
	to	30,into16
	lcall	right
	to	26,into24
	lcall	left4
	to	28,into16
	to	24,into24

; Q[22]
	mov	r0,#x+24
	lcall	get_t
	mov	r0,#x+32
	lcall	even_turn
	to	24,s45
	to	31,into16
	lcall	right
	to	27,into24
	lcall	left4
	to	29,into16
	to	25,into24

; Q[23]
	mov	r0,#x+28
	lcall	get_t
	mov	r0,#x+36
	lcall	odd_turn
	to	25,s45
	lcall	right
	to	28,into24
	lcall	left4
	to	30,into16
	to	26,into24

; Q[24]
	mov	r0,#x+32
	lcall	get_t
	mov	r0,#x+40
	lcall	even_turn
	to	26,s45
	lcall	right
	to	29,into24
	lcall	left4
	to	31,into16
	to	27,into24

; Q[25]
	mov	r0,#x+36
	lcall	get_t
	mov	r0,#x+44
	lcall	odd_turn
	to	27,s45
	lcall	right
	to	30,into24
	lcall	left4
	to	28,into24

; Q[26]
	mov	r0,#x+40
	lcall	get_t
	mov	r0,#x+48
	lcall	even_turn
	to	28,s45
	lcall	right
	to	31,into24
	lcall	left4
	to	29,into24

; Q[27]
	mov	r0,#x+44
	lcall	get_t
	mov	r0,#x+52
	lcall	odd_turn
	to	29,s45
	lcall	right
	lcall	left4
	to	30,into24

; Q[28]
	mov	r0,#x+48
	lcall	get_t
	mov	r0,#x+56
	lcall	even_turn
	to	30,s45
	lcall	right
	lcall	left4
	to	31,into24

; Q[29]
	mov	r0,#x+52
	lcall	get_t
	mov	r0,#x+60
	lcall	odd_turn
	to	31,s45

; Q[30]
	mov	r0,#x+56
	lcall	get_t
	to	31,s5

; f2: XL = the exclusive or of Q[16] to Q[23], XH that of Q[16] to Q[31]
	mov	r0,#x
	lcall	get_t
	mov	r1,#7
	lcall	xor_t
	mov	xl,r4
	mov	xl+1,r5
	mov	xl+2,r6
	mov	xl+3,r7
	mov	r1,#8
	lcall	xor_t
	mov	xh,r4
	mov	xh+1,r5
	mov	xh+2,r6
	mov	xh+3,r7


; H[8], a part: XL shifted, Q[23] and Q[8]
	lcall	get_xl
	mov	r0,#x+28
	mov	r1,#y+32
	xor_y	r7,r4,r5,r6,0,255,255
; H[4]: XH shifted, Q[20] shifted
	lcall	get_xh
	lcall	left4
	lcall	left
	put_v	r5,r6,r7,r4,255,255,31
	mov	r0,#x+16
	lcall	get_t
	xor_v	r4,r5,r6,r7,255,255,255
	mov	r0,#M+16
	lcall	low
; H[8]: H[4] rotated left by 9, the rest
	lcall	left
	put_v	r7,r4,r5,r6,255,255,255
	mov	r0,#M+32
	lcall	high

; H[9], a part: XL shifted, Q[16] and Q[9]
	lcall	get_xl
	lcall	left
	lcall	left
	mov	r0,#x+0
	mov	r1,#y+36
	xor_y	r5,r6,r7,r4,255,255,3
; H[5]: XH shifted, Q[21] shifted
	lcall	get_xh
	lcall	right
	lcall	right
	put_v	r7,r4,r5,r6,192,255,255
	mov	r0,#x+20
	lcall	get_t
	lcall	left
	lcall	left
	xor_v	r5,r6,r7,r4,255,255,3
	mov	r0,#M+20
	lcall	low
; H[9]: H[5] rotated left by 10, the rest
	lcall	left
	lcall	left
	put_v	r7,r4,r5,r6,255,255,255
	mov	r0,#M+36
	lcall	high

; H[10], a part: XL shifted, Q[17] and Q[10]
	lcall	get_xl
	lcall	right
	lcall	right
	mov	r0,#x+4
	mov	r1,#y+40
	xor_y	r7,r4,r5,r6,192,255,255
; H[6]: XH shifted, Q[22] shifted
	lcall	get_xh
	lcall	left4
	put_v	r5,r6,r7,r4,255,255,15
	mov	r0,#x+24
	lcall	get_t
	lcall	right
	lcall	right
	xor_v	r7,r4,r5,r6,192,255,255
	mov	r0,#M+24
	lcall	low
; H[10]: H[6] rotated left by 11, the rest
	lcall	left4
	lcall	right
	put_v	r7,r4,r5,r6,255,255,255
	mov	r0,#M+40
	lcall	high

; H[11], a part: XL shifted, Q[18] and Q[11]
	lcall	get_xl
	lcall	left4
	mov	r0,#x+8
	mov	r1,#y+44
	xor_y	r4,r5,r6,r7,240,255,255
; H[7]: XH shifted, Q[23] shifted
	lcall	get_xh
	lcall	left4
	lcall	left
	put_v	r6,r7,r4,r5,255,31,0
	mov	r0,#x+28
	lcall	get_t
	lcall	left
	lcall	left
	xor_v	r4,r5,r6,r7,252,255,255
	mov	r0,#M+28
	lcall	low
; H[11]: H[7] rotated left by 12, the rest
	lcall	left4
	put_v	r7,r4,r5,r6,255,255,255
	mov	r0,#M+44
	lcall	high

; H[12], a part: XL shifted, Q[19] and Q[12]
	lcall	get_xl
	lcall	left4
	lcall	left
	mov	r0,#x+12
	mov	r1,#y+48
	xor_y	r5,r6,r7,r4,255,255,31
; H[0]: XH shifted, Q[16] shifted
	lcall	get_xh
	lcall	left4
	lcall	left
	put_v	r4,r5,r6,r7,224,255,255
	mov	r0,#x+0
	lcall	get_t
	lcall	left4
	lcall	right
	xor_v	r5,r6,r7,r4,255,255,7
	mov	r0,#M+0
	lcall	low
; H[12]: H[0] rotated left by 13, the rest
	lcall	left4
	lcall	left
	put_v	r7,r4,r5,r6,255,255,255
	mov	r0,#M+48
	lcall	high

; H[13], a part: XL shifted, Q[20] and Q[13]
	lcall	get_xl
	lcall	left4
	mov	r0,#x+16
	mov	r1,#y+52
	xor_y	r5,r6,r7,r4,255,255,15
; H[1]: XH shifted, Q[17] shifted
	lcall	get_xh
	lcall	left
	put_v	r5,r6,r7,r4,255,255,1
	mov	r0,#x+4
	lcall	get_t
	xor_v	r7,r4,r5,r6,0,255,255
	mov	r0,#M+4
	lcall	low
; H[13]: H[1] rotated left by 14, the rest
	lcall	right
	lcall	right
	put_v	r6,r7,r4,r5,255,255,255
	mov	r0,#M+52
	lcall	high

; H[14], a part: XL shifted, Q[21] and Q[14]
	lcall	get_xl
	lcall	left
	mov	r0,#x+20
	mov	r1,#y+56
	xor_y	r5,r6,r7,r4,255,255,1
; H[2]: XH shifted, Q[18] shifted
	lcall	get_xh
	lcall	left4
	lcall	right
	put_v	r5,r6,r7,r4,255,255,7
	mov	r0,#x+8
	lcall	get_t
	lcall	left4
	lcall	left
	xor_v	r4,r5,r6,r7,224,255,255
	mov	r0,#M+8
	lcall	low
; H[14]: H[2] rotated left by 15, the rest
	lcall	right
	put_v	r6,r7,r4,r5,255,255,255
	mov	r0,#M+56
	lcall	high

; H[15], a part: XL shifted, Q[22] and Q[15]
	lcall	get_xl
	lcall	right
	lcall	right
	mov	r0,#x+24
	mov	r1,#y+60
	xor_y	r4,r5,r6,r7,255,255,63
; H[3]: XH shifted, Q[19] shifted
	lcall	get_xh
	lcall	right
	put_v	r4,r5,r6,r7,255,255,127
	mov	r0,#x+12
	lcall	get_t
	lcall	left4
	lcall	left
	xor_v	r4,r5,r6,r7,224,255,255
	mov	r0,#M+12
	lcall	low
; H[15]: H[3] rotated left by 16, the rest
	put_v	r6,r7,r4,r5,255,255,255
	mov	r0,#M+60
	lcall	high

; H <- what has come about
	lcall	to_h
	mov	hp,dpl
	mov	hp+1,dph
	mov	r0,#y
	mov	r2,#16
11$:	.rept	4
	movx	a,@r0
	movx	@dptr,a
	inc	dptr
	inc	r0
	.endm
	djnz	r2,11$
	ret
