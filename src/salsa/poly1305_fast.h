/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Blocks of Poly1305 with products: of 32 by 32 bits where the processor has 64 of them, or else of 13
 * by 13, whose sums have 32.
 *
 * A private header of poly1305.h.
 */
#ifdef NARROW_PRODUCTS

/* h times r, as ten digits of 13 bits each: from digit 10 on five times, as 2^130 is 5 */
NOINLINE static void times_r(u32 *h, const u32 *r) {
    u32 digit[10], sum[10];
    unsigned i, k;

    for (i = 0; i != 5; i++) {
        digit[i + i] = h[i] & 0x1FFF;
        digit[i + i + 1] = h[i] >> 13;
    }
    for (k = 0; k != 10; k++) {
        sum[k] = 0;
        for (i = 0; i != 10; i++)
            sum[k] += digit[i] * r[10 + k - i];
    }
    for (i = 0; i != 5; i++) {
        sum[i + i + 1] += sum[i + i] >> 13;
        h[i] = (sum[i + i] & 0x1FFF) | (sum[i + i + 1] & 0x1FFF) << 13;
        if (i != 4)
            sum[i + i + 2] += sum[i + i + 1] >> 13;
    }
    h[0] += 5 * (sum[9] >> 13);
    wipe(digit, sizeof digit);
    wipe(sum, sizeof sum);
}

NOINLINE static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                                unsigned char above) {
    u32 r[20], words[5];
    unsigned i;

    memset(words, 0, sizeof words);
    add_number(words, cc->r, 0);
    for (i = 0; i != 5; i++) {
        r[10 + i + i] = words[i] & 0x1FFF;
        r[11 + i + i] = words[i] >> 13;
        r[i + i] = 5 * r[10 + i + i];
        r[1 + i + i] = 5 * r[11 + i + i];
    }
    wipe(words, sizeof words);
    do {
        add_number(cc->h, data, above);
        data += 16;
        /* No digit has more than 13 bits. */
        carry(cc->h);
        carry(cc->h);
        times_r(cc->h, r);
    } while (--blocks != 0);
    wipe(r, sizeof r);
}

#else

NOINLINE static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                                unsigned char above) {
    u32 h0 = (u32)cc->h[0], h1 = (u32)cc->h[1], h2 = (u32)cc->h[2], h3 = (u32)cc->h[3];
    u32 h4 = (u32)cc->h[4];
    const u32 r0 = get_le32(cc->r) & BITS26, r1 = get_le32(cc->r + 3) >> 2 & BITS26;
    const u32 r2 = get_le32(cc->r + 6) >> 4 & BITS26, r3 = get_le32(cc->r + 9) >> 6;
    const u32 r4 = get_le32(cc->r + 12) >> 8;
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

#endif
