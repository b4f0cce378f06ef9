#include <stdio.h>

#include "mote_sha256.h"

int main(void) {
    mote_sha256_context context;
    unsigned char digest[32];
    unsigned i;

    mote_sha256_init(&context, 256);
    mote_sha256(&context, "abc", 3);
    mote_sha256_close(&context, 0, 0, digest);
    for (i = 0; i < sizeof digest; i++)
        printf("%02x", digest[i]);
    printf("\n");
    return 0;
}
