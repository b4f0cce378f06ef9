/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum with the CRC-32 instructions of AArch64.  See bitwise.h for what the source has to
 * define; and DOUBLE, WORD, HALF and BYTE: the
 * instructions for 8, 4, 2 bytes and 1, such as __crc32d.
 *
 * A private header.
 *
 * An instruction takes 8 bytes, and the next one waits for it: so three parts of a message are under way,
 * and PMULL brings the first two of their remainders forward.  A remainder is 4 bytes that are
 * added to the first ones of the part behind; moved 256 bytes forward, these are 16 bytes at its end.
 *
 * Source: Arm Architecture Reference Manual for A-profile architecture (DDI 0487), section C6.2,
 * "CRC32B, CRC32H, CRC32W, CRC32X" and "CRC32CB, CRC32CH, CRC32CW, CRC32CX"; Arm C Language Extensions
 * (IHI 0053).
 */
#if !defined __aarch64__ || defined __AARCH64EB__ || defined __ILP32__
#error "aarch64_crc.c needs a little-endian AArch64 with pointers of 64 bits"
#endif
#if !defined __ARM_FEATURE_CRC32 || !defined __ARM_FEATURE_CRYPTO
#error "aarch64_crc.c needs the CRC-32 instructions and PMULL: -march=armv8-a+crc+crypto"
#endif

#include "crc32/combine.h"

#include <arm_acle.h>
#include <arm_neon.h>

/* Bytes of each of the three parts */
#define PART 272

static __inline__ uint64_t word_at(const unsigned char *p) {
    uint64_t word;

    memcpy(&word, p, 8);
    return word;
}

/* The remainder behind a part's last 16 bytes, at p, when that of the part before is added to it; r is
 * the one before these bytes. */
static __inline__ u32 with_part(u32 r, u32 before, const unsigned char *p) {
    uint64x2_t moved = vreinterpretq_u64_p128(vmull_p64(before, FOLD256_FIRST));

    r = DOUBLE(r, word_at(p) ^ vgetq_lane_u64(moved, 0));
    return DOUBLE(r, word_at(p + 8) ^ vgetq_lane_u64(moved, 1));
}

/* 16 bytes of a part; in assembly, where compilers would count from another place. */
#define TAKE16(r, offset)                                                                          \
    do {                                                                                           \
        uint64_t first, last;                                                                      \
                                                                                                   \
        __asm__("ldp %0,%1,[%2,%3]" : "=r"(first), "=r"(last) : "r"(p), "i"(offset) : "memory");   \
        r = DOUBLE(DOUBLE(r, first), last);                                                        \
    } while (0)

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data, *end;
    u32 r = ~crc, second, third;

    for (; len >= 3 * PART; len -= 3 * PART) {
        second = third = 0;
        /* From the middle part an instruction reaches 16 bytes of each. */
        p += PART;
        for (end = p + 256; p != end; p += 64) {
            TAKE16(r, -PART);
            TAKE16(second, 0);
            TAKE16(third, PART);
            TAKE16(r, 16 - PART);
            TAKE16(second, 16);
            TAKE16(third, PART + 16);
            TAKE16(r, 32 - PART);
            TAKE16(second, 32);
            TAKE16(third, PART + 32);
            TAKE16(r, 48 - PART);
            TAKE16(second, 48);
            TAKE16(third, PART + 48);
        }
        r = DOUBLE(DOUBLE(r, word_at(p - PART)), word_at(p - PART + 8));
        r = with_part(second, r, p);
        r = with_part(third, r, p + PART);
        p += PART + 16;
    }
    for (; len >= 64; len -= 64, p += 64) {
        TAKE16(r, 0);
        TAKE16(r, 16);
        TAKE16(r, 32);
        TAKE16(r, 48);
    }
    for (; len >= 8; len -= 8, p += 8)
        r = DOUBLE(r, word_at(p));
    if ((len & 4) != 0) {
        u32 word;

        memcpy(&word, p, 4);
        r = WORD(r, word);
        p += 4;
    }
    if ((len & 2) != 0) {
        unsigned short word;

        memcpy(&word, p, 2);
        r = HALF(r, word);
        p += 2;
    }
    if ((len & 1) != 0)
        r = BYTE(r, *p);
    return ~r;
}
