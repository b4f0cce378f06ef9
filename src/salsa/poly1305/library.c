/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Poly1305 in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_poly1305_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/poly1305.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_poly1305_init, (mote_poly1305_context * cc, const void *key), (cc, key))

ACTION(mote_poly1305, (mote_poly1305_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_poly1305_close, (mote_poly1305_context * cc, void *tag), (cc, tag))
