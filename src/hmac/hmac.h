/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HMAC in portable C.
 *
 * A private header.  The source includes the public header of one function before it.
 *
 * Names are those of FIPS 198-1, section 4: K0, ipad, opad.
 */
#include <string.h>

#include "mote/memory.h"

#define IPAD 0x36
#define OPAD 0x5C
#define HASH MOTE_HMAC_JOIN(mote_, MOTE_HMAC_HASH)
#define HASH_PART(part) MOTE_HMAC_JOIN(HASH, part)

typedef MOTE_HMAC_CONTEXT hmac_context;

/* Starts the hash function with the key, every byte of it changed. */
static void start(hmac_context *cc, unsigned char change) {
    unsigned n = MOTE_HMAC_BLOCK_BYTES(cc->out_size), i;

    for (i = 0; i < n; i++)
        cc->key[i] ^= change;
    HASH_PART(_init)(&cc->hash, cc->out_size);
    HASH(&cc->hash, cc->key, n);
}

void MOTE_HMAC_PART(_init)(hmac_context *cc, unsigned out_size, const void *key, size_t key_len) {
    cc->out_size = out_size;
    /* Steps 1 to 3: K0. */
    memset(cc->key, 0, sizeof cc->key);
    if (key_len > MOTE_HMAC_BLOCK_BYTES(out_size)) {
        HASH_PART(_init)(&cc->hash, out_size);
        HASH(&cc->hash, key, key_len);
        HASH_PART(_close)(&cc->hash, 0, 0, cc->key);
    } else if (key_len != 0) {
        memcpy(cc->key, key, key_len);
    }
    /* Steps 4 and 5. */
    start(cc, IPAD);
}

void MOTE_HMAC_NAME(hmac_context *cc, const void *data, size_t len) {
    HASH(&cc->hash, data, len);
}

void MOTE_HMAC_PART(_close)(hmac_context *cc, void *dst) {
    /* Step 6, and then 7 to 9. */
    HASH_PART(_close)(&cc->hash, 0, 0, dst);
    start(cc, IPAD ^ OPAD);
    HASH(&cc->hash, dst, cc->out_size / 8);
    HASH_PART(_close)(&cc->hash, 0, 0, dst);
    mote_wipe(cc, sizeof *cc);
}

int MOTE_HMAC_PART(_check)(hmac_context *cc, const void *mac, size_t mac_len) {
    unsigned char right[MOTE_HMAC_LARGEST_MAC];
    unsigned size = cc->out_size / 8;
    int result = MOTE_HMAC_WRONG_MAC;

    MOTE_HMAC_PART(_close)(cc, right);
    if (mac_len <= size && mac_len >= size - size / 2)
        result = mote_compare(right, mac, mac_len);
    mote_wipe(right, sizeof right);
    return result;
}
