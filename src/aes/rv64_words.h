/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What AES and GHASH share on RISC-V with 64 bits: halves of blocks in registers.
 *
 * A private header.  A word has the lowest byte first, as the processor has it; one that may have any
 * address is read by bytes.
 */
#ifndef MOTE_AES_RV64_WORDS_H
#define MOTE_AES_RV64_WORDS_H

#include "common/fast.h"

#if !defined __riscv || __riscv_xlen != 64
#error "rv64_crypto.c needs a RISC-V with 64 bits"
#endif
#if !defined __riscv_zbb || !(defined __riscv_zbc || defined __riscv_zbkc)
#error "rv64_crypto.c needs Zbb and Zbc: -march=rv64gc_zbb_zbc_zkne_zknd"
#endif
#if !defined __riscv_zkne || !defined __riscv_zknd
#error "rv64_crypto.c needs Zkne and Zknd: -march=rv64gc_zbb_zbc_zkne_zknd"
#endif

#define NOINLINE __attribute__((__noinline__))
#define INLINE static __inline__ __attribute__((__always_inline__, __unused__))
#define MEMORY

/* Half a block, and half of that, in memory that may have any type. */
typedef u64 __attribute__((__may_alias__)) half;
typedef u32 __attribute__((__may_alias__)) quarter;

/* Whether what lies here can be read and written by halves. */
#define ALIGNED(address) (((size_t)(address) & 7) == 0)

/* A half that is aligned to four bytes, as what contexts hold is. */
INLINE u64 get_half(const void *p) {
    const quarter *q = (const quarter *)p;

    return q[0] | (u64)q[1] << 32;
}

INLINE void put_half(void *p, u64 x) {
    quarter *q = (quarter *)p;

    q[0] = (u32)x;
    q[1] = (u32)(x >> 32);
}

/* Halves at any address */
INLINE u64 half_at(const unsigned char *p) {
    return ALIGNED(p) ? *(const half *)(const void *)p : get_le64(p);
}

INLINE void put_half_at(unsigned char *p, u64 x) {
    if (ALIGNED(p))
        *(half *)(void *)p = x;
    else
        put_le64(p, x);
}

/* Fills an object with zeros, although nobody reads it any more. */
static __inline__ __attribute__((__unused__)) void wipe(void *object, size_t bytes) {
    memset(object, 0, bytes);
    __asm__ __volatile__("" : : "r"(object) : "memory");
}

/* The stack on which a compiler may have put what found no register */
#define STACK_BYTES 768
NOINLINE __attribute__((__unused__)) static void wipe_below(void) {
    half below[STACK_BYTES / 8];
    half *p = below;

    do {
        p[0] = 0;
        p[1] = 0;
        p[2] = 0;
        p[3] = 0;
        p[4] = 0;
        p[5] = 0;
        p[6] = 0;
        p[7] = 0;
        p += 8;
        __asm__ __volatile__("" : : "r"(p) : "memory");
    } while (p != below + STACK_BYTES / 8);
}

/* Not as the last thing of a function: compilers would leave its frame before the call. */
#define wipe_stack()                                                                               \
    do {                                                                                           \
        wipe_below();                                                                              \
        __asm__ __volatile__("");                                                                  \
    } while (0)

#endif
