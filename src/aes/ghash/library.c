/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_ghash_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/ghash.h"

#include "mote/cpu.h"

#include "common/choice.h"

ACTION(mote_ghash_init, (mote_ghash_context * cc, const void *key), (cc, key))

ACTION(mote_ghash, (mote_ghash_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_ghash_close, (mote_ghash_context * cc, void *dst), (cc, dst))
