/* run_avr DEVICE FIRMWARE.elf: runs it in simavr until it sleeps for good; USART 0 to stdout. */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void output(struct avr_irq_t *irq, uint32_t value, void *unused) {
    (void)irq, (void)unused;
    putchar((int)value);
}

int main(int argc, char **argv) {
    elf_firmware_t firmware;
    uint32_t flags = 0; /* neither simavr's own echo nor its pauses for the host's sake */
    avr_t *avr;
    int state = cpu_Running;

    memset(&firmware, 0, sizeof firmware);
    if (argc != 3 || elf_read_firmware(argv[2], &firmware) != 0)
        return 2;
    avr = avr_make_mcu_by_name(argv[1]);
    if (avr == NULL || avr_init(avr) != 0)
        return 3;
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), output,
                            NULL);
    while (state != cpu_Done && state != cpu_Crashed && avr->cycle < 100000000)
        state = avr_run(avr);
    return state == cpu_Done ? 0 : 1;
}
