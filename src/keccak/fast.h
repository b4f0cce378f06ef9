/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Keccak, SHA-3, SHAKE128 and SHAKE256 share:
 * the permutation Keccak-f[1600], two rounds written out, and the sponge.
 *
 * A private header.  The source includes it after
 *
 *     typedef mote_xxx_context context;    with the fields A (50 of u32), ptr, rate, out_size
 *     #define SUFFIX 6                     as in keccak/small.h
 *     #define KECCAK_AARCH64               if absorb is that of keccak/aarch64_sha3.h
 *     #define KECCAK_AVX512                if it is that of keccak/amd64_avx512.h; with KECCAK_LANES
 *                                          that of keccak/amd64_avx512_lanes.h
 *
 * and a kernel in assembly defines KECCAK_INTERLEAVED or KECCAK_IN_ORDER, or neither.
 *
 * Names are those of FIPS 202, sections 3.2 and 3.3: lane (x, y) is the variable a or b with the
 * number x + 5 y.
 */
#ifndef MOTE_KECCAK_FAST_H
#define MOTE_KECCAK_FAST_H

#include "common/fast.h"

#ifdef KECCAK_F1600

/* The permutation is a kernel in assembly. */
void mote_keccak_f1600(u32 *state);
#define PERMUTATION mote_keccak_f1600

#endif
#ifdef KECCAK_P1600

/* So are its last 12 rounds. */
void mote_keccak_p1600(u32 *state);
#define PERMUTATION mote_keccak_p1600

#endif
#ifdef KECCAK_INTERLEAVED

/* The bits of each lane are interleaved for it. */
#include "keccak/interleave.h"

#define PERMUTE(cc) PERMUTATION((cc)->A)

/* Adds n bytes to the state, from place i on, within a lane. */
static void add_part(context *cc, unsigned i, const unsigned char *bytes, unsigned n) {
    unsigned char lane[8];

    memset(lane, 0, 8);
    memcpy(lane + (i & 7), bytes, n);
    add_lanes(cc->A + 2 * (i >> 3), lane, 1);
}

/* Adds a byte to the state at place i. */
static void add_byte(context *cc, unsigned i, unsigned byte) {
    unsigned char one = (unsigned char)byte;

    add_part(cc, i, &one, 1);
}

/* Whole lanes where the message has them: what is interleaved is a lane. */
static void update(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned n;

    while (len != 0) {
        n = cc->rate - cc->ptr;
        if (n > len)
            n = (unsigned)len;
        if ((cc->ptr & 7) == 0 && n >= 8) {
            n &= ~7u;
            add_lanes(cc->A + (cc->ptr >> 2), bytes, n >> 3);
        } else {
            if (n > 8 - (cc->ptr & 7))
                n = 8 - (cc->ptr & 7);
            add_part(cc, cc->ptr, bytes, n);
        }
        bytes += n;
        len -= n;
        cc->ptr += n;
        if (cc->ptr == cc->rate) {
            PERMUTE(cc);
            cc->ptr = 0;
        }
    }
}

#else
#ifdef KECCAK_IN_ORDER

/* The state lies in memory as its bytes do, and a lane may be anywhere. */
#define STATE_IN_ORDER
#define PERMUTE(cc) PERMUTATION((cc)->A)

typedef u64 __attribute__((__may_alias__, __aligned__(1))) lane;

/* Adds a byte to the state at place i. */
static void add_byte(context *cc, unsigned i, unsigned byte) {
    ((unsigned char *)cc->A)[i] ^= (unsigned char)byte;
}

/* Adds n bytes to the state; lanes before their use, as a compiler does not know that they lie apart. */
static void add_bytes(unsigned char *state, const unsigned char *bytes, unsigned n) {
    lane *to = (lane *)(void *)state;
    const lane *from = (const lane *)(const void *)bytes;
    u64 a, b, c, d;

    for (; n >= 32; n -= 32) {
        a = *from++;
        b = *from++;
        c = *from++;
        d = *from++;
        *to++ ^= a;
        *to++ ^= b;
        *to++ ^= c;
        *to++ ^= d;
    }
    for (; n >= 8; n -= 8)
        *to++ ^= *from++;
    state = (unsigned char *)to;
    bytes = (const unsigned char *)from;
    for (; n != 0; n--)
        *state++ ^= *bytes++;
}

static void update(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned n;

    while (len != 0) {
        n = cc->rate - cc->ptr;
        if (n > len)
            n = (unsigned)len;
        add_bytes((unsigned char *)cc->A + cc->ptr, bytes, n);
        bytes += n;
        len -= n;
        cc->ptr += n;
        if (cc->ptr == cc->rate) {
            PERMUTE(cc);
            cc->ptr = 0;
        }
    }
}

#else
#ifdef PERMUTATION

#define PERMUTE(cc) PERMUTATION((cc)->A)

/* Words are read from any address on these CPUs, and in either order of bytes. */
#ifdef __powerpc64__
#define WORDS_AT_ANY_ADDRESS
#endif

/* Lanes are added whole on this CPU, where state and message are aligned to them. */
#if defined __riscv && __riscv_xlen == 64
typedef u64 __attribute__((__may_alias__)) lane;
#define ADDS_LANES(cc, bytes, i) (((size_t)(cc)->A | (size_t)(bytes) | (i)) % 8 == 0)
#endif

/* Byte i of the state. */
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define STATE_BYTE(cc, i) (((unsigned char *)(cc)->A)[(i) ^ 3])
#else
#define STATE_BYTE(cc, i) (((unsigned char *)(cc)->A)[i])
#endif

/* Adds a byte to the state at place i. */
static void add_byte(context *cc, unsigned i, unsigned byte) {
    STATE_BYTE(cc, i) ^= (unsigned char)byte;
}

static void update(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    unsigned i = cc->ptr;

    while (len != 0) {
        unsigned end = len < cc->rate - i ? i + (unsigned)len : cc->rate;

#ifdef WORDS_AT_ANY_ADDRESS
        if (i == 0 && end == cc->rate) {
            for (; i != end / 4; i += 2) {
                cc->A[i] ^= get_le32(bytes + 4 * i);
                cc->A[i + 1] ^= get_le32(bytes + 4 * i + 4);
            }
            bytes += end;
            len -= end;
            PERMUTE(cc);
            i = 0;
            continue;
        }
#endif
        len -= end - i;
#ifdef ADDS_LANES
        if (ADDS_LANES(cc, bytes, i))
            for (; end - i >= 8; i += 8, bytes += 8)
                *(lane *)(void *)(cc->A + i / 4) ^= *(const lane *)(const void *)bytes;
        while (i != end) {
            STATE_BYTE(cc, i) ^= *bytes;
            bytes++;
            i++;
        }
#else
        do {
            STATE_BYTE(cc, i) ^= *bytes;
            bytes++;
        } while (++i != end);
#endif
        if (i == cc->rate) {
            PERMUTE(cc);
            i = 0;
        }
    }
    cc->ptr = i;
}

#else

/* The round constants of iota (section 3.2.5) */
#ifdef TURBO
#define ROUNDS 12
#else
#define ROUNDS 24
#endif
static const u64 RC[ROUNDS] = {
#ifndef TURBO
    C64(0x00000000, 0x00000001), C64(0x00000000, 0x00008082), C64(0x80000000, 0x0000808A),
    C64(0x80000000, 0x80008000), C64(0x00000000, 0x0000808B), C64(0x00000000, 0x80000001),
    C64(0x80000000, 0x80008081), C64(0x80000000, 0x00008009), C64(0x00000000, 0x0000008A),
    C64(0x00000000, 0x00000088), C64(0x00000000, 0x80008009), C64(0x00000000, 0x8000000A),
#endif
    C64(0x00000000, 0x8000808B), C64(0x80000000, 0x0000008B), C64(0x80000000, 0x00008089),
    C64(0x80000000, 0x00008003), C64(0x80000000, 0x00008002), C64(0x80000000, 0x00000080),
    C64(0x00000000, 0x0000800A), C64(0x80000000, 0x8000000A), C64(0x80000000, 0x80008081),
    C64(0x80000000, 0x00008080), C64(0x00000000, 0x80000001), C64(0x80000000, 0x80008008),
};

#ifdef KECCAK_AARCH64
#define STATE_IN_ORDER
#include "keccak/aarch64_sha3.h"
#else
#ifdef KECCAK_AVX512
#ifdef KECCAK_LANES
#define STATE_IN_ORDER
#include "keccak/amd64_avx512_lanes.h"
#else
#include "keccak/amd64_avx512.h"
#endif
#else
/* A round from the lanes a to the lanes b, and one back: theta, then rho, pi, chi and iota by rows
 */
#define ROUND_AB(constant)                                                                         \
    (c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20, c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21,                               \
     c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22, c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23,                               \
     c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24, d0 = c4 ^ ROTL64(c1, 1), d1 = c0 ^ ROTL64(c2, 1),             \
     d2 = c1 ^ ROTL64(c3, 1), d3 = c2 ^ ROTL64(c4, 1), d4 = c3 ^ ROTL64(c0, 1), t0 = a0 ^ d0,      \
     t1 = a6 ^ d1, t1 = ROTL64(t1, 44), t2 = a12 ^ d2, t2 = ROTL64(t2, 43), t3 = a18 ^ d3,         \
     t3 = ROTL64(t3, 21), t4 = a24 ^ d4, t4 = ROTL64(t4, 14), b0 = t0 ^ (~t1 & t2) ^ (constant),   \
     b1 = t1 ^ (~t2 & t3), b2 = t2 ^ (~t3 & t4), b3 = t3 ^ (~t4 & t0), b4 = t4 ^ (~t0 & t1),       \
     t0 = a3 ^ d3, t0 = ROTL64(t0, 28), t1 = a9 ^ d4, t1 = ROTL64(t1, 20), t2 = a10 ^ d0,          \
     t2 = ROTL64(t2, 3), t3 = a16 ^ d1, t3 = ROTL64(t3, 45), t4 = a22 ^ d2, t4 = ROTL64(t4, 61),   \
     b5 = t0 ^ (~t1 & t2), b6 = t1 ^ (~t2 & t3), b7 = t2 ^ (~t3 & t4), b8 = t3 ^ (~t4 & t0),       \
     b9 = t4 ^ (~t0 & t1), t0 = a1 ^ d1, t0 = ROTL64(t0, 1), t1 = a7 ^ d2, t1 = ROTL64(t1, 6),     \
     t2 = a13 ^ d3, t2 = ROTL64(t2, 25), t3 = a19 ^ d4, t3 = ROTL64(t3, 8), t4 = a20 ^ d0,         \
     t4 = ROTL64(t4, 18), b10 = t0 ^ (~t1 & t2), b11 = t1 ^ (~t2 & t3), b12 = t2 ^ (~t3 & t4),     \
     b13 = t3 ^ (~t4 & t0), b14 = t4 ^ (~t0 & t1), t0 = a4 ^ d4, t0 = ROTL64(t0, 27),              \
     t1 = a5 ^ d0, t1 = ROTL64(t1, 36), t2 = a11 ^ d1, t2 = ROTL64(t2, 10), t3 = a17 ^ d2,         \
     t3 = ROTL64(t3, 15), t4 = a23 ^ d3, t4 = ROTL64(t4, 56), b15 = t0 ^ (~t1 & t2),               \
     b16 = t1 ^ (~t2 & t3), b17 = t2 ^ (~t3 & t4), b18 = t3 ^ (~t4 & t0), b19 = t4 ^ (~t0 & t1),   \
     t0 = a2 ^ d2, t0 = ROTL64(t0, 62), t1 = a8 ^ d3, t1 = ROTL64(t1, 55), t2 = a14 ^ d4,          \
     t2 = ROTL64(t2, 39), t3 = a15 ^ d0, t3 = ROTL64(t3, 41), t4 = a21 ^ d1, t4 = ROTL64(t4, 2),   \
     b20 = t0 ^ (~t1 & t2), b21 = t1 ^ (~t2 & t3), b22 = t2 ^ (~t3 & t4), b23 = t3 ^ (~t4 & t0),   \
     b24 = t4 ^ (~t0 & t1))
#define ROUND_BA(constant)                                                                         \
    (c0 = b0 ^ b5 ^ b10 ^ b15 ^ b20, c1 = b1 ^ b6 ^ b11 ^ b16 ^ b21,                               \
     c2 = b2 ^ b7 ^ b12 ^ b17 ^ b22, c3 = b3 ^ b8 ^ b13 ^ b18 ^ b23,                               \
     c4 = b4 ^ b9 ^ b14 ^ b19 ^ b24, d0 = c4 ^ ROTL64(c1, 1), d1 = c0 ^ ROTL64(c2, 1),             \
     d2 = c1 ^ ROTL64(c3, 1), d3 = c2 ^ ROTL64(c4, 1), d4 = c3 ^ ROTL64(c0, 1), t0 = b0 ^ d0,      \
     t1 = b6 ^ d1, t1 = ROTL64(t1, 44), t2 = b12 ^ d2, t2 = ROTL64(t2, 43), t3 = b18 ^ d3,         \
     t3 = ROTL64(t3, 21), t4 = b24 ^ d4, t4 = ROTL64(t4, 14), a0 = t0 ^ (~t1 & t2) ^ (constant),   \
     a1 = t1 ^ (~t2 & t3), a2 = t2 ^ (~t3 & t4), a3 = t3 ^ (~t4 & t0), a4 = t4 ^ (~t0 & t1),       \
     t0 = b3 ^ d3, t0 = ROTL64(t0, 28), t1 = b9 ^ d4, t1 = ROTL64(t1, 20), t2 = b10 ^ d0,          \
     t2 = ROTL64(t2, 3), t3 = b16 ^ d1, t3 = ROTL64(t3, 45), t4 = b22 ^ d2, t4 = ROTL64(t4, 61),   \
     a5 = t0 ^ (~t1 & t2), a6 = t1 ^ (~t2 & t3), a7 = t2 ^ (~t3 & t4), a8 = t3 ^ (~t4 & t0),       \
     a9 = t4 ^ (~t0 & t1), t0 = b1 ^ d1, t0 = ROTL64(t0, 1), t1 = b7 ^ d2, t1 = ROTL64(t1, 6),     \
     t2 = b13 ^ d3, t2 = ROTL64(t2, 25), t3 = b19 ^ d4, t3 = ROTL64(t3, 8), t4 = b20 ^ d0,         \
     t4 = ROTL64(t4, 18), a10 = t0 ^ (~t1 & t2), a11 = t1 ^ (~t2 & t3), a12 = t2 ^ (~t3 & t4),     \
     a13 = t3 ^ (~t4 & t0), a14 = t4 ^ (~t0 & t1), t0 = b4 ^ d4, t0 = ROTL64(t0, 27),              \
     t1 = b5 ^ d0, t1 = ROTL64(t1, 36), t2 = b11 ^ d1, t2 = ROTL64(t2, 10), t3 = b17 ^ d2,         \
     t3 = ROTL64(t3, 15), t4 = b23 ^ d3, t4 = ROTL64(t4, 56), a15 = t0 ^ (~t1 & t2),               \
     a16 = t1 ^ (~t2 & t3), a17 = t2 ^ (~t3 & t4), a18 = t3 ^ (~t4 & t0), a19 = t4 ^ (~t0 & t1),   \
     t0 = b2 ^ d2, t0 = ROTL64(t0, 62), t1 = b8 ^ d3, t1 = ROTL64(t1, 55), t2 = b14 ^ d4,          \
     t2 = ROTL64(t2, 39), t3 = b15 ^ d0, t3 = ROTL64(t3, 41), t4 = b21 ^ d1, t4 = ROTL64(t4, 2),   \
     a20 = t0 ^ (~t1 & t2), a21 = t1 ^ (~t2 & t3), a22 = t2 ^ (~t3 & t4), a23 = t3 ^ (~t4 & t0),   \
     a24 = t4 ^ (~t0 & t1))

/*
 * Takes in some blocks of message, of 8 * lanes bytes each (lanes = 0: none, one permutation), with
 * a permutation after each.
 */
static void absorb(context *cc, const unsigned char *data, size_t blocks, unsigned lanes) {
    u64 a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19,
        a20, a21, a22, a23, a24;
    u64 b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19,
        b20, b21, b22, b23, b24;
    u64 c0, c1, c2, c3, c4, d0, d1, d2, d3, d4, t0, t1, t2, t3, t4;
    u32 *A = cc->A;
    unsigned i;

    a0 = JOIN64(A + 0);
    a1 = JOIN64(A + 2);
    a2 = JOIN64(A + 4);
    a3 = JOIN64(A + 6);
    a4 = JOIN64(A + 8);
    a5 = JOIN64(A + 10);
    a6 = JOIN64(A + 12);
    a7 = JOIN64(A + 14);
    a8 = JOIN64(A + 16);
    a9 = JOIN64(A + 18);
    a10 = JOIN64(A + 20);
    a11 = JOIN64(A + 22);
    a12 = JOIN64(A + 24);
    a13 = JOIN64(A + 26);
    a14 = JOIN64(A + 28);
    a15 = JOIN64(A + 30);
    a16 = JOIN64(A + 32);
    a17 = JOIN64(A + 34);
    a18 = JOIN64(A + 36);
    a19 = JOIN64(A + 38);
    a20 = JOIN64(A + 40);
    a21 = JOIN64(A + 42);
    a22 = JOIN64(A + 44);
    a23 = JOIN64(A + 46);
    a24 = JOIN64(A + 48);
    do {
        /* Rates of 9 (Keccak-512), 13, 17, 18 and 21 lanes (SHAKE128) */
        if (lanes != 0) {
            a0 ^= get_le64(data + 0);
            a1 ^= get_le64(data + 8);
            a2 ^= get_le64(data + 16);
            a3 ^= get_le64(data + 24);
            a4 ^= get_le64(data + 32);
            a5 ^= get_le64(data + 40);
            a6 ^= get_le64(data + 48);
            a7 ^= get_le64(data + 56);
            a8 ^= get_le64(data + 64);
            if (lanes > 9) {
                a9 ^= get_le64(data + 72);
                a10 ^= get_le64(data + 80);
                a11 ^= get_le64(data + 88);
                a12 ^= get_le64(data + 96);
            }
            if (lanes > 13) {
                a13 ^= get_le64(data + 104);
                a14 ^= get_le64(data + 112);
                a15 ^= get_le64(data + 120);
                a16 ^= get_le64(data + 128);
            }
            if (lanes > 17) {
                a17 ^= get_le64(data + 136);
            }
            if (lanes > 18) {
                a18 ^= get_le64(data + 144);
                a19 ^= get_le64(data + 152);
                a20 ^= get_le64(data + 160);
            }
            data += 8 * lanes;
        }
        for (i = 0; i < ROUNDS; i += 2) {
            ROUND_AB(RC[i]);
            ROUND_BA(RC[i + 1]);
        }
    } while (--blocks != 0);
    SPLIT64(A + 0, a0);
    SPLIT64(A + 2, a1);
    SPLIT64(A + 4, a2);
    SPLIT64(A + 6, a3);
    SPLIT64(A + 8, a4);
    SPLIT64(A + 10, a5);
    SPLIT64(A + 12, a6);
    SPLIT64(A + 14, a7);
    SPLIT64(A + 16, a8);
    SPLIT64(A + 18, a9);
    SPLIT64(A + 20, a10);
    SPLIT64(A + 22, a11);
    SPLIT64(A + 24, a12);
    SPLIT64(A + 26, a13);
    SPLIT64(A + 28, a14);
    SPLIT64(A + 30, a15);
    SPLIT64(A + 32, a16);
    SPLIT64(A + 34, a17);
    SPLIT64(A + 36, a18);
    SPLIT64(A + 38, a19);
    SPLIT64(A + 40, a20);
    SPLIT64(A + 42, a21);
    SPLIT64(A + 44, a22);
    SPLIT64(A + 46, a23);
    SPLIT64(A + 48, a24);
}

#endif
#endif

/* Adds a byte to the state at place i. */
static void add_byte(context *cc, unsigned i, unsigned byte) {
    cc->A[i >> 2] ^= (u32)byte << 8 * (i & 3);
}

#define PERMUTE(cc) absorb(cc, NULL, 1, 0)

static void update(context *cc, const void *data, size_t len) {
    const unsigned char *bytes = (const unsigned char *)data;
    size_t blocks;
#ifdef KECCAK_AVX512
    unsigned n;
#endif
#ifdef KECCAK_AARCH64
    unsigned n;
#endif

    while (len != 0) {
        if (cc->ptr == 0 && len >= cc->rate) {
            /* Without a division, which some CPUs lack */
            blocks = 0;
            do {
                len -= cc->rate;
                blocks++;
            } while (len >= cc->rate);
            absorb(cc, bytes, blocks, cc->rate / 8);
            bytes += blocks * cc->rate;
            continue;
        }
#ifdef KECCAK_AVX512
        n = cc->rate - cc->ptr;
        if (n > len)
            n = (unsigned)len;
        add_bytes((unsigned char *)cc->A + cc->ptr, bytes, n);
        bytes += n;
        len -= n;
        cc->ptr += n;
        if (cc->ptr == cc->rate) {
#else
#ifdef KECCAK_AARCH64
        n = cc->rate - cc->ptr;
        if (n > len)
            n = (unsigned)len;
        add_bytes((unsigned char *)cc->A + cc->ptr, bytes, n);
        bytes += n;
        len -= n;
        cc->ptr += n;
        if (cc->ptr == cc->rate) {
#else
        add_byte(cc, cc->ptr, *bytes);
        bytes++;
        len--;
        if (++cc->ptr == cc->rate) {
#endif
#endif
            PERMUTE(cc);
            cc->ptr = 0;
        }
    }
}

#endif
#endif
#endif

static void init(context *cc, unsigned rate, unsigned out_size) {
    memset(cc, 0, sizeof *cc);
    cc->rate = rate;
    cc->out_size = out_size;
}

static void finish(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    unsigned last = SUFFIX, left = cc->out_size / 8, i;
#ifdef KECCAK_INTERLEAVED
    unsigned char lane[8];
#endif

    ub = (ub & 0xFF) >> (8 - n);
#ifdef LOWEST_FIRST
    /* Keccak as submitted: the lowest of these bits comes first. */
    last = last << n | ub;
#else
    for (; n != 0; n--) {
        last = last << 1 | (ub & 1);
        ub >>= 1;
    }
#endif
    add_byte(cc, cc->ptr, last & 0xFF);
    if (last > 0x7F) {
        /* The first 1 of the padding, or more, is in this byte: the next one, if it has no more
         * room. */
        if (++cc->ptr == cc->rate) {
            PERMUTE(cc);
            cc->ptr = 0;
        }
        add_byte(cc, cc->ptr, last >> 8);
    }
    add_byte(cc, cc->rate - 1, 0x80);
    do {
        PERMUTE(cc);
#ifdef STATE_IN_ORDER
        /* The usual size is no call. */
        i = left < cc->rate ? left : cc->rate;
        if (i == 32)
            memcpy(out, cc->A, 32);
        else
            memcpy(out, cc->A, i);
        out += i;
        left -= i;
#else
        for (i = 0; i != cc->rate && left != 0; i++) {
#ifdef KECCAK_INTERLEAVED
            if ((i & 7) == 0)
                get_lane(lane, cc->A + (i >> 2));
            *out = lane[i & 7];
#else
            *out = (unsigned char)(cc->A[i >> 2] >> 8 * (i & 3));
#endif
            out++;
            left--;
        }
#endif
    } while (left != 0);
}

#endif
