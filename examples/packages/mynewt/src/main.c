#include "console/console.h"
#include "mote_sha256.h"
#include "os/mynewt.h"

int main(int argc, char **argv) {
    mote_sha256_context context;
    unsigned char digest[32];
    unsigned i;

    (void)argc, (void)argv;
    sysinit();
    mote_sha256_init(&context, 256);
    mote_sha256(&context, "abc", 3);
    mote_sha256_close(&context, 0, 0, digest);
    for (i = 0; i < sizeof digest; i++)
        console_printf("%02x", digest[i]);
    console_printf("\n");
    for (;;)
        os_eventq_run(os_eventq_dflt_get());
}
