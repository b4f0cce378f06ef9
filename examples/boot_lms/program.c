/* What the boot loader starts: says so, and stops. */
#include "device.h"

static void reset(void) {
    const char *text = "the program runs\n";

    while (*text != 0) {
        while (UART_FULL)
            ;
        UART_DATA = (unsigned char)*text++;
    }
    for (;;)
        BREAKPOINT();
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_end, (const void *)reset};
