/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * Whether the package that was found has SHA-256: that of "abc" (FIPS 180-4). */
#include "mote/sha256.h"

#include <stdio.h>

int main(void) {
    static const unsigned char begins[4] = {0xBA, 0x78, 0x16, 0xBF};
    unsigned char digest[32];
    mote_sha256_context cc;
    unsigned i;

    mote_sha256_init(&cc, 256);
    mote_sha256(&cc, "abc", 3);
    mote_sha256_close(&cc, 0, 0, digest);
    for (i = 0; i < sizeof digest; i++)
        printf("%02x", digest[i]);
    putchar('\n');
    for (i = 0; i < sizeof begins; i++)
        if (digest[i] != begins[i])
            return 1;
    return 0;
}
