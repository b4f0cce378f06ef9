/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum with carry-less products of RISC-V with 64 bits (Zbc or Zbkc), 64 bytes a turn.  See
 * bitwise.h for what the source has to define.
 *
 * A private header.  vpmsumd.h says how it works; here each word has its own product, of which two
 * instructions make a half each.  What comes before the first address that is a multiple of eight is
 * taken by itself.
 *
 * Instructions for 16 bytes: 2 loads, 4 products, 4 xors; the loop 4 for 64.
 *
 * Source: RISC-V Bit-Manipulation ISA-extensions 1.0.0, section 2, "clmul" and "clmulh".
 */
#if !defined __riscv || __riscv_xlen != 64
#error "crc32/clmul_rv64.h needs a RISC-V with 64 bits"
#endif
#if !defined __riscv_zbc && !defined __riscv_zbkc
#error "crc32/clmul_rv64.h needs Zbc: -march=rv64gc_zbb_zbc"
#endif

#include "crc32/combine.h"

#include <stdint.h>

static __inline__ uint64_t clmul(uint64_t x, uint64_t y) {
    uint64_t z;

    __asm__("clmul %0,%1,%2" : "=r"(z) : "r"(x), "r"(y));
    return z;
}

static __inline__ uint64_t clmulh(uint64_t x, uint64_t y) {
    uint64_t z;

    __asm__("clmulh %0,%1,%2" : "=r"(z) : "r"(x), "r"(y));
    return z;
}

/* Words of the message, which are aligned. */
typedef uint64_t __attribute__((__may_alias__)) message_word;
#define AT(i) (((const message_word *)(const void *)p)[i])

/* Two words, the first and the last, moved forward by so many bytes, plus two others. */
#define MOVED(first, last, distance, to_first, to_last)                                            \
    do {                                                                                           \
        uint64_t low = clmul(first, FOLD##distance##_FIRST) ^ clmul(last, FOLD##distance##_LAST);  \
        uint64_t high =                                                                            \
            clmulh(first, FOLD##distance##_FIRST) ^ clmulh(last, FOLD##distance##_LAST);           \
                                                                                                   \
        first = low ^ (to_first);                                                                  \
        last = high ^ (to_last);                                                                   \
    } while (0)

/* The remainder of the word times x^32: Barrett reduction. */
#define REMAINDER_OF(word) clmulh(clmul(word, QUOTIENT), DIVISOR)

/* The remainder with 1 to 7 bytes, at the end of 8: what is before them is 0, and the rest of r comes
 * behind. */
static uint64_t with_few(uint64_t r, const unsigned char *p, unsigned few) {
    unsigned bits = 8 * few;
    uint64_t word = r;

    do {
        few--;
        word ^= (uint64_t)p[few] << 8 * few;
    } while (few != 0);
    return r >> bits ^ REMAINDER_OF(word << (64 - bits));
}

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data;
    uint64_t r = ~crc & 0xFFFFFFFF, a0, a1, b0, b1, c0, c1, d0, d1;
    unsigned head = (unsigned)(0 - (size_t)p) & 7;

    if (head != 0 && head < len) {
        r = with_few(r, p, head);
        p += head;
        len -= head;
    }
    if (len >= 16) {
        a0 = AT(0) ^ r;
        a1 = AT(1);
        if (len >= 64) {
            b0 = AT(2);
            b1 = AT(3);
            c0 = AT(4);
            c1 = AT(5);
            d0 = AT(6);
            d1 = AT(7);
            for (p += 64, len -= 64; len >= 64; p += 64, len -= 64) {
                MOVED(a0, a1, 64, AT(0), AT(1));
                MOVED(b0, b1, 64, AT(2), AT(3));
                MOVED(c0, c1, 64, AT(4), AT(5));
                MOVED(d0, d1, 64, AT(6), AT(7));
            }
            MOVED(a0, a1, 32, c0, c1);
            MOVED(b0, b1, 32, d0, d1);
            MOVED(a0, a1, 16, b0, b1);
        } else {
            p += 16;
            len -= 16;
        }
        for (; len >= 16; p += 16, len -= 16)
            MOVED(a0, a1, 16, AT(0), AT(1));
        /* The remainder of the first 8 bytes goes into the last 8. */
        r = REMAINDER_OF(a0);
        r = REMAINDER_OF(r ^ a1);
    }
    /* Fewer than 16 bytes; fewer than 8 may have any address, where nothing was before them. */
    if (len >= 8) {
        r = REMAINDER_OF(r ^ AT(0));
        p += 8;
        len -= 8;
    }
    if (len != 0)
        r = with_few(r, p, (unsigned)len);
    return (mote_u32)(~r & 0xFFFFFFFF);
}
