/*
 * A RISC-V microcontroller with the memory map of SiFive's FE310-G002 (its manual, chapters 4 and
 * 18; the board HiFive1 Rev B): code in flash at 0x20010000, RAM at 0x80000000, text to UART 0.
 * The end is sleep without interrupts.
 */
#include <stdint.h>
#include <string.h>

#include "board.h"

#define GPIO_FUNCTION (*(volatile uint32_t *)0x10012038) /* bit 17: the pin is UART 0's */
#define UART_DATA (*(volatile uint32_t *)0x10013000)     /* bit 31: the transmitter is full */
#define UART_CONTROL (*(volatile uint32_t *)0x10013008)  /* bit 0: transmit */

extern char data_start[], data_end[], data_load[], bss_start[], bss_end[];
int main(void);
void reset(void);

void board_put(char character) {
    GPIO_FUNCTION |= (uint32_t)1 << 17;
    UART_CONTROL |= 1;
    while (UART_DATA >> 31)
        ;
    UART_DATA = (unsigned char)character;
}

void board_stop(void) {
    for (;;)
        __asm__ volatile("wfi");
}

/* The first instructions. */
__asm__(".section .start, \"ax\"\n"
        ".globl start\n"
        "start: la sp, stack_end\n"
        "j reset\n"
        ".text\n");

void reset(void) {
    memcpy(data_start, data_load, (size_t)(data_end - data_start));
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    main();
    board_stop();
}
