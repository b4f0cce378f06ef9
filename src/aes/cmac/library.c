/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * AES-CMAC in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_cmac_init_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/cmac.h"

#include "mote/cpu.h"

#include "common/choice.h"

CHOICE(int, mote_cmac_init, (mote_cmac_context * cc, const void *key, unsigned key_bits),
       (cc, key, key_bits))

ACTION(mote_cmac, (mote_cmac_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_cmac_close, (mote_cmac_context * cc, void *dst), (cc, dst))

CHOICE(int, mote_cmac_check, (mote_cmac_context * cc, const void *mac, size_t mac_len),
       (cc, mac, mac_len))
