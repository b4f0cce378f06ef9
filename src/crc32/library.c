/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 and CRC-32C in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles the implementations in the folders below under
 * names of their own, such as mote_crc32_portable_fast, and defines HAVE_ and the name in capital
 * letters for each that this kind of processor may have.
 */
#include "mote/crc32.h"
#include "mote/crc32c.h"

#include "mote/cpu.h"

#define DECLARE(name)                                                                              \
    mote_u32 mote_crc32_##name(mote_u32 crc, const void *data, size_t len);                        \
    mote_u32 mote_crc32c_##name(mote_u32 crc, const void *data, size_t len);                       \
    mote_u32 mote_crc32_combine_##name(mote_u32 first, mote_u32 second, size_t second_len);        \
    mote_u32 mote_crc32c_combine_##name(mote_u32 first, mote_u32 second, size_t second_len);

DECLARE(portable_fast)
#ifdef HAVE_AMD64
DECLARE(amd64)
#define FAST_FEATURES (MOTE_CPU_PCLMULQDQ | MOTE_CPU_SSE42)
#define FAST(function) function##_amd64
#endif
#ifdef HAVE_POWER8
DECLARE(power8)
#define FAST_FEATURES (MOTE_CPU_POWER8 | MOTE_CPU_VSX | MOTE_CPU_VEC_CRYPTO)
#define FAST(function) function##_power8
#endif

mote_u32 mote_crc32(mote_u32 crc, const void *data, size_t len) {
#ifdef FAST
    if (mote_cpu_has(FAST_FEATURES))
        return FAST(mote_crc32)(crc, data, len);
#endif
    return mote_crc32_portable_fast(crc, data, len);
}

mote_u32 mote_crc32c(mote_u32 crc, const void *data, size_t len) {
#ifdef FAST
    if (mote_cpu_has(FAST_FEATURES))
        return FAST(mote_crc32c)(crc, data, len);
#endif
    return mote_crc32c_portable_fast(crc, data, len);
}

mote_u32 mote_crc32_combine(mote_u32 first, mote_u32 second, size_t second_len) {
    return mote_crc32_combine_portable_fast(first, second, second_len);
}

mote_u32 mote_crc32c_combine(mote_u32 first, mote_u32 second, size_t second_len) {
    return mote_crc32c_combine_portable_fast(first, second, second_len);
}
