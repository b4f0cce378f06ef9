/*
 * Runs a message authentication code's vectors natively, to be compiled with a sanitizer that
 * watches.  HEADER is the name of its header, NAME(part) that of its functions: NAME(_init), NAME(),
 * NAME(_close), NAME(_check).
 *
 * Standard input: lines "BITS KEY MESSAGE CODE", all but the first in hexadecimal, "-" for nothing.
 * Everything lies at odd addresses that end with it, the context was dirty, the message comes in two
 * pieces.  Standard output: how many vectors there were, and how many are wrong.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *unhex(const char *text, size_t *length) {
    size_t n = *text == '-' ? 0 : strlen(text) / 2, i;
    unsigned char *bytes = (unsigned char *)malloc(n + 1);
    unsigned value;

    for (i = 0; i < n; i++) {
        sscanf(text + 2 * i, "%2x", &value);
        bytes[i + 1] = (unsigned char)value;
    }
    *length = n;
    return bytes;
}

int main(void) {
    static char text[3][8192];
    unsigned bits, done = 0, failed = 0;

    while (scanf("%u %8191s %8191s %8191s", &bits, text[0], text[1], text[2]) == 4) {
        NAME(_context) *cc = (NAME(_context) *)malloc(sizeof *cc);
        size_t key_len, len, mac_len, turn;
        unsigned char *key = unhex(text[0], &key_len), *message = unhex(text[1], &len);
        unsigned char *mac = unhex(text[2], &mac_len), longer[200] = {0};
        unsigned char *got = (unsigned char *)malloc(mac_len + 1);
        int wrong = 0;

        for (turn = 0; turn < 3; turn++) {
            memset(cc, 0xA5, sizeof *cc);
            NAME(_init)(cc, bits, key + 1, key_len);
            NAME()(cc, message + 1, len / 3);
            NAME()(cc, message + 1 + len / 3, len - len / 3);
            if (turn == 0) {
                NAME(_close)(cc, got + 1);
                wrong |= memcmp(got + 1, mac + 1, mac_len) != 0;
                continue;
            }
            wrong |= (NAME(_check)(cc, mac + 1, mac_len) == 0) != (turn == 1);
            mac[mac_len] ^= 1;
        }
        /* More than there is of a code. */
        NAME(_init)(cc, bits, key + 1, key_len);
        wrong |= NAME(_check)(cc, longer, mac_len + 1) == 0;
        failed += wrong != 0;
        done++;
        free(cc);
        free(key);
        free(message);
        free(mac);
        free(got);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
