/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum by 8 bytes on 64-bit RISC-V: a word of 64 bits at a time, where the message has it aligned,
 * and a byte of it comes out of the word times four, the size of a table's entry.
 *
 * A private header; crc32/slicing.h includes it behind its tables.
 */
#ifndef MOTE_CRC32_SLICING_RV64_H
#define MOTE_CRC32_SLICING_RV64_H

typedef uint64_t __attribute__((__may_alias__)) word;

/* Each table has its address in a register that compilers know nothing of: they would make it anew. */
#define TABLE_OF(i)                                                                                \
    const unsigned char *t##i = (const unsigned char *)table[i];                                   \
    __asm__("" : "+r"(t##i));
#define LOOK_UP(i, offset) (*(const u32 *)(const void *)(t##i + ((offset) & 0x3FC)))

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data;
    const unsigned char *end;
    word x, sum = T32(~crc);

    for (; len != 0 && (size_t)p % 8 != 0; len--, p++)
        sum = sum >> 8 ^ table[0][(sum ^ *p) & 0xFF];
    if (len >= 8) {
        TABLE_OF(0)
        TABLE_OF(1)
        TABLE_OF(2)
        TABLE_OF(3)
        TABLE_OF(4)
        TABLE_OF(5)
        TABLE_OF(6)
        TABLE_OF(7)
        end = p + len / 8 * 8;
        do {
            x = sum ^ *(const word *)(const void *)p;
            p += 8;
            sum = LOOK_UP(7, x << 2) ^ LOOK_UP(6, x >> 6) ^ LOOK_UP(5, x >> 14) ^
                  LOOK_UP(4, x >> 22) ^ LOOK_UP(3, x >> 30) ^ LOOK_UP(2, x >> 38) ^
                  LOOK_UP(1, x >> 46) ^ LOOK_UP(0, x >> 54);
        } while (p != end);
        len %= 8;
    }
    for (; len != 0; len--, p++)
        sum = sum >> 8 ^ table[0][(sum ^ *p) & 0xFF];
    return (mote_u32)~sum;
}

#endif
