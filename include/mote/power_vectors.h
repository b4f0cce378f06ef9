/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * For programs of your own on POWER: vectors in memory, aligned or not, and memory for them.
 *
 * Status: helpers, which no function of the library needs: all take data of any alignment.
 * Specification: Power ISA 2.07B, Book I, sections 6.7 (lvx) and 7.6 (lxvw4x); POSIX.1-2001,
 * posix_memalign; J. Walton, S. Munroe, W. Schmidt, "POWER8 in-core Cryptography", chapter 2.
 *
 *     unsigned char *keys = mote_vector_alloc(176);
 *     if (keys != NULL) {
 *         mote_vector_store(mote_vector_load_any(text, 0), keys, 16);
 *         mote_vector_free(keys);
 *     }
 *
 * lvx and stvx do not trap where an address is no multiple of 16: they round it down, and so read and
 * overwrite what lies before.  mote_vector_load and mote_vector_store are for memory of one's own, and
 * assert that address and offset together are such a multiple, unless NDEBUG is defined;
 * mote_vector_load_any and mote_vector_store_any take every address.  Words lie in a vector as in
 * memory: element 0 is the one at the lowest address, its bytes in the machine's order, in both byte
 * orders.
 *
 * The functions with vectors are there where a compiler has AltiVec and VSX: -mcpu=power8 of GCC and
 * Clang, -qarch=pwr8 -qaltivec of IBM XL.  Those for memory need POSIX and compile on any processor.
 */
#ifndef MOTE_POWER_VECTORS_H
#define MOTE_POWER_VECTORS_H

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MOTE_VECTOR_BYTES 16

/* Conversions and the null pointer, without a warning of the strictest C++ */
#ifdef __cplusplus
#define MOTE_VECTOR_CAST(type, value) static_cast<type>(value)
#define MOTE_VECTOR_ADDRESS(pointer) reinterpret_cast<size_t>(pointer)
#else
#define MOTE_VECTOR_CAST(type, value) ((type)(value))
#define MOTE_VECTOR_ADDRESS(pointer) ((size_t)(pointer))
#endif
#if defined __cplusplus && __cplusplus >= 201103L
#define MOTE_VECTOR_NULL nullptr
#else
#define MOTE_VECTOR_NULL NULL
#endif

/* In strict ISO C the header of POSIX systems leaves it out. */
#if defined __STRICT_ANSI__ && !defined __cplusplus
extern int posix_memalign(void **memory, size_t alignment, size_t size);
#endif

/* len bytes at a multiple of 16, or null; AIX's malloc promises less. */
static __inline__ void *mote_vector_alloc(size_t len) {
    void *memory = MOTE_VECTOR_NULL;
    int wrong = posix_memalign(&memory, MOTE_VECTOR_BYTES, len != 0 ? len : 1);

    return wrong == 0 ? memory : MOTE_VECTOR_NULL;
}

/* What mote_vector_alloc gave; null does nothing. */
static __inline__ void mote_vector_free(void *memory) {
    free(memory);
}

/* Whether the address with the offset is a multiple of 16. */
static __inline__ int mote_vector_is_aligned(const void *where, long offset) {
    size_t address = MOTE_VECTOR_ADDRESS(where) + MOTE_VECTOR_CAST(size_t, offset);

    return (address & (MOTE_VECTOR_BYTES - 1)) == 0;
}

#if defined __ALTIVEC__ && (defined __VSX__ || defined _ARCH_PWR7)

#include <altivec.h>
#include <assert.h>

/* altivec.h makes words of C++ and C into macros. */
#undef vector
#undef pixel
#undef bool

typedef __vector unsigned int mote_vector;

/* lvx: at a multiple of 16. */
static __inline__ mote_vector mote_vector_load(const void *from, long offset) {
    assert(mote_vector_is_aligned(from, offset));
    return vec_ld(offset, MOTE_VECTOR_CAST(const unsigned int *, from));
}

/* stvx */
static __inline__ void mote_vector_store(mote_vector value, void *to, long offset) {
    assert(mote_vector_is_aligned(to, offset));
    vec_st(value, offset, MOTE_VECTOR_CAST(unsigned int *, to));
}

/*
 * lxvw4x, or what the compiler has for its byte order: at any address.  offset counts bytes; it is no
 * argument of vec_xl, as Clang has taken that for elements.
 */
static __inline__ mote_vector mote_vector_load_any(const void *from, long offset) {
    const void *where = MOTE_VECTOR_CAST(const char *, from) + offset;

    return vec_xl(0, MOTE_VECTOR_CAST(const unsigned int *, where));
}

/* stxvw4x */
static __inline__ void mote_vector_store_any(mote_vector value, void *to, long offset) {
    void *where = MOTE_VECTOR_CAST(char *, to) + offset;

    vec_xst(value, 0, MOTE_VECTOR_CAST(unsigned int *, where));
}

#endif

#ifdef __cplusplus
}
#endif

#endif
