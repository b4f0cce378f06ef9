/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Vectors of AArch64 (Advanced SIMD, also called NEON), which every processor that runs Linux, macOS or
 * Windows has.  Code for the general registers alone (-mgeneral-regs-only) takes portable_fast.c.
 *
 * A private header.  Source: Arm C Language Extensions (IHI 0053), "Feature test macros".
 */
#ifndef MOTE_COMMON_AARCH64_NEON_H
#define MOTE_COMMON_AARCH64_NEON_H

#if !defined __aarch64__ || defined __AARCH64EB__ || defined __ILP32__
#error "aarch64_neon.c needs a little-endian AArch64 with pointers of 64 bits"
#endif
#ifndef __ARM_NEON
#error "aarch64_neon.c needs vectors: no -mgeneral-regs-only"
#endif

#include <arm_neon.h>

#define NOINLINE __attribute__((__noinline__))

#endif
