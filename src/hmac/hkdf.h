/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * HKDF in portable C.
 *
 * A private header.  The source includes the public header of one function before it.
 *
 * Names are those of RFC 5869, section 2: PRK, T(i), info.
 */
#include <string.h>

#include "mote/memory.h"

void MOTE_HKDF_PART(_extract)(unsigned out_size, const void *salt, size_t salt_len,
                              const void *secret, size_t secret_len, void *prk) {
    MOTE_HMAC_CONTEXT cc;

    /* Section 2.2; an empty salt is the key of zeros that it says. */
    MOTE_HMAC_PART(_init)(&cc, out_size, salt, salt_len);
    MOTE_HMAC_NAME(&cc, secret, secret_len);
    MOTE_HMAC_PART(_close)(&cc, prk);
}

int MOTE_HKDF_PART(_expand)(unsigned out_size, const void *prk, size_t prk_len, const void *info,
                            size_t info_len, void *dst, size_t len) {
    MOTE_HMAC_CONTEXT cc;
    unsigned char block[MOTE_HMAC_LARGEST_MAC], number = 0;
    unsigned char *to = (unsigned char *)dst;
    unsigned size = out_size / 8, take;

    /* More than 255 digests; no multiplication, which small processors call a function for. */
    if (len > (size << 8) - size)
        return MOTE_HKDF_WRONG_LENGTH;
    /* Section 2.3: T(number) of T(number - 1), info and number. */
    while (len != 0) {
        MOTE_HMAC_PART(_init)(&cc, out_size, prk, prk_len);
        MOTE_HMAC_NAME(&cc, block, number == 0 ? 0 : size);
        MOTE_HMAC_NAME(&cc, info, info_len);
        number++;
        MOTE_HMAC_NAME(&cc, &number, 1);
        MOTE_HMAC_PART(_close)(&cc, block);
        take = len < size ? (unsigned)len : size;
        memcpy(to, block, take);
        to += take;
        len -= take;
    }
    mote_wipe(block, sizeof block);
    return 0;
}
