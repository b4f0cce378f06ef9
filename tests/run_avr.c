/*
 * run_avr DEVICE FIRMWARE.elf: runs it in simavr until it sleeps for good; USART 0 to stdout.
 * run_avr DEVICE FIRMWARE.elf talk: gives USART 0 the commands of stdin, each two bytes of length, the
 * low one first, and so many bytes; the next one when a line feed has answered.
 *
 * Exit status 1 when the time is over before.
 */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CYCLES 100000000

static int room, answered = 1;

static void output(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    putchar((int)value);
    answered |= value == '\n';
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
    int state = cpu_Running, talks = argc == 4, left = 0;

    memset(&firmware, 0, sizeof firmware);
    if ((argc != 3 && argc != 4) || elf_read_firmware(argv[2], &firmware) != 0)
        return 2;
    avr = avr_make_mcu_by_name(argv[1]);
    if (avr == NULL || avr_init(avr) != 0)
        return 3;
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    port = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    avr_irq_register_notify(port + UART_IRQ_OUTPUT, output, NULL);
    avr_irq_register_notify(port + UART_IRQ_OUT_XON, has_room, NULL);
    avr_irq_register_notify(port + UART_IRQ_OUT_XOFF, is_full, NULL);
    while (state != cpu_Done && state != cpu_Crashed && avr->cycle < CYCLES) {
        if (talks && left == 0 && answered) {
            int low = getchar();
            if (low == EOF)
                return 0;
            left = low | getchar() << 8;
            answered = 0;
        }
        while (left != 0 && room) {
            left--;
            avr_raise_irq(port + UART_IRQ_INPUT, (uint32_t)getchar());
        }
        state = avr_run(avr);
    }
    return talks || state != cpu_Done;
}
