/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The padding of SHA-1 and SHA-2 on AArch64, in vectors: a few instructions in place of calls.
 *
 * A private header; common/fast.h with BLOCK_BYTES and arm_neon.h come before it.
 *
 * Names are those of FIPS 180-4, section 5.1.
 */
#ifndef MOTE_PADDING_AARCH64_H
#define MOTE_PADDING_AARCH64_H

/* Bytes that stay and then none that does; and a bit 1 behind bits 0. */
#define EIGHT_BYTES(x) x, x, x, x, x, x, x, x
#define ALL_BYTES(x) EIGHT_BYTES(x), EIGHT_BYTES(x), EIGHT_BYTES(x), EIGHT_BYTES(x)
#if BLOCK_BYTES == 64
#define BLOCK_OF(x) ALL_BYTES(x), ALL_BYTES(x)
#define PADDED_BYTES 64
#else
#define BLOCK_OF(x) ALL_BYTES(x), ALL_BYTES(x), ALL_BYTES(x), ALL_BYTES(x)
/* The length is a whole vector. */
#define PADDED_BYTES 112
#endif
static const unsigned char stay[2 * BLOCK_BYTES] = {BLOCK_OF(0xFF)};
static const unsigned char one_bit[2 * BLOCK_BYTES] = {BLOCK_OF(0), 0x80};

/*
 * Makes a last block of the bytes in cc->buf, of which there are fewer than `end`: with a bit 1 and bits 0
 * behind them, and the length of the message, of which `high` is 0 where a length has 64 bits.  Full vectors
 * stay.
 */
static void pad_block(context *cc, u64 high, u64 low) {
    unsigned char *buf = (unsigned char *)cc->buf;
    const unsigned char *keep = stay + BLOCK_BYTES - cc->ptr,
                        *bit = one_bit + BLOCK_BYTES - cc->ptr;
    uint8x16_t x;
    unsigned i;

    for (i = cc->ptr / 16 * 16; i < PADDED_BYTES; i += 16) {
        x = vorrq_u8(vandq_u8(vld1q_u8(buf + i), vld1q_u8(keep + i)), vld1q_u8(bit + i));
        vst1q_u8(buf + i, x);
    }
    high = __builtin_bswap64(high);
    low = __builtin_bswap64(low);
    memcpy(buf + BLOCK_BYTES - 8, &low, 8);
    if (BLOCK_BYTES == 128)
        memcpy(buf + BLOCK_BYTES - 16, &high, 8);
}

#endif
