/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 7693 (November 2015), section 3.2"
 * functions = ["mote_blake2s_compress(cc, data, blocks, last)"]
 * numbers = {blocks = 2, last = 0}
 * reads = {cc = 104, data = "64 * blocks"}
 * writes = {cc = 104}
 * clobbers = "a0-a7 t0-t6"
 * stack = 64
 * constant_time = true
 * calls = []
 * block = "next_block"
 */

/*
 * The compression function of BLAKE2s with the instruction of cores/riscv/extensions/blake2s_turn.py, on any
 * number (at least one) of blocks; the message is aligned to four bytes.  last: what v14 is changed with.
 *
 * Specification: RFC 7693, section 3.2; v0 to v15 are its v[0..15].
 *
 * - The ten rounds are written out.  The state and ten words of the message block have a register
 *   each; the other six are loaded from where the block lies.
 *
 * COUNT of a call of G: 8 instructions of the core or, for two words in five, loads beside them, and 4 of the
 * unit.
 */

#include "extensions.inc"
#include "blocks.inc"
