/*
 * Runs the vectors of a block cipher for many blocks natively, to be compiled with a sanitizer that
 * watches.  HEADER is the name of its header, NAME(part) that of its functions: NAME(_init),
 * NAME(_encrypt), NAME(_decrypt).
 *
 * Standard input: lines "KEY PLAINTEXT CIPHERTEXT" in hexadecimal.  Everything lies at odd addresses
 * that end with it, the context was dirty.  Standard output: how many vectors there were, and how
 * many times blocks are wrong.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *unhex(const char *text, size_t *length) {
    size_t n = strlen(text) / 2, i;
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
    static char text[3][1024];
    unsigned done = 0, failed = 0, i;

    while (scanf("%1023s %1023s %1023s", text[0], text[1], text[2]) == 3) {
        NAME(_context) *cc = (NAME(_context) *)malloc(sizeof *cc);
        unsigned char *part[3], *result;
        size_t length = 0;

        for (i = 0; i < 3; i++)
            part[i] = unhex(text[i], &length);
        result = (unsigned char *)malloc(length + 1);
        memset(cc, 0xA5, sizeof *cc);
        NAME(_init)(cc, part[0] + 1);
        NAME(_encrypt)(cc, part[1] + 1, result + 1, length / 16);
        failed += memcmp(result + 1, part[2] + 1, length) != 0;
        NAME(_decrypt)(cc, result + 1, result + 1, length / 16);
        failed += memcmp(result + 1, part[1] + 1, length) != 0;
        done++;
        for (i = 0; i < 3; i++)
            free(part[i]);
        free(result);
        free(cc);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
