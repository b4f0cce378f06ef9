/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * [contract]
 * specification = "RFC 7693, The BLAKE2 Cryptographic Hash (November 2015), sections 3.1 to 3.3"
 * functions = [
 *   "mote_blake2s_init(cc, out_size)",
 *   "mote_blake2s(cc, data, len)",
 *   "mote_blake2s_close(cc, ub, n, dst)",
 * ]
 * reads = {cc = 112, data = "len"}
 * writes = {cc = 112, dst = "out_size / 8"}
 * clobbers = "a0-a7 t0-t6"
 * stack = 48
 * constant_time = true
 * calls = []
 * block = "compress"
 * state.h = {offset = 0, words = 8}
 * counter = {offset = 96, words = 2, step = 64}
 * fill = {offset = 104, start = 0, step = 1}
 * bound = 3301
 */

/* Registers and code: blake/blake2s_rv32imc_two.inc. */

/*
 * BLAKE2s for RV32IMC, with two of a round's eight calls of G written out: between rv32ec.S, the
 * smallest, and rv32imc.S.  Only instructions of RV32I and C are used; nothing is called.
 *
 * Specification: RFC 7693, sections 2.5 to 2.7 and 3.1 to 3.3, whose names are used; no key.
 *
 * HALF A ROUND is two passes through the same code: G on the columns at places 0 and 1, then these
 * and the columns at 2 and 3 change places, and G on those.  Diagonals become columns with it, and
 * columns diagonals, as the words of column x go to
 *
 *   a to 2 - x      b to 3 - x      c to -x      d to 1 - x      modulo 4,
 *
 * so that column y has a[i], b[i + 1], c[i + 2] and d[i + 3] then, i = 2 - y; and as each of the
 * four is undone when it is done twice, the same code makes columns of the diagonals.
 *
 * MOVES.  The words of row d, the second a and the first c change places in both passes: a word is
 * read by an instruction that has its result elsewhere, the next one comes to its place with a
 * move, and the last instruction that makes the new word has its result where that came from.  The
 * first a, the second c and row b change places between the passes alone, by three moves for two
 * words or less.  That is 20 moves; with rows of which all change places in both passes, and
 * change once more at the end, it would be 28.
 *
 * SIGMA has the numbers of the eight message words of half a round in a word, four bits each, from
 * the lowest up in the order of use: both calls' first halves of G, then both second halves.  What
 * is left of it is 0 after the second pass and not before, and a word 0 ends the rounds.
 *
 * COUNT, in cycles of Ibex: G 22 and its message words 10, 128 for four of them, and 2 as the
 * numbers begin at bit 0; 20 moves, the numbers' word 3 and the loops 7: 160, for ten rounds with
 * the jump to the first 3,206; t 11, v8 to v15 27, the sums at the end 50, the next block 7: 3,301
 * for a block, all that there is.
 */

#if __riscv_xlen != 32 || !defined(__riscv_compressed) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rv32imc_balanced.S needs a little-endian RV32 with compressed instructions: -march=rv32imc"
#endif

#include "blake/blake2s_shifts_rv32imc.inc"
#include "blake/blake2s_rv32imc_two.inc"
