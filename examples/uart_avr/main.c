/*
 * An ATmega328P (datasheet DS40002061, section 20) with its serial port at 38400 bits a second; what
 * it does is in commands.c.
 *
 * The interrupt may come at any instruction, of Mote's assembly too, and bytes that come while a
 * block is hashed wait in a ring.  A byte comes every 4167 cycles; `mote export` writes into README.md
 * what hashing one takes.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/setbaud.h>

#include "commands.h"

static volatile unsigned char ring[256]; /* indices are bytes, and so go round */
static volatile unsigned char received, taken;

ISR(USART_RX_vect) {
    ring[received] = UDR0;
    received++;
}

unsigned char serial_get(void) {
    while (taken == received)
        ;
    return ring[taken++];
}

void serial_put(unsigned char character) {
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = character;
}

int main(void) {
    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X << U2X0;
    UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;
    start_commands();
    sei();
    for (;;)
        do_command();
}
