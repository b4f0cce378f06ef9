/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the processor that the program runs on can do: how the library chooses the fastest code.
 *
 * Where it comes from: on Linux for POWER the auxiliary vector (getauxval: AT_HWCAP, AT_HWCAP2), on
 * AIX _system_configuration, on x86 the instruction CPUID, with XGETBV where the operating system
 * has to save registers; on AArch64 the auxiliary vector with Linux (getauxval) and FreeBSD
 * (elf_aux_info), sysctlbyname with macOS, IsProcessorFeaturePresent with Windows; on 64-bit RISC-V the
 * system call riscv_hwprobe of Linux 6.4.  No instruction is tried to see whether it is there, unless the library was
 * compiled with -DMOTE_CPU_PROBE, for a POWER system that has no auxiliary vector, or an old C library
 * (before glibc 2.16): then the first call tries one of each kind under a handler of SIGILL, which it
 * puts back.  Until it returns no other thread may call a function of the library.
 * Specification: Power ISA 2.07B and 3.0B; Linux, arch/powerpc, "ELF HWCAPs"; AIX, sys/systemcfg.h;
 * Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, "CPUID"; AMD64 Architecture
 * Programmer's Manual, volume 3, appendix E; Linux,
 * Documentation/arch/arm64/elf_hwcaps and Documentation/arch/riscv/hwprobe; Apple, "Determining instruction set characteristics"; Microsoft,
 * "IsProcessorFeaturePresent".
 *
 * For tests, the environment variable MOTE_CPU_FEATURES may take away, never add: it holds the
 * names of the features that may be used, with commas between them ("altivec,vsx"), or "none".  A
 * name that is not known, or of a feature that this processor lacks, is an error; no feature is
 * then used.  The variable is read once.
 *
 *     if (mote_cpu_has(MOTE_CPU_POWER8 | MOTE_CPU_VEC_CRYPTO))
 *         ...
 */
#ifndef MOTE_CPU_H
#define MOTE_CPU_H

#include "mote/interface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* POWER and PowerPC: AltiVec, VSX, the instruction sets 2.06, 2.07, 3.0 and 3.1, and of these the
 * crypto category of 2.07 and the instruction darn of 3.0. */
#define MOTE_CPU_ALTIVEC (1UL << 0)
#define MOTE_CPU_VSX (1UL << 1)
#define MOTE_CPU_POWER7 (1UL << 2)
#define MOTE_CPU_POWER8 (1UL << 3)
#define MOTE_CPU_VEC_CRYPTO (1UL << 4)
#define MOTE_CPU_POWER9 (1UL << 5)
#define MOTE_CPU_DARN (1UL << 6)
#define MOTE_CPU_POWER10 (1UL << 7)

/* AArch64, beside MOTE_CPU_AES: products of polynomials of 64 bits, the instructions for SHA-1, SHA-256,
 * CRC-32 (with CRC-32C), SHA-512 and SHA-3. */
#define MOTE_CPU_PMULL (1UL << 8)
#define MOTE_CPU_SHA1 (1UL << 9)
#define MOTE_CPU_SHA2 (1UL << 10)
#define MOTE_CPU_CRC32 (1UL << 11)
#define MOTE_CPU_SHA512 (1UL << 12)
#define MOTE_CPU_SHA3 (1UL << 13)

/* 64-bit RISC-V: Zbb.  Of the others MOTE_CPU_AES is Zkne with Zknd there, MOTE_CPU_PMULL Zbc or Zbkc,
 * and MOTE_CPU_SHA2 and MOTE_CPU_SHA512 are Zknh. */
#define MOTE_CPU_ZBB (1UL << 14)

/* x86; those with registers of 256 or 512 bits only where the operating system saves them. */
#define MOTE_CPU_SSSE3 (1UL << 16)
#define MOTE_CPU_SSE41 (1UL << 17)
#define MOTE_CPU_SSE42 (1UL << 18)
#define MOTE_CPU_AES (1UL << 19)
#define MOTE_CPU_PCLMULQDQ (1UL << 20)
#define MOTE_CPU_AVX (1UL << 21)
#define MOTE_CPU_AVX2 (1UL << 22)
#define MOTE_CPU_BMI2 (1UL << 23) /* and BMI1, which a virtual machine may hide */
#define MOTE_CPU_SHA (1UL << 24)
#define MOTE_CPU_VAES (1UL << 25)
#define MOTE_CPU_VPCLMULQDQ (1UL << 26)
#define MOTE_CPU_AVX512 (1UL << 27) /* F, BW and VL */
#define MOTE_CPU_IFMA (1UL << 28)   /* AVX512_IFMA */
/* Vectors of 512 bits are computed as two of 256 (AMD's Fn8000_001A: FP256 and not FP512): which code is the
 * fastest depends on it, and no instruction. */
#define MOTE_CPU_FP256 (1UL << 15)

/* Why there is no answer. */
#define MOTE_CPU_UNKNOWN_NAME (-1) /* MOTE_CPU_FEATURES has a name that is not known */
#define MOTE_CPU_ABSENT (-2) /* MOTE_CPU_FEATURES, or the caller, asks for what is not there */

/* Whether all of these features are there, and none is taken away. */
int mote_cpu_has(mote_u32 features);

/*
 * Writes all features that are there, and not taken away, at features.  0, or an error that
 * MOTE_CPU_FEATURES made; what is written is 0 then.
 */
MOTE_CHECKED int mote_cpu_features(mote_u32 *features);

/* 0 if all of these features are there, or an error. */
MOTE_CHECKED int mote_cpu_require(mote_u32 features);

/* The name of a feature, as MOTE_CPU_FEATURES has it ("vec_crypto"); null if there is none. */
const char *mote_cpu_name(mote_u32 feature);

/*
 * Bytes in a line of the first level's data cache, never 0: where the system does not say, 32 for
 * pointers of 32 bits and 64 for longer ones, which is not more than a line of any processor with
 * these features has.
 */
size_t mote_cpu_cache_line(void);

#ifdef __cplusplus
}
#endif

#endif
