/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Shabal in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_shabal_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/shabal.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_shabal_init, (mote_shabal_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_shabal, (mote_shabal_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_shabal_close, (mote_shabal_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))
