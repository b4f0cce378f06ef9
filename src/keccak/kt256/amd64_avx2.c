/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * KT256 for processors with AVX2, in C: with the instructions for bits that they have, too.
 */
#include "mote/kt256.h"

#include "common/amd64_bmi2.h"

#include "keccak/kt256/portable_fast.c"

END_BMI2
