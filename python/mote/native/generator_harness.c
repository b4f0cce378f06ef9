/*
 * Runs a random generator's vectors natively, to be compiled with a sanitizer that watches.  HEADER
 * is the name of its header, NAME(part) that of its functions: NAME(_init), NAME(_seed),
 * NAME(_generate).
 *
 * Standard input: lines of words, "s" with a seed in hexadecimal, "g" with what must be generated
 * then.  Everything lies at odd addresses that end with it, the context was dirty.  Standard output:
 * how many vectors there were, and how many are wrong.
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
    static char line[16384];
    unsigned done = 0, failed = 0;
    char *word;

    while (fgets(line, sizeof line, stdin) != NULL) {
        NAME(_context) *cc = (NAME(_context) *)malloc(sizeof *cc);
        unsigned char early[1];
        int wrong;

        memset(cc, 0xA5, sizeof *cc);
        NAME(_init)(cc);
        wrong = NAME(_generate)(cc, early, 1) != -1 || early[0] != 0;
        for (word = strtok(line, " \n"); word != NULL; word = strtok(NULL, " \n")) {
            size_t length;
            unsigned char *bytes = unhex(word + 1, &length);

            if (*word == 's')
                NAME(_seed)(cc, bytes + 1, length);
            else {
                unsigned char *got = (unsigned char *)malloc(length + 1);

                wrong |= NAME(_generate)(cc, got + 1, length) != 0;
                wrong |= memcmp(got + 1, bytes + 1, length) != 0;
                free(got);
            }
            free(bytes);
        }
        failed += wrong != 0;
        done++;
        free(cc);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
