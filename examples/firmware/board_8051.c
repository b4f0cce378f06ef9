/* 8051: text to the serial port in mode 1, timed by timer 1; the end is power-down. */
#include <8051.h>

#include "board.h"

void board_put(char character) {
    if (!TR1) {
        SCON = 0x40;
        TMOD = 0x20;
        TH1 = 0xFF;
        TR1 = 1;
        TI = 1;
    }
    while (!TI)
        ;
    TI = 0;
    SBUF = character;
}

void board_stop(void) {
    while (!TI)
        ;
    for (;;)
        PCON |= 2;
}
