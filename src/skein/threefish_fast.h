/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the fast implementations (portable_fast.c) of Skein and Threefish share: the encryption,
 * written out.
 *
 * A private header.  The source includes it after common/fast.h and
 *
 *     #define WORDS 8            words of 64 bits in a block: 4, 8 or 16
 *
 * Names are those of "The Skein Hash Function Family", version 1.3, section 3.3.  After four rounds
 * the permutations (table 3) have brought each word back to its place: they only rename variables.
 */
#ifndef MOTE_THREEFISH_FAST_H
#define MOTE_THREEFISH_FAST_H

/* Section 3.3.1 */
#define MIX(a, b, r) (a += b, b = ROTL64(b, r) ^ a)
#define UNMIX(a, b, r) (b ^= a, b = ROTR64(b, r), a -= b)

/* Words of the subkey s (section 3.3.2): k has WORDS + 1 words, t has 3. */
#define K(s, i) k[((s) + (i)) % (WORDS + 1)]
#define KT(s, i) (K(s, i) + t[((s) + (i) + 3 - WORDS) % 3])

#if WORDS == 4
#define X x0, x1, x2, x3
/* Four rounds, with the rotations of table 4 for rounds 0 to 3 and 4 to 7 */
#define ROUNDS_0                                                                                   \
    (MIX(x0, x1, 14), MIX(x2, x3, 16), MIX(x0, x3, 52), MIX(x2, x1, 57), MIX(x0, x1, 23),          \
     MIX(x2, x3, 40), MIX(x0, x3, 5), MIX(x2, x1, 37))
#define ROUNDS_4                                                                                   \
    (MIX(x0, x1, 25), MIX(x2, x3, 33), MIX(x0, x3, 46), MIX(x2, x1, 12), MIX(x0, x1, 58),          \
     MIX(x2, x3, 22), MIX(x0, x3, 32), MIX(x2, x1, 32))
#define ADD_SUBKEY(s) (x0 += K(s, 0), x1 += KT(s, 1), x2 += KT(s, 2), x3 += K(s, 3) + (s))
#define SUBTRACT_SUBKEY(s) (x0 -= K(s, 0), x1 -= KT(s, 1), x2 -= KT(s, 2), x3 -= K(s, 3) + (s))
/* Their inverses */
#define BACK_0                                                                                     \
    (UNMIX(x2, x1, 37), UNMIX(x0, x3, 5), UNMIX(x2, x3, 40), UNMIX(x0, x1, 23), UNMIX(x2, x1, 57), \
     UNMIX(x0, x3, 52), UNMIX(x2, x3, 16), UNMIX(x0, x1, 14))
#define BACK_4                                                                                     \
    (UNMIX(x2, x1, 32), UNMIX(x0, x3, 32), UNMIX(x2, x3, 22), UNMIX(x0, x1, 58),                   \
     UNMIX(x2, x1, 12), UNMIX(x0, x3, 46), UNMIX(x2, x3, 33), UNMIX(x0, x1, 25))
#define LOAD(p) (x0 = (p)[0], x1 = (p)[1], x2 = (p)[2], x3 = (p)[3])
#define FEED_FORWARD(g, m)                                                                         \
    ((g)[0] = (m)[0] ^ x0, (g)[1] = (m)[1] ^ x1, (g)[2] = (m)[2] ^ x2, (g)[3] = (m)[3] ^ x3)
#define STORE(p) ((p)[0] = x0, (p)[1] = x1, (p)[2] = x2, (p)[3] = x3)
#elif WORDS == 8
#define X x0, x1, x2, x3, x4, x5, x6, x7
/* Four rounds, with the rotations of table 4 for rounds 0 to 3 and 4 to 7 */
#define ROUNDS_0                                                                                   \
    (MIX(x0, x1, 46), MIX(x2, x3, 36), MIX(x4, x5, 19), MIX(x6, x7, 37), MIX(x2, x1, 33),          \
     MIX(x4, x7, 27), MIX(x6, x5, 14), MIX(x0, x3, 42), MIX(x4, x1, 17), MIX(x6, x3, 49),          \
     MIX(x0, x5, 36), MIX(x2, x7, 39), MIX(x6, x1, 44), MIX(x0, x7, 9), MIX(x2, x5, 54),           \
     MIX(x4, x3, 56))
#define ROUNDS_4                                                                                   \
    (MIX(x0, x1, 39), MIX(x2, x3, 30), MIX(x4, x5, 34), MIX(x6, x7, 24), MIX(x2, x1, 13),          \
     MIX(x4, x7, 50), MIX(x6, x5, 10), MIX(x0, x3, 17), MIX(x4, x1, 25), MIX(x6, x3, 29),          \
     MIX(x0, x5, 39), MIX(x2, x7, 43), MIX(x6, x1, 8), MIX(x0, x7, 35), MIX(x2, x5, 56),           \
     MIX(x4, x3, 22))
#define ADD_SUBKEY(s)                                                                              \
    (x0 += K(s, 0), x1 += K(s, 1), x2 += K(s, 2), x3 += K(s, 3), x4 += K(s, 4), x5 += KT(s, 5),    \
     x6 += KT(s, 6), x7 += K(s, 7) + (s))
#define SUBTRACT_SUBKEY(s)                                                                         \
    (x0 -= K(s, 0), x1 -= K(s, 1), x2 -= K(s, 2), x3 -= K(s, 3), x4 -= K(s, 4), x5 -= KT(s, 5),    \
     x6 -= KT(s, 6), x7 -= K(s, 7) + (s))
/* Their inverses */
#define BACK_0                                                                                     \
    (UNMIX(x4, x3, 56), UNMIX(x2, x5, 54), UNMIX(x0, x7, 9), UNMIX(x6, x1, 44), UNMIX(x2, x7, 39), \
     UNMIX(x0, x5, 36), UNMIX(x6, x3, 49), UNMIX(x4, x1, 17), UNMIX(x0, x3, 42),                   \
     UNMIX(x6, x5, 14), UNMIX(x4, x7, 27), UNMIX(x2, x1, 33), UNMIX(x6, x7, 37),                   \
     UNMIX(x4, x5, 19), UNMIX(x2, x3, 36), UNMIX(x0, x1, 46))
#define BACK_4                                                                                     \
    (UNMIX(x4, x3, 22), UNMIX(x2, x5, 56), UNMIX(x0, x7, 35), UNMIX(x6, x1, 8), UNMIX(x2, x7, 43), \
     UNMIX(x0, x5, 39), UNMIX(x6, x3, 29), UNMIX(x4, x1, 25), UNMIX(x0, x3, 17),                   \
     UNMIX(x6, x5, 10), UNMIX(x4, x7, 50), UNMIX(x2, x1, 13), UNMIX(x6, x7, 24),                   \
     UNMIX(x4, x5, 34), UNMIX(x2, x3, 30), UNMIX(x0, x1, 39))
#define LOAD(p)                                                                                    \
    (x0 = (p)[0], x1 = (p)[1], x2 = (p)[2], x3 = (p)[3], x4 = (p)[4], x5 = (p)[5], x6 = (p)[6],    \
     x7 = (p)[7])
#define FEED_FORWARD(g, m)                                                                         \
    ((g)[0] = (m)[0] ^ x0, (g)[1] = (m)[1] ^ x1, (g)[2] = (m)[2] ^ x2, (g)[3] = (m)[3] ^ x3,       \
     (g)[4] = (m)[4] ^ x4, (g)[5] = (m)[5] ^ x5, (g)[6] = (m)[6] ^ x6, (g)[7] = (m)[7] ^ x7)
#define STORE(p)                                                                                   \
    ((p)[0] = x0, (p)[1] = x1, (p)[2] = x2, (p)[3] = x3, (p)[4] = x4, (p)[5] = x5, (p)[6] = x6,    \
     (p)[7] = x7)
#else
#define X x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15
/* Four rounds, with the rotations of table 4 for rounds 0 to 3 and 4 to 7 */
#define ROUNDS_0                                                                                   \
    (MIX(x0, x1, 24), MIX(x2, x3, 13), MIX(x4, x5, 8), MIX(x6, x7, 47), MIX(x8, x9, 8),            \
     MIX(x10, x11, 17), MIX(x12, x13, 22), MIX(x14, x15, 37), MIX(x0, x9, 38), MIX(x2, x13, 19),   \
     MIX(x6, x11, 10), MIX(x4, x15, 55), MIX(x10, x7, 49), MIX(x12, x3, 18), MIX(x14, x5, 23),     \
     MIX(x8, x1, 52), MIX(x0, x7, 33), MIX(x2, x5, 4), MIX(x4, x3, 51), MIX(x6, x1, 13),           \
     MIX(x12, x15, 34), MIX(x14, x13, 41), MIX(x8, x11, 59), MIX(x10, x9, 17), MIX(x0, x15, 5),    \
     MIX(x2, x11, 20), MIX(x6, x13, 48), MIX(x4, x9, 41), MIX(x14, x1, 47), MIX(x8, x5, 28),       \
     MIX(x10, x3, 16), MIX(x12, x7, 25))
#define ROUNDS_4                                                                                   \
    (MIX(x0, x1, 41), MIX(x2, x3, 9), MIX(x4, x5, 37), MIX(x6, x7, 31), MIX(x8, x9, 12),           \
     MIX(x10, x11, 47), MIX(x12, x13, 44), MIX(x14, x15, 30), MIX(x0, x9, 16), MIX(x2, x13, 34),   \
     MIX(x6, x11, 56), MIX(x4, x15, 51), MIX(x10, x7, 4), MIX(x12, x3, 53), MIX(x14, x5, 42),      \
     MIX(x8, x1, 41), MIX(x0, x7, 31), MIX(x2, x5, 44), MIX(x4, x3, 47), MIX(x6, x1, 46),          \
     MIX(x12, x15, 19), MIX(x14, x13, 42), MIX(x8, x11, 44), MIX(x10, x9, 25), MIX(x0, x15, 9),    \
     MIX(x2, x11, 48), MIX(x6, x13, 35), MIX(x4, x9, 52), MIX(x14, x1, 23), MIX(x8, x5, 31),       \
     MIX(x10, x3, 37), MIX(x12, x7, 20))
#define ADD_SUBKEY(s)                                                                              \
    (x0 += K(s, 0), x1 += K(s, 1), x2 += K(s, 2), x3 += K(s, 3), x4 += K(s, 4), x5 += K(s, 5),     \
     x6 += K(s, 6), x7 += K(s, 7), x8 += K(s, 8), x9 += K(s, 9), x10 += K(s, 10), x11 += K(s, 11), \
     x12 += K(s, 12), x13 += KT(s, 13), x14 += KT(s, 14), x15 += K(s, 15) + (s))
#define SUBTRACT_SUBKEY(s)                                                                         \
    (x0 -= K(s, 0), x1 -= K(s, 1), x2 -= K(s, 2), x3 -= K(s, 3), x4 -= K(s, 4), x5 -= K(s, 5),     \
     x6 -= K(s, 6), x7 -= K(s, 7), x8 -= K(s, 8), x9 -= K(s, 9), x10 -= K(s, 10), x11 -= K(s, 11), \
     x12 -= K(s, 12), x13 -= KT(s, 13), x14 -= KT(s, 14), x15 -= K(s, 15) + (s))
/* Their inverses */
#define BACK_0                                                                                     \
    (UNMIX(x12, x7, 25), UNMIX(x10, x3, 16), UNMIX(x8, x5, 28), UNMIX(x14, x1, 47),                \
     UNMIX(x4, x9, 41), UNMIX(x6, x13, 48), UNMIX(x2, x11, 20), UNMIX(x0, x15, 5),                 \
     UNMIX(x10, x9, 17), UNMIX(x8, x11, 59), UNMIX(x14, x13, 41), UNMIX(x12, x15, 34),             \
     UNMIX(x6, x1, 13), UNMIX(x4, x3, 51), UNMIX(x2, x5, 4), UNMIX(x0, x7, 33), UNMIX(x8, x1, 52), \
     UNMIX(x14, x5, 23), UNMIX(x12, x3, 18), UNMIX(x10, x7, 49), UNMIX(x4, x15, 55),               \
     UNMIX(x6, x11, 10), UNMIX(x2, x13, 19), UNMIX(x0, x9, 38), UNMIX(x14, x15, 37),               \
     UNMIX(x12, x13, 22), UNMIX(x10, x11, 17), UNMIX(x8, x9, 8), UNMIX(x6, x7, 47),                \
     UNMIX(x4, x5, 8), UNMIX(x2, x3, 13), UNMIX(x0, x1, 24))
#define BACK_4                                                                                     \
    (UNMIX(x12, x7, 20), UNMIX(x10, x3, 37), UNMIX(x8, x5, 31), UNMIX(x14, x1, 23),                \
     UNMIX(x4, x9, 52), UNMIX(x6, x13, 35), UNMIX(x2, x11, 48), UNMIX(x0, x15, 9),                 \
     UNMIX(x10, x9, 25), UNMIX(x8, x11, 44), UNMIX(x14, x13, 42), UNMIX(x12, x15, 19),             \
     UNMIX(x6, x1, 46), UNMIX(x4, x3, 47), UNMIX(x2, x5, 44), UNMIX(x0, x7, 31),                   \
     UNMIX(x8, x1, 41), UNMIX(x14, x5, 42), UNMIX(x12, x3, 53), UNMIX(x10, x7, 4),                 \
     UNMIX(x4, x15, 51), UNMIX(x6, x11, 56), UNMIX(x2, x13, 34), UNMIX(x0, x9, 16),                \
     UNMIX(x14, x15, 30), UNMIX(x12, x13, 44), UNMIX(x10, x11, 47), UNMIX(x8, x9, 12),             \
     UNMIX(x6, x7, 31), UNMIX(x4, x5, 37), UNMIX(x2, x3, 9), UNMIX(x0, x1, 41))
#define LOAD(p)                                                                                    \
    (x0 = (p)[0], x1 = (p)[1], x2 = (p)[2], x3 = (p)[3], x4 = (p)[4], x5 = (p)[5], x6 = (p)[6],    \
     x7 = (p)[7], x8 = (p)[8], x9 = (p)[9], x10 = (p)[10], x11 = (p)[11], x12 = (p)[12],           \
     x13 = (p)[13], x14 = (p)[14], x15 = (p)[15])
#define FEED_FORWARD(g, m)                                                                         \
    ((g)[0] = (m)[0] ^ x0, (g)[1] = (m)[1] ^ x1, (g)[2] = (m)[2] ^ x2, (g)[3] = (m)[3] ^ x3,       \
     (g)[4] = (m)[4] ^ x4, (g)[5] = (m)[5] ^ x5, (g)[6] = (m)[6] ^ x6, (g)[7] = (m)[7] ^ x7,       \
     (g)[8] = (m)[8] ^ x8, (g)[9] = (m)[9] ^ x9, (g)[10] = (m)[10] ^ x10, (g)[11] = (m)[11] ^ x11, \
     (g)[12] = (m)[12] ^ x12, (g)[13] = (m)[13] ^ x13, (g)[14] = (m)[14] ^ x14,                    \
     (g)[15] = (m)[15] ^ x15)
#define STORE(p)                                                                                   \
    ((p)[0] = x0, (p)[1] = x1, (p)[2] = x2, (p)[3] = x3, (p)[4] = x4, (p)[5] = x5, (p)[6] = x6,    \
     (p)[7] = x7, (p)[8] = x8, (p)[9] = x9, (p)[10] = x10, (p)[11] = x11, (p)[12] = x12,           \
     (p)[13] = x13, (p)[14] = x14, (p)[15] = x15)
#endif

#define EIGHT_ROUNDS(s) (ADD_SUBKEY(s), ROUNDS_0, ADD_SUBKEY((s) + 1), ROUNDS_4)
#define EIGHT_BACK(s) (BACK_4, SUBTRACT_SUBKEY((s) + 1), BACK_0, SUBTRACT_SUBKEY(s))

/* The parities that complete a key of WORDS words and a tweak of two. */
#define COMPLETE(k, t)                                                                             \
    do {                                                                                           \
        unsigned word;                                                                             \
                                                                                                   \
        (k)[WORDS] = C64(0x1BD11BDA, 0xA9FC1A22);                                                  \
        for (word = 0; word < WORDS; word++)                                                       \
            (k)[WORDS] ^= (k)[word];                                                               \
        (t)[2] = (t)[0] ^ (t)[1];                                                                  \
    } while (0)

#if WORDS == 16
#define LAST_ROUNDS (EIGHT_ROUNDS(18), ADD_SUBKEY(20))
#else
#define LAST_ROUNDS ADD_SUBKEY(18)
#endif
#define ALL_ROUNDS                                                                                 \
    (EIGHT_ROUNDS(0), EIGHT_ROUNDS(2), EIGHT_ROUNDS(4), EIGHT_ROUNDS(6), EIGHT_ROUNDS(8),          \
     EIGHT_ROUNDS(10), EIGHT_ROUNDS(12), EIGHT_ROUNDS(14), EIGHT_ROUNDS(16), LAST_ROUNDS)

/* Encrypts or decrypts the block x in place; k and t with their parities. */
SMALL void encrypt(u64 *x, const u64 *k, const u64 *t) {
    u64 X;

    LOAD(x);
    ALL_ROUNDS;
    STORE(x);
}

SMALL void decrypt(u64 *x, const u64 *k, const u64 *t) {
    u64 X;

    LOAD(x);
#if WORDS == 16
    SUBTRACT_SUBKEY(20);
    EIGHT_BACK(18);
#else
    SUBTRACT_SUBKEY(18);
#endif
    EIGHT_BACK(16);
    EIGHT_BACK(14);
    EIGHT_BACK(12);
    EIGHT_BACK(10);
    EIGHT_BACK(8);
    EIGHT_BACK(6);
    EIGHT_BACK(4);
    EIGHT_BACK(2);
    EIGHT_BACK(0);
    STORE(x);
}

#endif
