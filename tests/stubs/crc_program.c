/*
 * Compares a checksum with its definition, bit by bit: every length from 0 to LENGTHS at 16
 * alignments, begun with any checksum, in one piece and combined of two.  FUNCTION, COMBINE,
 * POLYNOMIAL: on the command line.  Prints how many were compared and how many are wrong.
 */
#include "mote/crc32.h"
#include "mote/crc32c.h"
#include <stdio.h>

#define LENGTHS 700

static mote_u32 by_definition(mote_u32 crc, const unsigned char *p, size_t n) {
    unsigned i;

    crc = ~crc & 0xFFFFFFFF;
    while (n-- != 0)
        for (crc ^= *p++, i = 0; i < 8; i++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? POLYNOMIAL : 0);
    return ~crc & 0xFFFFFFFF;
}

int main(void) {
    static unsigned char buffer[LENGTHS + 16];
    mote_u32 seed = 1;
    unsigned n, offset, done = 0, wrong = 0;

    for (n = 0; n < sizeof buffer; n++) {
        seed = (seed * 1103515245 + 12345) & 0xFFFFFFFF;
        buffer[n] = (unsigned char)(seed >> 16);
    }
    for (offset = 0; offset < 16; offset++)
        for (n = 0; n <= LENGTHS; n += n < 301 ? 1 : 13) {
            const unsigned char *data = buffer + offset;
            mote_u32 start = n % 3 == 0 ? 0 : seed ^ n, right = by_definition(start, data, n);
            size_t half = n / 3;

            done++;
            wrong += FUNCTION(start, n == 0 ? NULL : data, n) != right ||
                     COMBINE(FUNCTION(start, data, half), FUNCTION(0, data + half, n - half),
                             n - half) != right;
        }
    printf("%u %u\n", done, wrong);
    return 0;
}
