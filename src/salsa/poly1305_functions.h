/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The functions of mote/poly1305.h, behind salsa/poly1305.h.  A private header.
 */
void mote_poly1305_init(mote_poly1305_context *cc, const void *key) {
    memset(cc, 0, sizeof *cc);
    memcpy(cc->r, key, 16);
    memcpy(cc->s, (const unsigned char *)key + 16, 16);
    clamp(cc);
}

void mote_poly1305(mote_poly1305_context *cc, const void *data, size_t len) {
    append(cc, data, len);
    wipe_stack();
}

void mote_poly1305_close(mote_poly1305_context *cc, void *tag) {
    finish_code(cc, (unsigned char *)tag);
    wipe(cc, sizeof *cc);
    wipe_stack();
}
