/* What the boot loader starts: says so, and stops. */
#include <stdint.h>

#define UART_DATA (*(volatile uint32_t *)0x40004000)
#define UART_STATE (*(volatile uint32_t *)0x40004004)

extern const char stack_end[];

static void reset(void) {
    const char *text = "the program runs\n";

    while (*text != 0) {
        while (UART_STATE & 1)
            ;
        UART_DATA = (unsigned char)*text++;
    }
    for (;;)
        __asm__ volatile("bkpt 0");
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_end, (const void *)reset};
