/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * What the implementations of Ascon-CXOF128 share: the customization before the message.
 *
 * A private header.  The source includes it after ascon/small.h or ascon/fast.h.
 *
 * Names are those of NIST SP 800-232, section 5.3: Z, Z_0.
 */
#ifndef MOTE_ASCON_CUSTOMIZED_H
#define MOTE_ASCON_CUSTOMIZED_H

/* Z_0, a block with the length of Z in bits; then Z, padded, if only with the padding. */
static void customize(context *cc, const void *data, size_t len) {
    unsigned char block[8];

    init(cc, cc->out_size);
    memset(block, 0, 8);
    block[0] = (unsigned char)(len << 3 & 0xFF);
    block[1] = (unsigned char)(len >> 5 & 0xFF);
    update(cc, block, 8);
    update(cc, data, len);
    block[0] = 1;
    block[1] = 0;
    update(cc, block, 8 - cc->ptr);
}

#endif
