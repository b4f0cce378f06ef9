/* The functions around which enter.S has its frame; plain_close is internal to the two sources. */
#define mote_shabal_close plain_close
#include "../../src/shabal/portable.c"
