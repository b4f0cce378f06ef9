/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Keccak, with the padding of its submission, for processors with AVX2, in C: with the instructions for bits that they have, too.
 */
#include "mote/keccak.h"

#include "common/amd64_bmi2.h"

#include "keccak/keccak/portable_fast.c"

END_BMI2
