/*
 * Runs a key derivation's vectors natively, to be compiled with a sanitizer that watches.  HEADER is
 * the name of its header, NAME(part) that of its functions: NAME(_extract), NAME(_expand).
 *
 * Standard input: lines "BITS SALT SECRET INFO PRK OUTPUT", all but the first in hexadecimal, "-" for
 * nothing.  Everything lies at odd addresses that end with it.  Standard output: how many vectors
 * there were, and how many are wrong.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SALT, SECRET, INFO, PRK, OUTPUT, PARTS };

int main(void) {
    static char text[PARTS][4096];
    static unsigned char longest[255 * 64];
    unsigned bits, done = 0, failed = 0;

    while (scanf("%u %4095s %4095s %4095s %4095s %4095s", &bits, text[0], text[1], text[2], text[3],
                 text[4]) == 6) {
        unsigned char *part[PARTS], *salt, *prk, *output;
        size_t size[PARTS];
        unsigned i, value;
        size_t k;
        int wrong;

        for (i = 0; i < PARTS; i++) {
            size[i] = text[i][0] == '-' ? 0 : strlen(text[i]) / 2;
            part[i] = (unsigned char *)malloc(size[i] + 1);
            for (k = 0; k < size[i]; k++) {
                sscanf(text[i] + 2 * k, "%2x", &value);
                part[i][k + 1] = (unsigned char)value;
            }
        }
        prk = (unsigned char *)malloc(size[PRK] + 1);
        output = (unsigned char *)malloc(size[OUTPUT] + 1);
        salt = part[SALT] + 1;
        NAME(_extract)(bits, salt, size[SALT], part[SECRET] + 1, size[SECRET], prk + 1);
        wrong = memcmp(prk + 1, part[PRK] + 1, size[PRK]) != 0;
        wrong |= NAME(_expand)(bits, part[PRK] + 1, size[PRK], part[INFO] + 1, size[INFO],
                               output + 1, size[OUTPUT]) != 0;
        wrong |= memcmp(output + 1, part[OUTPUT] + 1, size[OUTPUT]) != 0;
        wrong |= NAME(_expand)(bits, prk + 1, size[PRK], NULL, 0, longest, 255 * size[PRK]) != 0;
        wrong |=
            NAME(_expand)(bits, prk + 1, size[PRK], NULL, 0, longest, 255 * size[PRK] + 1) == 0;
        failed += wrong != 0;
        done++;
        for (i = 0; i < PARTS; i++)
            free(part[i]);
        free(prk);
        free(output);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
