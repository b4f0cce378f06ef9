/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_blake3_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/blake3.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_blake3_init, (mote_blake3_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_blake3, (mote_blake3_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_blake3_close, (mote_blake3_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))

ACTION(mote_blake3_init_keyed, (mote_blake3_context * cc, unsigned out_size, const void *key),
       (cc, out_size, key))

ACTION(mote_blake3_init_derive_key,
       (mote_blake3_context * cc, unsigned out_size, const void *data, size_t len),
       (cc, out_size, data, len))

ACTION(mote_blake3_read, (mote_blake3_context * cc, void *dst, size_t len), (cc, dst, len))

ACTION(mote_blake3_seek, (mote_blake3_context * cc, mote_u32 low, mote_u32 high), (cc, low, high))
