/* What the example needs of a board: a place for text, and an end. */
#ifndef BOARD_H
#define BOARD_H

void board_put(char character);
void board_stop(void);

#endif
