/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Groestl-512 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_groestl512_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/groestl512.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_groestl512_init, (mote_groestl512_context * cc, unsigned out_size), (cc, out_size))

ACTION(mote_groestl512, (mote_groestl512_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_groestl512_close, (mote_groestl512_context * cc, unsigned ub, unsigned n, void *dst),
       (cc, ub, n, dst))
