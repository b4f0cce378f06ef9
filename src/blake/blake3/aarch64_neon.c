/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * BLAKE3 with vectors of AArch64, in C: of long messages four chunks or parents side by side, a word of all
 * four in a vector; else each row of four words of the state is a vector.
 *
 * Names are those of the specification, sections 2.1 to 2.6; the tree is in blake/blake3.h and
 * blake/blake3_lanes.h.
 */
#include "mote/blake3.h"

typedef mote_blake3_context context;

#define WAITING_BLOCK_BYTES 64
static void compress(context *cc, const unsigned char *data, size_t blocks);

#include "common/fast.h"

#include "common/aarch64_neon.h"

/* The initialization vector (table 1). */
static const u32 IV[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

/* Bytes of words rotated to the right by 8 bits */
static const unsigned char BY_8[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};

/* Rotations to the right: bytes are moved, or a shift comes before one that inserts. */
#define ROTATED_16(x) vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)))
#define ROTATED_12(x) vsriq_n_u32(vshlq_n_u32(x, 20), x, 12)
#define ROTATED_8(x) vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), by_8))
#define ROTATED_7(x) vsriq_n_u32(vshlq_n_u32(x, 25), x, 7)

/* One compression: the rows of the state in a to d.  Half of G, with words x of the message.  b comes
 * last, and a compiler might add it to x first. */
#define HALF_G(x, FOR_D, FOR_B)                                                                    \
    a = vaddq_u32(a, x);                                                                           \
    __asm__("" : "+w"(a));                                                                         \
    a = vaddq_u32(a, b);                                                                           \
    d = FOR_D(veorq_u32(d, a));                                                                    \
    c = vaddq_u32(c, d);                                                                           \
    b = veorq_u32(b, c);                                                                           \
    b = FOR_B(b)
/* The diagonals into columns, or back; b stays where it is. */
#define SHIFT(by_a, by_c)                                                                          \
    a = vextq_u32(a, a, by_a);                                                                     \
    d = vextq_u32(d, d, 2);                                                                        \
    c = vextq_u32(c, c, by_c)

/* round(...) for the seven rounds, with the words of the message as each takes them (table 2) */
#define SEVEN_ROUNDS(round)                                                                        \
    round(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),                                   \
        round(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8),                               \
        round(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1),                               \
        round(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6),                               \
        round(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4),                               \
        round(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7),                               \
        round(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)

/* Places in a block of the words as a round takes them: for the columns, and for the diagonals, where b stays */
#define WORD(i) 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
#define PLACES(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)               \
    WORD(s0), WORD(s2), WORD(s4), WORD(s6), WORD(s1), WORD(s3), WORD(s5), WORD(s7), WORD(s14),     \
        WORD(s8), WORD(s10), WORD(s12), WORD(s15), WORD(s9), WORD(s11), WORD(s13)
static const unsigned char ORDER[7 * WAITING_BLOCK_BYTES] = {SEVEN_ROUNDS(PLACES)};

/* Four words of the message */
#define WORDS(at) vreinterpretq_u32_u8(vqtbl4q_u8(m, vld1q_u8(order + (at))))

#define ROW(p) vreinterpretq_u32_u8(vld1q_u8(p))

/* Blocks, of which `first` are the flags of the first one and `flags` those of the others, from the chaining
 * value h: what the last one makes, 16 words of it. */
NOINLINE static void mix(const u32 *h, const void *data, size_t blocks, const u32 *t, unsigned len,
                         unsigned first, unsigned flags, u32 *v) {
    const unsigned char *p = (const unsigned char *)data, *order;
    const uint8x16_t by_8 = vld1q_u8(BY_8);
    const uint32x4_t iv = vld1q_u32(IV);
    const uint32x4_t others = {t[0], t[1], len, flags & 0xFF};
    uint32x4_t row = vsetq_lane_u32(first & 0xFF, others, 3);
    uint32x4_t h0, h1, a = vld1q_u32(h), b = vld1q_u32(h + 4), c, d;
    uint8x16x4_t m;

    do {
        m = vld1q_u8_x4(p);
        h0 = a;
        h1 = b;
        c = iv;
        d = row;
        for (order = ORDER; order != ORDER + sizeof ORDER; order += WAITING_BLOCK_BYTES) {
            HALF_G(WORDS(0), ROTATED_16, ROTATED_12);
            HALF_G(WORDS(16), ROTATED_8, ROTATED_7);
            SHIFT(3, 1);
            HALF_G(WORDS(32), ROTATED_16, ROTATED_12);
            HALF_G(WORDS(48), ROTATED_8, ROTATED_7);
            SHIFT(1, 3);
        }
        a = veorq_u32(a, c);
        b = veorq_u32(b, d);
        row = others;
        p += WAITING_BLOCK_BYTES;
    } while (--blocks != 0);
    vst1q_u32(v, a);
    vst1q_u32(v + 4, b);
    vst1q_u32(v + 8, veorq_u32(c, h0));
    vst1q_u32(v + 12, veorq_u32(d, h1));
}

/* Blocks of a chunk, none of them its last. */
static void mix_blocks(u32 *h, const unsigned char *data, size_t blocks, const u32 *t,
                       unsigned first, unsigned flags) {
    u32 v[16];

    mix(h, data, blocks, t, WAITING_BLOCK_BYTES, first, flags, v);
    memcpy(h, v, 8 * sizeof *h);
}

static void node(context *cc, unsigned flags, u32 *v);
static void end(context *cc);

#define OWN_END
#include "blake/blake3.h"

static void node(context *cc, unsigned flags, u32 *v) {
    static const u32 none[2] = {0, 0};

    /* Chunks and blocks of output have a number, parents within the tree none. */
    mix(cc->h, cc->buf, 1, flags == PARENT ? none : cc->t, cc->ptr, cc->flags | flags, 0, v);
}

#define LANES 4
#define LEAST_LEVELS 2
#define MOST_LEVELS 6
#define LEAST_CHUNKS 2
#include "blake/blake3_lanes.h"

/* Half of G in four lanes, of four of them step by step, as a step of one waits for the one before. */
#define HALF(w0, w1, w2, w3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, FOR_D, FOR_B)         \
    (x0 = vaddq_u32(vaddq_u32(x0, m##w0), b0), x1 = vaddq_u32(vaddq_u32(x1, m##w1), b1),           \
     x2 = vaddq_u32(vaddq_u32(x2, m##w2), b2), x3 = vaddq_u32(vaddq_u32(x3, m##w3), b3),           \
     d0 = FOR_D(veorq_u32(d0, x0)), d1 = FOR_D(veorq_u32(d1, x1)), d2 = FOR_D(veorq_u32(d2, x2)),  \
     d3 = FOR_D(veorq_u32(d3, x3)), c0 = vaddq_u32(c0, d0), c1 = vaddq_u32(c1, d1),                \
     c2 = vaddq_u32(c2, d2), c3 = vaddq_u32(c3, d3), b0 = veorq_u32(b0, c0),                       \
     b1 = veorq_u32(b1, c1), b2 = veorq_u32(b2, c2), b3 = veorq_u32(b3, c3), b0 = FOR_B(b0),       \
     b1 = FOR_B(b1), b2 = FOR_B(b2), b3 = FOR_B(b3))

/* Columns, and diagonals */
#define FOUR_ROUNDS(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)          \
    (HALF(s0, s2, s4, s6, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, ROTATED_16,        \
          ROTATED_12),                                                                             \
     HALF(s1, s3, s5, s7, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15, ROTATED_8,         \
          ROTATED_7),                                                                              \
     HALF(s8, s10, s12, s14, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, ROTATED_16,     \
          ROTATED_12),                                                                             \
     HALF(s9, s11, s13, s15, x5, x6, x7, x4, x10, x11, x8, x9, x15, x12, x13, x14, ROTATED_8,      \
          ROTATED_7))

/* Four vectors of four words: rows become columns. */
#define TRANSPOSE(a, b, c, d)                                                                      \
    t0 = vzip1q_u32(a, c);                                                                         \
    t1 = vzip1q_u32(b, d);                                                                         \
    t2 = vzip2q_u32(a, c);                                                                         \
    t3 = vzip2q_u32(b, d);                                                                         \
    a = vzip1q_u32(t0, t1);                                                                        \
    b = vzip2q_u32(t0, t1);                                                                        \
    c = vzip1q_u32(t2, t3);                                                                        \
    d = vzip2q_u32(t2, t3)

/* 64 bytes of an input */
#define LOAD_BLOCK(p, a, b, c, d)                                                                  \
    a = ROW(p);                                                                                    \
    b = ROW((p) + 16);                                                                             \
    c = ROW((p) + 32);                                                                             \
    d = ROW((p) + 48);                                                                             \
    p += WAITING_BLOCK_BYTES

NOINLINE static void mix_four(const struct many *how, const unsigned char *at0, size_t stride,
                              unsigned blocks, u32 *to) {
    const unsigned char *at1 = at0 + stride, *at2 = at1 + stride, *at3 = at2 + stride;
    const uint8x16_t by_8 = vld1q_u8(BY_8);
    const uint32x4_t iv = vld1q_u32(IV), low = vld1q_u32(how->low), high = vld1q_u32(how->high);
    const uint32x4_t key0 = vld1q_u32(how->key), key1 = vld1q_u32(how->key + 4);
    uint32x4_t m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
    uint32x4_t x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
    uint32x4_t t0, t1, t2, t3;
    unsigned flags = how->flags | how->first;

    x0 = vdupq_laneq_u32(key0, 0);
    x1 = vdupq_laneq_u32(key0, 1);
    x2 = vdupq_laneq_u32(key0, 2);
    x3 = vdupq_laneq_u32(key0, 3);
    x4 = vdupq_laneq_u32(key1, 0);
    x5 = vdupq_laneq_u32(key1, 1);
    x6 = vdupq_laneq_u32(key1, 2);
    x7 = vdupq_laneq_u32(key1, 3);
    do {
        if (blocks == 1)
            flags |= how->last;
        LOAD_BLOCK(at0, m0, m4, m8, m12);
        LOAD_BLOCK(at1, m1, m5, m9, m13);
        LOAD_BLOCK(at2, m2, m6, m10, m14);
        LOAD_BLOCK(at3, m3, m7, m11, m15);
        TRANSPOSE(m0, m1, m2, m3);
        TRANSPOSE(m4, m5, m6, m7);
        TRANSPOSE(m8, m9, m10, m11);
        TRANSPOSE(m12, m13, m14, m15);
        x8 = vdupq_laneq_u32(iv, 0);
        x9 = vdupq_laneq_u32(iv, 1);
        x10 = vdupq_laneq_u32(iv, 2);
        x11 = vdupq_laneq_u32(iv, 3);
        x12 = low;
        x13 = high;
        x14 = vdupq_n_u32(WAITING_BLOCK_BYTES);
        x15 = vdupq_n_u32(flags);
        SEVEN_ROUNDS(FOUR_ROUNDS);
        x0 = veorq_u32(x0, x8);
        x1 = veorq_u32(x1, x9);
        x2 = veorq_u32(x2, x10);
        x3 = veorq_u32(x3, x11);
        x4 = veorq_u32(x4, x12);
        x5 = veorq_u32(x5, x13);
        x6 = veorq_u32(x6, x14);
        x7 = veorq_u32(x7, x15);
        flags = how->flags;
    } while (--blocks != 0);
    TRANSPOSE(x0, x1, x2, x3);
    TRANSPOSE(x4, x5, x6, x7);
    vst1q_u32(to, x0);
    vst1q_u32(to + 4, x4);
    vst1q_u32(to + 8, x1);
    vst1q_u32(to + 12, x5);
    vst1q_u32(to + 16, x2);
    vst1q_u32(to + 20, x6);
    vst1q_u32(to + 24, x3);
    vst1q_u32(to + 28, x7);
}

static void mix_many(const struct many *how, const unsigned char *data, size_t stride,
                     unsigned inputs, unsigned blocks, u32 *to) {
    u32 t[2], v[16];
    unsigned i, first, last;

    if (inputs == LANES) {
        mix_four(how, data, stride, blocks, to);
        return;
    }
    /* Fewer take less one by one: a compression of its own has a third of the instructions of four. */
    for (i = 0; i < inputs; i++, data += stride, to += 8) {
        t[0] = how->low[i];
        t[1] = how->high[i];
        first = how->flags | how->first;
        last = how->flags | how->last;
        if (blocks == 1) {
            mix(how->key, data, 1, t, WAITING_BLOCK_BYTES, first | last, 0, v);
        } else {
            mix(how->key, data, blocks - 1, t, WAITING_BLOCK_BYTES, first, how->flags, v);
            mix(v, data + WAITING_BLOCK_BYTES * (size_t)(blocks - 1), 1, t, WAITING_BLOCK_BYTES,
                last, 0, v);
        }
        memcpy(to, v, 8 * sizeof *to);
    }
}
