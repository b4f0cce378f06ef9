/* ATmega1281: text to USART 0 (datasheet 2549, section 22), the end is sleep without interrupts. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "board.h"

void board_put(char character) {
    UCSR0B = 1 << TXEN0;
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UCSR0A = 1 << TXC0; /* cleared by writing one: this character is not sent yet */
    UDR0 = (unsigned char)character;
}

void board_stop(void) {
    while (!(UCSR0A & 1 << TXC0)) /* the last character is on its way */
        ;
    cli();
    sleep_enable();
    for (;;)
        sleep_cpu();
}
