/*
 * The code of standard input, in hexadecimal, by the message authentication code of HEADER, whose
 * functions are NAME(_init), NAME() and NAME(_close); with CUSTOMIZED, NAME(_customize), NAME(_key)
 * and NAME(_close_xof), too.
 *
 * Standard input: the lengths of key and customization in 4 bytes each, the lowest first, these, and
 * then the message.  Argument: bits of the code, and "xof" where its size is not authenticated.
 */
#include HEADER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *input(size_t size) {
    unsigned char *found = (unsigned char *)malloc(size + 1);

    if (found == NULL || fread(found, 1, size, stdin) != size)
        exit(2);
    return found;
}

static size_t length(void) {
    unsigned char *found = input(4);
    size_t size =
        found[0] | (size_t)found[1] << 8 | (size_t)found[2] << 16 | (size_t)found[3] << 24;

    free(found);
    return size;
}

int main(int argc, char **argv) {
    static NAME(_context) cc;
    static unsigned char piece[1 << 16];
    unsigned bits = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0, i;
    size_t key_len = length(), len = length();
    unsigned char *key = input(key_len), *customization = input(len);
    unsigned char *mac = (unsigned char *)malloc(bits / 8 + 1);

    if (mac == NULL)
        return 2;
#ifdef CUSTOMIZED
    NAME(_customize)(&cc, customization, len);
    NAME(_key)(&cc, bits, key, key_len);
#else
    NAME(_init)(&cc, bits, key, key_len);
#endif
    while ((len = fread(piece, 1, sizeof piece, stdin)) != 0)
        NAME()(&cc, piece, len);
#ifdef CUSTOMIZED
    if (argc > 2 && strcmp(argv[2], "xof") == 0)
        NAME(_close_xof)(&cc, mac);
    else
#endif
        NAME(_close)(&cc, mac);
    for (i = 0; i < bits / 8; i++)
        printf("%02x", mac[i]);
    free(key);
    free(customization);
    free(mac);
    return ferror(stdin) ? 2 : 0;
}
