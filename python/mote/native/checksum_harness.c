/*
 * Runs a checksum's vectors natively, to be compiled with a sanitizer that watches.  HEADER is the
 * name of its header, NAME(part) that of its functions: NAME(), NAME(_combine).
 *
 * Standard input: lines "CRC MESSAGE CHECKSUM" in hexadecimal, "-" for an empty message.  The message
 * lies at an odd address and ends with its memory; it comes in one piece, byte by byte, and as two
 * parts whose checksums are combined.  Standard output: how many vectors there were, and how many
 * checksums are wrong.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char text[8192];
    unsigned long crc, wanted;
    unsigned done = 0, failed = 0;

    while (scanf("%lx %8191s %lx", &crc, text, &wanted) == 3) {
        size_t n = text[0] == '-' ? 0 : strlen(text) / 2, i;
        unsigned char *bytes = (unsigned char *)malloc(n + 1);
        mote_u32 by_bytes = (mote_u32)crc, second;
        unsigned value;

        for (i = 0; i < n; i++) {
            sscanf(text + 2 * i, "%2x", &value);
            bytes[i + 1] = (unsigned char)value;
        }
        failed += NAME()((mote_u32)crc, n == 0 ? NULL : bytes + 1, n) != wanted;
        for (i = 0; i < n; i++)
            by_bytes = NAME()(by_bytes, bytes + 1 + i, 1);
        failed += by_bytes != wanted;
        second = NAME()(0, bytes + 1 + n / 3, n - n / 3);
        failed +=
            NAME(_combine)(NAME()((mote_u32)crc, bytes + 1, n / 3), second, n - n / 3) != wanted;
        done++;
        free(bytes);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
