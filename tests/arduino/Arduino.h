/*
 * What a sketch of the examples needs of the Arduino core, for an ATmega328P: its serial port, and
 * main.  Arduino.cpp beside this has the rest.
 */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stddef.h>
#include <stdint.h>

/* The port as the core has it: bytes that come wait in a ring of 64, and are lost when it is full. */
class HardwareSerial {
  public:
    void begin(unsigned long baud);
    int available();
    int read();
    size_t write(uint8_t byte);
};

extern HardwareSerial Serial;

void setup();
void loop();

#endif
