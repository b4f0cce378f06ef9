; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "The Skein Hash Function Family, version 1.3, sections 3.3 to 3.5"
; clobbers = "r0-r7 a b dpl dph flags"
; constant_time = true
; calls = ["_gptrget", "_gptrput"]
; block = "block"
;
; Registers
;   r0, r1  places in the page of P2, counters     r2      bytes of a part; of the block, for `compress`
;   r3, r4  len, a digest's bytes left             r5      bytes waiting         r6, r7  the block
;
; Skein for the 8051: all of it but a block of UBI.  The source includes it behind that of the block,
; which defines BYTES, bytes of a block.  Arguments and variables lie in a page of external RAM that
; movx @r0 reaches while P2 holds its number.
;
; Names are those of "The Skein Hash Function Family", version 1.3, sections 3.4 and 3.5.

; Offsets in the context
	.equ	G, 0
	.equ	TWEAK_AT, BYTES		; position (96 bits), flags and type
	.equ	FLAGS, TWEAK_AT + 14	; bit 7: the message ends within a byte
	.equ	TYPE, TWEAK_AT + 15	; bit 7: last block, bit 6: first block
	.equ	PTR, TWEAK_AT + 16	; bytes waiting in the block, 0 to BYTES; then a byte unused
	.equ	OUT_SIZE, TWEAK_AT + 18	; digest size in bits
	.equ	BUF, TWEAK_AT + 20

; Types of a UBI computation (table 6)
	.equ	TYPE_KEY, 0
	.equ	TYPE_CONFIGURATION, 4
	.equ	TYPE_PERSONALIZATION, 8
	.equ	TYPE_MESSAGE, 48
	.equ	TYPE_OUTPUT, 63

	.area	PSEG	(PAG,XDATA)
kept:	.ds	BYTES			; G from before the output
; Arguments behind the first of the five functions, which do not call each other
out_size:
ub:	.ds	2
data:					; a pointer to anywhere
n:	.ds	3
len:	.ds	2
dst:	.ds	3			; a pointer to anywhere
cc:	.ds	2			; the context, in external RAM
last:	.ds	1			; byte of the message with its last bits
count:	.ds	1			; block number of the output
left:	.ds	2			; bytes of the digest not written yet

	.area	CSEG	(CODE)

; The r1 bytes at b dptr, a pointer to anywhere, go to X0.  Changes a, dptr, r0, r1.
fetch:
	mov	r0, #X0
fetch_byte:
	lcall	__gptrget
	put_state
	inc	dptr
	inc	r0
	djnz	r1, fetch_byte
	ret

; The r1 bytes at X0 go to dptr, in external RAM.  Changes a, dptr, r0, r1.
store:
	mov	r0, #X0
store_byte:
	get_state
	movx	@dptr, a
	inc	dptr
	inc	r0
	djnz	r1, store_byte
	ret

; dptr = cc + a.  Changes a, r0, r1.
place:
	mov	r1, a
	mov	r0, #cc
	movx	a, @r0
	add	a, r1
	mov	dpl, a
	inc	r0
	movx	a, @r0
	addc	a, #0
	mov	dph, a
	ret

; cc = dptr.  Changes a, r0.
set_context:
	mov	r0, #cc
	mov	a, dpl
	movx	@r0, a
	inc	r0
	mov	a, dph
	movx	@r0, a
	ret

; b dptr = data.  Changes a, r0.
get_data:
	mov	r0, #data
	movx	a, @r0
	mov	dpl, a
	inc	r0
	movx	a, @r0
	mov	dph, a
	inc	r0
	movx	a, @r0
	mov	b, a
	ret

; data += r2, len -= r2.  Changes a, r0.
advance:
	mov	r0, #data
	movx	a, @r0
	add	a, r2
	movx	@r0, a
	inc	r0
	movx	a, @r0
	addc	a, #0
	movx	@r0, a
	mov	r0, #len
	movx	a, @r0
	clr	c
	subb	a, r2
	movx	@r0, a
	inc	r0
	movx	a, @r0
	subb	a, #0
	movx	@r0, a
	ret

; A block of UBI (section 3.4): the block at r7 r6, with r2 bytes of data.  Changes all registers.
compress:
	mov	a, #TWEAK_AT
	lcall	place
	mov	r4, dpl
	mov	r5, dph
	movx	a, @dptr		; the position
	add	a, r2
	movx	@dptr, a
	jnc	position_right
carry_on:
	inc	dptr
	movx	a, @dptr
	addc	a, #0
	movx	@dptr, a
	jc	carry_on
position_right:
	mov	r0, #cc
	movx	a, @r0
	mov	r2, a
	inc	r0
	movx	a, @r0
	mov	r3, a
	lcall	block
	mov	a, #TYPE
	lcall	place
	movx	a, @dptr
	anl	a, #0xBF
	movx	@dptr, a
	ret

; The same for the block in the context.
compress_buf:
	mov	a, #BUF
	lcall	place
	mov	r6, dpl
	mov	r7, dph
	sjmp	compress

; A UBI computation of the type in a begins: the tweak, and nothing waits.  Changes a, dptr, r0-r2.
start:
	mov	r2, a
	mov	a, #TWEAK_AT
	lcall	place
	clr	a
	mov	r0, #15
zero_tweak:
	movx	@dptr, a
	inc	dptr
	djnz	r0, zero_tweak
	mov	a, r2
	orl	a, #0x40
	movx	@dptr, a
	inc	dptr
	clr	a
	movx	@dptr, a
	ret

; Bytes 0 behind those that wait; r2 = bytes that wait.  Changes a, dptr, r0-r2.
fill:
	mov	a, #PTR
	lcall	place
	movx	a, @dptr
	mov	r2, a
	add	a, #BUF
	lcall	place
	mov	a, #BYTES
	clr	c
	subb	a, r2
	jz	filled
	mov	r0, a
	clr	a
zero_byte:
	movx	@dptr, a
	inc	dptr
	djnz	r0, zero_byte
filled:
	ret

; All of a UBI computation: the type in a, the data at data, of len bytes.  Changes all registers.
ubi:
	lcall	start
	lcall	add_bytes

; Its end: the last block.
end_ubi:
	lcall	fill
	mov	a, #TYPE
	lcall	place
	movx	a, @dptr
	orl	a, #0x80
	movx	@dptr, a
	sjmp	compress_buf

; Appends len bytes at data.  A full block waits until it is known whether it is the last.  Changes all
; registers.
add_bytes:
	mov	r0, #len
	movx	a, @r0
	mov	r3, a
	inc	r0
	movx	a, @r0
	mov	r4, a
	orl	a, r3
	jz	filled
	mov	a, #PTR
	lcall	place
	movx	a, @dptr
	mov	r2, a
	cjne	a, #BYTES, not_full
	clr	a			; a full block waits, and more comes
	movx	@dptr, a
	lcall	compress_buf
	sjmp	add_bytes
not_full:
	jnz	collect
	mov	a, #BYTES		; nothing waits; if len > BYTES, a block where it lies,
	clr	c
	subb	a, r3
	clr	a
	subb	a, r4
	jnc	collect
	lcall	get_data
	mov	a, b			; if it is in external RAM
	jnz	collect
	mov	r6, dpl
	mov	r7, dph
	mov	r2, #BYTES
	lcall	compress
	mov	r2, #BYTES
	lcall	advance
	sjmp	add_bytes
collect:
	mov	a, r2
	mov	r5, a
	mov	a, #BYTES		; r2 = as many bytes as there is room for, or as there are
	clr	c
	subb	a, r5
	mov	r2, a
	mov	a, r4
	jnz	room_decides
	mov	a, r3
	clr	c
	subb	a, r2
	jnc	room_decides
	mov	a, r3
	mov	r2, a
room_decides:
	lcall	get_data
	mov	a, r2
	mov	r1, a
	lcall	fetch
	mov	a, r5
	add	a, #BUF
	lcall	place
	mov	a, r2
	mov	r1, a
	lcall	store
	mov	a, #PTR
	lcall	place
	movx	a, @dptr
	add	a, r2
	movx	@dptr, a
	lcall	advance
	sjmp	add_bytes

; void init_keyed(cc, out_size, key, key_len): section 3.5, with the key at data, of len bytes, or none
init_keyed:
	push	p2
	mov	p2, #(cc >> 8)
	lcall	set_context
	mov	r0, #BYTES		; G = 0
	clr	a
zero_G:
	movx	@dptr, a
	inc	dptr
	djnz	r0, zero_G
	mov	r0, #len
	movx	a, @r0
	mov	r1, a
	inc	r0
	movx	a, @r0
	orl	a, r1
	jz	no_key
	mov	a, #TYPE_KEY
	lcall	ubi
no_key:
	mov	a, #TYPE_CONFIGURATION	; the configuration string (table 7), 32 bytes
	lcall	start
	mov	a, #10
	movx	@dptr, a		; (of it, 10 bytes are not 0, or may be)
	lcall	fill
	mov	a, #OUT_SIZE
	lcall	place
	mov	r0, #out_size
	movx	a, @r0
	movx	@dptr, a
	mov	r2, a
	inc	r0
	inc	dptr
	movx	a, @r0
	movx	@dptr, a
	inc	dptr
	mov	r3, a
	mov	a, #0x53		; "SHA3"
	lcall	put
	mov	a, #0x48
	lcall	put
	mov	a, #0x41
	lcall	put
	mov	a, #0x33
	lcall	put
	mov	a, #1			; the version
	lcall	put
	clr	a
	lcall	put
	lcall	put
	lcall	put
	mov	a, r2
	lcall	put
	mov	a, r3
	lcall	put
	mov	a, #PTR
	lcall	place
	mov	a, #32
	movx	@dptr, a
	lcall	end_ubi
	sjmp	start_message

put:
	movx	@dptr, a
	inc	dptr
	ret

; void init(cc, out_size)
init:
	mov	r0, dpl			; no key: len = 0
	mov	r1, dph
	mov	dptr, #len
	clr	a
	lcall	put
	lcall	put
	mov	dpl, r0
	mov	dph, r1
	ljmp	init_keyed

; void personalize(cc, data, len)
personalize:
	push	p2
	mov	p2, #(cc >> 8)
	lcall	set_context
	mov	a, #TYPE_PERSONALIZATION
	lcall	ubi
start_message:
	mov	a, #TYPE_MESSAGE
	lcall	start
	pop	p2
	ret

; void update(cc, data, len)
update:
	push	p2
	mov	p2, #(cc >> 8)
	lcall	set_context
	lcall	add_bytes
	pop	p2
	ret

; void close(cc, ub, n, dst)
close:
	push	p2
	mov	p2, #(cc >> 8)
	lcall	set_context
	mov	r0, #n
	movx	a, @r0
	jz	whole_bytes
	mov	r1, a			; the last bits, a bit 1, bits 0
	mov	a, #0x80
shift_mark:
	rr	a
	djnz	r1, shift_mark
	mov	r2, a
	mov	r0, #ub
	movx	a, @r0
	orl	a, r2
	mov	r3, a
	mov	a, r2
	cpl	a
	inc	a
	anl	a, r3
	mov	r0, #last
	movx	@r0, a
	mov	r0, #data
	mov	a, #last
	movx	@r0, a
	inc	r0
	mov	a, #(last >> 8)
	movx	@r0, a
	inc	r0
	clr	a
	movx	@r0, a
	mov	r0, #len
	inc	a
	movx	@r0, a
	inc	r0
	clr	a
	movx	@r0, a
	lcall	add_bytes
	mov	a, #FLAGS
	lcall	place
	movx	a, @dptr
	orl	a, #0x80
	movx	@dptr, a
whole_bytes:
	lcall	end_ubi
	mov	a, #OUT_SIZE		; left = out_size / 8
	lcall	place
	movx	a, @dptr
	mov	r2, a
	inc	dptr
	movx	a, @dptr
	mov	r3, #3
divide:
	clr	c
	rrc	a
	xch	a, r2
	rrc	a
	xch	a, r2
	djnz	r3, divide
	mov	r0, #left + 1
	movx	@r0, a
	dec	r0
	mov	a, r2
	movx	@r0, a
	lcall	fetch_G
	mov	dptr, #kept
	mov	r1, #BYTES
	lcall	store
	clr	a
next_output:				; the output function (section 3.5.3): block number a
	mov	r0, #count
	movx	@r0, a
	mov	dptr, #kept
	mov	b, #0
	mov	r1, #BYTES
	lcall	fetch
	clr	a
	lcall	place
	mov	r1, #BYTES
	lcall	store
	mov	a, #TYPE_OUTPUT
	lcall	start
	lcall	fill
	mov	a, #BUF
	lcall	place
	mov	r0, #count
	movx	a, @r0
	movx	@dptr, a
	mov	a, #PTR
	lcall	place
	mov	a, #8
	movx	@dptr, a
	lcall	end_ubi
	mov	r2, #BYTES		; r2 = bytes of it that are wanted
	mov	r0, #left
	movx	a, @r0
	mov	r3, a
	inc	r0
	movx	a, @r0
	jnz	whole_block
	mov	a, r3
	clr	c
	subb	a, r2
	jnc	whole_block
	mov	a, r3
	mov	r2, a
whole_block:
	mov	a, r3
	clr	c
	subb	a, r2
	mov	r3, a
	movx	a, @r0
	subb	a, #0
	movx	@r0, a
	mov	r4, a
	dec	r0
	mov	a, r3
	movx	@r0, a
	lcall	fetch_G
	mov	r0, #dst
	movx	a, @r0
	mov	dpl, a
	inc	r0
	movx	a, @r0
	mov	dph, a
	inc	r0
	movx	a, @r0
	mov	b, a
	mov	r0, #X0
put_byte:
	get_state
	lcall	__gptrput
	inc	dptr
	inc	r0
	djnz	r2, put_byte
	mov	r0, #dst
	mov	a, dpl
	movx	@r0, a
	inc	r0
	mov	a, dph
	movx	@r0, a
	mov	r0, #count
	movx	a, @r0
	inc	a
	mov	r2, a
	mov	a, r3
	orl	a, r4
	xch	a, r2
	cjne	r2, #0, more_output
	pop	p2
	ret
more_output:
	ljmp	next_output

; G to X0.  Changes a, b, dptr, r0, r1.
fetch_G:
	clr	a
	lcall	place
	mov	b, #0
	mov	r1, #BYTES
	ljmp	fetch
