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
; stack = 9
; state.G = {offset = 0, words = 4, word_bytes = 8}
; counter = {offset = 32, words = 3, step = 32}
; fill = {offset = 48, word_bytes = 1}
; bound = 10268
;
; Registers: see src/skein/ubi256_mcs51.asm, threefish_mcs51.asm and skein_mcs51.asm, where nearly all
; of it is.
;
; Skein-256 for the 8051, fast: for the large memory model, with a context in external RAM; data, key
; and dst may lie anywhere.  Not reentrant: variables lie at fixed addresses, 128 bytes of them in
; internal RAM.  A message block takes 11,680 cycles, all in all.

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

	.include "skein/ubi256_mcs51.asm"
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
