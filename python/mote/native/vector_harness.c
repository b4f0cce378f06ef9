/*
 * Runs a hash function's vectors natively, to be compiled with a sanitizer that watches.  HEADER is
 * the name of its header, NAME(part) that of its function: NAME(_init), NAME(), NAME(_close).
 *
 * Standard input: lines "DIGEST-BITS MESSAGE-BITS MESSAGE DIGEST" in hexadecimal, "-" for an empty
 * message.  Each is hashed in chunks of uneven sizes, at an odd address, from a dirty context (with
 * LEAVE_UNSET: one that was never written), cloned in the middle.  Standard output: how many
 * messages there were, and how many digests are wrong.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *unhex(const char *text, size_t *length) {
    /* One byte too many at the front only, so that a read past the end is seen. */
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
    static char text[8192], wanted[2048];
    unsigned size, bits, done = 0, failed = 0;

    while (scanf("%u %u %8191s %2047s", &size, &bits, text, wanted) == 4) {
        NAME(_context) *cc = (NAME(_context) *)malloc(sizeof *cc);
        NAME(_context) *clone = (NAME(_context) *)malloc(sizeof *clone);
        unsigned char *digest = (unsigned char *)malloc(size / 8 + 1);
        size_t length, whole = bits / 8, at = 0, chunk = 0, digest_length;
        unsigned char *data = unhex(text, &length), *expected = unhex(wanted, &digest_length);
        unsigned ub = bits % 8 != 0 ? 0x5500u | data[1 + whole] : 0xFFFFu;

#ifndef LEAVE_UNSET
        memset(cc, 0xA5, sizeof *cc);
#endif
        NAME(_init)(cc, size);
        NAME()(cc, NULL, 0);
        while (at < whole) {
            chunk = (chunk * 5 + 3) % 131;
            if (chunk > whole - at)
                chunk = whole - at;
            NAME()(cc, data + 1 + at, chunk);
            at += chunk;
            *clone = *cc;
            memset(cc, 0x5A, sizeof *cc);
            *cc = *clone;
            NAME()(clone, "disturbed", 9);
        }
        *clone = *cc;
        NAME(_close)(cc, ub, bits % 8, digest + 1);
        failed += memcmp(digest + 1, expected + 1, size / 8) != 0;
        NAME(_close)(clone, ub, bits % 8, digest);
        failed += memcmp(digest, expected + 1, size / 8) != 0;
        done++;
        free(cc);
        free(clone);
        free(digest);
        free(data);
        free(expected);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
