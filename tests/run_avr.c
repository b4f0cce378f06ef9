/*
 * run_avr DEVICE FIRMWARE.elf: runs it in simavr until it sleeps for good; USART 0 to stdout.
 * run_avr DEVICE FIRMWARE.elf LINES: gives USART 0 what comes on stdin, one byte behind the other as
 * its speed has it, until it has sent so many lines.
 *
 * Exit status 1 when the time is over before.
 */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CYCLES 100000000

static int lines, room;

static void output(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    putchar((int)value);
    lines -= value == '\n';
}

/* simavr keeps 64 bytes for the port, and gives them to it at its speed. */
static void has_room(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)value, (void)unused;
    room = 1;
}

static void is_full(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)value, (void)unused;
    room = 0;
}

int main(int argc, char **argv) {
    elf_firmware_t firmware;
    uint32_t flags = 0; /* neither simavr's own echo nor its pauses for the host's sake */
    avr_t *avr;
    avr_irq_t *port;
    int state = cpu_Running, talks = argc == 4;

    memset(&firmware, 0, sizeof firmware);
    if ((argc != 3 && argc != 4) || elf_read_firmware(argv[2], &firmware) != 0)
        return 2;
    avr = avr_make_mcu_by_name(argv[1]);
    if (avr == NULL || avr_init(avr) != 0)
        return 3;
    lines = talks ? atoi(argv[3]) : 0;
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    port = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    avr_irq_register_notify(port + UART_IRQ_OUTPUT, output, NULL);
    avr_irq_register_notify(port + UART_IRQ_OUT_XON, has_room, NULL);
    avr_irq_register_notify(port + UART_IRQ_OUT_XOFF, is_full, NULL);
    while (state != cpu_Done && state != cpu_Crashed && avr->cycle < CYCLES) {
        if (talks && lines <= 0)
            return 0;
        while (talks && room) {
            int byte = getchar();
            if (byte == EOF)
                break;
            avr_raise_irq(port + UART_IRQ_INPUT, (uint32_t)byte);
        }
        state = avr_run(avr);
    }
    return talks || state != cpu_Done;
}
