/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * TurboSHAKE256 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_turboshake256_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/turboshake256.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_turboshake256_init, (mote_turboshake256_context * cc, unsigned out_size),
       (cc, out_size))

ACTION(mote_turboshake256_domain, (mote_turboshake256_context * cc, unsigned domain), (cc, domain))

ACTION(mote_turboshake256, (mote_turboshake256_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_turboshake256_close,
       (mote_turboshake256_context * cc, unsigned ub, unsigned n, void *dst), (cc, ub, n, dst))
