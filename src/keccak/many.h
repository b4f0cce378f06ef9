/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-3 or SHAKE of many messages in vectors: a lane of the state of each in a vector.
 *
 * A private header; common/fast.h, common/many_plain.h, common/lanes_amd64.h or common/lanes_neon.h, LEAST_LANES
 * of common/many.h, and
 *
 *     #define SUFFIX 6                     bits behind the message, and the first 1 of the padding
 *     #define SIDE_BY_SIDE                 on AArch64: with the permutation of keccak/aarch64_sha3.h
 *
 * come before it.  Names are those of FIPS 202, sections 3.2 and 5.1.
 */
#ifndef MOTE_KECCAK_MANY_H
#define MOTE_KECCAK_MANY_H

#define MOST_RATE 168
#define STATE                                                                                      \
    u64 A[25][LANES] __attribute__((__aligned__(64)));                                             \
    u64 output[LANES][22] __attribute__((__aligned__(64)));                                        \
    size_t made[LANES]; /* bytes of output so far */                                               \
    unsigned squeezing; /* lanes whose output has begun */
#define END_BYTES (MOST_RATE + 24)
#define BLOCK_BYTES (m->block_bytes)
#define BEGIN(s) ((s)->squeezing = 0)
/* What its output has begun of is not left to others. */
#define MUST_GO_ON(s) ((s)->squeezing != 0)

#include "common/many.h"

static const u64 RC[24] = {
    C64(0x00000000, 0x00000001), C64(0x00000000, 0x00008082), C64(0x80000000, 0x0000808A),
    C64(0x80000000, 0x80008000), C64(0x00000000, 0x0000808B), C64(0x00000000, 0x80000001),
    C64(0x80000000, 0x80008081), C64(0x80000000, 0x00008009), C64(0x00000000, 0x0000008A),
    C64(0x00000000, 0x00000088), C64(0x00000000, 0x80008009), C64(0x00000000, 0x8000000A),
    C64(0x00000000, 0x8000808B), C64(0x80000000, 0x0000008B), C64(0x80000000, 0x00008089),
    C64(0x80000000, 0x00008003), C64(0x80000000, 0x00008002), C64(0x80000000, 0x00000080),
    C64(0x00000000, 0x0000800A), C64(0x80000000, 0x8000000A), C64(0x80000000, 0x80008081),
    C64(0x80000000, 0x00008080), C64(0x00000000, 0x80000001), C64(0x80000000, 0x80008008),
};

#define AS_IT_LIES(x) (x)

#ifdef SIDE_BY_SIDE
#include "keccak/aarch64_sha3.h"
#else
#define XOR5(a, b, c, d, e) XOR3(XOR3(a, b, c), d, e)

/* theta of the state a, whose lane [x, y] is a[x + 5 * y]: what is added to a column */
#define THETA(a)                                                                                   \
    c0 = XOR5(a[0], a[5], a[10], a[15], a[20]);                                                    \
    c1 = XOR5(a[1], a[6], a[11], a[16], a[21]);                                                    \
    c2 = XOR5(a[2], a[7], a[12], a[17], a[22]);                                                    \
    c3 = XOR5(a[3], a[8], a[13], a[18], a[23]);                                                    \
    c4 = XOR5(a[4], a[9], a[14], a[19], a[24]);                                                    \
    d0 = XOR(c4, ROTL(c1, 1));                                                                     \
    d1 = XOR(c0, ROTL(c2, 1));                                                                     \
    d2 = XOR(c1, ROTL(c3, 1));                                                                     \
    d3 = XOR(c2, ROTL(c4, 1));                                                                     \
    d4 = XOR(c3, ROTL(c0, 1))
/* A row of the next state: theta, rho and pi bring five lanes into it, then chi. */
#define ROW(e, y, a0, n0, a1, n1, a2, n2, a3, n3, a4, n4)                                          \
    b0 = ROTATED(a0, n0);                                                                          \
    b1 = ROTATED(a1, n1);                                                                          \
    b2 = ROTATED(a2, n2);                                                                          \
    b3 = ROTATED(a3, n3);                                                                          \
    b4 = ROTATED(a4, n4);                                                                          \
    e[5 * (y)] = XOR_ANDNOT(b0, b1, b2);                                                           \
    e[5 * (y) + 1] = XOR_ANDNOT(b1, b2, b3);                                                       \
    e[5 * (y) + 2] = XOR_ANDNOT(b2, b3, b4);                                                       \
    e[5 * (y) + 3] = XOR_ANDNOT(b3, b4, b0);                                                       \
    e[5 * (y) + 4] = XOR_ANDNOT(b4, b0, b1)
#define ROTATED(x, n) ((n) == 0 ? (x) : ROTL(x, (n) == 0 ? 1 : (n)))
/* The state e from a, with the constant of the round */
#define ROUND(e, a, rc)                                                                            \
    THETA(a);                                                                                      \
    ROW(e, 0, XOR(a[0], d0), 0, XOR(a[6], d1), 44, XOR(a[12], d2), 43, XOR(a[18], d3), 21,         \
        XOR(a[24], d4), 14);                                                                       \
    e[0] = XOR(e[0], ALL(rc));                                                                     \
    ROW(e, 1, XOR(a[3], d3), 28, XOR(a[9], d4), 20, XOR(a[10], d0), 3, XOR(a[16], d1), 45,         \
        XOR(a[22], d2), 61);                                                                       \
    ROW(e, 2, XOR(a[1], d1), 1, XOR(a[7], d2), 6, XOR(a[13], d3), 25, XOR(a[19], d4), 8,           \
        XOR(a[20], d0), 18);                                                                       \
    ROW(e, 3, XOR(a[4], d4), 27, XOR(a[5], d0), 36, XOR(a[11], d1), 10, XOR(a[17], d2), 15,        \
        XOR(a[23], d3), 56);                                                                       \
    ROW(e, 4, XOR(a[2], d2), 62, XOR(a[8], d3), 55, XOR(a[14], d4), 39, XOR(a[15], d0), 41,        \
        XOR(a[21], d1), 2)
#endif

FEATURES static void step(lanes *s, const messages *m, size_t blocks) {
#ifdef SIDE_BY_SIDE
    vector w[2];
#else
    vector a[25], e[25], w[2], b0, b1, b2, b3, b4, c0, c1, c2, c3, c4, d0, d1, d2, d3, d4;
#endif
    unsigned i, words = BLOCK_BYTES / 8;
    size_t from = 0;

    if (s->fresh != 0)
        for (i = 0; i < 25; i++)
            KEEP(s->A[i], BLENDED(s->fresh, LOADED(s->A[i]), ALL(0)));
    do {
        for (i = 0; i + 2 <= words; i += 2) {
            TAKE_WORDS(w, s->at, from + 8 * i, AS_IT_LIES);
            KEEP(s->A[i], XOR(LOADED(s->A[i]), w[0]));
            KEEP(s->A[i + 1], XOR(LOADED(s->A[i + 1]), w[1]));
        }
        if (i < words) {
            /* The last word alone, with the one before it: nothing behind the block is read. */
            TAKE_WORDS(w, s->at, from + 8 * i - 8, AS_IT_LIES);
            KEEP(s->A[i], XOR(LOADED(s->A[i]), w[1]));
        }
#ifdef SIDE_BY_SIDE
        permute_two(s->A);
#else
        for (i = 0; i < 25; i++)
            a[i] = LOADED(s->A[i]);
        for (i = 0; i < 24; i += 2) {
            ROUND(e, a, RC[i]);
            ROUND(a, e, RC[i + 1]);
        }
        for (i = 0; i < 25; i++)
            KEEP(s->A[i], a[i]);
#endif
        from += BLOCK_BYTES;
    } while (--blocks != 0);
}

#ifdef LANES_AVX512
/* The beginning and the end of the padding, between bits 0 */
static const unsigned char suffix[128] = {[64] = SUFFIX}, one_bit[128] = {[64] = 0x80};
#endif

FEATURES static size_t make_end(lanes *s, const messages *m, unsigned lane,
                                const unsigned char *rest, unsigned bytes, size_t len) {
    unsigned char *end = s->end[lane];
#ifdef LANES_AVX512
    unsigned i;
    vector x;

    /* In vectors, as the processor would have to wait for bytes that are read as vectors right after. */
    for (i = 0; i < END_BYTES; i += 64) {
        x = ALL(0);
        if (bytes >= i + 64) {
            x = LOADED(rest + i);
        } else if (bytes >= i) {
            x = XOR(_mm512_maskz_loadu_epi8(((u64)1 << (bytes - i)) - 1, rest + i),
                    LOADED(suffix + 64 - (bytes - i)));
        }
        if (BLOCK_BYTES - 1 - i < 64)
            x = XOR(x, LOADED(one_bit + 64 - (BLOCK_BYTES - 1 - i)));
        KEEP(end + i, x);
    }
#else
    memset(end, 0, END_BYTES);
    if (bytes != 0)
        memcpy(end, rest, bytes);
    end[bytes] = SUFFIX;
    end[BLOCK_BYTES - 1] ^= 0x80;
#endif
    (void)len;
    s->made[lane] = 0;
    return 1;
}

/* Without vectors' features, as compilers compute that in masks, which takes longer. */
__attribute__((__noinline__)) static void note_output(lanes *s, unsigned ended, unsigned free) {
    s->squeezing = (s->squeezing | ended) & ~free;
}

FEATURES static unsigned finish(lanes *s, const messages *m, unsigned ended) {
    unsigned lane, left, i, free = 0;
    size_t bytes, most;
    vector x[2];

    most = m->out_bytes < BLOCK_BYTES ? m->out_bytes : BLOCK_BYTES;
    for (i = 0; 8 * i < most; i += 2) {
        x[0] = LOADED(s->A[i]);
        x[1] = LOADED(s->A[i + 1]);
        PUT_WORDS(s->output, i, x, AS_IT_LIES);
    }
    FOR_LANES(lane, ended) {
        bytes = m->out_bytes - s->made[lane];
        bytes = bytes < BLOCK_BYTES ? bytes : BLOCK_BYTES;
        memcpy(m->dst + s->number[lane] * m->out_bytes + s->made[lane], s->output[lane], bytes);
        s->made[lane] += bytes;
        if (s->made[lane] == m->out_bytes) {
            free |= 1u << lane;
        } else {
            /* The permutation alone: a block of zeros. */
            memset(s->end[lane], 0, END_BYTES);
            s->at[lane] = s->end[lane];
            s->blocks[lane] = 1;
        }
    }
    note_output(s, ended, free);
    return free;
}

FEATURES static void end_alone(lanes *s, const messages *m, unsigned lane) {
    size_t len = m->len[s->number[lane]], whole = WHOLE_BLOCKS(m, len), done;
    const unsigned char *data = (const unsigned char *)m->data[s->number[lane]];
    CONTEXT cc;
    unsigned i;

    INIT(&cc, 8 * m->out_bytes);
    if (!(s->fresh >> lane & 1)) {
        done = (s->ending >> lane & 1 ? whole : whole - s->blocks[lane]) * BLOCK_BYTES;
        for (i = 0; i < 25; i++)
            memcpy(cc.A + 2 * i, &s->A[i][lane], 8);
        if (len != 0)
            data += done;
        len -= done;
    }
    UPDATE(&cc, data, len);
    CLOSE(&cc, 0, 0, m->dst + s->number[lane] * m->out_bytes);
    FORGET(cc);
}

#endif
