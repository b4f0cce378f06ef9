/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/jh.h, behind jh/fast.h and compress.  A private header.
 */
void mote_jh_init(context *cc, unsigned out_size) {
    const u64 *H = initial[out_size == 224 ? 0 : out_size / 128 - 1];
    unsigned i;

    for (i = 0; i < 16; i++)
        SPLIT64(cc->H + 2 * i, H[i]);
    memset(cc->count, 0, sizeof cc->count);
    cc->ptr = 0;
    cc->out_size = out_size;
}

void mote_jh(context *cc, const void *data, size_t len) {
    add_bytes(cc, data, len);
}

void mote_jh_close(context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = (unsigned char *)dst, *buf = (unsigned char *)cc->buf;
    unsigned partial = cc->ptr << 3 | n, i;
    u32 count[4];

    memcpy(count, cc->count, sizeof count);
    count[0] |= partial;
    /* Section 6.1: a block that has begun is filled; the length is in a block of its own. */
    if (partial != 0) {
        add_padding(cc, ub, n, BLOCK_BYTES);
        compress(cc, buf, 1);
    }
    memset(buf, 0, BLOCK_BYTES);
    if (partial == 0)
        buf[0] = 0x80;
    for (i = 0; i < 4; i++)
        put_be32(buf + 60 - 4 * i, count[i]);
    compress(cc, buf, 1);
    n = cc->out_size / 32;
    for (i = 0; i < n; i++)
        put_be32(out + 4 * i, cc->H[(32 - n + i) ^ 1]);
}
