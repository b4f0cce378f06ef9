/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The Cryptographic Extension of AArch64 (AES, PMULL, SHA-1, SHA-256), which the compiler is asked for
 * a file at a time: clang before 16 has its intrinsics only so.
 *
 * A private header.  Source: Arm C Language Extensions (IHI 0053), "Feature test macros".
 */
#ifndef MOTE_COMMON_AARCH64_CRYPTO_H
#define MOTE_COMMON_AARCH64_CRYPTO_H

#if !defined __aarch64__ || defined __AARCH64EB__ || defined __ILP32__
#error "aarch64_crypto.c needs a little-endian AArch64 with pointers of 64 bits"
#endif
#ifndef __ARM_FEATURE_CRYPTO
#error "aarch64_crypto.c needs the Cryptographic Extension: -march=armv8-a+crypto"
#endif

#include <arm_neon.h>

#endif
