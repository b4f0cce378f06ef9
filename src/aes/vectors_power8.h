/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Blocks in POWER8's vector registers: what AES and GHASH share.
 *
 * A private header.
 *
 * A block is in its natural order when its byte 0 is the highest of a register: so the instructions
 * for AES take it, and so GHASH reads it as a number.  LOAD_STORED and STORE_STORED have it in the
 * order of storage, which on a little-endian POWER8 is another: the bytes of each half are turned.
 * No instruction is spent on that alone: TURN_XOR, vpermxor, brings its first operand from the one
 * order into the other while it adds the second, which an AES mode has to do anyway.  Compiled for
 * POWER9, whose lxvb16x and stxvb16x have the natural order, a little-endian machine is as a
 * big-endian one.
 */
#ifndef MOTE_AES_VECTORS_POWER8_H
#define MOTE_AES_VECTORS_POWER8_H

#include "common/power8.h"
#include "common/small.h"

#define INLINE static __inline__ __attribute__((__always_inline__, __unused__))

#if defined MOTE_LITTLE_ENDIAN && !defined _ARCH_PWR9
#define STORAGE_IS_TURNED
#define LOAD_STORED(p, offset) LOAD_WORDS(p, offset)
#define STORE_STORED(x, p, offset) STORE_WORDS(x, p, offset)
#else
#define LOAD_STORED(p, offset) ((words2)vec_xl_be(offset, (unsigned char *)(p)))
#define STORE_STORED(x, p, offset) vec_xst_be((bytes16)(x), offset, (unsigned char *)(p))
#endif

/* By vpermxor: a, turned, xor b.  By vperm: the first halves of two blocks, or the second ones, from
 * the order of storage into the natural one. */
#ifdef STORAGE_IS_TURNED
#define TURN                                                                                       \
    BYTES(0x70, 0x61, 0x52, 0x43, 0x34, 0x25, 0x16, 0x07, 0xF8, 0xE9, 0xDA, 0xCB, 0xBC, 0xAD,      \
          0x9E, 0x8F)
#define FIRST_HALVES BYTES(7, 6, 5, 4, 3, 2, 1, 0, 23, 22, 21, 20, 19, 18, 17, 16)
#define SECOND_HALVES BYTES(15, 14, 13, 12, 11, 10, 9, 8, 31, 30, 29, 28, 27, 26, 25, 24)
#else
#define TURN                                                                                       \
    BYTES(0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD,      \
          0xEE, 0xFF)
#define FIRST_HALVES BYTES(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
#define SECOND_HALVES BYTES(8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31)
#endif
#define TURN_XOR(a, b) PERMUTE_XOR(a, b, turn)

/* What aes/s_box.h has for another compiler. */
#define MEMORY

#define ZERO WORDS(0, 0)

/* A block at p, of any alignment, from and in the natural order. */
#ifdef STORAGE_IS_TURNED
#define LOAD(p) TURN_XOR(LOAD_STORED(p, 0), ZERO)
#define STORE_BLOCK(x, p, offset) STORE_STORED(TURN_XOR(x, ZERO), p, offset)
#else
#define LOAD(p) ((void)turn, LOAD_STORED(p, 0))
#define STORE_BLOCK(x, p, offset) ((void)turn, STORE_STORED(x, p, offset))
#endif
#define STORE(x, p) STORE_BLOCK(x, p, 0)

/* Fills an object with zeros, although nobody reads it any more. */
INLINE void wipe(void *object, size_t bytes) {
    memset(object, 0, bytes);
    __asm__ __volatile__("" : : "r"(object) : "memory");
}

/* The stack on which a compiler may have put round keys for which it had no register. */
#define STACK_BYTES 512
NOINLINE __attribute__((__unused__)) static void wipe_stack(void) {
    unsigned char below[STACK_BYTES];
    unsigned char *p = below, *end = below + STACK_BYTES;

    for (; p != end; p += 128) {
        STORE_STORED(ZERO, p, 0);
        STORE_STORED(ZERO, p, 16);
        STORE_STORED(ZERO, p, 32);
        STORE_STORED(ZERO, p, 48);
        STORE_STORED(ZERO, p, 64);
        STORE_STORED(ZERO, p, 80);
        STORE_STORED(ZERO, p, 96);
        STORE_STORED(ZERO, p, 112);
    }
    __asm__ __volatile__("" : : "r"(below) : "memory");
}

#endif
