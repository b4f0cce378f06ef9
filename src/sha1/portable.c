/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * SHA-1 in portable C: small code.
 *
 * Names are those of FIPS 180-4, sections 4.1.1 and 6.1.2.  The working variables a to e and the
 * last 16 words of the message schedule lie in one window of 21 words, which slides down an array
 * by one word in each step: no word is ever moved.  That is why cc->buf holds the words of the
 * block in reverse order.
 */
#include "mote/sha1.h"

typedef mote_sha1_context context;

#define BLOCK_BYTES 64
#define BLOCK_PLACE(i) (63 - (i))
static void compress(context *cc);

#include "common/small.h"

static const u32 initial[5] TABLE = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};

static void compress(context *cc) {
    u32 w[80 + 21], *p = w + 80, t;
    unsigned i;

    /* p[0] to p[4]: a to e; p[5] to p[20]: the words of the schedule for steps i + 15 to i. */
    memcpy(p, cc, sizeof cc->H + sizeof cc->buf);
    i = 0;
    do {
        /* f of section 4.1.1 (Ch, Parity, Maj, Parity) and K of section 4.2.1 */
        t = p[1] ^ p[2] ^ p[3];
        if (i < 20)
            t = (((p[2] ^ p[3]) & p[1]) ^ p[3]) + 0x5A827999;
        else if (i < 40)
            t += 0x6ED9EBA1;
        else if (i < 60)
            t = (((p[1] ^ p[2]) & (p[1] ^ p[3])) ^ p[1]) + 0x8F1BBCDC;
        else
            t += 0xCA62C1D6;
        p[-1] = T32(t + p[4] + p[20] + ROTL32(p[0], 5));
        p[1] = ROTR32(p[1], 2);
        /* The word of the schedule for step i + 16, in the place of e. */
        t = p[7] ^ p[12] ^ p[18] ^ p[20];
        p[4] = ROTL32(t, 1);
        p--;
    } while (++i != 80);
    for (i = 0; i < 5; i++)
        cc->H[i] = T32(cc->H[i] + p[i]);

    cc->low = T32(cc->low + 512);
    if (cc->low == 0)
        cc->high = T32(cc->high + 1);
}

void mote_sha1_init(context *cc, unsigned out_size) {
    (void)out_size;
    COPY32(cc->H, initial, 5);
    cc->low = cc->high = 0;
    cc->ptr = 0;
}

void mote_sha1(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_sha1_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst;
    u32 low = cc->low | cc->ptr << 3 | n, high = cc->high;

    add_padding(cc, ub, n, 56);
    cc->buf[1] = high;
    cc->buf[0] = low;
    compress(cc);
    n = 20;
    do {
        n--;
        out[n] = GET_BYTE(cc->H, n ^ 3);
    } while (n != 0);
}
