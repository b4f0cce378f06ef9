/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT256 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_kt256_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/kt256.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_kt256_init, (mote_kt256_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_kt256, (mote_kt256_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_kt256_customize, (mote_kt256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_kt256_close, (mote_kt256_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))
