/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of several functions share: words of 32 and 64
 * bits at any address, and the collecting of a message in blocks.
 *
 * A private header.  A source that collects blocks as the second half of this file does defines
 * before it includes the file
 *
 *     typedef mote_xxx_context context;    with the fields ptr (unsigned) and buf (of BLOCK_BYTES)
 *     #define BLOCK_BYTES 64               may be an expression with cc
 *     static void compress(context *cc, const unsigned char *data, size_t blocks);
 *
 * or, where the last block is treated in another way than those before it (BLAKE2, Skein), the same
 * with WAITING_BLOCK_BYTES in place of BLOCK_BYTES; ptr then goes up to a whole block.
 */
#ifndef MOTE_FAST_H
#define MOTE_FAST_H

#include <limits.h>
#include <stddef.h>
#include <string.h>

/* Unsigned types of exactly 32 and 64 bits. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#include <stdint.h>
typedef uint32_t u32;
typedef uint64_t u64;
#else
#if UINT_MAX == 0xFFFFFFFF
typedef unsigned int u32;
#else
typedef unsigned long u32;
#endif
#if ((ULONG_MAX >> 31) >> 31) == 3
typedef unsigned long u64;
#elif defined __GNUC__
__extension__ typedef unsigned long long u64;
#elif defined _MSC_VER
typedef unsigned __int64 u64;
#else
#error "no type of 64 bits is known here: take portable.c instead"
#endif
#endif

/* A constant of 64 bits from its halves (C90 has no literals of that size). */
#define C64(high, low) ((u64)(high) << 32 | (low))

/* Rotations by 1 to 31, or 63. */
#define ROTL32(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ROTR32(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define ROTL64(x, n) ((x) << (n) | (x) >> (64 - (n)))
#define ROTR64(x, n) ((x) >> (n) | (x) << (64 - (n)))

/* Small functions of this file; not every source uses each. */
#ifdef __GNUC__
#define SMALL __attribute__((__unused__)) static __inline__
#elif defined _MSC_VER
#define SMALL static __inline
#else
#define SMALL static
#endif

/*
 * Words at p, of any alignment, with the lowest (LE) or the highest byte first (BE).  Written with
 * shifts; compilers know the idiom, and make one instruction of it; where
 * they would call a function of their own library instead, volatile keeps them from seeing it.
 */
#if defined __riscv && !defined __riscv_zbb
#define BYTE(p, i) (((const volatile unsigned char *)(p))[i])
#else
#define BYTE(p, i) ((p)[i])
#endif

/* Whether the CPU takes a word with the lowest byte first from any address at no extra cost. */
#if defined __x86_64__ || defined __i386__ || (defined __aarch64__ && !defined __AARCH64EB__)
#define WORDS_LIE_READY
#endif

/* SDCC makes code of every function, whether it is called or not: with a kernel in assembly for the
 * 8051 there are none of these. */
#ifndef __SDCC_mcs51

SMALL u32 get_le32(const unsigned char *p) {
    return (u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
}

SMALL u32 get_be32(const unsigned char *p) {
    return (u32)BYTE(p, 3) | (u32)BYTE(p, 2) << 8 | (u32)BYTE(p, 1) << 16 | (u32)BYTE(p, 0) << 24;
}

SMALL u64 get_le64(const unsigned char *p) {
    return (u64)p[0] | (u64)p[1] << 8 | (u64)p[2] << 16 | (u64)p[3] << 24 | (u64)p[4] << 32 |
           (u64)p[5] << 40 | (u64)p[6] << 48 | (u64)p[7] << 56;
}

SMALL u64 get_be64(const unsigned char *p) {
    return (u64)get_be32(p) << 32 | get_be32(p + 4);
}

SMALL void put_le32(unsigned char *p, u32 x) {
    p[0] = (unsigned char)x;
    p[1] = (unsigned char)(x >> 8);
    p[2] = (unsigned char)(x >> 16);
    p[3] = (unsigned char)(x >> 24);
}

SMALL void put_be32(unsigned char *p, u32 x) {
    p[0] = (unsigned char)(x >> 24);
    p[1] = (unsigned char)(x >> 16);
    p[2] = (unsigned char)(x >> 8);
    p[3] = (unsigned char)x;
}

SMALL void put_le64(unsigned char *p, u64 x) {
    put_le32(p, (u32)(x & 0xFFFFFFFF));
    put_le32(p + 4, (u32)(x >> 32));
}

SMALL void put_be64(unsigned char *p, u64 x) {
    put_be32(p, (u32)(x >> 32));
    put_be32(p + 4, (u32)(x & 0xFFFFFFFF));
}

#endif

/* A word of 64 bits as a context holds it: two words of 32 bits, the low half first. */
#define JOIN64(half) ((u64)(half)[1] << 32 | (half)[0])
#define SPLIT64(half, x) ((half)[0] = (u32)((x) & 0xFFFFFFFF), (half)[1] = (u32)((x) >> 32))

#ifdef BLOCK_BYTES

/*
 * Appends to the message.  Whole blocks are compressed where they lie; cc->ptr stays below
 * BLOCK_BYTES.
 */
static void add_bytes(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned char *buf = (unsigned char *)cc->buf;
    unsigned ptr = cc->ptr;
    size_t blocks;

    if (ptr != 0) {
        size_t room = BLOCK_BYTES - ptr;

        if (len < room) {
            if (len != 0)
                memcpy(buf + ptr, bytes, len);
            cc->ptr = ptr + (unsigned)len;
            return;
        }
        memcpy(buf + ptr, bytes, room);
        compress(cc, buf, 1);
        bytes += room;
        len -= room;
    }
    blocks = len / BLOCK_BYTES;
    if (blocks != 0)
        compress(cc, bytes, blocks);
    ptr = (unsigned)(len % BLOCK_BYTES);
    if (ptr != 0)
        memcpy(buf, bytes + (len - ptr), ptr);
    cc->ptr = ptr;
}

/*
 * Padding: appends the n high bits of ub, one bit 1, and bits 0 until a block is filled up to the
 * byte `end`, at most BLOCK_BYTES; that block is left in cc->buf for the caller to compress.
 */
static void add_padding(context *cc, unsigned ub, unsigned n, unsigned end) {
    unsigned char *buf = (unsigned char *)cc->buf;
    unsigned ptr = cc->ptr;

    n = 0x80 >> n;
    buf[ptr++] = (unsigned char)((ub | n) & -n);
    if (ptr > end) {
        memset(buf + ptr, 0, BLOCK_BYTES - ptr);
        compress(cc, buf, 1);
        ptr = 0;
    }
    memset(buf + ptr, 0, end - ptr);
}

#endif

#ifdef WAITING_BLOCK_BYTES

/* Appends to the message.  A full block waits until it is known whether it is the last. */
static void add_bytes(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned char *buf = (unsigned char *)cc->buf;
    size_t room = WAITING_BLOCK_BYTES - cc->ptr, blocks;

    if (len == 0)
        return;
    if (len > room) {
        if (cc->ptr != 0) {
            memcpy(buf + cc->ptr, bytes, room);
            compress(cc, buf, 1);
            cc->ptr = 0;
            bytes += room;
            len -= room;
        }
        blocks = (len - 1) / WAITING_BLOCK_BYTES;
        if (blocks != 0) {
            compress(cc, bytes, blocks);
            bytes += blocks * WAITING_BLOCK_BYTES;
            len -= blocks * WAITING_BLOCK_BYTES;
        }
    }
    memcpy(buf + cc->ptr, bytes, len);
    cc->ptr += (unsigned)len;
}

#endif

#endif
