/*
 * The same for the Arduino IDE: `make sketch` puts it into a folder with the commands and with the
 * files that `mote export` writes.  38400 bits a second; not for the IDE's serial monitor, but for
 * frame.py.
 */
#include "commands.h"

extern "C" unsigned char serial_get(void) {
    while (Serial.available() == 0)
        ;
    return Serial.read();
}

extern "C" void serial_put(unsigned char character) {
    Serial.write(character);
}

void setup() {
    start_commands();
    Serial.begin(38400);
}

void loop() {
    do_command();
}
