/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the functions of NIST SP 800-185 share: lengths and strings as that encodes them, and whole
 * blocks of them.
 *
 * A private header.  The source includes it after keccak/small.h or keccak/fast.h.
 *
 * Names are those of SP 800-185, section 2.3: left_encode, right_encode, encode_string, bytepad.
 */
#ifndef MOTE_KECCAK_CUSTOMIZED_H
#define MOTE_KECCAK_CUSTOMIZED_H

#ifndef PERMUTE
#define PERMUTE(cc) permute((cc)->A)
#endif

/* left_encode(8 len), or with at_right right_encode(8 len): a length in bits (section 2.3.1). */
static void add_length(context *cc, size_t len, unsigned at_right) {
    unsigned char bytes[sizeof len + 3], *end = bytes + sizeof len + 2, *p = end;

    /* The number, three bits longer than a length in bytes may be; how many bytes it has goes before
     * or behind it. */
    *--p = (unsigned char)(len << 3 & 0xFF);
    for (len >>= 5; len != 0; len >>= 8)
        *--p = (unsigned char)(len & 0xFF);
    *end = p[-1] = (unsigned char)(end - p);
    update(cc, at_right ? p : p - 1, (size_t)(end - p) + 1);
}

/* encode_string (section 2.3.2) */
static void add_string(context *cc, const void *data, size_t len) {
    add_length(cc, len, 0);
    update(cc, data, len);
}

/* bytepad (section 2.3.3), in two parts: what goes before a string, and the zeros behind it. */
static void begin_block(context *cc) {
    add_length(cc, cc->rate >> 3, 0);
}

static void end_block(context *cc) {
    if (cc->ptr != 0) {
        PERMUTE(cc);
        cc->ptr = 0;
    }
}

#endif
