/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak, SHA-3 and SHAKE in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles the implementations in the folders below under
 * names of their own, such as mote_sha3_init_portable_fast, and tells common/choice.h which there
 * are.
 */
#include "mote/keccak.h"
#include "mote/sha3.h"
#include "mote/shake128.h"
#include "mote/shake256.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_keccak_init, (mote_keccak_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_keccak, (mote_keccak_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_keccak_close, (mote_keccak_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_sha3_init, (mote_sha3_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_sha3, (mote_sha3_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_sha3_close, (mote_sha3_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_shake128_init, (mote_shake128_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_shake128, (mote_shake128_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_shake128_close, (mote_shake128_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_shake256_init, (mote_shake256_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_shake256, (mote_shake256_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_shake256_close, (mote_shake256_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))
