; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; functions = [
;   "mote_skein256_init(cc, out_size)",
;   "mote_skein256_init_keyed(cc, out_size, key, key_len)",
;   "mote_skein256_personalize(cc, data, len)",
;   "mote_skein256(cc, data, len)",
;   "mote_skein256_close(cc, ub, n, dst)",
; ]
; reads = {cc = 84, data = "len", key = "key_len"}
; writes = {cc = 84, dst = "out_size / 8"}
; stack = 13
; state.G = {offset = 0, words = 4, word_bytes = 8}
; counter = {offset = 32, words = 3, step = 32}
; fill = {offset = 48, word_bytes = 1}
;
; Registers: see src/skein/ubi_lowram_mcs51.asm and skein_mcs51.asm, where nearly all of it is.
;
; Skein-256 for the 8051 with 8 bytes of internal RAM beside registers and stack: for the large memory
; model, with a context in external RAM; data, key and dst may lie anywhere.  Not reentrant: variables
; lie at fixed addresses.

	.module	mote_skein256

	.globl	_mote_skein256_init
	.globl	_mote_skein256_init_PARM_2
	.globl	_mote_skein256_init_keyed
	.globl	_mote_skein256_init_keyed_PARM_2
	.globl	_mote_skein256_init_keyed_PARM_3
	.globl	_mote_skein256_init_keyed_PARM_4
	.globl	_mote_skein256_personalize
	.globl	_mote_skein256_personalize_PARM_2
	.globl	_mote_skein256_personalize_PARM_3
	.globl	_mote_skein256
	.globl	_mote_skein256_PARM_2
	.globl	_mote_skein256_PARM_3
	.globl	_mote_skein256_close
	.globl	_mote_skein256_close_PARM_2
	.globl	_mote_skein256_close_PARM_3
	.globl	_mote_skein256_close_PARM_4
	.globl	__gptrget
	.globl	__gptrput

	.equ	WORDS, 4

; Rounds 0 to 3 and 4 to 7 of eight, with the rotations of table 4
	.macro	first_four
	mix_shift	X0, X1, right_2, 4	; <<< 14
	mix	X2, X3, 2			; <<< 16
	mix_shift	X0, X3, left_4, 5	; <<< 52
	mix_shift	X2, X1, left_1, 6	; <<< 57
	mix_shift	X0, X1, right_1, 4	; <<< 23
	mix	X2, X3, 5			; <<< 40
	mix_shift	X0, X3, left_5, 7	; <<< 5
	mix_shift	X2, X1, left_5, 3	; <<< 37
	.endm
	.macro	second_four
	mix_shift	X0, X1, left_1, 2	; <<< 25
	mix_shift	X2, X3, left_1, 3	; <<< 33
	mix_shift	X0, X3, right_2, 0	; <<< 46
	mix_shift	X2, X1, left_4, 0	; <<< 12
	mix_shift	X0, X1, left_2, 5	; <<< 58
	mix_shift	X2, X3, right_2, 5	; <<< 22
	mix	X0, X3, 4			; <<< 32
	mix	X2, X1, 4			; <<< 32
	.endm

	.include "skein/ubi_lowram_mcs51.asm"
	.include "skein/skein_mcs51.asm"

_mote_skein256_init = init
_mote_skein256_init_PARM_2 = out_size
_mote_skein256_init_keyed = init_keyed
_mote_skein256_init_keyed_PARM_2 = out_size
_mote_skein256_init_keyed_PARM_3 = data
_mote_skein256_init_keyed_PARM_4 = len
_mote_skein256_personalize = personalize
_mote_skein256_personalize_PARM_2 = data
_mote_skein256_personalize_PARM_3 = len
_mote_skein256 = update
_mote_skein256_PARM_2 = data
_mote_skein256_PARM_3 = len
_mote_skein256_close = close
_mote_skein256_close_PARM_2 = ub
_mote_skein256_close_PARM_3 = n
_mote_skein256_close_PARM_4 = dst
