/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * CRC-32 and CRC-32C in the library: the fastest code that the processor can run.
 *
 * The build (cmake/implementations.cmake) compiles the implementations in the folders below under
 * names of their own, such as mote_crc32_portable_fast, and tells common/choice.h which there are.
 */
#include "mote/crc32.h"
#include "mote/crc32c.h"

#include "mote/cpu.h"

#include "common/choice.h"

CHOICE(mote_u32, mote_crc32, (mote_u32 crc, const void *data, size_t len), (crc, data, len))

CHOICE(mote_u32, mote_crc32c, (mote_u32 crc, const void *data, size_t len), (crc, data, len))

/* Nothing is faster here: what combines is short, and the same in all of them. */
mote_u32 PLAIN(mote_crc32_combine)(mote_u32 first, mote_u32 second, size_t second_len);
mote_u32 PLAIN(mote_crc32c_combine)(mote_u32 first, mote_u32 second, size_t second_len);

mote_u32 mote_crc32_combine(mote_u32 first, mote_u32 second, size_t second_len) {
    return PLAIN(mote_crc32_combine)(first, second, second_len);
}

mote_u32 mote_crc32c_combine(mote_u32 first, mote_u32 second, size_t second_len) {
    return PLAIN(mote_crc32c_combine)(first, second, second_len);
}
