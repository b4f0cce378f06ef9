/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Ascon-CXOF128 for processors with AVX2, in C: with the instructions for bits that they have, too.
 */
#include "ascon/amd64_bmi2.h"

#include "ascon/ascon_cxof128/portable_fast.c"
