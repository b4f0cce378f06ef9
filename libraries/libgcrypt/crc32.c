/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * See crc32.h.  To join two checksums is no function of the library's: what is here is ours.
 */
#include "crc32.h"

void _gcry_crc32_ppc8_vpmsum(unsigned *crc, const unsigned char *data, size_t len);

unsigned adapter(unsigned crc, const void *data, size_t len) {
    crc = ~crc;
    if (len != 0)
        _gcry_crc32_ppc8_vpmsum(&crc, data, len);
    return ~crc;
}

/* The product of two polynomials modulo that of CRC-32, the highest power in the lowest bit */
static unsigned product(unsigned a, unsigned b) {
    unsigned sum = 0;
    int i;

    for (i = 0; i < 32; i++, b <<= 1) {
        sum ^= a & (0U - (b >> 31));
        a = a >> 1 ^ (0xEDB88320 & (0U - (a & 1)));
    }
    return sum;
}

/* crc times x^(8 len) */
unsigned adapter_combine(unsigned first, unsigned second, size_t len) {
    unsigned power = 0x00800000;

    for (; len != 0; len >>= 1) {
        if (len & 1)
            first = product(power, first);
        power = product(power, power);
    }
    return first ^ second;
}
