/* The serial port of an ATmega328P (datasheet DS40002061, section 20), and main. */
#include "Arduino.h"

#include <avr/interrupt.h>
#include <avr/io.h>

HardwareSerial Serial;

static volatile uint8_t ring[64];
static volatile uint8_t head, tail;

ISR(USART_RX_vect) {
    uint8_t byte = UDR0;
    uint8_t next = (head + 1) % sizeof ring;
    if (next != tail) {
        ring[head] = byte;
        head = next;
    }
}

void HardwareSerial::begin(unsigned long baud) {
    UBRR0 = (F_CPU / 8 / baud + 1) / 2 - 1;
    UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;
}

int HardwareSerial::available() {
    return (uint8_t)(head - tail) % sizeof ring;
}

int HardwareSerial::read() {
    if (head == tail)
        return -1;
    uint8_t byte = ring[tail];
    tail = (tail + 1) % sizeof ring;
    return byte;
}

size_t HardwareSerial::write(uint8_t byte) {
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = byte;
    return 1;
}

int main() {
    sei();
    setup();
    for (;;)
        loop();
}
