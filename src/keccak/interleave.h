/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Lanes of Keccak with their bits interleaved: the even bits in one word, the odd bits in another.
 *
 * A private header, for kernels that keep the state so (f1600/thumb_fast.S says why).  The source
 * includes it after common/fast.h.
 *
 * Lanes and bytes as in FIPS 202, annex B.1: bit z of a lane is bit z % 8 of byte z / 8.  Both
 * functions take the same time whatever the bits are, and bytes at any address.
 *
 * How: one word takes the even bytes and one the odd bytes, so that the bit of a lane at position
 * 32 h + 16 i4 + 8 i3 + 4 i2 + 2 i1 + i0 is in word i3, at place 16 h + 8 i4 + 4 i2 + 2 i1 + i0.
 * Each EXCHANGE swaps the number of the word with one digit of the place: i2, then i1, then i0.
 * After that the bit is in word i0, at place 16 h + 8 i4 + 4 i3 + 2 i2 + i1.
 */
#ifndef MOTE_KECCAK_INTERLEAVE_H
#define MOTE_KECCAK_INTERLEAVE_H

/* The bits of a at the places of mask << shift change places with those of b at mask. */
#define EXCHANGE(a, b, shift, mask)                                                                \
    (t = ((a) >> (shift) ^ (b)) & (mask), (b) ^= t, (a) ^= t << (shift))

/* Adds lanes, given as 8 bytes each, to as many (at least one) of the state from `words` on. */
static void add_lanes(u32 *words, const unsigned char *bytes, unsigned lanes) {
    u32 a, b, t;

    do {
#ifdef __ARM_FEATURE_UNALIGNED
        /* A load wherever the word lies: the word's number changes places with i4, then with i3. */
        a = get_le32(bytes);
        b = get_le32(bytes + 4);
        EXCHANGE(a, b, 16, 0xFFFF);
        EXCHANGE(a, b, 8, 0x00FF00FF);
#else
        a = bytes[0] | (u32)bytes[2] << 8 | (u32)bytes[4] << 16 | (u32)bytes[6] << 24;
        b = bytes[1] | (u32)bytes[3] << 8 | (u32)bytes[5] << 16 | (u32)bytes[7] << 24;
#endif
        bytes += 8;
        EXCHANGE(a, b, 4, 0x0F0F0F0F);
        EXCHANGE(a, b, 2, 0x33333333);
        EXCHANGE(a, b, 1, 0x55555555);
        a ^= words[0];
        b ^= words[1];
        *words++ = a;
        *words++ = b;
    } while (--lanes != 0);
}

/* Writes the lane of the state whose two words are at `words` as 8 bytes. */
static void get_lane(unsigned char *bytes, const u32 *words) {
    u32 a = words[0], b = words[1], t;
    unsigned i;

    EXCHANGE(a, b, 1, 0x55555555);
    EXCHANGE(a, b, 2, 0x33333333);
    EXCHANGE(a, b, 4, 0x0F0F0F0F);
    for (i = 0; i != 8; i += 2) {
        bytes[i] = (unsigned char)(a & 0xFF);
        bytes[i + 1] = (unsigned char)(b & 0xFF);
        a >>= 8;
        b >>= 8;
    }
}

#endif
