; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_skein512_init(cc, out_size)",
;   "mote_skein512_init_keyed(cc, out_size, key, key_len)",
;   "mote_skein512_personalize(cc, data, len)",
;   "mote_skein512(cc, data, len)",
;   "mote_skein512_close(cc, ub, n, dst)",
; ]
; reads = {cc = 148, data = "len", key = "key_len"}
; writes = {cc = 148, dst = "out_size / 8"}
; stack = 13
; state.G = {offset = 0, words = 8, word_bytes = 8}
; counter = {offset = 64, words = 3, step = 64}
; fill = {offset = 80, word_bytes = 1}
;
; Registers: see src/skein/ubi_lowram_mcs51.asm and skein_mcs51.asm, where nearly all of it is.
;
; Skein-512 for the 8051 with 8 bytes of internal RAM beside registers and stack: for the large memory
; model, with a context in external RAM; data, key and dst may lie anywhere.  Not reentrant: variables
; lie at fixed addresses.

	.module	mote_skein512

	.globl	_mote_skein512_init
	.globl	_mote_skein512_init_PARM_2
	.globl	_mote_skein512_init_keyed
	.globl	_mote_skein512_init_keyed_PARM_2
	.globl	_mote_skein512_init_keyed_PARM_3
	.globl	_mote_skein512_init_keyed_PARM_4
	.globl	_mote_skein512_personalize
	.globl	_mote_skein512_personalize_PARM_2
	.globl	_mote_skein512_personalize_PARM_3
	.globl	_mote_skein512
	.globl	_mote_skein512_PARM_2
	.globl	_mote_skein512_PARM_3
	.globl	_mote_skein512_close
	.globl	_mote_skein512_close_PARM_2
	.globl	_mote_skein512_close_PARM_3
	.globl	_mote_skein512_close_PARM_4
	.globl	__gptrget
	.globl	__gptrput

	.equ	WORDS, 8

; Rounds 0 to 3 and 4 to 7 of eight, with the rotations of table 4
	.macro	first_four
	mix_shift	X0, X1, right_2, 0	; <<< 46
	mix_shift	X2, X3, left_4, 3	; <<< 36
	mix_shift	X4, X5, right_5, 4	; <<< 19
	mix_shift	X6, X7, left_5, 3	; <<< 37
	mix_shift	X2, X1, left_1, 3	; <<< 33
	mix_shift	X4, X7, right_5, 5	; <<< 27
	mix_shift	X6, X5, right_2, 4	; <<< 14
	mix_shift	X0, X3, left_2, 3	; <<< 42
	mix_shift	X4, X1, left_1, 1	; <<< 17
	mix_shift	X6, X3, left_1, 5	; <<< 49
	mix_shift	X0, X5, left_4, 3	; <<< 36
	mix_shift	X2, X7, right_1, 6	; <<< 39
	mix_shift	X6, X1, left_4, 4	; <<< 44
	mix_shift	X0, X7, left_1, 0	; <<< 9
	mix_shift	X2, X5, right_2, 1	; <<< 54
	mix	X4, X3, 7			; <<< 56
	.endm
	.macro	second_four
	mix_shift	X0, X1, right_1, 6	; <<< 39
	mix_shift	X2, X3, right_2, 6	; <<< 30
	mix_shift	X4, X5, left_2, 2	; <<< 34
	mix	X6, X7, 3			; <<< 24
	mix_shift	X2, X1, left_5, 0	; <<< 13
	mix_shift	X4, X7, left_2, 4	; <<< 50
	mix_shift	X6, X5, left_2, 7	; <<< 10
	mix_shift	X0, X3, left_1, 1	; <<< 17
	mix_shift	X4, X1, left_1, 2	; <<< 25
	mix_shift	X6, X3, left_5, 2	; <<< 29
	mix_shift	X0, X5, right_1, 6	; <<< 39
	mix_shift	X2, X7, right_5, 7	; <<< 43
	mix	X6, X1, 1			; <<< 8
	mix_shift	X0, X7, right_5, 6	; <<< 35
	mix	X2, X5, 7			; <<< 56
	mix_shift	X4, X3, right_2, 5	; <<< 22
	.endm

	.include "skein/ubi_lowram_mcs51.asm"
	.include "skein/skein_mcs51.asm"

_mote_skein512_init = init
_mote_skein512_init_PARM_2 = out_size
_mote_skein512_init_keyed = init_keyed
_mote_skein512_init_keyed_PARM_2 = out_size
_mote_skein512_init_keyed_PARM_3 = data
_mote_skein512_init_keyed_PARM_4 = len
_mote_skein512_personalize = personalize
_mote_skein512_personalize_PARM_2 = data
_mote_skein512_personalize_PARM_3 = len
_mote_skein512 = update
_mote_skein512_PARM_2 = data
_mote_skein512_PARM_3 = len
_mote_skein512_close = close
_mote_skein512_close_PARM_2 = ub
_mote_skein512_close_PARM_3 = n
_mote_skein512_close_PARM_4 = dst
