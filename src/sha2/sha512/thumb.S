@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ clobbers = "r1-r3 r12 lr flags"
@ stack = 1548
@
@ Registers, context and rounds: sha2/sha512_thumb.inc.
@
@ SHA-512 and SHA-384 in Thumb code, small: ARMv4T, both byte orders, and ARMv6-M (Cortex-M0).
@ 16-bit instructions only, nothing called.
@
@ THE CONSTANTS K and the initial values are not stored but computed: the fractional parts of the
@ cube roots of the first 80 primes (section 4.2.3) and of the square roots of the first 16 (sections
@ 5.3.4 and 5.3.5), pushed one after the other: K when a call has its first full block, in some
@ 820,000 cycles, the others in each call of mote_sha512_init, in some 72,000.  K(t) so has a constant
@ offset from SP in a round, too.
@
@ A root Y is found bit by bit.  For a cube root, with the next bit's value X, A = 3 Y Y,
@ E = 3 X Y + X X, C = X X and R = (p - Y Y Y) / X, the bit is 1 if A + E <= R.  Then Y + X takes the
@ place of Y: R becomes R - A - E, A becomes A + 2 E + C, E becomes E + 3 C.  For the next bit X is
@ halved: R doubles, C becomes C / 4, E becomes E / 2 less that.  X goes from 4 to 2^-64.  With
@ A = 2 Y, E = X, C = 0 and R = (p - Y Y) / X the same steps make a square root.  All these numbers
@ have 55 fractional bits, what is less is cut off; that the constants are right nevertheless has
@ been tried, not proved.

#if !defined(__thumb__)
#error "thumb.S needs Thumb instructions, and callers in Thumb state: -mthumb"
#endif

#include "sha2/sha512_thumb.inc"
