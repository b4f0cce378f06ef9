/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the small implementations (portable.c) of several functions share: words of 32 bits and
 * their bytes, constant tables, and the collecting of a message in blocks.
 *
 * A private header.  A source that needs the functions for words of 64 bits includes it after
 *
 *     #define WORDS64
 *
 * and one that collects blocks as the second half of this file does, after
 *
 *     typedef mote_xxx_context context;    with the fields ptr (unsigned) and buf (array of u32)
 *     #define BLOCK_BYTES 64               may be an expression with cc
 *     #define BLOCK_PLACE(i) (i)           where byte i of a block lies in buf, see SET_BYTE; or
 *     #define BLOCK_OF_BYTES               if buf is an array of unsigned char
 *     static void compress(context *cc);   what to do with a full block
 *
 * or, where the last block is treated in another way than those before it (BLAKE2, Skein), the same
 * with WAITING_BLOCK_BYTES in place of BLOCK_BYTES; ptr then goes up to a whole block.
 */
#ifndef MOTE_SMALL_H
#define MOTE_SMALL_H

#include <stddef.h>
#include <string.h>

typedef mote_u32 u32;

/* The low 32 bits, where u32 has more; and their rotations, by 1 to 31. */
#define T32(x) ((x) & 0xFFFFFFFF)
#define ROTL32(x, n) (T32((x) << (n)) | (x) >> (32 - (n)))
#define ROTR32(x, n) ((x) >> (n) | T32((x) << (32 - (n))))

/*
 * Byte i of an array of words, counted from the lowest byte of the first word.  So the bytes of a
 * message are at i where words are little-endian, and at i ^ 3 where they are big-endian; with
 * words of 64 bits as two halves, low half first, at i and i ^ 7; and at (last byte) - i where an
 * array holds big-endian words in reverse order.  Where the compiler tells how the machine stores a
 * word, the byte is found in place; elsewhere it is shifted in and out.
 */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SET_BYTE(words, i, byte) (((unsigned char *)(words))[(i) ^ 3] = (unsigned char)(byte))
#define GET_BYTE(words, i) (((const unsigned char *)(words))[(i) ^ 3])
#elif defined __SDCC_mcs51 || (defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define SET_BYTE(words, i, byte) (((unsigned char *)(words))[i] = (unsigned char)(byte))
#define GET_BYTE(words, i) (((const unsigned char *)(words))[i])
#else
#define SET_BYTE(words, i, byte)                                                                   \
    ((words)[(i) >> 2] = ((words)[(i) >> 2] & T32(~((u32)0xFF << 8 * ((i) & 3)))) |                \
                         (u32)((byte) & 0xFF) << 8 * ((i) & 3))
#define GET_BYTE(words, i) ((unsigned char)((words)[(i) >> 2] >> 8 * ((i) & 3) & 0xFF))
#endif

/*
 * Constant tables:  static const u32 K[64] TABLE = {...};  read with READ32(K, i), or n words at
 * once with COPY32(to, K, i, n); tables of unsigned char with READ8(K, i), or READ8_AT(K, p) at
 * a pointer into it.  AVR has an address space of its own for code, and constants that are not
 * declared like this would be copied to RAM.
 */
#ifdef __AVR__
#ifdef __clang__
/*
 * clang ignores __progmem__, and does not say whether the device has elpm.  So the tables go where
 * GNU's linker scripts put what has to lie in the first 64 KB of program memory.
 */
#define TABLE __attribute__((__section__(".progmem.gcc_mote")))
#else
#define TABLE __attribute__((__progmem__))
#endif

#if defined __AVR_HAVE_ELPM__ && !defined __clang__
/*
 * Pointers have 16 bits, and a linker may put a table behind the 64 KB that lpm reaches: elpm takes
 * bits 16 to 23 of the address from RAMPZ.  That may be left changed, but where there is RAMPD: it
 * is part of a pointer to data there, and 0.
 */
__extension__ typedef __uint24 far_address;

#ifdef __AVR_HAVE_RAMPD__
#define RAMPZ_DONE "\n\tout 0x3B, r1"
#else
#define RAMPZ_DONE
#endif

#define FAR(table)                                                                                 \
    (__extension__({                                                                               \
        far_address far_place;                                                                     \
        __asm__("ldi %A0, lo8(%1)\n\tldi %B0, hi8(%1)\n\tldi %C0, hh8(%1)"                         \
                : "=d"(far_place)                                                                  \
                : "i"(table));                                                                     \
        far_place;                                                                                 \
    }))
#define READ32(table, i) read32(FAR(table) + (far_address)4 * (i))
#define READ8(table, i) read8(FAR(table) + (i))
#define READ8_AT(table, p) read8(FAR(table) + (unsigned)((p) - (table)))
#define COPY32(to, table, i, n) copy32(to, FAR(table) + (far_address)4 * (i), n)

__attribute__((__unused__)) static __inline__ u32 read32(far_address p) {
    u32 value;
    __asm__("movw r30, %A1\n\tout 0x3B, %C1\n\telpm %A0, Z+\n\telpm %B0, Z+\n\telpm %C0, Z+\n\t"
            "elpm %D0, Z" RAMPZ_DONE
            : "=&r"(value)
            : "r"(p)
            : "r30", "r31");
    return value;
}

__attribute__((__unused__)) static __inline__ unsigned char read8(far_address p) {
    unsigned char value;
    __asm__("movw r30, %A1\n\tout 0x3B, %C1\n\telpm %0, Z" RAMPZ_DONE
            : "=r"(value)
            : "r"(p)
            : "r30", "r31");
    return value;
}

__attribute__((__unused__)) static void copy32(u32 *to, far_address from, unsigned n) {
    do {
        *to++ = read32(from);
        from += 4;
    } while (--n != 0);
}
#else
#define READ32(table, i) read32(&(table)[i])
#define READ8(table, i) read8(&(table)[i])
#define READ8_AT(table, p) read8(p)
#define COPY32(to, table, i, n) copy32(to, &(table)[i], n)

__attribute__((__unused__)) static __inline__ unsigned char read8(const unsigned char *p) {
    unsigned char value;
    __asm__("lpm %0, Z" : "=r"(value) : "z"(p));
    return value;
}

__attribute__((__unused__)) static __inline__ u32 read32(const u32 *p) {
#ifdef __clang__
    /* which has no words of 32 bits in assembly */
    const unsigned char *b = (const unsigned char *)p;
    return read8(b) | (u32)read8(b + 1) << 8 | (u32)read8(b + 2) << 16 | (u32)read8(b + 3) << 24;
#else
    u32 value;
    __asm__("lpm %A0, Z+\n\tlpm %B0, Z+\n\tlpm %C0, Z+\n\tlpm %D0, Z" : "=&r"(value), "+z"(p));
    return value;
#endif
}

__attribute__((__unused__)) static void copy32(u32 *to, const u32 *from, unsigned n) {
    do {
        *to++ = read32(from++);
    } while (--n != 0);
}
#endif
#else
#define TABLE
#define READ32(table, i) ((table)[i])
#define READ8(table, i) ((table)[i])
#define READ8_AT(table, p) (*(p))
#define COPY32(to, table, i, n) memcpy(to, &(table)[i], (n) * sizeof(u32))
#endif

/*
 * NOINLINE: for a function that has to stay one: small code calls it, where -Os would copy it.
 * SHARED: the same, for a function of this file that not every source uses.
 */
#ifdef __GNUC__
#define NOINLINE __attribute__((__noinline__))
#define SHARED __attribute__((__noinline__, __unused__))
#else
#define NOINLINE
#define SHARED
#endif

#ifdef WORDS64
/*
 * A word of 64 bits is two words of 32 bits, the low half first: C90 has no larger type, and small
 * CPUs would call the compiler's library for it.
 */

/* x += y.  The carry is computed: some compilers would branch on low < x[0]. */
SHARED static void add64(u32 *x, const u32 *y) {
    u32 low = T32(x[0] + y[0]);

    x[1] = T32(x[1] + y[1] + (((x[0] & y[0]) | ((x[0] | y[0]) & ~low)) >> 31));
    x[0] = low;
}

/* x = x ^ y, rotated right by n, 0 to 63. */
SHARED static void xor_rotr64(u32 *x, const u32 *y, unsigned n) {
    u32 low = x[0] ^ y[0], high = x[1] ^ y[1], t;

    if (n & 32) {
        t = low;
        low = high;
        high = t;
    }
    n &= 31;
    /* A shift by 32 is not defined. */
    x[0] = low >> n | T32(high << 1 << (31 - n));
    x[1] = high >> n | T32(low << 1 << (31 - n));
}
#endif

#ifdef BLOCK_BYTES

/* Appends a byte to the message. */
NOINLINE static void add_byte(context *cc, unsigned byte) {
    unsigned i = cc->ptr;

#ifdef BLOCK_OF_BYTES
    cc->buf[i] = (unsigned char)byte;
#else
    SET_BYTE(cc->buf, BLOCK_PLACE(i), byte);
#endif
    if (++i == BLOCK_BYTES) {
        compress(cc);
        i = 0;
    }
    cc->ptr = i;
}

static void add_bytes(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;

    while (len != 0) {
        add_byte(cc, *bytes);
        bytes++;
        len--;
    }
}

/*
 * Padding: appends the n high bits of ub, one bit 1, and bits 0 until a block is filled up to the
 * byte `end`; end = 0: until a block is full and compressed.
 */
static void add_padding(context *cc, unsigned ub, unsigned n, unsigned end) {
    n = 0x80 >> n;
    n = (ub | n) & -n;
    do {
        add_byte(cc, n);
        n = 0;
    } while (cc->ptr != end);
}

#endif

#ifdef WAITING_BLOCK_BYTES

/* Appends to the message.  A full block waits until it is known whether it is the last. */
static void add_bytes(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;

    while (len != 0) {
        if (cc->ptr == WAITING_BLOCK_BYTES) {
            compress(cc);
            cc->ptr = 0;
        }
        SET_BYTE(cc->buf, BLOCK_PLACE(cc->ptr), *bytes);
        cc->ptr++;
        bytes++;
        len--;
    }
}

/* Fills the last block with bytes 0; ptr stays. */
static void fill_block(context *cc) {
    unsigned i;

    for (i = cc->ptr; i != WAITING_BLOCK_BYTES; i++)
        SET_BYTE(cc->buf, BLOCK_PLACE(i), 0);
}

#endif

#endif
