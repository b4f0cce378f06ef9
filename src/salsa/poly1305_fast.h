/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Blocks of Poly1305 with products of 32 by 32 bits.
 *
 * A private header of poly1305.h.
 */
NOINLINE static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                                unsigned char above) {
    u32 h0 = (u32)cc->h[0], h1 = (u32)cc->h[1], h2 = (u32)cc->h[2], h3 = (u32)cc->h[3];
    u32 h4 = (u32)cc->h[4];
    const u32 r0 = word26(cc->r, 0), r1 = word26(cc->r, 1), r2 = word26(cc->r, 2);
    const u32 r3 = word26(cc->r, 3), r4 = word26(cc->r, 4);
    const u32 s1 = 5 * r1, s2 = 5 * r2, s3 = 5 * r3, s4 = 5 * r4;
    u64 d0, d1, d2, d3, d4;

    do {
        h0 += get_le32(data) & BITS26;
        h1 += get_le32(data + 3) >> 2 & BITS26;
        h2 += get_le32(data + 6) >> 4 & BITS26;
        h3 += get_le32(data + 9) >> 6;
        h4 += get_le32(data + 12) >> 8 | (u32)above << 24;
        data += 16;
#define X(a, b) ((u64)(a) * (b))
        d0 = X(h0, r0) + X(h1, s4) + X(h2, s3) + X(h3, s2) + X(h4, s1);
        d1 = X(h0, r1) + X(h1, r0) + X(h2, s4) + X(h3, s3) + X(h4, s2);
        d2 = X(h0, r2) + X(h1, r1) + X(h2, r0) + X(h3, s4) + X(h4, s3);
        d3 = X(h0, r3) + X(h1, r2) + X(h2, r1) + X(h3, r0) + X(h4, s4);
        d4 = X(h0, r4) + X(h1, r3) + X(h2, r2) + X(h3, r1) + X(h4, r0);
#undef X
        d1 += (u32)(d0 >> 26);
        d2 += (u32)(d1 >> 26);
        d3 += (u32)(d2 >> 26);
        d4 += (u32)(d3 >> 26);
        h0 = ((u32)d0 & BITS26) + 5 * (u32)(d4 >> 26);
        h1 = ((u32)d1 & BITS26) + (h0 >> 26);
        h0 &= BITS26;
        h2 = (u32)d2 & BITS26;
        h3 = (u32)d3 & BITS26;
        h4 = (u32)d4 & BITS26;
    } while (--blocks != 0);
    cc->h[0] = h0;
    cc->h[1] = h1;
    cc->h[2] = h2;
    cc->h[3] = h3;
    cc->h[4] = h4;
}
