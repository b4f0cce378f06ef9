/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Blocks of Poly1305 without a multiplication, which not every processor has, and some in a time that
 * depends on the numbers: h is added for each bit of r, the highest first.
 *
 * A private header of poly1305.h.
 */
NOINLINE static void times_r(mote_poly1305_context *cc) {
    u32 product[5], bit;
    unsigned char i = 128, k;

    memset(product, 0, sizeof product);
    do {
        i--;
        bit = (u32)0 - (u32)(cc->r[i >> 3] >> (i & 7) & 1);
        for (k = 0; k != 5; k++)
            product[k] = (product[k] << 1) + (cc->h[k] & bit);
        carry(product);
    } while (i != 0);
    memcpy(cc->h, product, sizeof product);
    wipe(product, sizeof product);
}

static void add_blocks(mote_poly1305_context *cc, const unsigned char *data, size_t blocks,
                       unsigned char above) {
    (void)blocks; /* one at a time */
    add_number(cc->h, data, above);
    times_r(cc);
}
