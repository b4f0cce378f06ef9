/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-512 and SHA-3 of ARMv8.2 (FEAT_SHA512, FEAT_SHA3), which the compiler is asked for a file at a
 * time: see aarch64_crypto.h.
 *
 * A private header.  Source: Arm C Language Extensions (IHI 0053), "Feature test macros".
 */
#ifndef MOTE_COMMON_AARCH64_SHA3_H
#define MOTE_COMMON_AARCH64_SHA3_H

#if !defined __ARM_FEATURE_SHA512 || !defined __ARM_FEATURE_SHA3
#error "aarch64_sha3.c needs SHA-512 and SHA-3 of ARMv8.2: -march=armv8.2-a+crypto+sha3"
#endif

#include "common/aarch64_crypto.h"

#endif
