/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * GHASH in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles each implementation in this folder under names of
 * its own, such as mote_ghash_init_portable_fast, and defines HAVE_ and the name in capital letters
 * for each that this kind of processor may have.
 */
#include "mote/ghash.h"

#include "mote/cpu.h"

#ifdef HAVE_AMD64
#define FAST_FEATURES (MOTE_CPU_AES | MOTE_CPU_PCLMULQDQ | MOTE_CPU_SSSE3 | MOTE_CPU_SSE41)
#define FAST(function) function##_amd64
#endif
#ifdef HAVE_AMD64_VAES
#define FASTER_FEATURES (FAST_FEATURES | MOTE_CPU_AVX2 | MOTE_CPU_VAES | MOTE_CPU_VPCLMULQDQ)
#define FASTER(function) function##_amd64_vaes
#endif
#ifdef HAVE_POWER8
#define FAST_FEATURES (MOTE_CPU_POWER8 | MOTE_CPU_VSX | MOTE_CPU_VEC_CRYPTO)
#define FAST(function) function##_power8
#endif

#include "common/choice.h"

ACTION(mote_ghash_init, (mote_ghash_context * cc, const void *key), (cc, key))

ACTION(mote_ghash, (mote_ghash_context * cc, const void *data, size_t len), (cc, data, len))

ACTION(mote_ghash_close, (mote_ghash_context * cc, void *dst), (cc, dst))
