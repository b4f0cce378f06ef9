/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The checksum with carry-less products of POWER8, 256 bytes a turn.  See bitwise.h for what the
 * source has to define.
 *
 * A private header.
 *
 * 16 bytes of the message are a number of 128 bits with the first byte lowest: reflected, so the
 * first 8 bytes, the low word of a register, have the high powers of x.  Moving them forward by 128
 * bytes multiplies each word by the remainder of a power of x, which one vpmsumd does for both, its
 * sum being that of the two; the message's bytes there are added to it.  Eight such numbers are under
 * way at once, since a product takes six cycles.
 *
 * Instructions for 16 bytes: lxvd2x, vpmsumd, vpermxor.  The last of them brings the bytes into the
 * order of the number, in either byte order of the machine and at any alignment, while it adds: no
 * vperm is needed.  With 2 instructions for the loop, 50 for 256 bytes are 0.195 a byte.  A loop of
 * 128 bytes a turn (as that of crc32-vpmsum, whose 0.074 cycles a byte are published) takes 26, 0.203
 * a byte, and 34 where the bytes need a vperm.
 *
 * Source: V. Gopal, E. Ozturk et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ
 * Instruction", Intel, December 2009: folding, and Barrett reduction.
 */
#include "common/power8.h"
#include "crc32/combine.h"

/* The bytes of LOAD_WORDS in the number's order, for `a`; b as it is. */
#ifdef MOTE_LITTLE_ENDIAN
#define ORDER                                                                                      \
    BYTES(0x80, 0x91, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0xF7, 0x08, 0x19, 0x2A, 0x3B, 0x4C, 0x5D,      \
          0x6E, 0x7F)
#else
#define ORDER                                                                                      \
    BYTES(0xF0, 0xE1, 0xD2, 0xC3, 0xB4, 0xA5, 0x96, 0x87, 0x78, 0x69, 0x5A, 0x4B, 0x3C, 0x2D,      \
          0x1E, 0x0F)
#endif

/* x moved forward by so many bytes. */
#define MOVED(x, distance) SUM_OF_PRODUCTS(x, WORDS(FOLD##distance##_LAST, FOLD##distance##_FIRST))

/*
 * x plus the 16 bytes of the message at p + offset.  A compiler for a little-endian POWER9 would make
 * two instructions of the first; there one loads the number as it is.
 */
#if defined MOTE_LITTLE_ENDIAN && defined _ARCH_PWR9
#define PLUS(x, p, offset) ((x) ^ vec_xl(offset, (const unsigned long long *)(const void *)(p)))
#else
#define PLUS(x, p, offset) PERMUTE_XOR(LOAD_WORDS(p, offset), x, ORDER)
#endif

/* Barrett reduction of the low word, or of the high one, to a remainder in the high word. */
#define REDUCED_LOW(x) SUM_OF_PRODUCTS(SUM_OF_PRODUCTS(x, WORDS(0, QUOTIENT)), WORDS(0, DIVISOR))
#define REDUCED_HIGH(x) SUM_OF_PRODUCTS(SUM_OF_PRODUCTS(x, WORDS(QUOTIENT, 0)), WORDS(0, DIVISOR))

/* Eight numbers, 128 bytes further. */
#define STEP(p, offset)                                                                            \
    do {                                                                                           \
        a = PLUS(MOVED(a, 128), p, offset);                                                        \
        b = PLUS(MOVED(b, 128), p, (offset) + 16);                                                 \
        c = PLUS(MOVED(c, 128), p, (offset) + 32);                                                 \
        d = PLUS(MOVED(d, 128), p, (offset) + 48);                                                 \
        e = PLUS(MOVED(e, 128), p, (offset) + 64);                                                 \
        f = PLUS(MOVED(f, 128), p, (offset) + 80);                                                 \
        g = PLUS(MOVED(g, 128), p, (offset) + 96);                                                 \
        h = PLUS(MOVED(h, 128), p, (offset) + 112);                                                \
    } while (0)

/* 8 bytes of the message, the first one lowest; compilers know one instruction for this. */
static unsigned long word_at(const unsigned char *p) {
    return (unsigned long)p[0] | (unsigned long)p[1] << 8 | (unsigned long)p[2] << 16 |
           (unsigned long)p[3] << 24 | (unsigned long)p[4] << 32 | (unsigned long)p[5] << 40 |
           (unsigned long)p[6] << 48 | (unsigned long)p[7] << 56;
}

/* The remainder of the word times x^32. */
static unsigned long remainder_of(unsigned long word) {
    return HIGH_WORD(REDUCED_HIGH(WORDS(word, 0)));
}

mote_u32 UPDATE(mote_u32 crc, const void *data, size_t len) {
    const unsigned char *p = (const unsigned char *)data;
    unsigned long r = ~crc & 0xFFFFFFFF;

    if (len >= 16) {
        words2 a = PLUS(WORDS(0, r), p, 0);

        if (len >= 128) {
            const words2 zero = WORDS(0, 0);
            words2 b = PLUS(zero, p, 16), c = PLUS(zero, p, 32), d = PLUS(zero, p, 48);
            words2 e = PLUS(zero, p, 64), f = PLUS(zero, p, 80), g = PLUS(zero, p, 96);
            words2 h = PLUS(zero, p, 112);

            p += 128;
            len -= 128;
            while (len >= 256) {
                STEP(p, 0);
                STEP(p, 128);
                p += 256;
                len -= 256;
            }
            if (len >= 128) {
                STEP(p, 0);
                p += 128;
                len -= 128;
            }
            e ^= MOVED(a, 64);
            f ^= MOVED(b, 64);
            g ^= MOVED(c, 64);
            h ^= MOVED(d, 64);
            g ^= MOVED(e, 32);
            h ^= MOVED(f, 32);
            a = h ^ MOVED(g, 16);
        } else {
            p += 16;
            len -= 16;
        }
        while (len >= 16) {
            a = PLUS(MOVED(a, 16), p, 0);
            p += 16;
            len -= 16;
        }
        /* The remainder of the first 8 bytes goes into the last 8. */
        a ^= REDUCED_LOW(a);
        r = HIGH_WORD(REDUCED_HIGH(a));
    }
    if (len >= 8) {
        r = remainder_of(r ^ word_at(p));
        p += 8;
        len -= 8;
    }
    if (len != 0) {
        /* 1 to 7 bytes at the end of 8: what is before them is 0, and the rest of r comes behind. */
        unsigned bits = 8 * (unsigned)len;
        unsigned long word = r;

        do {
            len--;
            word ^= (unsigned long)p[len] << 8 * len;
        } while (len != 0);
        r = r >> bits ^ remainder_of(word << (64 - bits));
    }
    return (mote_u32)(~r & 0xFFFFFFFF);
}
