/*
 * A Cortex-M0 with the memory map of the example system in Arm's Cortex-M System Design Kit (Arm
 * DDI 0479): code at 0, RAM at 0x20000000, text to its APB UART 0 at 0x40004000.
 */
#include <stdint.h>
#include <string.h>

#include "board.h"

#define UART_DATA (*(volatile uint32_t *)0x40004000)
#define UART_STATE (*(volatile uint32_t *)0x40004004) /* bit 0: the transmitter is full */
#define UART_CONTROL (*(volatile uint32_t *)0x40004008)
#define UART_DIVIDER (*(volatile uint32_t *)0x40004010)

extern char stack_end[], data_start[], data_end[], data_load[], bss_start[], bss_end[];
int main(void);

void board_put(char character) {
    UART_DIVIDER = 16;
    UART_CONTROL = 1;
    while (UART_STATE & 1)
        ;
    UART_DATA = (unsigned char)character;
}

void board_stop(void) {
    for (;;)
        __asm__ volatile("bkpt 0");
}

static void reset(void) {
    memcpy(data_start, data_load, (size_t)(data_end - data_start));
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    main();
    board_stop();
}

/* The stack pointer at reset, then the handlers of reset, NMI and hard fault. */
__attribute__((section(".vectors"), used)) static void *const vectors[] = {
    stack_end, (void *)reset, (void *)board_stop, (void *)board_stop};
