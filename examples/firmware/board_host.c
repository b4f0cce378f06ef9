/* The host, to try the example where it is built. */
#include <stdio.h>
#include <stdlib.h>

#include "board.h"

void board_put(char character) {
    putchar(character);
}

void board_stop(void) {
    exit(0);
}
