/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-CXOF128 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_ascon_cxof128_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/ascon_cxof128.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_ascon_cxof128_init, (mote_ascon_cxof128_context * cc, unsigned out_size),
       (cc, out_size))

ACTION(mote_ascon_cxof128_customize,
       (mote_ascon_cxof128_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_ascon_cxof128, (mote_ascon_cxof128_context * cc, const void *data, size_t len),
       (cc, data, len))

ACTION(mote_ascon_cxof128_close,
       (mote_ascon_cxof128_context * cc, unsigned ub, unsigned n, void *dst), (cc, ub, n, dst))
