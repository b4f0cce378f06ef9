/*
 * What differs between the two devices: where text goes, how a program ends, where it begins.
 *
 * A Cortex-M0 with the APB UART 0 of Arm's Cortex-M System Design Kit (Arm DDI 0479), and a RISC-V
 * microcontroller with the memory map of SiFive's FE310-G002 (its manual, chapters 4, 17 and 18).
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

extern const char stack_end[];

#ifdef __riscv
#define GPIO_FUNCTION (*(volatile uint32_t *)0x10012038) /* bit 17: the pin is UART 0's */
#define UART_DATA (*(volatile uint32_t *)0x10013000)     /* bit 31: the transmitter is full */
#define UART_CONTROL (*(volatile uint32_t *)0x10013008)  /* bit 0: transmit */
#define UART_DIVIDER (*(volatile uint32_t *)0x10013018)
#define UART_FULL (UART_DATA >> 31)

static inline void prepare_uart(void) {
    GPIO_FUNCTION |= (uint32_t)1 << 17;
    UART_DIVIDER = 138; /* 115,200 baud of 16 MHz */
    UART_CONTROL |= 1;
}

#define BREAKPOINT() __asm__ volatile("ebreak")
#define START(stack, reset)                                                                        \
    __asm__ volatile("mv sp, %0\n\tjr %1" : : "r"(stack), "r"(reset));                             \
    __builtin_unreachable()
#else
#define UART_DATA (*(volatile uint32_t *)0x40004000)
#define UART_STATE (*(volatile uint32_t *)0x40004004) /* bit 0: the transmitter is full */
#define UART_CONTROL (*(volatile uint32_t *)0x40004008)
#define UART_DIVIDER (*(volatile uint32_t *)0x40004010)
#define UART_FULL (UART_STATE & 1)

static inline void prepare_uart(void) {
    UART_DIVIDER = 16;
    UART_CONTROL = 1;
}

#define BREAKPOINT() __asm__ volatile("bkpt 0")
#define START(stack, reset)                                                                        \
    __asm__ volatile("msr msp, %0\n\tbx %1" : : "r"(stack), "r"(reset));                           \
    __builtin_unreachable()
#endif

#endif
