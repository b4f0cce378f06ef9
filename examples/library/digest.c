/* Prints the Shabal-256 digest of each file, or of standard input.  Links with libmote. */
#include <stdio.h>

#include "mote/shabal.h"

static int print_digest(FILE *file, const char *name) {
    unsigned char data[4096], digest[32];
    mote_shabal_context cc;
    size_t n, i;

    mote_shabal_init(&cc, 256);
    while ((n = fread(data, 1, sizeof data, file)) > 0)
        mote_shabal(&cc, data, n);
    if (ferror(file)) {
        perror(name);
        return 1;
    }
    mote_shabal_close(&cc, 0, 0, digest);
    for (i = 0; i < sizeof digest; i++)
        printf("%02x", (unsigned)digest[i]);
    printf("  %s\n", name);
    return 0;
}

int main(int argc, char **argv) {
    int i, failed = 0;

    if (argc < 2)
        return print_digest(stdin, "-");
    for (i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (file == NULL) {
            perror(argv[i]);
            failed = 1;
            continue;
        }
        failed |= print_digest(file, argv[i]);
        fclose(file);
    }
    return failed;
}
