/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHAKE128 for processors with AVX2, in C: with the instructions for bits that they have, too.
 */
#include "mote/shake128.h"

#include "common/amd64_bmi2.h"

#include "keccak/shake128/portable_fast.c"

END_BMI2
