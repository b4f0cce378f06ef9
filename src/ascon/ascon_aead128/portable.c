/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-AEAD128 in portable C: small code, on the permutation of ascon/small.h.
 */
#include "mote/ascon_aead128.h"

typedef mote_ascon_aead128_context context;

#define ASCON_AEAD
#include "ascon/small.h"

#define STACK_BYTES 192
#include "aes/wipe.h"

/* Adds a byte to the state. */
#define ADD_BYTE(words, i, byte) SET_BYTE(words, i, GET_BYTE(words, i) ^ (byte))

#include "ascon/aead.h"
